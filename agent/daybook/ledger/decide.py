"""Turns facts of rounds into drafts of events, each resolved against the ledger that earlier drafts leave."""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from daybook.conversation import (
    SLOTS,
    Act,
    Draft,
    EventKind,
    Fact,
    Ledger,
    Record,
    Relate,
    Relation,
    RelationKind,
    Round,
    Status,
)
from daybook.conversation.language import Values
from daybook.ledger.consequences import consequences
from daybook.ledger.indexed_ledger import IndexedLedger
from daybook.ledger.locate import Vectors, located, standing_at, with_inferred_slot
from daybook.ledger.resolver import Resolver, refers_to
from daybook.ledger.slot_timeline import Claim, superseded_cycle

LOG = logging.getLogger(__name__)
MAYBE = 0.5
"""Weight and confidence of a question to the owner that is not answered yet."""
_NONE: Vectors = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """The facts of a round, and what the assistant had recalled earlier in the session."""

    round_id: str
    facts: tuple[Fact, ...]
    recalled: tuple[str, ...] = ()
    """The assistant's turns earlier in the session that recalled memory."""
    adds: bool = False
    """Whether they are of a second reading, which only adds to what the ledger has of the round."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A round whose changes were refused: the drafts and the reason."""

    round_id: str
    reason: str
    drafts: tuple[Draft, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """The drafts to post, and the refusals."""

    drafts: tuple[Draft, ...] = ()
    refused: tuple[Refusal, ...] = ()


def decide(
    round_facts: Iterable[RoundFacts], ledger: Ledger, resolver: Resolver, vectors: Vectors = _NONE
) -> Decision:
    """Resolve the facts of rounds in chronological order.

    A round that the guard objects to retires nothing: its facts are quarantined until the owner confirms
    them.

    Args:
        round_facts: what the policy permits.
        ledger: as it is.
        resolver: of the owner.
        vectors: of `texts_to_locate`, by which facts with open addresses meet.
    """
    known = IndexedLedger(ledger, resolver.values)
    drafts: list[Draft] = []
    refused: list[Refusal] = []
    for found in round_facts:
        plain = (resolver.values.plain_address(fact) for fact in found.facts)
        round_ = replace(found, facts=tuple(with_inferred_slot(fact, known) for fact in plain))
        wanted, before, placed = _resolve(round_, known, resolver, vectors, may_retire=True)
        if reason := _objection(placed, before, known):
            LOG.warning("round %s is kept from the ledger: %s", round_.round_id, reason)
            refused.append(Refusal(round_.round_id, reason, tuple(wanted)))
            known.restore(before)
            wanted, before, _ = _resolve(round_, known, resolver, vectors, may_retire=False)
        drafts += [*wanted, *consequences(before, known, resolver, cause=round_.round_id)]
    return Decision(tuple(drafts), tuple(refused))


def recalled_before(round_: Round, session: Iterable[Round]) -> tuple[str, ...]:
    """Return the assistant's turns before a round of the session that recalled memory."""
    return tuple(
        other.assistant.content
        for other in session
        if other.position < round_.position
        and other.occurrence == round_.occurrence
        and other.assistant is not None
        and other.assistant.sources
    )


def _resolve(
    found: RoundFacts, ledger: IndexedLedger, resolver: Resolver, vectors: Vectors, *, may_retire: bool
) -> tuple[list[Draft], dict[str, Record | None], list[Fact]]:
    """Draft the facts of a round and apply them.

    Returns:
        The drafts, the records that changed as they were (None where new), the facts at their addresses.
    """
    drafts: list[Draft] = []
    before: dict[str, Record | None] = {}
    placed: list[Fact] = []
    for unplaced in found.facts:
        place = located(unplaced, ledger, vectors)
        fact = place.fact
        placed.append(fact)
        if _is_echo(fact, found.recalled, ledger) or (found.adds and is_told_already(fact, ledger)):
            continue
        draft = resolver.resolve(
            fact, ledger, may_retire=may_retire, recalled=found.recalled, rests_on=_bases(fact, ledger)
        )
        if draft is not None:
            draft = replace(draft, changes=(*draft.changes, *_questions(draft, place.unsure)))
            drafts.append(draft)
            before = ledger.apply(draft) | before
    return drafts, before, placed


def _bases(fact: Fact, ledger: IndexedLedger) -> tuple[str, ...]:
    """Return the ids of the records that a fact depends on, as they stood when it was said."""
    standing = (standing_at(address, ledger, fact.support.said_at) for address in fact.rests_on)
    return tuple(dict.fromkeys(record.record_id for record in standing if record is not None))


def _questions(draft: Draft, unsure: Iterable[Record]) -> Iterator[Relate]:
    """Relate a new record to those of which only the owner can say whether they are about the same."""
    written = next((change.record for change in draft.changes if change.op == "write"), None)
    if written is None or draft.kind is not EventKind.WRITE:
        return
    for other in unsure:
        edge = Relation(written.record_id, RelationKind.MAY_BE_SAME, other.record_id, MAYBE, MAYBE)
        yield Relate(max(written.said_at, other.said_at), edge)


def _is_echo(fact: Fact, recalled: Sequence[str], ledger: IndexedLedger) -> bool:
    """True if the owner only repeats what was just recalled to them: that is no reinforcement."""
    terms = ledger.values.terms
    named = terms(fact.value)
    if fact.act is not Act.STATES or not any(named <= terms(text) for text in recalled):
        return False
    claim = Claim.of(fact, ledger.values)
    return any(record.status is not Status.SUPERSEDED for record in claim.agreeing(ledger))


FEWEST = 3
"""A round may always retire this many records, however few there are."""
LARGEST_SHARE = 0.2
"""Of the active records: nobody's life changes by a fifth in one message. More than that is a misreading,
or a text that was pasted."""


def _objection(facts: Sequence[Fact], before: Mapping[str, Record | None], after: IndexedLedger) -> str:
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
    unrelated = sorted(
        {record.slot for record in retired if not any(_is_about(f, record, after.values) for f in facts)}
    )
    if unrelated:
        return f"it would retire records of {', '.join(unrelated)}, which it is not about"
    if any(superseded_cycle(after, record.record_id) for record in retired):
        return "records would take each other's place in a circle"
    return ""


def _is_about(fact: Fact, record: Record, values: Values) -> bool:
    """True if a fact is about a record's slot; for another slot it must also name the value."""
    if record.slot == fact.slot:
        return True
    named = values.terms(f"{fact.value} {fact.instead_of} {fact.support.quote}")
    return record.slot == fact.wrong_slot and bool(values.terms(record.value) & named)


def is_told_already(fact: Fact, ledger: IndexedLedger) -> bool:
    """True if a fact repeats, or would overrule, what the ledger has of the same round.

    What the first reading found stays as it is: said once, it is not made surer by being read twice, and of
    two values of which one can hold it is the one that holds.

    Args:
        fact: of a second reading.
        ledger: with what the first reading found, and with the facts of this one before it.
    """
    return any(fact.support.round_id in record.round_ids for record in _rivals(fact, ledger))


def _rivals(fact: Fact, ledger: IndexedLedger) -> Iterator[Record]:
    """Yield the records of its address that a fact agrees with, contradicts, refines, ends or replaces."""
    claim = Claim.of(fact, ledger.values)
    slot = SLOTS[fact.slot]
    for record in ledger.of_slot(fact.slot):
        values = [value for value in (fact.value, fact.instead_of) if value]
        excludes = not slot.many or fact.act is Act.ENDS or claim.contradicts(record)
        if record.address.text == fact.address.text and (
            excludes or any(refers_to(value, record, ledger.values) for value in values)
        ):
            yield record
    for record in ledger.resembling(fact.value) if fact.value else ():
        is_near = SLOTS[record.slot].family == slot.family and record.address.text == fact.address.text
        if is_near and ledger.values.same(fact.value, record.value):
            yield record
