"""The ledger by subject at a terminal of 40 columns, its edges, and the review of what waits."""

import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console

from daybook.conversation import (
    Draft,
    EventKind,
    Record,
    Relate,
    Relation,
    RelationKind,
    Round,
    Status,
    Support,
    ValueType,
    Write,
)
from daybook.interfaces.operations.ledger_shapes import edges_of
from daybook.interfaces.rendering.ledger_output import show_ledger
from daybook.interfaces.rendering.record_words import show_edges
from daybook.interfaces.rendering.screen import Screen
from daybook.interfaces.repl.review_walk import review
from daybook.library.daybook import Daybook
from tests.answer.by_record.households import fact, marta
from tests.interfaces.daybook_command import Command
from tests.interfaces.ledger_facts import BERLIN, MUNICH, PARROT
from tests.ledgers import moment, moved

OLD_LIST, NEW_LIST = "m" + "a" * 16, "m" + "b" * 16


def terminal(width: int) -> tuple[Screen, Callable[[], str]]:
    """Make a screen that is a terminal, and what reads it."""
    screen, shown = Screen(), io.StringIO()
    screen.console = Console(
        file=shown, force_terminal=True, color_system=None, width=width, highlight=False, legacy_windows=False
    )
    return screen, shown.getvalue


def shown_at(width: int) -> list[str]:
    screen, shown = terminal(width)
    show_ledger(screen, list(marta().records.values()), now=moment("2023-06-01"))
    return [line.rstrip() for line in shown().splitlines()]


def test_the_ledger_stands_by_subject_with_what_each_record_replaced_or_lapsed_for() -> None:
    lines = shown_at(100)

    heads = [line for line in lines if line and not line.startswith(" ")]
    assert heads == ["You", "My sister Emily", "My parents", "5K", "My to-watch list"]
    leeds = lines.index("  residence: Leeds")
    assert lines[leeds + 1 : leeds + 4] == [
        "    “We've moved to Leeds!”",
        "    2 mo ago, sure 0.90, mleeds",
        "    before: Bath, until 10 March 2023 (mbath)",
    ]
    assert "  residence: Bath" not in lines
    lapsed = lines.index("  commute, how long: 20 minutes (not known any more since 2023-03-10)")
    assert [line.strip() for line in lines[lapsed + 2 : lapsed + 4]] == [
        "because of residence: Leeds",
        "because of residence: Bath",
    ]


def test_the_ledger_is_whole_at_forty_columns() -> None:
    lines = shown_at(40)

    assert max(map(cell_len, lines)) <= 40
    words = " ".join(lines).split()
    assert all(any(name in word for word in words) for name in marta().records)


def test_edges_say_how_records_bear_on_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    bath, leeds = moved()
    commute = fact("commute", "", "commute, how long", "20 minutes", "20 minutes to work", "2023-02-01",
                   status=Status.LAPSED, until="2023-03-10", rests_on=("bath",))  # fmt: skip
    gone = Relation("mcommute", RelationKind.SAME_TOPIC, "mforgotten", 1.0, 1.0)
    same = Relation("mleeds", RelationKind.MAY_BE_SAME, "mbath", 0.6, 0.0)
    records = [bath, leeds, commute]

    show_edges(Screen(), edges_of(records, [same, gone]), {record.record_id: record for record in records})

    assert [line.split("\t")[:3] for line in capsys.readouterr().out.splitlines()] == [
        ["You, residence: Leeds", "is not the same as", "You, residence: Bath"],
        ["You, residence: Leeds", "replaced", "You, residence: Bath"],
        ["You, commute, how long: 20 minutes", "rests on", "You, residence: Bath"],
    ]


def film_list(name: str, value: str, subject: str, told: Round, quote: str) -> Record:
    plain = fact("x", subject, "count", value, f"My film list has {value}", "2024-03-05", ValueType.QUANTITY)
    place = Support(told.round_id, told.session_id, 0, len(quote), quote, told.said_at)
    return replace(plain, record_id=name, support=(place,), said_at=told.said_at)


