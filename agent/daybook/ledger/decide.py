"""Turns facts of rounds into drafts of events, each resolved against the ledger that earlier drafts leave."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from daybook.conversation import Act, Draft, Fact, Ledger, Record, Round, Status
from daybook.ledger.resolver import Resolver
from daybook.ledger.slot_timeline import IndexedLedger, at_address

LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """The facts of a round, and what the assistant had recalled earlier in the session."""

    round_id: str
    facts: tuple[Fact, ...]
    recalled: tuple[str, ...] = ()
    """The assistant's turns earlier in the session that recalled memory."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A round whose changes were refused, and the reason."""

    round_id: str
    reason: str


@dataclass(frozen=True, slots=True)
class Decision:
    """The drafts to post, and the refusals."""

    drafts: tuple[Draft, ...] = ()
    refused: tuple[Refusal, ...] = ()


def decide(round_facts: Iterable[RoundFacts], ledger: Ledger, resolver: Resolver) -> Decision:
    """Resolve the facts of rounds in chronological order.

    A round that would retire too much retires nothing: its facts wait until the owner confirms them.

    Args:
        round_facts: what the policy permits.
        ledger: as it is.
        resolver: of the owner.
    """
    known = IndexedLedger(ledger)
    drafts: list[Draft] = []
    refused: list[Refusal] = []
    for found in round_facts:
        wanted, before = _resolve(found, known, resolver, may_retire=True)
        if reason := _objection(before, known):
            LOG.warning("round %s is kept from the ledger: %s", found.round_id, reason)
            refused.append(Refusal(found.round_id, reason))
            known.restore(before)
            wanted, before = _resolve(found, known, resolver, may_retire=False)
        drafts += wanted
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
    found: RoundFacts, ledger: IndexedLedger, resolver: Resolver, *, may_retire: bool
) -> tuple[list[Draft], dict[str, Record | None]]:
    """Draft the facts of a round and apply them; returns the changed records as they were as well."""
    drafts: list[Draft] = []
    before: dict[str, Record | None] = {}
    for fact in found.facts:
        if _is_echo(fact, found.recalled, ledger, resolver):
            continue
        draft = resolver.resolve(fact, ledger, may_retire=may_retire)
        if draft is not None:
            drafts.append(draft)
            before = ledger.apply(draft) | before
    return drafts, before


def _is_echo(fact: Fact, recalled: Sequence[str], ledger: IndexedLedger, resolver: Resolver) -> bool:
    """True if the owner only repeats what was just recalled to them: that is no reinforcement."""
    values = resolver.values
    named = values.terms(fact.value)
    if fact.act is not Act.STATES or not any(named <= values.terms(text) for text in recalled):
        return False
    return any(
        record.status is not Status.SUPERSEDED and values.same(record.value, fact.value)
        for record in at_address(fact.address, ledger, values)
    )


MIN_RETIRED = 3
"""A round may always retire this many records, however few there are."""
MAX_SHARE = 0.2
"""Of the active records: nobody's life changes by a fifth in one message. More than that is a misreading,
or a text that was pasted."""


def _objection(before: Mapping[str, Record | None], after: IndexedLedger) -> str:
    """Return why the changes of a round must not be posted, "" where nothing speaks against them.

    Args:
        before: the records that they changed or wrote as they were, None if new.
        after: the ledger with them.
    """
    were_active = [record for record in before.values() if record and record.status is Status.ACTIVE]
    retired = [
        record for record in were_active if after.records[record.record_id].status is not Status.ACTIVE
    ]
    became = sum(name in after.records and after.records[name].status is Status.ACTIVE for name in before)
    active = after.count(Status.ACTIVE) - became + len(were_active)
    if len(retired) > max(MIN_RETIRED, MAX_SHARE * active):
        return f"it would retire {len(retired)} of {active} records"
    return ""
