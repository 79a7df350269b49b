"""All about one fact: its words, what replaced it, what rests on it."""

from __future__ import annotations

from dataclasses import dataclass

from daybook.conversation import Ledger, Record, Status
from daybook.errors import UnknownItem
from daybook.interfaces.server.page.views.facts import FactView, Replaced, fact_view, replaced_in

_ALL = 200
"""Words of one fact that are shown at most."""


@dataclass(frozen=True, slots=True)
class RecordView:
    """A fact among the others."""

    fact: FactView
    replaced_by: tuple[FactView, ...]
    """What took its place, and what took the place of that: what holds now comes last."""
    rests_on: tuple[FactView, ...]
    carries: tuple[FactView, ...]
    """What rests on it."""
    slot: str


def record_view(record_id: str, ledger: Ledger) -> RecordView:
    """Show one fact of a ledger.

    Raises:
        UnknownItem: there is none of that id.
    """
    record = ledger.records.get(record_id)
    if record is None:
        raise UnknownItem(f"there is no fact {record_id!r}: it may have been forgotten")
    replaced = replaced_in(ledger.records.values())
    carried = [one for one in ledger.records.values() if record_id in one.rests_on]
    bases = [ledger.records[name] for name in record.rests_on if name in ledger.records]
    after = _successors(record, ledger, replaced) if record.status is Status.SUPERSEDED else []
    return RecordView(
        fact=fact_view(record, ledger, replaced, quotes=_ALL),
        replaced_by=tuple(after),
        rests_on=tuple(fact_view(one, ledger, replaced, quotes=1) for one in bases),
        carries=tuple(fact_view(one, ledger, replaced, quotes=1) for one in carried),
        slot=record.slot,
    )


def _successors(record: Record, ledger: Ledger, replaced: Replaced) -> list[FactView]:
    seen, found = {record.record_id}, []
    while (after := ledger.records.get(record.superseded_by)) and after.record_id not in seen:
        seen.add(after.record_id)
        found.append(fact_view(after, ledger, replaced, quotes=1))
        record = after
    return found
