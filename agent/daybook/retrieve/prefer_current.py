"""Ranks what superseded something above it, where a question asks how things stand now."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from math import inf, nextafter

from daybook.conversation import Candidate, QuestionKind, RetrievalPlan

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
