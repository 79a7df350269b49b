"""Searches rounds with every phrasing of a plan, by meaning and by words, and merges what is found."""

from __future__ import annotations

from asyncio import to_thread
from collections import ChainMap
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Self

from daybook.conversation import Candidate, QuestionKind, RetrievalPlan, TimeRange
from daybook.models.embedding.embedder import Embedder, query_encoder
from daybook.retrieve.dense_search import DenseHits, QueryVectors, search_dense
from daybook.retrieve.fusion import RANGE_LIFT, fuse_ranks, rank_entries
from daybook.retrieve.ledger_lookup import RoundTexts
from daybook.retrieve.relevance import (
    dates_something_in,
    lift_event_dates,
    lift_recent,
    lift_sessions,
    lift_verbatim,
)
from daybook.retrieve.speakers import SpeakerFilter
from daybook.settings import Fusion, PaperSignals, Searches, SearchOptions, TimeMode
from daybook.store import Store
from daybook.store.bm25 import WHOLE_ROUND, LexicalIndex
from daybook.store.keys import FieldName
from daybook.store.search_index import SearchIndex
from daybook.text.unicode_text import asks

RANGE_WEIGHT = 0.5
"""Weight of a ranking among the rounds of the time range beside one among all, where ranks are merged."""
_FIRST_BY_WORDS = 10
"""The first by words are always looked at: what is typed word for word is among them."""
_MOMENT = timedelta(microseconds=1)
"""A half-open range that ends so much later holds the moment itself."""


@dataclass(frozen=True, slots=True)
class SearchScope:
    """The rounds of an owner that a question may find."""

    seen: frozenset[str] | None = None
    """The only rounds that are searched; None for all."""
    inside: frozenset[str] | None = None
    """Those of them inside the time range; None if no range counts."""


async def scope_of(
    store: Store, owner: str, period: TimeRange | None, *, mode: TimeMode, as_of: datetime | None
) -> SearchScope:
    """Find which rounds may be found, and which of them a time range prefers.

    A range lifts the rounds inside it, so a wrong one hides nothing; as a hard filter it leaves only the
    rounds that were said inside or date something into it.

    Args:
        store: has the rounds.
        owner: of the rounds.
        period: the time range of the question.
        mode: what a range does.
        as_of: what was said after it is not seen.
    """
    seen = inside = None
    if as_of is not None:
        seen = await to_thread(store.rounds_said, owner, TimeRange(None, as_of + _MOMENT))
    if period is None or mode is TimeMode.IGNORE:
        return SearchScope(seen)
    inside = await to_thread(store.rounds_said, owner, period)
    if mode is TimeMode.EVENT_FILTER:
        inside |= await to_thread(_rounds_dating_into, period, store, owner)
    if seen is not None:
        inside &= seen
    return SearchScope(inside if mode is TimeMode.EVENT_FILTER else seen, inside)


def _rounds_dating_into(period: TimeRange, store: Store, owner: str) -> set[str]:
    # Dates are read when they are asked for: a millisecond or two for every round of the memory.
    rounds = store.all_rounds(owner)
    return {round_.round_id for round_ in rounds if dates_something_in(period, round_, store.analyzer)}


@dataclass(frozen=True, slots=True)
class WordHits:
    """Hits of the searches by words."""

    rankings: tuple[tuple[str, ...], ...] = ()
    """A best-first ranking of round ids for every phrasing; empty where no round shares a word."""
    scores: Mapping[str, float] = field(default_factory=dict)
    """Of each round its best BM25 score over the phrasings."""


