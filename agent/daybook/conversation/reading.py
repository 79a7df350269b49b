"""What reading gives: an answer with the notes and quotes that it rests on."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
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
    """What was taken from the rounds, best first."""
    evidence: tuple[Evidence, ...]
    """The quotes that stand in `text`, in that order."""
    unsupported: tuple[str, ...] = ()
    """Numbers, dates and names of `text` that no quote holds and that were not computed from one."""
    computed: str = ""
    """What code computed of dates, as `text` of a reading by rules begins; "" where nothing was."""
    holding: tuple[Evidence, ...] = ()
    """Of an answer by a model, the citations that hold it: see `Language.check_answer`."""
    unsupported_number: bool = False
    """Whether a number is among what is unsupported."""
    own_words: bool = True
    """Whether an answer by a model has a word that the question does not have."""
    nearest: bool = False
    """Only where it is not known: that notes and evidence are what comes nearest to an answer."""
    doubt: float | None = None
    """Of a reading by quotes, the probability that what was read holds no answer."""


def excerpts_of(found: Iterable[FoundPassage], at: datetime) -> list[Excerpt]:
    """Make an excerpt of each passage, best first: a round without a user's side, by its `place`.

    Its date is `at`, the moment of the question: a document is not of a day.
    """
    return [_excerpt(passage, at) for passage in found]


def without_documents(
    reading: Reading, passages: Mapping[str, FoundPassage]
) -> tuple[Reading, tuple[DocumentEvidence, ...]]:
    """Split a reading: what it took from rounds, and what it cites of the passages read, by place."""
    cited = dict.fromkeys(
        passages[item.round_id].cited(item.quote) for item in reading.evidence if item.round_id in passages
    )
    of_rounds = replace(
        reading,
        notes=tuple(note for note in reading.notes if note.round_id not in passages),
        evidence=tuple(item for item in reading.evidence if item.round_id not in passages),
    )
    return of_rounds, tuple(cited)


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
