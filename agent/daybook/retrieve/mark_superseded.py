"""Marks the statements of rounds that something later superseded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from daybook.conversation import (
    Candidate,
    Ledger,
    Record,
    Status,
    Superseded,
    Support,
)


def superseded_words(ledger: Ledger) -> Mapping[str, tuple[Superseded, ...]]:
    """Find the superseded statements of each round, in the order of the text.

    Words that still support something else are left out: one sentence may tell of the old and the new.
    """
    standing: dict[str, list[Support]] = {}
    for record in ledger.with_status(Status.ACTIVE):
        for support in record.support:
            standing.setdefault(support.round_id, []).append(support)
    found: dict[str, list[Superseded]] = {}
    for record in ledger.with_status(Status.SUPERSEDED, Status.LAPSED, Status.DELETED):
        for support, words in _words_of(record, ledger):
            if not any(_overlap(support, other) for other in standing.get(support.round_id, ())):
                found.setdefault(support.round_id, []).append(words)
    return {
        round_id: tuple(sorted(set(words), key=lambda one: (one.start, one.at)))
        for round_id, words in found.items()
    }


def mark_superseded(candidates: Sequence[Candidate], ledger: Ledger) -> list[Candidate]:
    """Mark the superseded statements of every candidate."""
    words = superseded_words(ledger)
    return [
        replace(candidate, superseded=words[candidate.round.round_id])
        if candidate.round.round_id in words
        else candidate
        for candidate in candidates
    ]


def hide_superseded(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Leave out the candidates of which a later round superseded a statement.

    What is marked as wrong or as ended without a successor stays: no later round tells what is so instead.

    Source: MemoryStack, section 3.5, where a memory is one statement; here a round is hidden with all that it
    says.
    """
    return [
        candidate
        for candidate in candidates
        if all(words.by_round in ("", candidate.round.round_id) for words in candidate.superseded)
    ]


def _words_of(record: Record, ledger: Ledger) -> Iterator[tuple[Support, Superseded]]:
    """Pair the words that a record rested on with what superseded it."""
    successor = ledger.records.get(record.superseded_by)
    for support in record.support:
        later = _first_after(support, successor) if successor else None
        at = later.said_at if later else record.superseded_at or record.said_at
        yield (
            support,
            Superseded(
                start=support.start,
                stop=support.stop,
                quote=support.quote,
                at=record.superseded_at or at,
                by_round=later.round_id if later else "",
                by=successor.text if successor else "",
            ),
        )


def _first_after(support: Support, successor: Record) -> Support | None:
    """Find where the owner first said what took the place of something, after they had said that."""
    later = (one for one in successor.support if (one.said_at, one.start) > (support.said_at, support.start))
    return next(later, successor.support[-1])


def _overlap(one: Support, other: Support) -> bool:
    return one.start < other.stop and other.start < one.stop
