"""What a paper's preset adds to a search: signals that rank what it found."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from daybook.conversation import Candidate, FoundPassage, Ledger, RetrievalPlan
from daybook.models.embedding.embedder import Vectors
from daybook.retrieve.ledger_lookup import ScoredRecord
from daybook.store import Store
from daybook.store.keys import KeyVectors
from daybook.store.search_index import SearchIndex

WindowsOf = Callable[[FoundPassage], Vectors]
"""Gives the vectors of a passage, shape (windows, dim); at least one row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingQuery:
    """A question, as a signal sees it."""

    index: SearchIndex
    """Of the rounds of whom is asked."""
    question: Vectors
    """Its unit vector, shape (1, dim)."""
    store: Store
    limit: int
    """Rounds whose keys are compared where a memory is too large to compare all."""

    async def keys(self, within: frozenset[str] | None = None) -> KeyVectors:
        """Return the keys of the owner's rounds, or of those named, the nearest at least."""
        return await self.index.near(self.question, limit=self.limit, within=within)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundQuery(RankingQuery):
    """A question that rounds are ranked for."""

    plan: RetrievalPlan
    asked_at: datetime
    ledger: Ledger
    """As of the question."""
    records: Sequence[ScoredRecord]
    """What of it says something, best first."""


class RankingSignal:
    """How a paper ranks what was found; this one leaves it, and each paper overrides what it does."""

    needs_records: ClassVar[bool] = False
    """True if it does nothing where the ledger has no records."""

    async def rank(self, candidates: list[Candidate], query: RoundQuery) -> list[Candidate]:
        """Rank candidates anew, best first, whatever the score's unit."""
        return candidates

    def rank_reranked(self, candidates: list[Candidate], plan: RetrievalPlan) -> list[Candidate]:
        """Rank candidates that a model scored (signal "rerank"), best first."""
        return candidates

    async def rank_passages(
        self, found: list[FoundPassage], windows_of: WindowsOf, history: KeyVectors, query: RankingQuery
    ) -> list[FoundPassage]:
        """Rank passages, best first, anew; `history` has keys of the rounds that may be seen."""
        return found
