"""The ledger for a reader: by subject, with what each record replaced."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from daybook.conversation import Record, Status
from daybook.english.calendar_words import written_date
from daybook.interfaces.rendering.ledger_lines import (
    YOU,
    age_of,
    label_of,
    state_of,
    subject_of,
    value_of,
)
from daybook.interfaces.rendering.safe import one_line
from daybook.interfaces.rendering.screen import Screen

_QUOTE = 80


def show_ledger(screen: Screen, records: Sequence[Record], *, now: datetime) -> None:
    """Print records by subject, the owner's first; in a pipe a line each, with tabs between."""
    if not screen.is_terminal:
        screen.table(("",) * 9, (_row(record, now) for record in records))
        return
    known = {record.record_id: record for record in records}
    replaced = _replaced(records)
    shown_below = {one.record_id for others in replaced.values() for one in others}
    for place, (subject, its) in enumerate(_by_subject(records).items()):
        if place:
            screen.line()
        screen.line((subject, "bold"))
        for record in its:
            if record.record_id not in shown_below:
                _show(screen, record, known, now)
                _show_before(screen, record, replaced, depth=2)


def _row(record: Record, now: datetime) -> tuple[str, ...]:
    return (
        record.slot,
        value_of(record),
        state_of(record),
        f"{record.confidence:.2f}",
        age_of(record.said_at, now),
        record.record_id,
        one_line(record.support[-1].quote),
        subject_of(record),
        record.attribute,
    )


def _by_subject(records: Iterable[Record]) -> dict[str, list[Record]]:
    groups: dict[str, list[Record]] = {YOU: []}
    for record in records:
        groups.setdefault(subject_of(record), []).append(record)
    return {subject: its for subject, its in groups.items() if its}


def _replaced(records: Iterable[Record]) -> dict[str, list[Record]]:
    """Give what records took the place of, the latest first, by their ids; none in a loop."""
    known = {record.record_id: record for record in records}
    found: dict[str, list[Record]] = {}
    for record in known.values():
        successor = known.get(record.superseded_by)
        if record.status is Status.SUPERSEDED and successor and successor.superseded_by != record.record_id:
            found.setdefault(successor.record_id, []).append(record)
    for others in found.values():
        others.sort(key=lambda record: record.superseded_at or record.said_at, reverse=True)
    return found


def _show(screen: Screen, record: Record, known: Mapping[str, Record], now: datetime) -> None:
    state = "" if record.status is Status.ACTIVE and not record.flag else f" ({state_of(record)})"
    screen.text(f"{label_of(record)}{state}", "yellow" if state else "", indent=2)
    details = [f"\u201c{one_line(record.support[-1].quote, _QUOTE)}\u201d"]
    details += [f"because of {label_of(known[name])}" for name in _reasons(record) if name in known]
    details.append(f"{age_of(record.said_at, now)} ago, sure {record.confidence:.2f}, {record.record_id}")
    screen.text("\n".join(details), "dim", indent=4)


def _reasons(record: Record) -> Iterator[str]:
    """Give the ids of the records on account of which one lapsed."""
    if record.status is Status.LAPSED:
        yield from dict.fromkeys(name for name in (record.superseded_by, *record.rests_on) if name)


def _show_before(
    screen: Screen, record: Record, replaced: Mapping[str, Sequence[Record]], depth: int
) -> None:
    for one in replaced.get(record.record_id, ()):
        until = written_date(one.superseded_at or one.said_at)
        screen.text(f"before: {value_of(one)}, until {until} ({one.record_id})", "dim", indent=2 * depth)
        _show_before(screen, one, replaced, depth + 1)
