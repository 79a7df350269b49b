"""`daybook forget`: what each option names, and what it says before it asks."""

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


def sessions(daybook: Command, owner: str = "me") -> list[str]:
    listed = daybook("sessions", "--owner", owner, "--json").json["sessions"]
    return [session["session_id"] for session in listed]


@pytest.mark.parametrize(
    ("by", "left"),
    [
        (["--session", FIRST], [SECOND]),
        (["--round", "ROUND"], [FIRST]),
        (["--record", "RECORD"], [FIRST]),
        (["--slot", "told"], [FIRST]),
        (["--phrase", "level four"], [SECOND]),
        (["--between", "2024-03-05T09:00:00Z", "2024-03-09T18:00:00Z"], [SECOND]),
        (["--all"], []),
    ],
)
def test_what_an_option_names_is_forgotten_and_an_import_does_not_bring_it_back(
    filled: Command, noted: Record, history: Path, by: list[str], left: list[str]
) -> None:
    filled("import", str(history), "--owner", "ada")
    named = {"ROUND": noted.support[0].round_id, "RECORD": noted.record_id}

    done = filled("forget", *(named.get(word, word) for word in by), "--yes", "--json").json

    assert done["verified"]
    assert (done["removed"]["rounds"], done["unreached"]) == (2 - len(left), [])
    assert filled("import", str(history), "--json").json["owners"][0]["added"] == 0
    assert (sessions(filled), sessions(filled, "ada")) == (left, [FIRST, SECOND])


PHRASE = ["--phrase", "level four"]


@pytest.mark.parametrize(
    ("by", "named", "reply", "code", "left"),
    [
        (PHRASE, "every sentence with 'level four'", "y\n", 0, 1),
        (PHRASE, "every sentence with 'level four'", "n\n", 130, 2),
        (["--session", FIRST], f"session '{FIRST}'", "", 130, 2),
    ],
)
def test_what_would_go_is_shown_before_it_is_asked_for(
    filled: Command, by: list[str], named: str, reply: str, code: int, left: int
) -> None:
    done = filled("forget", *by, stdin=reply)

    assert done.code == code
    assert "this would go: 1 session, 1 round, 2 turns" in done.err
    assert "\u201cI parked the car on level four.\u201d" in done.err
    assert f"Forget {named} of 'me' for good?" in done.err
    assert ("forgotten: 1 session, 1 round, 2 turns" in done.out) is ("verified" in done.out) is (code == 0)
    assert len(sessions(filled)) == left


def test_a_dry_run_shows_what_would_go_and_changes_nothing(filled: Command) -> None:
    shown = filled("forget", "--phrase", "level four", "--dry-run")
    as_json = filled("forget", "--phrase", "level four", "--dry-run", "--yes", "--json").json

    assert shown.code == 0
    assert "this would go: 1 session, 1 round, 2 turns" in shown.out
    assert as_json["would_remove"]["rounds"] == 1
    assert "I parked the car on level four." in as_json["texts"]
    assert len(sessions(filled)) == 2


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "name one thing"),
        (["--session", "s", "--all"], "name one thing"),
        (["--record", "m0", "--all"], "name one thing"),
        (["--between", "2024-03-09", "2024-03-05"], "must start before it ends"),
        (["--between", "yesterday", "2024-03-05"], "cannot read the date 'yesterday'"),
        (["--round", "r0"], "r0"),
        (["--record", "m0"], "no record 'm0': `daybook ledger` lists them"),
        (["--slot", "nothing"], "no record of slot 'nothing'"),
        (["--phrase", "…"], "a phrase to forget needs a word"),
    ],
)
def test_a_mistake_is_said_in_a_line_and_nothing_is_forgotten(
    filled: Command, arguments: list[str], says: str
) -> None:
    done = filled("forget", *arguments, "--yes")

    assert done.code == 2
    assert says in done.err
    assert len(sessions(filled)) == 2
