"""The ranking signals that a paper's preset adds to a search."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from daybook.conversation import Candidate, FoundPassage, Ledger, RetrievalPlan
from daybook.models.embedding.embedder import Vectors
from daybook.retrieve.ledger_lookup import ScoredRecord
from daybook.store import Store
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
    """Rounds that are ranked, or compared where a memory is too large to compare all."""
    seen: frozenset[str] | None
    """The only rounds that may be seen; None for all."""
    plan: RetrievalPlan
    asked_at: datetime
    ledger: Ledger
    """As of the question."""
    records: Sequence[ScoredRecord]
    """Its relevant records, best first."""


class RankingSignal:
    """How a paper ranks what was found; this one leaves it, and each paper overrides what it does."""

    needs_records: ClassVar[bool] = False
    """True if it does nothing where the ledger has no records."""

    async def rank(self, candidates: list[Candidate], query: RankingQuery) -> list[Candidate]:
        """Rank candidates anew, best first, whatever the score's unit."""
        return candidates

    def rank_reranked(self, candidates: list[Candidate], plan: RetrievalPlan) -> list[Candidate]:
        """Rank candidates that a model scored (signal "rerank"), best first."""
        return candidates

    async def rank_passages(
        self, found: list[FoundPassage], windows_of: WindowsOf, query: RankingQuery
    ) -> list[FoundPassage]:
        """Rank passages anew, best first."""
        return found
