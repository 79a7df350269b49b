"""From the facts of rounds to drafts: each is resolved against the ledger that those before it leave."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from daybook.conversation import Draft, Ledger, Round, Status, apply_drafts
from daybook.english.secrets import masked, secret_spans
from daybook.remember.fact import Act, Fact
from daybook.remember.policy import Policy
from daybook.remember.resolve.guard import objection
from daybook.remember.resolve.placing import placed
from daybook.remember.resolve.resolver import Resolver
from daybook.remember.resolve.timeline import Claim, agreeing
from daybook.remember.resolve.values import key_terms, without_surrogates

LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Heard:
    """What a round says about its owner, and what they had been reminded of before."""

    round_id: str
    facts: tuple[Fact, ...]
    recalled: tuple[str, ...] = ()
    """What came out of memory earlier in the session, in the assistant's words."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """What a round would have done to the ledger, and why it was not let."""

    round_id: str
    reason: str
    drafts: tuple[Draft, ...]


@dataclass(frozen=True, slots=True)
class Decided:
    """What is to be posted."""

    drafts: tuple[Draft, ...] = ()
    refused: tuple[Refusal, ...] = ()


def decide(heard: Iterable[Heard], ledger: Ledger, resolver: Resolver) -> Decided:
    """Resolve the facts of rounds, in the order in which they were said.

    A round that the guard objects to retires nothing: what it says waits in quarantine, for the owner to
    confirm.

    Args:
        heard: what the policy permits.
        ledger: as it is.
        resolver: of the owner.
    """
    known = Ledger(ledger.records)  # relations decide nothing here, and are the larger part
    drafts: list[Draft] = []
    refused: list[Refusal] = []
    for said in heard:
        one = replace(said, facts=tuple(placed(fact, known) for fact in said.facts))
        wanted, after = _resolve(one, known, resolver, may_retire=True)
        if reason := objection(one.facts, known, after):
            LOG.warning("round %s is kept from the ledger: %s", one.round_id, reason)
            refused.append(Refusal(one.round_id, reason, tuple(wanted)))
            wanted, after = _resolve(one, known, resolver, may_retire=False)
        drafts += wanted
        known = after
    return Decided(tuple(drafts), tuple(refused))


def permitted(facts: Iterable[Fact], policy: Policy) -> tuple[Fact, ...]:
    """Leave out the facts that the policy does not permit, and those that are secrets.

    Of what is left, secrets in quotes are masked, and what no JSON can hold is replaced.
    """
    return tuple(
        _writable(fact)
        for fact in facts
        if policy.permits(fact.slot) and not any(map(secret_spans, (fact.value, fact.text)))
    )


def recalled_before(round_: Round, session: Iterable[Round]) -> tuple[str, ...]:
    """Give what came out of memory in a session before a round, in the assistant's words."""
    return tuple(
        other.assistant.content
        for other in session
        if other.position < round_.position
        and other.occurrence == round_.occurrence
        and other.assistant is not None
        and other.assistant.sources
    )


def _writable(fact: Fact) -> Fact:
    support = replace(
        fact.support,
        session_id=without_surrogates(fact.support.session_id),
        quote=without_surrogates(masked(fact.support.quote)),
    )
    return replace(
        fact, value=without_surrogates(fact.value), text=without_surrogates(fact.text), support=support
    )


def _resolve(
    one: Heard, ledger: Ledger, resolver: Resolver, *, may_retire: bool
) -> tuple[list[Draft], Ledger]:
    drafts = []
    for fact in one.facts:
        if _is_echo(fact, one.recalled, ledger):
            continue
        draft = resolver.resolve(fact, ledger, may_retire=may_retire, recalled=one.recalled)
        if draft is not None:
            drafts.append(draft)
            ledger = apply_drafts(ledger, [draft])
    return drafts, ledger


def _is_echo(fact: Fact, recalled: Sequence[str], ledger: Ledger) -> bool:
    """Whether the owner only repeats what they were just reminded of: that makes nothing surer."""
    named = key_terms(fact.value)
    if fact.act is not Act.STATES or not any(named <= key_terms(text) for text in recalled):
        return False
    claim = Claim(fact.slot, fact.value, fact.polarity)
    return any(record.status is not Status.SUPERSEDED for record in agreeing(claim, ledger))
