"""`daybook diary`: what happened and what is planned, shown, searched, taken back, forgotten, exported."""

import json
from pathlib import Path

import pytest

from tests.interfaces.daybook_command import Command

SAID = [
    ("2024-05-06T09:00:00Z", "I met Orla for lunch yesterday."),
    ("2024-05-07T09:00:00Z", "My dentist appointment is on the 14th."),
    ("2024-06-03T09:00:00Z", "I went to a concert with my sister Emer last Friday."),
]


@pytest.fixture
def kept(daybook: Command, tmp_path: Path) -> Command:
    path = tmp_path / "said.json"
    turns = [{"role": "user", "content": text, "timestamp": moment} for moment, text in SAID]
    path.write_text(json.dumps(turns), encoding="utf-8")
    assert daybook("import", str(path)).code == 0
    return daybook


def whats(ran: Command, *more: str) -> list[str]:
    return [entry["what"] for entry in ran("diary", "--json", *more).json["entries"]]


def test_entries_are_listed_in_the_order_of_time_with_their_quotes(kept: Command) -> None:
    lunch, dentist, concert = kept("diary", "--json").json["entries"]

    assert lunch["happened"] == {"from": "2024-05-05T00:00:00+00:00", "to": "2024-05-06T00:00:00+00:00"}
    assert (lunch["text"], lunch["who"]) == ("I met Orla for lunch yesterday", ["Orla"])
    assert [one["quote"] for one in lunch["support"]] == ["I met Orla for lunch yesterday."]
    assert (dentist["planned"], dentist["status"]) == (True, "planned, not confirmed")
    assert (concert["planned"], concert["who"]) == (False, ["my sister Emer"])


def test_a_stretch_of_time_and_words_choose(kept: Command) -> None:
    assert whats(kept, "--between", "2024-05-01", "2024-05-10") == ["met Orla for lunch"]
    assert whats(kept, "--search", "concerts") == ["went to a concert with my sister Emer"]
    assert whats(kept, "--planned") == []
    assert whats(kept, "--planned", "--as-of", "2024-05-08") == ["My dentist appointment"]


def test_an_earlier_moment_does_not_see_what_was_said_later(kept: Command) -> None:
    assert whats(kept, "--as-of", "2024-05-06") == ["met Orla for lunch"]


def test_a_stretch_that_ends_before_it_begins_is_a_mistake(kept: Command) -> None:
    ran = kept("diary", "--between", "2024-05-10", "2024-05-01")

    assert (ran.code, ran.out) == (2, "")
    assert "must start before it ends" in ran.err


def test_in_a_pipe_an_entry_is_a_line(kept: Command) -> None:
    lines = kept("diary").out.splitlines()

    assert [line.split("\t")[1:5] for line in lines] == [
        ["2024-05-05", "2024-05-05", "happened", "met Orla for lunch"],
        ["2024-05-14", "2024-05-14", "planned, not confirmed", "My dentist appointment"],
        ["2024-05-31", "2024-05-31", "happened", "went to a concert with my sister Emer"],
    ]


def test_an_empty_diary_says_so_on_the_side(daybook: Command) -> None:
    ran = daybook("diary")

    assert ran.out == ""
    assert "nothing is in the diary of 'me'" in ran.err


def test_undo_takes_an_entry_back_and_a_second_one_gives_it_again(kept: Command) -> None:
    event = next(one for one in kept("ledger", "--events", "--json").json["events"] if one["entries"])
    (entry,) = event["entries"]

    assert kept("undo", str(event["event_id"]), "--dry-run", "--json").json["entries"][0]["after"] is None
    assert len(whats(kept)) == 3
    undone = kept("undo", str(event["event_id"]), "--json").json
    assert entry not in [one["entry_id"] for one in kept("diary", "--json").json["entries"]]
    kept("undo", str(undone["events"][0]))
    assert len(whats(kept)) == 3


def test_show_has_all_about_an_entry(kept: Command) -> None:
    name = kept("diary", "--json").json["entries"][0]["entry_id"]

    shown = kept("show", name).out

    assert "met Orla for lunch" in shown
    assert "who\tOrla" in shown


def test_an_entry_is_forgotten_with_the_sentence_that_tells_it(kept: Command) -> None:
    name = kept("diary", "--json").json["entries"][0]["entry_id"]

    receipt = kept("forget", "--record", name, "--yes", "--json").json

    assert (receipt["removed"]["entries"], receipt["verified"]) == (1, True)
    assert whats(kept) == ["My dentist appointment", "went to a concert with my sister Emer"]
    assert "Orla" not in kept("export", "-").out + kept("ledger", "--events", "--json").out


def test_an_archive_brings_the_diary_along(kept: Command, tmp_path: Path) -> None:
    before = kept("diary", "--json").json["entries"]
    kept("export", "all.jsonl")

    assert kept("import", "all.jsonl", "--owner", "copy").code == 0

    after = kept("diary", "--json", "--owner", "copy").json["entries"]
    assert [one["what"] for one in after] == [one["what"] for one in before]


def test_a_question_is_answered_from_it(kept: Command) -> None:
    answer = kept("ask", "When did I last see Orla?", "--asked-at", "2024-06-20", "--json").json

    assert "5 May 2024" in answer["answer"]
    assert [cited["quote"] for cited in answer["evidence"]] == ["I met Orla for lunch yesterday."]
