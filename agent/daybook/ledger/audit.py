"""Audits a ledger: finds inconsistencies, each with the draft of an event that repairs it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import combinations

from daybook.conversation import SLOTS, Change, Draft, EventKind, Ledger, Mark, Record, Reinforce, Status
from daybook.conversation.language import Values
from daybook.ledger.retention import is_unused
from daybook.ledger.slot_timeline import Claim, rebuilt, superseded_cycle, valid_from
from daybook.ledger.write_policy import Policy, without_surrogates
from daybook.store import Store
from daybook.text.secrets import masked, secret_spans

CAUSE = "audit"


class ConcernKind(StrEnum):
    """Kinds of findings."""

    DUPLICATE = "duplicate"
    """Two active records state the same."""
    LOOP = "loop"
    """Records that supersede each other in a cycle."""
    CONTRADICTION = "contradiction"
    """Two active records of which only one can hold."""
    SECRET = "secret"
    """A record contains a password, a card number or the like."""
    ORPHAN = "orphan"
    """A quote is not found in its round any more."""
    UNUSED = "unused"
    """Old, of low confidence, and never repeated."""
    FORBIDDEN = "forbidden"
    """The owner's current policy does not allow it."""


@dataclass(frozen=True, slots=True)
class Concern:
    """An inconsistency and its repair."""

    kind: ConcernKind
    record_ids: tuple[str, ...]
    what: str
    """In a sentence, without the values themselves."""
    fix: Draft
    """The repair to post. It does not erase from disk: that is what forgetting is for."""


def audit(
    ledger: Ledger, store: Store, policy: Policy, values: Values, *, owner: str, at: datetime
) -> list[Concern]:
    """Find all inconsistencies of a ledger; changes nothing.

    Args:
        ledger: of the owner, as it is now.
        store: holds the rounds that the records cite.
        policy: of the owner.
        values: compares what records say.
        owner: whose ledger it is.
        at: now; timezone-aware.

    Returns:
        The concerns, in the order of `ConcernKind`.
    """
    known = [record for record in ledger.records.values() if record.status is not Status.DELETED]
    texts = _texts(known, store, owner)
    found = [
        *_pairs(known, at, values),
        *_loops(ledger, at),
        *_secrets(known, at),
        *(concern for record in known if (concern := _orphan(record, texts, at))),
        *_unused(known, at),
        *_forbidden(known, policy, at),
    ]
    order = list(ConcernKind)
    return sorted(found, key=lambda concern: order.index(concern.kind))


def _pairs(known: Iterable[Record], at: datetime, values: Values) -> Iterator[Concern]:
    active = sorted((record for record in known if record.status is Status.ACTIVE), key=valid_from)
    by_slot: dict[str, list[Record]] = {}
    for record in active:
        by_slot.setdefault(record.slot, []).append(record)
    for older, newer in (pair for records in by_slot.values() for pair in combinations(records, 2)):
        claim = Claim.of(newer, values)
        ids = (older.record_id, newer.record_id)
        if claim.agrees(older):
            what = f"two records of {older.slot} say the same: merge the later into the earlier"
            yield Concern(ConcernKind.DUPLICATE, ids, what, _repair(*_merged(older, newer, at)))
        elif claim.contradicts(older):
            what = f"two records of {older.slot} cannot both hold: let the later take the earlier's place"
            mark = Mark(at, older.record_id, Status.SUPERSEDED, superseded_by=newer.record_id)
            yield Concern(ConcernKind.CONTRADICTION, ids, what, _repair(mark))


def _merged(into: Record, other: Record, at: datetime) -> Iterator[Change]:
    confidence = max(into.confidence, other.confidence)
    for support in other.support:
        yield Reinforce(support.said_at, into.record_id, support, confidence)
    yield Mark(at, other.record_id, Status.SUPERSEDED, superseded_by=into.record_id)


def _loops(ledger: Ledger, at: datetime) -> Iterator[Concern]:
    seen: set[str] = set()
    for start in ledger.records:
        cycle = superseded_cycle(ledger, start)
        if not cycle or seen & set(cycle):
            continue
        seen |= set(cycle)
        last = max((ledger.records[name] for name in cycle), key=lambda record: record.said_at)
        what = f"{len(cycle)} records of {last.slot} took each other's place: let the last one stand"
        yield Concern(ConcernKind.LOOP, cycle, what, _repair(Mark(at, last.record_id, Status.ACTIVE)))


def _secrets(known: Iterable[Record], at: datetime) -> Iterator[Concern]:
    for record in known:
        if any(
            map(secret_spans, (record.value, record.text, *(support.quote for support in record.support)))
        ):
            what = f"a record of {record.slot} holds a secret: forget it, so that it is gone from disk too"
            yield _delete(ConcernKind.SECRET, record, what, at)


def _orphan(record: Record, texts: Mapping[str, str], at: datetime) -> Concern | None:
    sound = [
        support
        for support in record.support
        if (text := texts.get(support.round_id)) is not None
        and support.quote in (text[support.start : support.stop], masked(text)[support.start : support.stop])
    ]
    lost = len(record.support) - len(sound)
    if not lost:
        return None
    what = f"{lost} of {len(record.support)} quotes of a record of {record.slot} stand in no round"
    if sound:
        fix = _repair(*rebuilt(record, sound))
        return Concern(ConcernKind.ORPHAN, (record.record_id,), what + ": leave them out", fix)
    return _delete(ConcernKind.ORPHAN, record, what + ": nothing bears it out", at)


def _unused(known: Iterable[Record], at: datetime) -> Iterator[Concern]:
    for record in known:
        if is_unused(record, at):
            what = f"a record of {record.slot} is old, unsure and was never said again: let it fade"
            fix = _repair(Mark(at, record.record_id, Status.DECAYED))
            yield Concern(ConcernKind.UNUSED, (record.record_id,), what, fix)


def _forbidden(known: Iterable[Record], policy: Policy, at: datetime) -> Iterator[Concern]:
    for record in known:
        if not (record.slot in SLOTS and policy.permits(record.slot)):
            what = f"the policy does not allow {record.slot}"
            yield _delete(ConcernKind.FORBIDDEN, record, what, at)


def _delete(kind: ConcernKind, record: Record, what: str, at: datetime) -> Concern:
    return Concern(kind, (record.record_id,), what, _repair(Mark(at, record.record_id, Status.DELETED)))


def _repair(*changes: Change) -> Draft:
    return Draft(EventKind.MEND, CAUSE, changes)


def _texts(known: Iterable[Record], store: Store, owner: str) -> dict[str, str]:
    names = dict.fromkeys(name for record in known for name in record.round_ids)
    return {
        round_.round_id: without_surrogates(round_.user.content)
        for round_ in store.rounds(owner, list(names))
        if round_.user
    }
