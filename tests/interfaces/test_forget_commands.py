"""`daybook forget`: by record, slot, phrase and time, and what it says before it asks."""

import shutil
from pathlib import Path

import pytest

from daybook.conversation import (
    Address,
    Draft,
    EventKind,
    Polarity,
    Record,
    Reinforce,
    Round,
    Support,
    Write,
    record_id,
)
from daybook.library.daybook import Daybook
from daybook.models.llm import ModelReply, ReplyCache
from tests.interfaces.daybook_command import FIRST, SECOND, Command


def support(round_: Round, quote: str) -> Support:
    assert round_.user is not None
    start = round_.user.content.index(quote)
    return Support(round_.round_id, round_.session_id, start, start + len(quote), quote, round_.said_at)


@pytest.fixture
def noted(filled: Command) -> Record:
    """A record of the parrot, in the memory of `filled`; it was told as a pet, and again as a name."""
    with Daybook.open() as daybook:
        _, told = daybook.parts.store.all_rounds("me")
        first, again = support(told, "My sister adopted a parrot"), support(told, "named Coco")
        name = record_id("me", Address("told.pet"), "parrot", Polarity.POSITIVE, first)
        at, said = told.said_at, "My sister has a parrot"
        record = Record(name, "told.pet", "parrot", Polarity.POSITIVE, said, at, at, 0.8, (first,))
        draft = Draft(EventKind.WRITE, told.round_id, (Write(at, record), Reinforce(at, name, again, 0.9)))
        daybook.parts.store.ledgers.post("me", [draft], posted_at=at, rounds_read=[told.round_id])
    return record


@pytest.mark.parametrize("by", ["--record", "--slot"])
def test_a_record_is_forgotten_with_the_round_that_says_nothing_else(
    filled: Command, noted: Record, by: str
) -> None:
    named = noted.record_id if by == "--record" else "told"

    done = filled("forget", by, named, "--yes", "--json")

    assert done.code == 0
    assert done.json["verified"] is True
    assert done.json["removed"]["rounds"] == 1
    assert done.json["unreached"] == []
    assert [session["session_id"] for session in filled("sessions", "--json").json["sessions"]] == [FIRST]


def test_a_phrase_is_shown_with_what_would_go_before_it_is_asked_for(filled: Command) -> None:
    kept = filled("forget", "--phrase", "level four", stdin="n\n")
    gone = filled("forget", "--phrase", "level four", stdin="y\n")

    assert kept.code == 130
    assert "this would go: 1 session, 1 round, 2 turns" in kept.err
    assert "\u201cI parked the car on level four.\u201d" in kept.err
    assert "Forget the phrase 'level four' of 'me' for good?" in kept.err
    assert gone.code == 0
    assert "forgotten: 1 session, 1 round, 2 turns" in gone.out
    assert "verified" in gone.out


def test_a_stretch_of_time_begins_with_its_first_moment_and_ends_before_its_last(filled: Command) -> None:
    done = filled("forget", "--between", "2024-03-05T09:00:00Z", "2024-03-09T18:00:00Z", "--yes", "--json")

    assert done.json["removed"]["rounds"] == 1
    assert [session["session_id"] for session in filled("sessions", "--json").json["sessions"]] == [SECOND]


def test_cached_replies_of_models_go_also_where_no_model_is_in_force(
    filled: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAYBOOK_REPLY_CACHE", str(tmp_path / "replies"))
    ReplyCache(tmp_path / "replies").put("ab12", ModelReply("On level four.", 1, 1))

    done = filled("forget", "--session", FIRST, "--yes", "--json")

    assert done.json["removed"]["cached_replies"] == 1
    assert [path for path in (tmp_path / "replies").rglob("*") if path.is_file()] == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--between", "2024-03-09", "2024-03-05"], "must start before it ends"),
        (["--between", "yesterday", "2024-03-05"], "cannot read the date 'yesterday'"),
        (["--record", "m0"], "no record 'm0': `daybook ledger` lists them"),
        (["--slot", "nothing"], "no record of slot 'nothing'"),
        (["--phrase", "…"], "a phrase to forget needs a word"),
        (["--record", "m0", "--all"], "name one thing"),
    ],
)
def test_a_mistake_is_said_in_a_line_and_nothing_is_forgotten(
    filled: Command, arguments: list[str], says: str
) -> None:
    done = filled("forget", *arguments, "--yes")

    assert done.code == 2
    assert says in done.err
    assert filled("stats", "--json").json["rounds"] == 2


def test_exports_lose_what_is_forgotten_and_a_copy_of_one_does_not_bring_it_back(
    filled: Command, noted: Record, tmp_path: Path
) -> None:
    filled("export", "known.jsonl")
    shutil.copy("known.jsonl", "copy.jsonl")

    done = filled("forget", "--phrase", "has a parrot", "--yes", "--json")
    back = filled("import", "copy.jsonl", "--json")

    assert done.json["removed"]["export_lines"] == 1
    assert noted.record_id in (tmp_path / "copy.jsonl").read_text()
    assert noted.record_id not in (tmp_path / "known.jsonl").read_text()
    assert back.code == 0
    with Daybook.open() as daybook:
        assert noted.record_id not in daybook.parts.store.ledgers.of("me").records


def test_one_round_is_forgotten_by_its_id_and_what_it_told(filled: Command) -> None:
    (session,) = [one for one in filled("sessions", "--json").json["sessions"] if "car" in one["title"]]
    (round_,) = filled("show", session["session_id"], "--json").json["rounds"]

    done = filled("forget", "--round", round_["round_id"], "--yes", "--json")

    assert (done.json["removed"]["rounds"], done.json["verified"]) == (1, True)
    assert filled("stats", "--json").json["rounds"] == 1
    assert filled("forget", "--round", round_["round_id"], "--yes").code == 2
    assert "level four" not in filled("search", "car", "--json").out


def test_a_dry_run_shows_what_would_go_and_changes_nothing(filled: Command) -> None:
    shown = filled("forget", "--phrase", "level four", "--dry-run")
    as_json = filled("forget", "--phrase", "level four", "--dry-run", "--yes", "--json").json

    assert shown.code == 0
    assert "this would go: 1 session, 1 round, 2 turns" in shown.out
    assert as_json["would_remove"]["rounds"] == 1
    assert "I parked the car on level four." in as_json["texts"]
    assert len(filled("sessions", "--json").json["sessions"]) == 2
