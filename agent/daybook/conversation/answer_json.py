"""Serialises answers as plain JSON values; the only place that defines their shape.

The shapes are those of `daybook ask --json`, and of what the recall graph hands to its parent.
"""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Any

from typing_extensions import TypedDict

from daybook.conversation.answer import (
    Answer,
    DocumentEvidence,
    Evidence,
    FoundPassage,
    Note,
    Superseded,
    Usage,
)
from daybook.conversation.question import RetrievalPlan
from daybook.conversation.turns import TimeRange


class PlainAnswer(TypedDict):
    """An `Answer` as JSON; times are ISO 8601 with an offset, durations milliseconds."""

    answer: str
    not_known: bool
    nearest: bool
    """Whether the evidence is only what comes nearest; then `not_known` is true as well."""
    doubt: float | None
    evidence: list[dict[str, Any]]
    """Rounds, then documents: what has a "document_id" is of a document."""
    notes: list[dict[str, str]]
    unsupported: list[str]
    plan: dict[str, Any]
    degraded: list[str]
    degraded_reasons: dict[str, str]
    usage: dict[str, float | None]
    timings: dict[str, float]


def plain_answer(answer: Answer) -> PlainAnswer:
    """Write an answer as plain values."""
    return PlainAnswer(
        answer=answer.text,
        not_known=answer.not_known,
        nearest=answer.nearest,
        doubt=answer.doubt,
        evidence=[
            *(plain_evidence(item) for item in answer.evidence),
            *(plain_document_evidence(item) for item in answer.documents),
        ],
        notes=[plain_note(note) for note in answer.notes],
        unsupported=list(answer.unsupported),
        plan=plain_plan(answer.plan),
        degraded=list(answer.degraded),
        degraded_reasons=dict(answer.degraded_reasons),
        usage=plain_usage(answer.usage),
        timings=dict(answer.timings),
    )


def plain_plan(plan: RetrievalPlan) -> dict[str, Any]:
    """Write a plan as plain values; the kinds are named, the surest first."""
    return {
        "question": plan.question,
        "kinds": [kind.value for kind in sorted(plan.kinds, key=lambda kind: -plan.kinds[kind])],
        "phrasings": list(plan.phrasings),
        "time_range": plain_range(plan.time_range),
        "happens_in": plain_range(plan.happens_in),
        "disputed": plan.disputed,
    }


def plain_range(time_range: TimeRange | None) -> dict[str, str | None] | None:
    """Write a half-open range as its two bounds, None where a side is open."""
    if time_range is None:
        return None
    return {"start": _iso(time_range.start), "end": _iso(time_range.end)}


def plain_evidence(item: Evidence) -> dict[str, str]:
    """Write a citation as plain values."""
    return {
        "round_id": item.round_id,
        "session_id": item.session_id,
        "said_at": item.said_at.isoformat(),
        "quote": item.quote,
    }


def plain_document_evidence(item: DocumentEvidence) -> dict[str, str | int | None]:
    """Write a citation of a document as plain values; "page" is None where its form has no pages."""
    return asdict(item)


def plain_passage(found: FoundPassage) -> dict[str, Any]:
    """Write a passage that was found as plain values, its words under "text"."""
    passage = found.passage
    return {
        "document_id": passage.document_id,
        "title": passage.title,
        "heading": passage.heading,
        "page": passage.page,
        "position": passage.position,
        "score": found.score,
        "signals": dict(found.signals),
        "text": passage.text,
    }


def plain_note(note: Note) -> dict[str, str]:
    """Write a note as plain values; "superseded_on" and "superseded_by" only where it no longer holds."""
    no_longer = {}
    if note.superseded:
        no_longer = {
            "superseded_on": note.superseded.at.isoformat(),
            "superseded_by": note.superseded.by_round,
        }
    return {
        "round_id": note.round_id,
        "session_id": note.session_id,
        "said_at": note.said_at.isoformat(),
        "said_by": note.role.value,
        "quote": note.quote,
        "note": note.text,
        **no_longer,
    }


def plain_superseded(words: Superseded) -> dict[str, str]:
    """Write superseded words as plain values."""
    return {
        "quote": words.quote,
        "superseded_on": words.at.isoformat(),
        "superseded_by": words.by_round,
        "by": words.by,
    }


def plain_usage(usage: Usage) -> dict[str, float | None]:
    """Write what an answer used as plain values."""
    return asdict(usage)


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
