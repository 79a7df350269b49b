import json
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest
from typer.testing import CliRunner

from daybook_eval.cli.app import build_app
from daybook_eval.rewriting.example import Behaviour, RewritingExample, read_examples
from daybook_eval.rewriting.generate.scenes import assistant, generate_examples, user
from daybook_eval.rewriting.generate.simulation import CALLS, Blueprint, draw_blueprints, is_near, problem_of
from daybook_eval.rewriting.generate.world import Split, passages, read_vocabulary, read_world
from tests.interfaces.daybook_command import Command
from tests.scripted_server import Body, ScriptedServer

SPLITS = pytest.mark.parametrize("split", list(Split))


@SPLITS
def test_the_same_seed_gives_the_same_examples_and_another_seed_gives_others(split: Split) -> None:
    first, again, other = (list(generate_examples(45, split=split, seed=seed)) for seed in (3, 3, 4))

    assert first == again
    assert {one.question for one in first} != {one.question for one in other}


@SPLITS
def test_examples_are_whole_and_only_the_ninth_behaviour_leaves_the_question(split: Split) -> None:
    examples = list(generate_examples(900, split=split))
    known = set(passages(split))

    assert set(Counter(example.behaviour for example in examples).values()) == {100}
    assert len({(example.question, example.dialogue) for example in examples}) == 900
    for example in examples:
        assert (example.question == example.rewrite) is (example.behaviour is Behaviour.NONE_NEEDED), example
        said = (turn.content for turn in example.dialogue)
        texts = (example.question, example.rewrite, example.answer, example.passage, *said)
        assert not any(re.search(r"[{}|]", text) for text in texts), example  # no slot is left open
        assert example.answer in example.passage
        assert not example.passage or example.passage in known


@SPLITS
def test_a_world_has_many_passages_and_says_each_thing_once(split: Split) -> None:
    found = passages(split)

    assert len(found) > 3_000
    assert len(set(found)) == len(found)


def test_all_answers_to_a_question_agree_whatever_the_seed() -> None:
    answers: dict[str, str] = {}
    for seed in (1, 2, 3):
        for example in generate_examples(900, split=Split.TRAIN, seed=seed, only=[Behaviour.COREFERENCE]):
            assert answers.setdefault(example.rewrite, example.answer) == example.answer


def test_the_splits_share_no_thing_no_kind_and_no_wording() -> None:
    train, test = (read_vocabulary(split) for split in Split)
    shared_slots = {"starts": {"{a}"}}

    names = [{thing.name for things in read_world(split).things for thing in things} for split in Split]
    assert not names[0] & names[1]
    assert not {domain.kind for domain in train.domains} & {domain.kind for domain in test.domains}
    for field in set(type(train).model_fields) - {"domains"}:
        both = {str(one).lower() for one in getattr(train, field)} & {
            str(one).lower() for one in getattr(test, field)
        }
        assert both == shared_slots.get(field, set()), field
    wordings = [
        {text for domain in words.domains for fact in domain.facts for text in (*fact.asks, fact.tells)}
        for words in (train, test)
    ]
    assert not wordings[0] & wordings[1]


@SPLITS
def test_questions_come_in_hundreds_of_forms_once_names_are_left_out(split: Split) -> None:
    things = [thing for of_domain in read_world(split).things for thing in of_domain]
    named = re.compile(
        "|".join(re.escape(thing.name) for thing in sorted(things, key=lambda t: -len(t.name)))
    )

    forms = {named.sub("{x}", example.question) for example in generate_examples(3_000, split=split)}

    assert len(forms) > 400


def test_the_command_writes_a_file_of_one_behaviour_that_can_be_read(tmp_path: Path) -> None:
    out = tmp_path / "made.jsonl"
    args = ["rewriting", "generate", "--out", str(out), "--count", "20", "--only", "dispute-marking"]

    result = CliRunner().invoke(build_app(), args)

    assert result.exit_code == 0, result.output
    found = list(read_examples(out))
    assert len(found) == 20
    assert all("is disputed" in example.rewrite for example in found)


def blueprints(count: int) -> list[Blueprint]:
    return list(draw_blueprints(count, split=Split.TRAIN))


def plays(body: Body) -> str:
    """Play any part so that the result passes every check but that of doubles: goals differ."""
    data = body["messages"][1]["content"]
    goal = next((line for line in data.splitlines() if line.startswith("goal: ")), 'goal: ""')
    question = json.loads(goal.removeprefix("goal: "))
    if "\nlast: " in data:
        said = f"Um, {question}" if "\nlast: true" in data else "Hello, may I ask you something?"
        return json.dumps({"message": said, "solved": False})
    if "\nknowledge: " in data:
        return json.dumps({"message": "Surely.", "finished": False})
    return json.dumps({"rewrite": question})


def test_a_background_has_four_variants_and_the_behaviours_come_in_turn() -> None:
    drawn = blueprints(9)

    assert len(drawn) == 36
    assert len({blueprint.key for blueprint in drawn}) == 36
    assert set(Counter(blueprint.behaviour for blueprint in drawn).values()) == {4}
    for place in range(0, 36, 4):
        variants = drawn[place : place + 4]
        assert len({variant.asked for variant in variants}) == 1
        assert len({(one.user, one.now) for one in variants}) == 4
        assert sum(one.now is None for one in variants) == 2