@dataclass(frozen=True, slots=True)
class RoundSearch:
    """The searches of one plan among the rounds of one owner, and their fusion.

    Each phrasing is searched by meaning (the keying of the options) and by words (BM25); the first rounds of
    each ranking are merged by scores or by ranks. The words of whom the question asks about count for more.
    Where ranks are merged, what lies in the time range is ranked once more among itself.
    """

    plan: RetrievalPlan
    index: SearchIndex
    words: LexicalIndex
    """Of the index."""
    options: SearchOptions
    scope: SearchScope
    side: FieldName | None
    """The only side that is searched (MemoryStack's source filter, section 3.9); None for both."""
    asked: SpeakerFilter | None
    """The speaker who is asked for; None if nobody's words count for more."""
    by_score: bool
    """Whether scores are merged, in place of ranks; one search alone keeps its ranks."""
    is_message: bool
    """Whether the question tells something and asks nothing."""

    @classmethod
    def of(cls, plan: RetrievalPlan, index: SearchIndex, options: SearchOptions, scope: SearchScope) -> Self:
        """Make the searches of a plan."""
        filters = options.signals is PaperSignals.MEMORYSTACK and QuestionKind.ASSISTANT in plan.kinds
        words, text = index.words, plan.question
        is_message = not any(asks(text[start:stop]) for start, stop in words.analyzer.sentences(text)[:1])
        asked = SpeakerFilter.by(plan, words, is_message=is_message) if options.speakers else None
        by_score = options.fusion is Fusion.SCORES and options.searches is Searches.BOTH
        side: FieldName | None = "assistant" if filters else None
        return cls(plan, index, words, options, scope, side, asked, by_score, is_message)

    async def embed(self, embedder: Embedder) -> QueryVectors:
        """Turn the phrasings into vectors, the question first.

        Names of a memory's speakers are left out: they say whose words are meant, and nothing of their
        subject.
        """
        texts = list(self.plan.phrasings)
        if self.asked is not None:
            texts = [self.asked.without_names(text) for text in texts]
        plain = await embedder.embed(texts)
        encoder = query_encoder(embedder) if self.options.query_encoder else None
        return QueryVectors(plain, plain if encoder is None else await encoder.embed(texts))

    async def by_meaning(
        self, queries: QueryVectors, keys: RoundTexts | None = None
    ) -> tuple[DenseHits, ...]:
        """Search by meaning, in each part of the scope; `keys` stand in for those of their rounds."""
        if self.options.searches is Searches.LEXICAL:
            return tuple(DenseHits() for _ in self._parts)
        found = []
        for within in self._parts:
            hits = await search_dense(
                queries,
                index=self.index,
                options=self.options,
                asked=self.asked,
                within=within,
                side=self.side,
            )
            if keys is not None and self.side is None:
                hits = keys.joined_to(hits, queries.ranking, limit=self.options.search_limit)
            found.append(hits)
        return tuple(found)

    def by_words(self) -> tuple[WordHits, ...]:
        """Search by words, in each part of the scope."""
        if self.options.searches is Searches.DENSE:
            return tuple(WordHits() for _ in self._parts)
        return tuple(self._by_words(within) for within in self._parts)

    async def fuse(
        self,
        dense: Sequence[DenseHits],
        words: Sequence[WordHits],
        store: Store,
        asked_at: datetime,
        *,
        first: int | None = None,
    ) -> list[Candidate]:
        """Merge what was found, best first.

        Where scores are merged, a message lifts what was said of late, and of sessions that are found well;
        lifted is what stands there word for word, and what dates an event into the time range.

        Args:
            dense: what `by_meaning` brought.
            words: what `by_words` brought.
            store: has the rounds.
            asked_at: what ages count from.
            first: as many at least are wanted, and rounds that cannot be among them are not read; None wants
                all.

        Returns:
            Candidates with their signals ("fused", or else "rrf", which is the score; "dense", the greatest
            keyed score; "bm25", the best score; "dense_rank" and "bm25_rank", the best rank over the
            phrasings, from 1; "time", 1 inside the range and 0 outside) and the windows that matched.
        """
        if not self.by_score:
            return await self._candidates(dict(self._by_rank(dense, words)), dense, words, store)
        analyzer, question = self.words.analyzer, self.plan.question
        scores = dict(self._by_score(dense[0], words[0]))
        if first is not None and first < len(scores) and not self.is_message:
            least = list(scores.values())[first - 1]
            by_words = {name for ranking in words[0].rankings for name in ranking[:_FIRST_BY_WORDS]}
            scores = {name: score for name, score in scores.items() if score >= least or name in by_words}
        found = await self._candidates(scores, dense, words, store)
        if self.is_message:
            found = lift_recent(lift_sessions(found), asked_at)
        found = lift_verbatim(found, question, analyzer)
        period = self.plan.time_range
        if period is None or self.options.time_mode is not TimeMode.PREFER:
            return found
        return lift_event_dates(found, period, lift=RANGE_LIFT, analyzer=analyzer)

    async def _candidates(
        self,
        scores: Mapping[str, float],
        dense: Sequence[DenseHits],
        words: Sequence[WordHits],
        store: Store,
    ) -> list[Candidate]:
        """Read the rounds that were scored, in that order."""
        rounds = await to_thread(store.rounds, self.index.owner, list(scores))
        by_meaning = _best_ranks(ranking for hits in dense for ranking in hits.rankings)
        by_words = _best_ranks(ranking for hits in words for ranking in hits.rankings)
        signals: dict[str, Mapping[str, float]] = {
            "fused" if self.by_score else "rrf": scores,
            "dense_rank": by_meaning,
            "bm25_rank": by_words,
            "dense": ChainMap(*(hits.best_scores(list(scores)) for hits in dense)),
            "bm25": ChainMap(*(dict(hits.scores) for hits in words)),
        }
        if (inside := self.scope.inside) is not None:
            signals["time"] = {name: float(name in inside) for name in scores}
        matches = ChainMap(*(dict(hits.matches) for hits in dense))
        return [
            Candidate(
                round_,
                scores[name],
                {signal: of_rounds[name] for signal, of_rounds in signals.items() if name in of_rounds},
                matches.get(name, ()),
            )
            for round_ in rounds
            for name in (round_.round_id,)
        ]

    @property
    def _parts(self) -> tuple[frozenset[str] | None, ...]:
        """The sets of rounds that are ranked, each by itself."""
        inside = self.scope.inside
        twice = self.options.time_mode is TimeMode.PREFER and not self.by_score
        return (self.scope.seen, inside) if twice and inside is not None else (self.scope.seen,)

    def _by_score(self, dense: DenseHits, words: WordHits) -> list[tuple[str, float]]:
        rankings = dense.rankings + words.rankings
        return rank_entries(
            list(dict.fromkeys(round_id for ranking in rankings for round_id in ranking)),
            dense=dense,
            index=self.words,
            phrasings=self.plan.phrasings,
            speakers=self.asked.speakers if self.asked else (),
            inside=self.scope.inside or (),
            is_message=self.is_message,
        )

    def _by_rank(self, dense: Sequence[DenseHits], words: Sequence[WordHits]) -> list[tuple[str, float]]:
        """Merge by reciprocal ranks, the rounds of the time range once more for half as much."""
        rankings: list[tuple[str, ...]] = []
        weights: list[float] = []
        for weight, by_meaning, by_words in zip((1.0, RANGE_WEIGHT), dense, words, strict=False):
            found = by_meaning.rankings + by_words.rankings
            rankings += found
            weights += [weight] * len(found)
        return fuse_ranks(rankings, k=self.options.rrf_k, weights=weights)

    def _by_words(self, within: Collection[str] | None) -> WordHits:
        scores: dict[str, float] = {}
        rankings: list[tuple[str, ...]] = []
        fields = WHOLE_ROUND if self.side is None else (self.side,)
        for phrasing in self.plan.phrasings:
            ranked = self.words.search(
                phrasing,
                fields=fields,
                limit=self.options.search_limit,
                within=within,
                okapi=not self.by_score,
            )
            rankings.append(tuple(round_id for round_id, _ in ranked))
            for round_id, score in ranked:
                scores[round_id] = max(score, scores.get(round_id, score))
        return WordHits(tuple(rankings), scores)


def _best_ranks(rankings: Iterable[Sequence[str]]) -> dict[str, float]:
    """Give the best rank of each round over the rankings, from 1."""
    best: dict[str, float] = {}
    for ranking in rankings:
        for rank, round_id in enumerate(ranking, start=1):
            best[round_id] = min(float(rank), best.get(round_id, float(rank)))
    return best
