"""What reading gives: an answer with the notes and quotes that it rests on."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from daybook.conversation.answer import (
    Candidate,
    DocumentEvidence,
    Evidence,
    Excerpt,
    FoundPassage,
    Note,
    Span,
)
from daybook.conversation.turns import Role, Round, Turn


@dataclass(frozen=True, slots=True)
class Reading:
    """An answer with the notes that it was made from."""

    text: str
    """The answer, for a person to read."""
    not_known: bool
    """What was read does not answer the question: `text` says so."""
    notes: tuple[Note, ...]
    """What a model took from the rounds; () where none read."""
    evidence: tuple[Evidence, ...]
    """The quotes that the answer rests on, best first."""


def excerpts_of(found: Iterable[FoundPassage], at: datetime) -> list[Excerpt]:
    """Make an excerpt of each passage, best first: a round without a user's side, by its `place`.

    Its date is `at`, the moment of the question: a document is not of a day.
    """
    return [_excerpt(passage, at) for passage in found]


def cited_of(
    reading: Reading, passages: Mapping[str, FoundPassage]
) -> tuple[Evidence | DocumentEvidence, ...]:
    """List what a reading cites, in its order; the passages that were read are given by their place."""
    return tuple(
        dict.fromkeys(
            passages[item.round_id].cited(item.quote) if item.round_id in passages else item
            for item in reading.evidence
        )
    )


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
