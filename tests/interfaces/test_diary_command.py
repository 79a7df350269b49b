"""`daybook diary`: what happened and what is planned, shown, searched, taken back, forgotten, exported."""

from pathlib import Path

import pytest

from tests.interfaces.daybook_command import Command
from tests.interfaces.exports import Imports

SAID = [
    ("2024-05-06T09:00:00Z", "I met Orla for lunch yesterday."),
    ("2024-05-07T09:00:00Z", "My dentist appointment is on the 14th."),
    ("2024-06-03T09:00:00Z", "I went to a concert with my sister Emer last Friday."),
]
LUNCH, DENTIST, CONCERT = (
    "met Orla for lunch",
    "My dentist appointment",
    "went to a concert with my sister Emer",
)


@pytest.fixture
def kept(imports: Imports) -> Command:
    imports([{"role": "user", "content": text, "timestamp": moment} for moment, text in SAID])
    return imports.command


def whats(ran: Command, *more: str) -> list[str]:
    return [entry["what"] for entry in ran("diary", "--json", *more).json["entries"]]


def test_entries_are_listed_in_the_order_of_time_with_their_quotes(kept: Command) -> None:
    lunch, dentist, concert = kept("diary", "--json").json["entries"]

    assert lunch["happened"] == {"from": "2024-05-05T00:00:00+00:00", "to": "2024-05-06T00:00:00+00:00"}
    assert (lunch["text"], lunch["who"]) == ("I met Orla for lunch yesterday", ["Orla"])
    assert [support["quote"] for support in lunch["support"]] == ["I met Orla for lunch yesterday."]
    assert (dentist["planned"], dentist["status"]) == (True, "planned, not confirmed")
    assert (concert["planned"], concert["who"]) == (False, ["my sister Emer"])
    assert [line.split("\t")[1:5] for line in kept("diary").out.splitlines()] == [
        ["2024-05-05", "2024-05-05", "happened", LUNCH],
        ["2024-05-14", "2024-05-14", "planned, not confirmed", DENTIST],
        ["2024-05-31", "2024-05-31", "happened", CONCERT],
    ]
    shown = kept("show", lunch["entry_id"]).out
    assert LUNCH in shown
    assert "who\tOrla" in shown


def test_a_stretch_of_time_words_and_an_earlier_moment_choose(kept: Command) -> None:
    assert whats(kept, "--between", "2024-05-01", "2024-05-10") == [LUNCH]
    assert whats(kept, "--search", "concerts") == [CONCERT]
    assert whats(kept, "--planned") == []
    assert whats(kept, "--planned", "--as-of", "2024-05-08") == [DENTIST]
    assert whats(kept, "--as-of", "2024-05-06") == [LUNCH]


def test_a_stretch_that_ends_before_it_begins_is_a_mistake(daybook: Command) -> None:
    ran = daybook("diary", "--between", "2024-05-10", "2024-05-01")

    assert (ran.code, ran.out) == (2, "")
    assert "must start before it ends" in ran.err


def test_an_empty_diary_says_so_on_the_side(daybook: Command) -> None:
    ran = daybook("diary")

    assert ran.out == ""
    assert "nothing is in the diary of 'me'" in ran.err


def test_undo_takes_an_entry_back_and_a_second_one_gives_it_again(kept: Command) -> None:
    event = next(event for event in kept("ledger", "--events", "--json").json["events"] if event["entries"])
    (entry,) = event["entries"]

    assert kept("undo", str(event["event_id"]), "--dry-run", "--json").json["entries"][0]["after"] is None
    assert len(whats(kept)) == 3
    undone = kept("undo", str(event["event_id"]), "--json").json
    assert entry not in [entry["entry_id"] for entry in kept("diary", "--json").json["entries"]]
    kept("undo", str(undone["events"][0]))
    assert len(whats(kept)) == 3


def test_an_entry_is_forgotten_with_the_sentence_that_tells_it(kept: Command) -> None:
    name = kept("diary", "--json").json["entries"][0]["entry_id"]

    receipt = kept("forget", "--record", name, "--yes", "--json").json

    assert (receipt["removed"]["entries"], receipt["verified"]) == (1, True)
    assert whats(kept) == [DENTIST, CONCERT]
    assert kept("export", "me.jsonl").code == 0
    assert "Orla" not in Path("me.jsonl").read_text() + kept("ledger", "--events", "--json").out


def test_an_archive_brings_the_diary_along(kept: Command) -> None:
    kept("export", "all.jsonl")

    assert kept("import", "all.jsonl", "--owner", "copy").code == 0

    assert whats(kept, "--owner", "copy") == [LUNCH, DENTIST, CONCERT]


def test_a_question_is_answered_from_it(kept: Command) -> None:
    answer = kept("ask", "When did I last see Orla?", "--asked-at", "2024-06-20", "--json").json

    assert "5 May 2024" in answer["answer"]
    assert [cited["quote"] for cited in answer["evidence"]] == ["I met Orla for lunch yesterday."]
