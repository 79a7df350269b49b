from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from daybook_eval.rewriting.example import Behaviour, RewritingExample, read_examples
from daybook_eval.rewriting.generate.blueprints import Blueprint, draw_blueprints
from daybook_eval.rewriting.generate.checks import is_near, problem_of
from daybook_eval.rewriting.generate.scenes import assistant, user
from daybook_eval.rewriting.generate.simulation import CALLS
from daybook_eval.rewriting.generate.vocabulary import Split
from tests.interfaces.daybook_command import Command
from tests.scripted_server import Body, ScriptedServer


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
    assert len({one.key for one in drawn}) == 36
    assert set(Counter(one.behaviour for one in drawn).values()) == {4}
    for place in range(0, 36, 4):
        variants = drawn[place : place + 4]
        assert len({one.asked for one in variants}) == 1
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


def test_what_a_judge_finds_incoherent_is_left_out(
    tmp_path: Path, server: ScriptedServer, evaluate: Command
) -> None:
    for _ in range(4):
        server.reply({"reason": "No.", "coherence": 90, "consistency": 10}, when='"model": "j"')
    for _ in range(4 * CALLS):
        server.reply(plays)
    out = tmp_path / "played.jsonl"
    args = ("--backgrounds", "1", "--model", "m", "--judge", "j", "--yes")

    ran = evaluate("rewriting", "simulate", "--out", str(out), *args)

    assert "left out: 4 (the judge gives it less than 60)" in ran.out, ran


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
