"""What the ledger knows that bears on a question."""

from __future__ import annotations

from dataclasses import dataclass, field

from agent.conversation import Candidate, Ledger, Plan, Question, Record
from agent.parts import Parts
from agent.retrieve import (
    RecordKeys,
    asks_the_present,
    mark_superseded,
    prefer_present,
    records_for,
    telling_records,
)


@dataclass(frozen=True, slots=True)
class Known:
    """What is known about the owner as of the question."""

    ledger: Ledger = field(default_factory=Ledger)
    records: tuple[Record, ...] = ()
    """Those to show to a reader, best first."""
    keys: RecordKeys | None = None
    """By which rounds are found as well."""


NOTHING_KNOWN = Known()


async def known_about(asked: Question, plan: Plan, parts: Parts) -> Known:
    """Read the ledger, and rank its records by a question.

    Raises:
        ModelError: the embedder failed.
    """
    settings = parts.settings
    if not settings.ledger:
        return NOTHING_KNOWN
    ledger = parts.store.ledgers.of(asked.owner, as_of=asked.as_of)
    telling = telling_records(ledger)
    if not telling:
        return Known(ledger)
    vectors = await parts.store.embed([record.text for record in telling])
    question = await parts.embedder.embed([plan.question])
    scored = records_for(question, ledger, vectors, asked_at=asked.asked_at, settings=settings)
    return Known(
        ledger,
        tuple(one.record for one in scored[: settings.record_limit]),
        RecordKeys.of(telling, vectors) if settings.record_keys else None,
    )


def with_what_is_known(
    found: list[Candidate], plan: Plan, known: Known, *, prefers_present: bool
) -> list[Candidate]:
    """Mark what of the candidates is no longer so, and put the present first where it is asked for."""
    marked = mark_superseded(found, known.ledger)
    return prefer_present(marked) if prefers_present and asks_the_present(plan) else marked
