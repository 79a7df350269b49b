"""What a change brings with it: what rested on what fell is no longer known, and rules come due.

Both are events of their own beside the change that caused them, so that they are undone with it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime

from daybook.conversation import (
    Act,
    Change,
    Condition,
    Draft,
    EventKind,
    Fact,
    Ledger,
    Polarity,
    Record,
    Status,
    Support,
)
from daybook.conversation.language import Values, type_of
from daybook.ledger.confidence import WriteThresholds
from daybook.ledger.indexed_ledger import IndexedLedger
from daybook.ledger.locate import is_of
from daybook.ledger.resolver import Resolver
from daybook.ledger.slot_timeline import retire, valid_from

_ENDED = frozenset({Status.SUPERSEDED, Status.LAPSED, Status.DELETED})
LAPSES_WITH: Mapping[str, str] = {
    "identity.address": "identity.residence",
    "possession.home": "identity.residence",
}
"""Slots whose records hold only as long as that of another slot, whether or not that was said."""


def consequences(
    before: Mapping[str, Record | None], ledger: IndexedLedger, resolver: Resolver, *, cause: str
) -> Iterator[Draft]:
    """Draft and apply what follows from the changes of a round, and from what follows in turn.

    Args:
        before: the records that changed or are new, as they were; None where new.
        ledger: with the changes applied; what follows is applied to it as well.
        resolver: of the owner.
        cause: what caused the changes: the id of a round, or who did it.
    """
    while before:
        changed: dict[str, Record | None] = {}
        for name, was in before.items():
            record = ledger.records.get(name)
            if record is None:
                continue
            drafts = [*_lapsed(record, was, ledger), *_applied(record, was, ledger, resolver)]
            for draft in drafts:
                caused = replace(draft, cause=cause)
                changed |= ledger.apply(caused)
                yield caused
        before = changed


def with_consequences(draft: Draft, ledger: Ledger, owner: str, at: datetime, values: Values) -> Draft:
    """Add to the one event of an action of the owner what follows from it.

    Args:
        draft: confirms, corrects or rejects.
        ledger: without it.
        owner: whose ledger it is.
        at: when it is done.
        values: compares what facts say.
    """
    known = IndexedLedger(ledger, values)
    before = known.apply(draft)
    further = consequences(before, known, Resolver(owner, at, WriteThresholds(), values), cause=draft.cause)
    return replace(
        draft, changes=(*draft.changes, *(change for draft_ in further for change in draft_.changes))
    )


def _lapsed(record: Record, was: Record | None, ledger: IndexedLedger) -> Iterator[Draft]:
    """Draft that what rests on a record that has fallen is no longer known."""
    if was is None:
        yield from _lapsed_at_once(record, ledger)
        return
    if was.status in _ENDED or record.status not in _ENDED or _is_refined(record, ledger):
        return
    moment = record.superseded_at or record.said_at
    changes: list[Change] = []
    for dependent in _resting_on(record, ledger):
        stands = dependent.status is Status.ACTIVE and valid_from(dependent) <= moment
        if stands and dependent.record_id != record.superseded_by:
            by = record.superseded_by or record.record_id
            changes += retire(dependent, moment, by, status=Status.LAPSED)
    if changes:
        yield Draft(EventKind.LAPSE, "", tuple(changes))


def _lapsed_at_once(record: Record, ledger: IndexedLedger) -> Iterator[Draft]:
    """Draft the lapse of what was said before its base fell, and came in behind that."""
    fallen = [
        (base.superseded_at, base.superseded_by or name)
        for name in record.rests_on
        if (base := ledger.records.get(name)) is not None
        if base.status in _ENDED and base.superseded_at is not None and base.superseded_by != record.record_id
        if not _is_refined(base, ledger)
    ]
    later = [(moment, by) for moment, by in fallen if moment > valid_from(record)]
    if later and record.status is Status.ACTIVE:
        moment, by = min(later)
        yield Draft(EventKind.LAPSE, "", tuple(retire(record, moment, by, status=Status.LAPSED)))


def _resting_on(record: Record, ledger: IndexedLedger) -> Iterator[Record]:
    """Yield what rests on a record, or on one that it says in more detail."""
    yield from ledger.resting_on(record.record_id)
    for slot, base in LAPSES_WITH.items():
        if record.slot == base and not record.address.is_open:
            yield from (other for other in ledger.of_slot(slot) if not other.address.is_open)
    for shorter in ledger.of_slot(record.slot):
        if shorter.superseded_by == record.record_id and _refines(record, shorter, ledger.values):
            yield from ledger.resting_on(shorter.record_id)


def _is_refined(record: Record, ledger: IndexedLedger) -> bool:
    """True if it fell only because it was said in more detail."""
    successor = ledger.records.get(record.superseded_by)
    return (
        record.status is Status.SUPERSEDED
        and successor is not None
        and _refines(successor, record, ledger.values)
    )


def _refines(longer: Record, shorter: Record, values: Values) -> bool:
    return values.is_more_specific(longer.value, shorter.value, shorter.slot, type_of(shorter))


def _applied(
    record: Record, was: Record | None, ledger: IndexedLedger, resolver: Resolver
) -> Iterator[Draft]:
    """Draft what the owner's rules say for a change."""
    for rule in ledger.rules():
        condition = rule.condition
        if condition is None or rule.status is not Status.ACTIVE:
            continue
        trigger = _trigger(condition, valid_from(rule), record, was, ledger)
        if trigger is not None:
            yield from _consequence(rule, condition, trigger, resolver, ledger)


def _trigger(
    condition: Condition, since: datetime, record: Record, was: Record | None, ledger: IndexedLedger
) -> Support | None:
    """Return the words that bring a rule due; None where a change does not."""
    if not is_of(record, condition.when, ledger.values):
        return None
    fell = was is not None and was.status not in _ENDED and record.status in _ENDED
    if not condition.value and fell and not _is_refined(record, ledger):
        successor = ledger.records.get(record.superseded_by)
        words = successor.support[0] if successor else record.support[-1]
        return words if (record.superseded_at or words.said_at) >= since else None
    became = record.status is Status.ACTIVE and (was is None or was.status is not Status.ACTIVE)
    is_it = condition.value and _says(record, condition.value, ledger.values)
    return record.support[-1] if became and is_it and valid_from(record) >= since else None


def _says(record: Record, value: str, values: Values) -> bool:
    sort = type_of(record)
    return record.polarity is Polarity.POSITIVE and (
        values.same(record.value, value, sort)
        or values.is_more_specific(record.value, value, record.slot, sort)
    )


def _consequence(
    rule: Record, condition: Condition, trigger: Support, resolver: Resolver, ledger: IndexedLedger
) -> Iterator[Draft]:
    then = condition.then
    named = then.text or then.slot.rpartition(".")[2]
    fact = Fact(
        then.slot,
        condition.then_value,
        Polarity.POSITIVE,
        f"{named[:1].upper()}{named[1:]}: {condition.then_value}",
        trigger,
        rule.confidence,
        Act.CHANGES,
        subject=then.subject,
        attribute=then.attribute,
        value_type=condition.then_type,
    )
    draft = resolver.resolve(fact, ledger, rests_on=(rule.record_id,))
    if draft is None:
        return
    written = next((change.record for change in draft.changes if change.op == "write"), None)
    spent = retire(rule, trigger.said_at, written.record_id if written else "")
    yield replace(draft, kind=EventKind.APPLY, changes=(*draft.changes, *spent))
