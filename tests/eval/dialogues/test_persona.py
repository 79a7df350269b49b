import json
from pathlib import Path

import pytest

from daybook.conversation.errors import BadInput
from daybook.settings.environment import read_settings
from daybook_eval.data.msc import MscDialogue, MscTurn
from daybook_eval.dialogues.persona import NextTurn, measure_persona, next_turns, read_responses, responders
from daybook_eval.measures.dialogues import Grades
from daybook_eval.rewriting.cast import grade_examples, read_topics
from tests.eval.data_files import SHARED, written
from tests.eval.nli.tiny_classifier import write_classifier
from tests.interfaces.daybook_command import Command
from tests.scripted_server import ScriptedServer
from tests.store.bag_of_words import BagOfWords

MSC = SHARED / "msc_session3_valid.json.gz"


def talk(name: str, *said: str) -> MscDialogue:
    """A dialogue of two who take turns; the second one begins with a boat."""
    turns = (MscTurn(f"bot_{place % 2}", text, (f"{text}!",)) for place, text in enumerate(said))
    return MscDialogue(name, tuple(turns), {"bot_0": (), "bot_1": ("I own a boat.",)})


BOATS = talk("boats", "Hi", "I sail", "Where?", "To Oslo")
CATS = talk("cats", "Hello", "Mine purrs", "Really?")


def test_a_turn_comes_with_what_was_known_heard_and_said_before_it() -> None:
    first, second, third = next_turns([BOATS, CATS])

    assert first == NextTurn("boats", 2, "I sail", ("Hi",), ("Hi!",), "Where?", "Really?")
    assert second.known == ("I own a boat.", "I sail!")
    assert second.stranger_said == "Mine purrs"  # the last one before place 3 of the other dialogue
    assert (third.dialogue_id, third.stranger_said) == ("cats", "Where?")


async def test_responders_say_what_their_names_promise(tmp_path: Path) -> None:
    mine = written(tmp_path / "mine.jsonl", {"dialogue_id": "d", "turn": 4, "response": "Yes"})
    others = written(tmp_path / "others.jsonl", {"dialogue_id": "e", "turn": 5, "response": "Yes"})
    turn = NextTurn(
        "d", 4, "Is the boat red", ("I like tea", "My boat is red"), ("I sing", "I own a boat"), "No", "Cats"
    )

    named = responders(BagOfWords(), [mine, others])

    assert {name: (await respond([turn]))[0] for name, respond in named.items()} == {
        "mine": "Yes",
        "others": None,
        "said": "No",
        "stranger": "Cats",
        "echo": "Is the boat red",
        "turn": "My boat is red",
        "statement": "I own a boat",
    }


async def test_replies_are_measured_against_what_was_known(tmp_path: Path) -> None:
    turns = [NextTurn("d", 2, "Hm", ("Hi",), ("I own a boat", "I sing"), "My boat sings loudly", "Cats")]

    none = written(tmp_path / "none.jsonl", {"dialogue_id": "e", "turn": 5, "response": "Yes"})
    named = responders(BagOfWords(), [none])
    found = await measure_persona(turns, {name: named[name] for name in ("said", "none", "stranger")})

    # boat, sing, loud against boat, sing ("own" counts for nothing): 2 * 2 / (3 + 2)
    assert found["said"].persona_f1.mean == pytest.approx(0.8)
    assert (found["said"].rouge_l.mean, found["said"].contradicts) == (1, None)
    assert found["stranger"].persona_f1.mean == 0
    assert set(found) == {"said", "stranger"}


def msc_file(path: Path) -> Path:
    """Write one dialogue with a reply that can be measured."""
    said = [("bot_0", "Hi"), ("bot_1", "I sail"), ("bot_0", "Where?"), ("bot_1", "I never sail.")]
    dialogue = {
        "initial_data_id": "d",
        "dialog": [{"id": speaker, "text": text} for speaker, text in said],
        "init_personachat": {"init_personas": [[], ["I own a boat.", "I sail."]]},
    }
    return written(path, dialogue)


def test_contradictions_are_told_by_a_model_where_one_is_named(
    tmp_path: Path, evaluate: Command, server: ScriptedServer
) -> None:
    data = msc_file(tmp_path / "msc.jsonl")
    mine = written(tmp_path / "mine.jsonl", {"dialogue_id": "d", "turn": 3, "response": "To Oslo."})
    server.reply({"reason": "sails", "probability": 0.97}, when="I never sail.")
    server.reply("Perhaps.", when="To Oslo.")
    server.reply("Perhaps not.", when="To Oslo.")

    ran = evaluate(
        *("persona", "--data", str(data), "--responses", str(mine), "--only", "said", "--only", "mine"),
        *("--model", "small", "--json"),
    )

    assert ran.json["turns"] == 1
    said, given = (ran.json["responders"][name]["contradicts"] for name in ("said", "mine"))
    assert said == {"holding": 1, "judged": 1, "asked": 1, "value": 1}
    assert given == {"holding": 0, "judged": 0, "asked": 1, "value": None}
    assert "I own a boat." in json.dumps(server.requests[0])


