"""What holds now: marks the superseded statements of rounds and notes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from daybook.conversation import (
    Candidate,
    Ledger,
    Note,
    Record,
    Role,
    Status,
    Superseded,
    Support,
)
from daybook.models.embedding.embedder import Vectors
from daybook.store.keys import KeyVectors

Vector = NDArray[np.float32]


def superseded_words(ledger: Ledger) -> Mapping[str, tuple[Superseded, ...]]:
    """Find the superseded statements of each round in order, without words that still support something."""
    standing: dict[str, list[Support]] = {}
    for record in ledger.with_status(Status.ACTIVE):
        for support in record.support:
            standing.setdefault(support.round_id, []).append(support)
    found: dict[str, list[Superseded]] = {}
    for record in ledger.with_status(Status.SUPERSEDED, Status.DELETED):
        for support, words in _words_of(record, ledger):
            others = standing.get(support.round_id, ())
            if not any(support.start < other.stop and other.start < support.stop for other in others):
                found.setdefault(support.round_id, []).append(words)
    return {
        round_id: tuple(sorted(set(words), key=lambda words: (words.start, words.at)))
        for round_id, words in found.items()
    }


def mark_superseded(
    candidates: Sequence[Candidate], words: Mapping[str, tuple[Superseded, ...]]
) -> list[Candidate]:
    """Mark the superseded statements of every candidate, as `superseded_words` has them."""
    return [
        replace(candidate, superseded=words.get(candidate.round.round_id, candidate.superseded))
        for candidate in candidates
    ]


def mark_superseded_notes(
    notes: Sequence[Note], words: Mapping[str, Sequence[Superseded]]
) -> tuple[Note, ...]:
    """Mark notes whose quotes hold superseded words, given by the ids of their rounds."""
    return tuple(
        next(
            (
                replace(note, superseded=fallen)
                for fallen in words.get(note.round_id, ())
                if _says(note, fallen)
            ),
            note,
        )
        for note in notes
    )


def _words_of(record: Record, ledger: Ledger) -> Iterator[tuple[Support, Superseded]]:
    """Pair the words that a record rested on with what superseded it."""
    successor = ledger.records.get(record.superseded_by)
    for support in record.support:
        later = _first_after(support, successor) if successor else None
        at = later.said_at if later else record.superseded_at or record.said_at
        yield (
            support,
            Superseded(
                support.start,
                support.stop,
                support.quote,
                at=record.superseded_at or at,
                by_round=later.round_id if later else "",
                by=successor.text if successor else "",
            ),
        )


def _first_after(support: Support, successor: Record) -> Support | None:
    """Find where the owner first said what took the place of something, after they had said that."""
    later = (new for new in successor.support if (new.said_at, new.start) > (support.said_at, support.start))
    return next(later, successor.support[-1])


def nearest_statements(wanted: set[str], question: Vectors, keys: KeyVectors) -> dict[str, Vector]:
    """Give of each round the vector of the user's window that is nearest to the question."""
    rows = keys.rows_of(wanted, fields=("user", "statement"))
    if not len(rows):
        return {}
    nearness = np.vecdot(question, keys.matrix[rows])
    best: dict[str, Vector] = {}
    for place in np.argsort(-nearness, kind="stable").tolist():
        best.setdefault(keys.key(rows[place]).round_id, keys.matrix[rows[place]])
    return best


def _says(note: Note, words: Superseded) -> bool:
    return note.role is Role.USER and (words.quote in note.quote or note.quote in words.quote)
