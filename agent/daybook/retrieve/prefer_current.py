"""What holds now: marks superseded statements or leaves them out, and ranks later rounds first if need be."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf, nextafter

import numpy as np
from numpy.typing import NDArray

from daybook.conversation import (
    Candidate,
    Ledger,
    Note,
    QuestionKind,
    Record,
    RetrievalPlan,
    Role,
    Status,
    Superseded,
    Support,
)
from daybook.models.embedding.embedder import Vectors
from daybook.store.keys import KeyVectors

FIRST = 10
"""Candidates that are compared with each other."""
ALIKE = 0.6
"""Cosine from which two statements are taken to be about one thing; `daybook.ledger.relate` says how it was
found, on Multi-Session Chat."""
LEAD = 2.0
"""Standard deviations by which the earlier round may lead and still be passed: how well a round matches the
question's words says little about which of two such rounds holds today, unless the other hardly matches."""

Vector = NDArray[np.float32]


def asks_for_current(plan: RetrievalPlan) -> bool:
    """True if a question asks how things stand now, and not how they were before."""
    if QuestionKind.ASSISTANT in plan.kinds or plan.asks_before:
        return False
    return QuestionKind.UPDATE in plan.kinds or plan.asks_now


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


def prefer_newer(candidates: Sequence[Candidate], question: Vectors, keys: KeyVectors) -> list[Candidate]:
    """Rank a later round above an earlier one that says much the same and does not lead by far.

    "My best time is 27:12" in March and "I'm down to 25:50" in May are about one thing, and the earlier may
    be nearer to the question, a unit vector of shape (1, dim). It stays directly below the later one.
    """
    head = list(candidates[:FIRST])
    nearest = nearest_statements({candidate.round.round_id for candidate in head}, question, keys)
    for place in range(1, len(head)):
        later = head[place]
        passed = (above for above in range(place) if _gives_way(head[above], later, nearest))
        above = next(passed, None)
        if above is not None:
            del head[place]
            head.insert(above, replace(later, score=nextafter(head[above].score, inf)))
    return [*head, *candidates[FIRST:]]


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


def _gives_way(earlier: Candidate, later: Candidate, nearest: dict[str, Vector]) -> bool:
    old, new = nearest.get(earlier.round.round_id), nearest.get(later.round.round_id)
    return (
        old is not None
        and new is not None
        and earlier.round.said_at < later.round.said_at
        and earlier.round.session_id != later.round.session_id
        and earlier.score - later.score <= LEAD
        and float(np.vecdot(old, new)) >= ALIKE
    )


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