def test_agents_take_turns_and_what_is_sound_is_written(
    tmp_path: Path, server: ScriptedServer, evaluate: Command
) -> None:
    for _ in range(4 * CALLS):
        server.reply(plays)
    out = tmp_path / "played.jsonl"

    ran = evaluate("rewriting", "simulate", "--out", str(out), "--backgrounds", "1", "--model", "m", "--yes")

    assert ran.code == 0, ran.err
    assert f"about {4 * CALLS} calls" in ran.err
    (example,) = read_examples(out)
    assert "left out: 3 (near to another)" in ran.out
    assert [turn.role for turn in example.dialogue] == ["user", "assistant"] * 2
    assert example.source == "m"
    assert example.answer in example.passage


def test_nothing_is_sent_without_consent(tmp_path: Path, server: ScriptedServer, evaluate: Command) -> None:
    out = tmp_path / "played.jsonl"

    ran = evaluate("rewriting", "simulate", "--out", str(out), "--model", "m", "--json")

    assert ran.code == 1
    assert "nothing was sent" in ran.err
    assert server.requests == []
    assert not out.exists()


def test_an_interrupted_run_goes_on_where_it_was(
    tmp_path: Path, server: ScriptedServer, evaluate: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAYBOOK_MODEL_CONCURRENCY", "1")
    out = tmp_path / "played.jsonl"
    args = ("rewriting", "simulate", "--out", str(out), "--backgrounds", "1", "--model", "m", "--yes")
    for _ in range(2 * CALLS + 2):
        server.reply(plays)
    server.fail(503, "Down for the night.")

    first = evaluate(*args)
    torn = out.with_name("played.jsonl.progress")
    torn.write_bytes(torn.read_bytes()[:-10])
    nothing_yet = not out.exists()
    for _ in range(3 * CALLS):
        server.reply(plays)
    second = evaluate(*args)

    assert (first.code, nothing_yet) == (1, True)
    assert "out of order" in first.err
    assert second.code == 0, second
    assert "plays 3 dialogues" in second.err, "two were not played, and the line of a third was torn"
    assert len(list(read_examples(out))) == 1


def test_nonsense_fails_a_dialogue_and_is_counted_and_is_not_kept(
    tmp_path: Path, server: ScriptedServer, evaluate: Command
) -> None:
    server.always(lambda body: "I would rather not.")
    out = tmp_path / "played.jsonl"

    ran = evaluate("rewriting", "simulate", "--out", str(out), "--backgrounds", "1", "--model", "m", "--yes")

    assert ran.code == 1
    assert "failed: 4" in ran.out
    assert list(read_examples(out)) == []


@pytest.mark.parametrize(
    ("grades", "left_out"),
    [
        ({"j": (90, 10)}, True),
        ({"j": (90, 10), "k": (90, 100)}, True),
        ({"j": (90, 30), "k": (50, 100)}, False),
    ],
)
def test_what_the_judges_find_incoherent_on_average_is_left_out(
    tmp_path: Path,
    server: ScriptedServer,
    evaluate: Command,
    grades: Mapping[str, tuple[int, int]],
    left_out: bool,
) -> None:
    for _ in range(4 * CALLS):
        server.reply(plays)
    for judge, (coherence, consistency) in grades.items():
        given = {"reason": "No.", "coherence": coherence, "consistency": consistency}
        for _ in range(4):
            server.reply(given, when=f'"model": "{judge}"')
    out = tmp_path / "played.jsonl"
    judges = (part for judge in grades for part in ("--judge", judge))
    args = ("--backgrounds", "1", "--model", "m", *judges, "--yes")

    ran = evaluate("rewriting", "simulate", "--out", str(out), *args)

    assert ("left out: 4 (judged less than 60 on average)" in ran.out) is left_out, ran
    server.assert_spent()


def made(question: str, rewrite: str, behaviour: Behaviour) -> RewritingExample:
    dialogue = (user("How deep is Lake Bled?"), assistant("30 metres."))
    return RewritingExample(
        id="x", source="m", behaviour=behaviour, dialogue=dialogue, question=question, rewrite=rewrite
    )


@pytest.mark.parametrize(
    ("question", "rewrite", "behaviour", "problem"),
    [
        ("Is it cold?", "Is Lake Bled cold?", Behaviour.COREFERENCE, ""),
        ("That's wrong.", "How deep is Lake Bled? The answer 30 metres is disputed.", Behaviour.DISPUTE, ""),
        ("Is it cold?", "Is Lake Bled in Slovenia cold?", Behaviour.COREFERENCE, "nobody said: slovenia"),
        ("Is it cold?", "Is it cold?", Behaviour.COREFERENCE, "changes nothing"),
        ("Is Lake Bled cold?", "Is Bled cold?", Behaviour.NONE_NEEDED, "needed no rewriting"),
        ("Is Lake Bled cold?", "Is Lake Bled cold?", Behaviour.NONE_NEEDED, ""),
        ("30 metres.", "Is Lake Bled 30 metres deep?", Behaviour.CONTEXT, "again"),
    ],
)
def test_a_rewriting_is_checked_by_code(
    question: str, rewrite: str, behaviour: Behaviour, problem: str
) -> None:
    found = problem_of(made(question, rewrite, behaviour))

    assert problem in found
    assert bool(problem) is bool(found)


def test_questions_that_differ_in_a_word_that_counts_are_no_doubles() -> None:
    one = made("Is it cold?", "Is Lake Bled cold?", Behaviour.COREFERENCE)

    assert is_near(one, [one])
    assert not is_near(made("Is it warm?", "Is Lake Bled warm?", Behaviour.COREFERENCE), [one])
