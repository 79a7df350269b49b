"""Ledgers of rounds, written and ranked in the paper's form and in its variants.

The steps are the product's own (`daybook.graph.remember` puts them into a graph): policy, gate, update,
relations, retention; what a variant leaves out is left out here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from daybook.conversation import DecayUnit, Event, Ledger, Record, Round, Status, apply_drafts, fold
from daybook.embedding import Embedder
from daybook.embedding.protocol import Vectors
from daybook.remember import Decay, Gate, Resolver, Retention, default_policy, facts_in, slot_descriptions
from daybook.remember.decide import RoundFacts, decide, permitted, recalled_before
from daybook.remember.relate import relate, texts_to_relate
from daybook.remember.resolve.locate import texts_to_locate
from daybook.retrieve import rank_records, relevant_records
from daybook.settings import LedgerOptions
from daybook.understand import asked_slots
from daybook_eval.papers.timerag.similarity import Similarity

BUDGET = 40
"""Active records. Source: section 4, Implementation details, as the next three."""
TAU = 0.55
LAMBDA = 0.25
TOP = 5
QUARANTINE = 0.3
"""The paper names no threshold of quarantine; the product's."""
DECAYED = 0.05
"""Nor does it name the weight under which a record is decayed: at 0.25 a session, after twelve sessions."""
PAPER = LedgerOptions(
    record_decay=LAMBDA, record_decay_unit=DecayUnit.SESSION, decayed_below=DECAYED, conflict_penalty=0.3
)
"""γ is the product's: the paper gives none."""


@dataclass(frozen=True, slots=True)
class Variant:
    """TimeRAG-Memory, whole or with a part left out."""

    tau: float = TAU
    updates: bool = True
    """Whether what is no longer so is superseded, and ranked behind what took its place."""
    budget: int = BUDGET
    options: LedgerOptions = field(default_factory=lambda: PAPER)


@dataclass(frozen=True, slots=True)
class Memory:
    """The events of an owner's ledger."""

    events: tuple[Event, ...]

    def at(self, moment: datetime, variant: Variant) -> Ledger:
        """Give the ledger of a moment, with what has faded by then."""
        ledger = fold(self.events, as_of=moment)
        if not variant.updates:
            ledger = replace(
                ledger, records={n: _as_before(one) for n, one in ledger.records.items()}, relations=()
            )
        options = variant.options
        decay = Decay(options.record_decay, options.record_decay_unit, options.decayed_below)
        retention = Retention(variant.budget, options.faded_weight, decay if options.decayed_below else None)
        return apply_drafts(ledger, retention.drafts(ledger, moment))


async def written(
    rounds: Sequence[Round], owner: str, embedder: Embedder, *, at: datetime, tau: float = TAU
) -> Memory:
    """Post what the rules find in an owner's rounds.

    Args:
        rounds: in the order in which they were said.
        owner: whose they are.
        embedder: of the relations between records.
        at: when they are posted.
        tau: the confidence from which a fact is written.
    """
    found = list(_found(rounds))
    resolver = Resolver(owner, at, Gate(tau, min(QUARANTINE, tau)))
    places = texts_to_locate([fact for one in found for fact in one.facts], ())
    drafts = decide(found, Ledger(), resolver, await _by_text(places, embedder)).drafts
    related = relate(drafts, Ledger(), await _by_text(texts_to_relate(drafts, Ledger()), embedder), PAPER)
    return Memory(tuple(Event(place, at, draft) for place, draft in enumerate(related)))


def ranked(
    query: str, ledger: Ledger, variant: Variant, similarity: Similarity, *, at: datetime
) -> list[Record]:
    """Rank the records of a ledger by a query, best first."""
    asked, texts = similarity(query, [record.text for record in relevant_records(ledger)])
    slots = asked_slots(query, slot_descriptions())
    scored = rank_records(asked, ledger, texts, asked_at=at, options=variant.options, asked_slots=slots)
    return [one.record for one in scored]


def _found(rounds: Sequence[Round]) -> Iterable[RoundFacts]:
    policy = default_policy()
    for round_ in rounds:
        session = [other for other in rounds if other.session_id == round_.session_id]
        facts = permitted(facts_in(round_), policy)
        if facts:
            yield RoundFacts(round_.round_id, facts, recalled_before(round_, session))


async def _by_text(texts: Sequence[str], embedder: Embedder) -> dict[str, Vectors]:
    return dict(zip(texts, await embedder.embed(texts), strict=True)) if texts else {}


def _as_before(record: Record) -> Record:
    """Undo what a later fact did to a record."""
    fallen = record.status in (Status.SUPERSEDED, Status.DELETED, Status.LAPSED)
    return replace(record, status=Status.ACTIVE, superseded_by="", superseded_at=None) if fallen else record
