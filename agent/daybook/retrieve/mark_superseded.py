"""What of the rounds is no longer so, and the ranking of a question that asks for what is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf, nextafter

from daybook.conversation import (
    Candidate,
    Ledger,
    QuestionKind,
    Record,
    RetrievalPlan,
    Status,
    Superseded,
    Support,
)

_FORMERLY = re.compile(
    r"\b(?:before|previous(?:ly)?|former(?:ly)?|used to|prior|originally|initially|at first|in the past"
    r"|back (?:then|when)|earlier|ex|(?:my|our) (?:old|last))\b",
    re.IGNORECASE,
)

_NOW = re.compile(r"\b(?:current(?:ly)?|now|still|these days|at the moment)\b", re.IGNORECASE)
_PRESENT = re.compile(
    r"\b(?:am|do|can) I\b|\b(?:is|are) (?:my|our|mine)\b|['’](?:s|re) (?:my|our)\b|\bI(?:['’]m| am)\b",
    re.IGNORECASE,
)


def superseded_words(ledger: Ledger) -> Mapping[str, tuple[Superseded, ...]]:
    """Say of each round which of its words are no longer so, in the order of the text.

    Words that still support something else are left out: one sentence may tell of the old and the new.
    """
    standing: dict[str, list[Support]] = {}
    for record in ledger.with_status(Status.ACTIVE):
        for support in record.support:
            standing.setdefault(support.round_id, []).append(support)
    found: dict[str, list[Superseded]] = {}
    for record in ledger.with_status(Status.SUPERSEDED, Status.DELETED):
        for support, words in _words_of(record, ledger):
            if not any(_overlap(support, other) for other in standing.get(support.round_id, ())):
                found.setdefault(support.round_id, []).append(words)
    return {
        round_id: tuple(sorted(set(words), key=lambda one: (one.start, one.at)))
        for round_id, words in found.items()
    }


def mark_superseded(candidates: Sequence[Candidate], ledger: Ledger) -> list[Candidate]:
    """Have every candidate carry what of it is no longer so."""
    words = superseded_words(ledger)
    return [
        replace(candidate, superseded=words[candidate.round.round_id])
        if candidate.round.round_id in words
        else candidate
        for candidate in candidates
    ]


def asks_for_current(plan: RetrievalPlan) -> bool:
    """Whether a question asks how things stand now, and not how they were before."""
    formerly = _FORMERLY.search(plan.question) and not _NOW.search(plan.question)
    if QuestionKind.ASSISTANT in plan.kinds or formerly:
        return False
    return QuestionKind.UPDATE in plan.kinds or _PRESENT.search(plan.question) is not None


def prefer_current(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Put the round that superseded another directly above it, where it stands below.

    The superseded one stays where it was otherwise, for a reader who is to say that it changed.

    Source: that update questions go by the later round is MemoryStack, section 3.5, which filters the
    earlier one; keeping it is ours.
    """
    ranked = {candidate.round.round_id: candidate for candidate in candidates}
    changes = sorted(
        {
            (words.at, earlier, words.by_round)
            for earlier, candidate in ranked.items()
            for words in candidate.superseded
            if words.by_round in ranked and words.by_round != earlier
        }
    )
    for _, earlier, later in changes:
        if ranked[later].score <= ranked[earlier].score:
            ranked[later] = replace(ranked[later], score=nextafter(ranked[earlier].score, inf))
    return sorted(ranked.values(), key=lambda candidate: -candidate.score)


def _words_of(record: Record, ledger: Ledger) -> Iterator[tuple[Support, Superseded]]:
    """Give the words that a record rested on, with what took its place."""
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
