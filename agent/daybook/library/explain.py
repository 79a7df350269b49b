"""Why an answer is what it is, and where a round was lost on the way to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from daybook.conversation import Answer, Candidate, Excerpt, FoundPassage, Ledger
from daybook.llm import Call


@dataclass(frozen=True, slots=True)
class Explanation:
    """An answer with everything that happened on its way."""

    answer: Answer
    found: tuple[Candidate, ...]
    """As search found them, best first; the signals "dense_rank" and "bm25_rank" are the best rank that a
    phrasing gave them."""
    ranked: tuple[Candidate, ...]
    """As they were packed, best first: found, weighed and reranked."""
    packed: tuple[Excerpt, ...]
    """What the reader saw, in time order."""
    calls: tuple[Call, ...]
    """Calls of chat models, in the order in which they ended."""
    ledger: Ledger = field(default_factory=Ledger)
    """As of the question: the records that the answer's rounds told of, and how they bear on others."""
    passages: tuple[FoundPassage, ...] = ()
    """Of documents, best first: what the reader saw beside the rounds."""

    @property
    def by_meaning(self) -> tuple[Candidate, ...]:
        """Those that the dense search ranked, best first; equal ranks stay as they were merged."""
        return _ordered(self.found, "dense_rank")

    @property
    def by_words(self) -> tuple[Candidate, ...]:
        """Those that the lexical search ranked, best first; equal ranks stay as they were merged."""
        return _ordered(self.found, "bm25_rank")

    @property
    def is_reranked(self) -> bool:
        """Whether a chat model scored the best candidates."""
        return any("rerank" in candidate.signals for candidate in self.ranked)


class LostAt(StrEnum):
    """The step at which a round was lost."""

    SEARCH = "search"
    """No ranking held it among those that it gives on."""
    PACK = "pack"
    """It did not come within the reader's budget."""
    READ = "read"
    """The reader saw it, and took no note of it."""
    ANSWER = "answer"
    """It was noted, and the answer does not cite it."""
    NOWHERE = "nowhere"
    """The answer cites it."""


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Where a round was lost on the way to an answer; ranks begin at 1, None where it was not ranked."""

    round_id: str
    lost_at: LostAt
    dense_rank: int | None
    """Among all of the owner's rounds, by meaning; the best over the phrasings."""
    bm25_rank: int | None
    """The same by words; None where it shares none with any phrasing."""
    found_rank: int | None
    """As search merged the rankings."""
    ranked_rank: int | None
    """After weighing and reranking."""
    explanation: Explanation


def why_not(round_id: str, explanation: Explanation, everything: Sequence[Candidate]) -> WhyNot:
    """Follow a round through the steps of an answer.

    Args:
        round_id: the round that was expected.
        explanation: of the answer.
        everything: the candidates of the same search without a limit, for ranks beyond it.
    """
    whole = next((each for each in everything if each.round.round_id == round_id), None)
    signals = whole.signals if whole else {}
    return WhyNot(
        round_id=round_id,
        lost_at=_lost_at(round_id, explanation),
        dense_rank=_as_rank(signals.get("dense_rank")),
        bm25_rank=_as_rank(signals.get("bm25_rank")),
        found_rank=rank_of(round_id, explanation.found),
        ranked_rank=rank_of(round_id, explanation.ranked),
        explanation=explanation,
    )


def _lost_at(round_id: str, explanation: Explanation) -> LostAt:
    answer = explanation.answer
    if any(item.round_id == round_id for item in answer.evidence):
        return LostAt.NOWHERE
    if any(note.round_id == round_id for note in answer.notes):
        return LostAt.ANSWER
    if any(excerpt.round.round_id == round_id for excerpt in explanation.packed):
        return LostAt.READ
    return LostAt.SEARCH if rank_of(round_id, explanation.ranked) is None else LostAt.PACK


def rank_of(round_id: str, candidates: Sequence[Candidate]) -> int | None:
    """Give the place of a round among candidates, from 1; None where it is not among them."""
    places = (place for place, each in enumerate(candidates, start=1) if each.round.round_id == round_id)
    return next(places, None)


def _ordered(candidates: Sequence[Candidate], rank: str) -> tuple[Candidate, ...]:
    ranked = (candidate for candidate in candidates if rank in candidate.signals)
    return tuple(sorted(ranked, key=lambda candidate: candidate.signals[rank]))


def _as_rank(signal: float | None) -> int | None:
    return None if signal is None else int(signal)
