"""What may be added to a search from outside: signals that narrow it, or rank what it found."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from daybook.conversation import Candidate, FoundPassage, Ledger, RetrievalPlan
from daybook.models.embedding.embedder import Vectors
from daybook.retrieve.ledger_lookup import ScoredRecord
from daybook.store import Store
from daybook.store.keys import FieldName, KeyVectors
from daybook.store.search_index import SearchIndex

WindowsOf = Callable[[FoundPassage], Vectors]
"""Gives the vectors of a passage, shape (windows, dim); at least one row."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What of a memory is searched."""

    among: frozenset[str] | None = None
    """The ids of the rounds that may be found; None for all."""
    side: FieldName | None = None
    """The only side of a round that is searched; None for both."""


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
    """A question that rounds are searched and ranked for."""

    plan: RetrievalPlan
    ledger: Ledger
    """As of the question."""
    records: Sequence[ScoredRecord]
    """What of it says something, best first."""


class RankingSignal:
    """A further signal of a search; this one does nothing, and each overrides what it does.

    `daybook.retrieve.papers.ranking_signals` applies those that the options turn on, one after another.
    """

    joins_scores: ClassVar[bool] = False
    """Whether all signals of a round are joined into one score, as they are for reranking by a model."""

    async def narrow(self, scope: Scope, query: RoundQuery) -> Scope:
        """Narrow what is searched."""
        return scope

    async def rank(self, candidates: list[Candidate], query: RoundQuery) -> list[Candidate]:
        """Rank candidates anew: best first, in what unit soever they are scored."""
        return candidates

    async def rank_passages(
        self, found: list[FoundPassage], windows_of: WindowsOf, history: KeyVectors, query: RankingQuery
    ) -> list[FoundPassage]:
        """Rank passages, best first, anew; `history` has keys of the rounds that may be seen."""
        return found
