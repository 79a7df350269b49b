"""Passages of documents in the form in which rounds are read, and citations of either told apart again.

What reads excerpts, a model or the rules, and what checks quotes then needs to be written only once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from daybook.conversation import (
    Candidate,
    DocumentEvidence,
    Excerpt,
    FoundPassage,
    Role,
    Round,
    Span,
    Turn,
)
from daybook.read.reading import Reading


def excerpts_of(found: Iterable[FoundPassage], at: datetime) -> list[Excerpt]:
    """Make an excerpt of each passage: a round without a user's side, named by `FoundPassage.place`.

    Args:
        found: passages, best first.
        at: the moment of the question; a document is not of a day, and that moment dates nothing.
    """
    return [_excerpt(one, at) for one in found]


def without_documents(
    reading: Reading, passages: Mapping[str, FoundPassage]
) -> tuple[Reading, tuple[DocumentEvidence, ...]]:
    """Leave in a reading what it took from rounds, and give what it cites of documents.

    Args:
        reading: its quotes stand where it says.
        passages: those that were read, by place.
    """
    cited = dict.fromkeys(
        passages[item.round_id].cited(item.quote) for item in reading.evidence if item.round_id in passages
    )
    kept = replace(
        reading,
        notes=tuple(note for note in reading.notes if note.round_id not in passages),
        evidence=tuple(item for item in reading.evidence if item.round_id not in passages),
    )
    return kept, tuple(cited)


def _excerpt(found: FoundPassage, at: datetime) -> Excerpt:
    text = found.passage.text
    round_ = Round(
        found.place,
        owner="",
        session_id=found.passage.document_id,
        occurrence=0,
        position=found.passage.position,
        said_at=at,
        user=None,
        assistant=Turn(Role.ASSISTANT, text, at),
    )
    cosine = found.signals.get("dense")
    whole = Span(Role.ASSISTANT, 0, len(text), cosine or 0.0)
    signals = {} if cosine is None else {"dense": cosine}
    matches = () if cosine is None else (whole,)
    return Excerpt(Candidate(round_, found.score, signals, matches), (whole,), tokens=0)
