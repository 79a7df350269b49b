"""Facts of the ledger, each with its words, its date, and what it replaced."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from typing import NamedTuple

from daybook.conversation import SLOTS, Ledger, Record, RecordDifference, Status
from daybook.interfaces.operations.ledger_shapes import attribute_of
from daybook.interfaces.rendering.record_words import subject_of, value_of
from daybook.interfaces.server.page.round_views import day

_DAY = timedelta(days=1)
_DEEP = 20
"""Steps back into what a fact replaced."""
_STATES = {
    Status.ACTIVE: "holds",
    Status.SUPERSEDED: "replaced",
    Status.QUARANTINED: "waits for your word",
    Status.DECAYED: "faded",
    Status.DELETED: "wrong",
}

Replaced = Mapping[str, Sequence[Record]]
"""What a record took the place of, by its id, the latest first."""


class FactView(NamedTuple):
    """One fact, with the facts that stand beside it."""

    record: Record
    before: Sequence[Record]
    """What it replaced, the latest first."""


def replaced_in(records: Iterable[Record]) -> Replaced:
    """Return what each record took the place of, by its id."""
    found: dict[str, list[Record]] = {}
    for record in records:
        if record.status is Status.SUPERSEDED and record.superseded_by:
            found.setdefault(record.superseded_by, []).append(record)
    for others in found.values():
        others.sort(key=lambda record: record.superseded_at or record.said_at, reverse=True)
    return found


def fact_view(record: Record, ledger: Ledger, replaced: Replaced) -> FactView:
    """Show a fact with what it replaced."""
    return FactView(record, _chain(record, replaced))


def named_fact(record: Record) -> str:
    """Name a fact in a line: "You, residence: Leeds"."""
    return f"{subject_of(record)}, {_label(record)}: {value_of(record)}"


def _state(record: Record) -> str:
    """Write how a record stands, in words for its owner."""
    return _STATES[record.status]


def difference_line(difference: RecordDifference) -> tuple[str, str]:
    """Say what becomes of a fact: a word for the style, and a sentence."""
    before, after = difference.before, difference.after
    record = after or before
    assert record is not None  # a difference has one side at least
    named = named_fact(record)
    if before is None:
        return "comes", f"{named} ({_state(record)})"
    if after is None:
        return "goes", named
    if _state(before) != _state(after):
        return "changes", f"{named}: {_state(before)} → {_state(after)}"
    if before.confidence != after.confidence:
        return "changes", f"{named}: {before.confidence:.0%} → {after.confidence:.0%} sure"
    return "changes", f"{named}: said {len(before.support)} → {len(after.support)} times"


def _chain(record: Record, replaced: Replaced) -> list[Record]:
    """List what a record replaced, and what those replaced, each once."""
    found: dict[str, Record] = {}
    wanted = list(replaced.get(record.record_id, ()))
    while wanted and len(found) < _DEEP:
        old = wanted.pop(0)
        if old.record_id not in found and old.record_id != record.record_id:
            found[old.record_id] = old
            wanted += replaced.get(old.record_id, ())
    return list(found.values())


def _happened(record: Record) -> str:
    """Write when what a fact says was so."""
    until = f"until {day(record.until)}" if record.until else ""
    if record.happened is None or record.happened.start is None:
        return until
    if record.happened.is_week:
        return f"in the week of {day(record.happened.start)} {until}".strip()
    start, end = record.happened.start, record.happened.end
    days = "" if end is None or end - start <= _DAY else f" to {day(end - _DAY)}"
    return f"{'from' if days else 'on'} {day(start)}{days} {until}".strip()


def _label(record: Record) -> str:
    """Write what a fact says of its subject; where that is no more than "other", what family it is of."""
    family, _, kind = record.slot.partition(".")
    named = record.attribute or attribute_of(record.slot)
    return family if named in ("other", "fact") and kind in ("other", "fact") else named


RECORD_FILTERS: Mapping[str, Callable[[Record], object]] = {
    "about": lambda record: SLOTS[record.slot].description if record.slot in SLOTS else "",
    "attribute": _label,
    "ended": lambda record: day(record.superseded_at) if record.superseded_at else "",
    "happened": _happened,
    "since": lambda record: day(record.support[0].said_at),
    "state": _state,
    "subject": subject_of,
    "sure": lambda record: round(100 * record.confidence),
    "value": value_of,
}
"""What templates write of a record, as filters: "since" is when the owner first said so, "ended" when it
ceased to be so, "sure" in percent."""