def test_contradictions_are_told_by_a_classifier_where_its_folder_is_named(
    tmp_path: Path, evaluate: Command
) -> None:
    data = msc_file(tmp_path / "msc.jsonl")
    nli = write_classifier(tmp_path / "nli")

    ran = evaluate(
        "persona", "--data", str(data), "--only", "said", "--only", "echo", "--nli", str(nli), "--json"
    )

    said, echo = (ran.json["responders"][name] for name in ("said", "echo"))
    assert said["contradicts_nli"] == {"holding": 1, "judged": 1, "asked": 1, "value": 1}
    assert echo["contradicts_nli"] == {"holding": 0, "judged": 1, "asked": 1, "value": 0}
    assert said["contradicts"] is None


def test_without_a_model_one_line_says_that_contradiction_was_not_measured(
    tmp_path: Path, evaluate: Command
) -> None:
    ran = evaluate("persona", "--data", str(msc_file(tmp_path / "msc.jsonl")), "--only", "said")

    assert ran.code == 0
    # never, sail against boat, sail: 2 * 1 / (2 + 2)
    assert ran.out.splitlines()[1].startswith("said\t1\t0.500 [0.500, 0.500]\t1.000")
    assert "contradiction was not measured: name a chat model with --model, or" in ran.err


def test_a_call_that_failed_is_told(tmp_path: Path, evaluate: Command, server: ScriptedServer) -> None:
    data = msc_file(tmp_path / "msc.jsonl")
    server.fail(400, "too strange")

    ran = evaluate("persona", "--data", str(data), "--only", "said", "--model", "small")

    assert ran.code == 1
    assert "said: 1 replies could not be compared, the first:" in ran.err


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ([{"dialogue_id": "d", "turn": 1}], "response: is missing"),
        ([{"dialogue_id": "d", "turn": 1, "response": "x"}] * 2, "turn 1 of d comes twice"),
    ],
)
def test_a_wrong_file_of_replies_is_refused(
    tmp_path: Path, lines: list[dict[str, object]], problem: str
) -> None:
    with pytest.raises(BadInput, match=problem):
        read_responses(written(tmp_path / "mine.jsonl", *lines))


def test_replies_are_read_by_dialogue_and_turn(tmp_path: Path) -> None:
    path = written(tmp_path / "mine.jsonl", {"dialogue_id": "d", "turn": 3, "response": "Yes."})

    assert read_responses(path) == {("d", 3): "Yes."}


@pytest.mark.parametrize(
    ("option", "problem"),
    [
        (("--only", "nobody"), "none of said, stranger, echo, turn, statement"),
        (("--nli", "nowhere"), "nli: there is no folder"),
    ],
)
def test_what_there_is_not_is_one_line(
    tmp_path: Path, evaluate: Command, option: tuple[str, str], problem: str
) -> None:
    ran = evaluate("persona", "--data", str(msc_file(tmp_path / "msc.jsonl")), *option)

    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert problem in ran.err


@pytest.mark.skipif(not MSC.exists(), reason="needs ../shared/data/msc_session3_valid.json.gz")
def test_people_agree_with_what_is_known_of_them_more_than_strangers_do(evaluate: Command) -> None:
    ran = evaluate(
        *("persona", "--data", str(MSC), "--limit", "60", "--only", "said", "--only", "stranger", "--json")
    )

    said, stranger = (ran.json["responders"][name]["persona_f1"] for name in ("said", "stranger"))
    assert said["low"] > stranger["high"]


def cast(folder: Path) -> Path:
    """Write a topic of two questions, of which the second does not stand alone."""
    asked = ["What is a kayak?", "Is it fast?"]
    turns = [{"number": number, "raw_utterance": text} for number, text in enumerate(asked, start=1)]
    (folder / "cast2019_topics.json").write_text(json.dumps([{"number": 7, "turn": turns}]))
    (folder / "cast2019_resolved.tsv").write_text("7_1\tWhat is a kayak?\n7_2\tIs a kayak fast?\n")
    return folder


async def test_each_wording_of_a_question_is_graded_by_the_dialogue_before_it(
    tmp_path: Path, server: ScriptedServer
) -> None:
    for grade in ({"grade": 40}, {"grade": 70}, "Good.", "Fine."):
        server.reply(grade)

    (examples,) = read_topics(cast(tmp_path)).values()
    found = await grade_examples(examples, read_settings(), models=["small"])

    assert [[said.content for said in example.dialogue] for example in examples] == [[], ["What is a kayak?"]]
    assert sorted(grades.grades.mean or 0 for grades in found) == [0, 40, 70]
    assert Grades(None, 0, 1) in [grades.grades for grades in found]
    contents = [body["messages"][1]["content"] for body in server.requests]
    assert all(json.dumps("What is a kayak?\nIs it fast?") in content for content in contents)
    assert 'graded: "Is a kayak fast?"' in " ".join(contents)
