"""The guard: limits which records a single round may retire."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from daybook.conversation import Record, Status
from daybook.remember.fact import Fact
from daybook.remember.resolve.indexed_ledger import IndexedLedger
from daybook.remember.resolve.timeline import superseded_cycle
from daybook.remember.resolve.values import key_terms

FEWEST = 3
"""A round may always retire this many records, however few there are."""
LARGEST_SHARE = 0.2
"""Of the active records: nobody's life changes by a fifth in one message. More than that is a misreading,
or a text that was pasted."""


def objection(facts: Sequence[Fact], before: Mapping[str, Record | None], after: IndexedLedger) -> str:
    """Return why the changes of a round must not be posted.

    Args:
        facts: of the round.
        before: the records that they changed or wrote as they were, None where new.
        after: the ledger with them.

    Returns:
        A reason in a few words; "" where there is none.
    """
    were_active = [record for record in before.values() if record and record.status is Status.ACTIVE]
    retired = [
        record for record in were_active if after.records[record.record_id].status is not Status.ACTIVE
    ]
    became = sum(name in after.records and after.records[name].status is Status.ACTIVE for name in before)
    active = after.count(Status.ACTIVE) - became + len(were_active)
    if len(retired) > max(FEWEST, LARGEST_SHARE * active):
        return f"it would retire {len(retired)} of {active} records"
    unrelated = sorted({record.slot for record in retired if not any(_is_about(f, record) for f in facts)})
    if unrelated:
        return f"it would retire records of {', '.join(unrelated)}, which it is not about"
    if any(superseded_cycle(after, record.record_id) for record in retired):
        return "records would take each other's place in a circle"
    return ""


def _is_about(fact: Fact, record: Record) -> bool:
    """Whether a fact is about a record's slot; for another slot it must also name the value."""
    if record.slot == fact.slot:
        return True
    named = key_terms(f"{fact.value} {fact.instead_of} {fact.support.quote}")
    return record.slot == fact.wrong_slot and bool(key_terms(record.value) & named)
