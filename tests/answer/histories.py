"""Small excerpts for the tests of reading."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from daybook.conversation import (
    Candidate,
    Excerpt,
    Question,
    QuestionKind,
    Reading,
    RetrievalPlan,
    Role,
    Round,
    Span,
    Turn,
)
from daybook.text.english.reading import read_by_quotes

ASKED_AT = datetime(2023, 6, 1, 12, tzinfo=UTC)


def excerpt(
    round_id: str,
    day: str,
    user: str = "",
    assistant: str = "",
    *,
    score: float = 1.0,
    sources: tuple[str, ...] | None = None,
    cosines: Mapping[str, float] | None = None,
    speakers: tuple[str, str] | None = None,
) -> Excerpt:
    """Show the whole of a round of that day ("2023-05-03").

    `cosines` are those of sentences of the user that were compared; `speakers` are the names of both sides.
    """
    one, other = speakers or (None, None)
    round_ = Round(
        round_id=round_id,
        owner="me",
        session_id=f"session of {round_id}",
        occurrence=0,
        position=0,
        said_at=datetime.fromisoformat(day).replace(tzinfo=UTC),
        user=Turn(Role.USER, user, speaker=one) if user else None,
        assistant=Turn(Role.ASSISTANT, assistant, sources=sources, speaker=other) if assistant else None,
    )
    spans = tuple(Span(role, 0, len(text)) for role, text in round_.fields.items())
    matches = tuple(
        Span(Role.USER, user.index(sentence), user.index(sentence) + len(sentence), cosine)
        for sentence, cosine in (cosines or {}).items()
    )
    return Excerpt(Candidate(round_, score, matches=matches), spans, tokens=0)


def near(told: Excerpt, cosine: float) -> Excerpt:
    """Have an excerpt be so near to the question."""
    return replace(told, candidate=replace(told.candidate, signals={"dense": cosine}))


def asked(text: str, *kinds: QuestionKind) -> tuple[Question, RetrievalPlan]:
    """Put a question of these kinds."""
    return Question(text, "me", ASKED_AT), RetrievalPlan(text, (text,), dict.fromkeys(kinds, 1.0))


def read(question: str, *shown: Excerpt, kinds: Sequence[QuestionKind] = ()) -> Reading:
    """Answer a question of these kinds with quotes from excerpts."""
    return read_by_quotes(*asked(question, *kinds), shown)