@pytest.fixture
def lists(known: Command, tmp_path: Path) -> Command:
    """The command over a ledger in which a parrot waits, and two lists that may be one."""
    with Daybook.open(tmp_path / "data") as daybook:
        first, second = daybook.parts.store.all_rounds("me")
        older = film_list(OLD_LIST, "20", "my film list", first, "I parked")
        newer = film_list(NEW_LIST, "25", "my films to see", second, "My sister")
        edge = Relation(NEW_LIST, RelationKind.MAY_BE_SAME, OLD_LIST, 0.6, 0.6)
        changes = (Write(older.said_at, older), Write(newer.said_at, newer), Relate(newer.said_at, edge))
        draft = Draft(EventKind.WRITE, second.round_id, changes)
        daybook.parts.store.ledgers.post("me", [draft], posted_at=second.said_at + timedelta(minutes=2))
    return known


@pytest.fixture
def memory(tmp_path: Path, lists: Command) -> Iterator[Daybook]:
    with Daybook.open(tmp_path / "data") as opened:
        yield opened


def walk(memory: Daybook, keys: str) -> str:
    """Review what waits by pressing these keys."""
    screen, shown = terminal(80)
    pressed = iter(keys)
    review(memory, memory.ledger.waiting(owner="me"), screen, lambda: next(pressed), owner="me")
    assert list(pressed) == []
    return shown()


def statuses(memory: Daybook) -> list[Status]:
    """Of the parrot and the two lists."""
    return [memory.ledger.record(name, owner="me").status for name in (PARROT, OLD_LIST, NEW_LIST)]


def test_review_confirms_what_is_right_and_joins_what_is_the_same(memory: Daybook) -> None:
    shown = walk(memory, "xyy")

    assert "pet: parrot" in shown
    assert "Is that the same as this, which it would replace?" in shown
    assert statuses(memory) == [Status.ACTIVE, Status.SUPERSEDED, Status.ACTIVE]
    assert memory.ledger.record(OLD_LIST, owner="me").superseded_by == NEW_LIST
    assert memory.ledger.waiting(owner="me") == []


def test_review_rejects_what_is_wrong_and_keeps_apart_what_is_not_the_same(memory: Daybook) -> None:
    walk(memory, "nn")

    assert statuses(memory) == [Status.DELETED, Status.ACTIVE, Status.ACTIVE]
    assert memory.ledger.waiting(owner="me") == []


def test_what_is_put_off_or_not_reached_waits_on(memory: Daybook) -> None:
    before = memory.ledger.waiting(owner="me")

    walk(memory, "lq")
    walk(memory, "q")

    assert len(before) == 2
    assert memory.ledger.waiting(owner="me") == before


@pytest.mark.parametrize("key", ["y", "n"])
def test_every_answer_can_be_taken_back(memory: Daybook, key: str) -> None:
    before, waiting = memory.ledger.records(owner="me"), memory.ledger.waiting(owner="me")
    events = {entry.event.event_id for entry in memory.ledger.history(owner="me")}

    walk(memory, 2 * key)
    for entry in memory.ledger.history(owner="me"):
        if entry.event.event_id not in events:
            memory.ledger.undo(entry.event.event_id, owner="me")

    assert memory.ledger.records(owner="me") == before
    assert memory.ledger.waiting(owner="me") == waiting


def test_in_a_pipe_review_lists_what_waits_and_how_to_answer(lists: Command) -> None:
    lines = [line.split("\t") for line in lists("review").out.splitlines()]
    record, same = lists("review", "--json").json["waiting"]

    assert [line[0] for line in lines] == ["record", "same"]
    assert lines[0][3] == PARROT
    assert lines[0][-1] == f"daybook confirm {PARROT} (--wrong if it is not so)"
    assert (record["kind"], record["record"]["record_id"], record["older"]) == ("record", PARROT, None)
    assert (same["kind"], same["record"]["record_id"]) == ("same", NEW_LIST)
    assert same["older"]["record_id"] == OLD_LIST


def test_the_json_of_records_and_edges_names_subjects_and_ends(lists: Command) -> None:
    by_id = {record["record_id"]: record for record in lists("ledger", "--json").json["records"]}
    edges = lists("ledger", "--edges", "--json").json["edges"]

    films = by_id[NEW_LIST]
    assert (films["subject"], films["attribute"], films["value_type"]) == (
        "my films to see",
        "count",
        "quantity",
    )
    assert {(edge["source"], edge["kind"], edge["target"]) for edge in edges} == {
        (MUNICH, "supersedes", BERLIN),
        (NEW_LIST, "may-be-same", OLD_LIST),
    }
