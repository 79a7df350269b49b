import json
from pathlib import Path
from typing import Any

import pytest

from daybook_eval.dialogues.asking import Asker, questions_in, read_askers
from daybook_eval.judging.judges import nearest
from tests.eval.data_files import SHARED, line, locomo, turn, written
from tests.interfaces.daybook_command import Command
from tests.scripted_server import ScriptedServer

LOCOMO = SHARED / "locomo_dev.json.gz"
TRAIN, AGAIN = "Which train stops in Lisbon?", "Which trains stop in Lisbon?"


def messages(path: Path, *days: list[str]) -> Path:
    """Write what a user said day by day."""
    said: list[dict[str, Any]] = []
    for day, texts in enumerate(days, start=1):
        for text in texts:
            said.append(turn("user", text, timestamp=f"2024-05-{day:02}T08:00:00", session_id=f"s{day}"))
            said.append(turn("assistant", "Is that so?", timestamp=f"2024-05-{day:02}T08:01:00"))
            said[-1]["session_id"] = f"s{day}"
    return written(path, *said)


def test_questions_are_the_sentences_that_end_with_a_question_mark() -> None:
    assert questions_in('I see. Who? "And why?" Dr. Who?! It is.') == ("Who?", '"And why?"')
    assert questions_in("**Is it?** Yes.") == ("**Is it?**",)


def test_only_users_ask_and_sessions_come_in_order_of_time(tmp_path: Path) -> None:
    sessions = [
        {"session_id": "b", "started_at": "2024-05-02", "turns": [turn("user", "Second?")]},
        {
            "session_id": "a",
            "started_at": "2024-05-01",
            "turns": [turn("user", "First? Fine."), turn("assistant", "Anything else?")],
        },
    ]
    path = written(
        tmp_path / "own.jsonl", *(line(name, sessions=sessions, evidence=[]) for name in ("x", "y"))
    )

    assert [(asker.name, asker.sessions) for asker in read_askers(path)] == [
        ("x", (("First?",), ("Second?",))),
        ("y", (("First?",), ("Second?",))),
    ]


def test_an_export_of_daybooks_own_memory_is_read(tmp_path: Path) -> None:
    moment = "2024-05-01T08:00:00+00:00"
    place = {"started_at": moment, "said_at": moment, "session_id": "s", "occurrence": 0}
    said = [(TRAIN, "Which day?"), ("Today. Why?", None)]
    rounds = [
        {
            **place,
            "round_id": f"r{position}",
            "position": position,
            "user": turn("user", asked),
            "assistant": turn("assistant", told) if told else None,
        }
        for position, (asked, told) in enumerate(said)
    ]
    header = {"version": 1, "owner": "ann", "written_at": moment, "posted": True}
    path = written(tmp_path / "ann.jsonl", {"archive": header}, *({"round": round_} for round_ in rounds))

    assert list(read_askers(path)) == [Asker("ann", ((TRAIN, "Why?"),))]


def test_a_history_that_questions_share_counts_once(tmp_path: Path) -> None:
    path = written(tmp_path / "own.jsonl", line("q1", history="ann"), line("q2", history="ann"))
    talks = written(tmp_path / "locomo.json", locomo(), lines=False)

    assert [asker.name for asker in read_askers(path)] == ["ann"]
    assert [len(asker.sessions) for asker in read_askers(talks)] == [2]


def test_what_is_asked_again_on_another_day_is_counted(tmp_path: Path, evaluate: Command) -> None:
    path = messages(tmp_path / "chat.jsonl", [TRAIN, TRAIN], ["Hello.", AGAIN], ["How is Ada?"])

    ran = evaluate("asking", str(path))
    shape = evaluate("asking", str(path), "--json").json["files"][0]

    assert ran.out.splitlines()[1] == "chat.jsonl\t1\t3\t4\t1\t3\t0.333"
    assert shape["rate"] == {"holding": 1, "judged": 3, "asked": 4, "value": 1 / 3}
    assert shape["repeated"] == [{"person": "", "question": AGAIN, "earlier": TRAIN}]


def test_a_model_is_asked_where_a_word_is_shared_and_may_be_unreadable(
    tmp_path: Path, evaluate: Command, server: ScriptedServer
) -> None:
    path = messages(tmp_path / "chat.jsonl", [TRAIN], ["How do I get to Lisbon?", "How is Ada?", "Lisbon?"])
    server.reply({"reason": "the way there", "same_as": 1}, when="get to Lisbon")
    for _ in range(2):
        server.reply({"same_as": "the first"}, when='question: \\"Lisbon?')

    shape = evaluate("asking", str(path), "--model", "small", "--json").json["files"][0]

    assert shape["rate"] == {"holding": 1, "judged": 3, "asked": 4, "value": 1 / 3}
    assert json.dumps(f"1. {TRAIN}")[1:-1] in server.requests[0]["messages"][1]["content"]


def test_a_number_that_was_not_shown_cannot_be_read(
    tmp_path: Path, evaluate: Command, server: ScriptedServer
) -> None:
    path = messages(tmp_path / "chat.jsonl", [TRAIN], ["Lisbon?"])
    server.reply({"reason": "", "same_as": 7})

    shape = evaluate("asking", str(path), "--model", "small", "--json").json["files"][0]

    assert (shape["rate"]["judged"], shape["rate"]["asked"]) == (1, 2)


def test_a_failed_call_is_told_and_the_rest_is_counted(
    tmp_path: Path, evaluate: Command, server: ScriptedServer
) -> None:
    path = messages(tmp_path / "chat.jsonl", [TRAIN], ["Lisbon?"])
    server.fail(400, "too strange")

    ran = evaluate("asking", str(path), "--model", "small")

    assert ran.code == 1
    assert "chat.jsonl: 1 questions could not be compared, the first:" in ran.err


def test_the_questions_with_most_words_in_common_are_shown_first() -> None:
    earlier = ["Is Lisbon big?", "Who is Ada?", "Is the Lisbon train slow?", "Is the Lisbon train slow?"]

    # shared of all words: 2 of 4 with the train, 1 of 3 ("lisbon", "big" with "lisbon", "train", "fast")
    assert nearest("Is the Lisbon train fast?", earlier) == ["Is the Lisbon train slow?", "Is Lisbon big?"]
    assert nearest("Is the Lisbon train fast?", earlier, most=1) == ["Is the Lisbon train slow?"]


@pytest.mark.parametrize("text", ['{"role": "user", "content": "Hello.", "timestamp": "2024-05-01"}', "[]"])
def test_a_file_in_which_nobody_asks_is_one_line(tmp_path: Path, evaluate: Command, text: str) -> None:
    path = tmp_path / "chat.jsonl"
    path.write_text(text)

    ran = evaluate("asking", str(path))

    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)


@pytest.mark.skipif(not LOCOMO.exists(), reason="needs ../shared/data/locomo_dev.json.gz")
def test_friends_hardly_ask_each_other_the_same_words_again(evaluate: Command) -> None:
    (found,) = evaluate("asking", str(LOCOMO), "--json").json["files"]

    assert found["people"] == 5
    assert 0 < found["rate"]["judged"] < found["rate"]["asked"]
    assert found["rate"]["value"] < 0.02
