"""Searches rounds with every phrasing of a plan, by meaning and by words, and merges what is found."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Self

from daybook.conversation import Candidate, RetrievalPlan, TimeRange
from daybook.conversation.language import Analyzer
from daybook.models.embedding.embedder import Embedder, query_encoder
from daybook.retrieve.asked_period import lift_event_dates, rounds_inside, rounds_until
from daybook.retrieve.dense_search import DenseHits, QueryVectors, search_dense
from daybook.retrieve.fusion import RANGE_LIFT, fuse_ranks, rank_entries
from daybook.retrieve.ledger_lookup import RoundTexts
from daybook.retrieve.speakers import SpeakerFilter
from daybook.retrieve.verbatim import lift_verbatim
from daybook.settings import Fusion, Searches, SearchOptions, TimeMode
from daybook.store import Store
from daybook.store.bm25 import WHOLE_ROUND, LexicalIndex
from daybook.store.keys import FieldName
from daybook.store.search_index import SearchIndex
from daybook.text.unicode_text import asks

RECENCY, HALF_LIFE = 1.0, timedelta(days=10)
"""Standard deviations by which a message lifts what was said right before it, and the age of half as much.
Each of RealMem's five people gains (678 messages: session MRR +.032 [.020, .044]); questions would lose."""
RANGE_WEIGHT = 0.5
"""What a ranking among the rounds of the time range counts beside one among all, where ranks are merged."""


async def embed_phrasings(search: RoundSearch, embedder: Embedder) -> QueryVectors:
    """Turn the phrasings of a plan into vectors, the question first.

    Names of a memory's speakers are left out: they say whose words are meant, and nothing of their subject.
    """
    texts = list(search.plan.phrasings)
    if search.asked is not None:
        texts = [search.asked.without_names(text) for text in texts]
    plain = await embedder.embed(texts)
    encoder = query_encoder(embedder) if search.options.query_encoder else None
    return QueryVectors(plain, plain if encoder is None else await encoder.embed(texts))


@dataclass(frozen=True, slots=True)
class SearchScope:
    """Which rounds of an owner a question may find."""

    seen: frozenset[str] | None = None
    """The only rounds that are searched; None for all."""
    inside: frozenset[str] | None = None
    """Those of them inside the time range; None where no range counts."""


async def scope_of(
    store: Store, owner: str, period: TimeRange | None, *, mode: TimeMode, as_of: datetime | None
) -> SearchScope:
    """Find which rounds may be found, and which of them a time range prefers.

    A range lifts the rounds inside it, so a wrong one hides nothing; as a hard filter it leaves only the
    rounds said inside, or also those that date something into it.

    Args:
        store: has the rounds.
        owner: of the rounds.
        period: the time range of the question.
        mode: what a range does.
        as_of: what was said after it is not seen.
    """
    inside = await rounds_inside(store, owner, period, mode)
    seen = await rounds_until(store, owner, as_of)
    if seen is not None and inside is not None:
        inside &= seen
    if inside is not None and mode in (TimeMode.FILTER, TimeMode.EVENT_FILTER):
        seen = inside
    return SearchScope(seen, inside)


@dataclass(frozen=True, slots=True)
class WordHits:
    """What the searches by words brought."""

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
    """The only side that is searched; None for both."""
    asked: SpeakerFilter | None
    """Whose words are asked for; None where nobody's count for more."""
    by_score: bool
    """Whether scores are merged, in place of ranks; one search alone keeps its ranks."""

    @classmethod
    def of(
        cls,
        plan: RetrievalPlan,
        index: SearchIndex,
        options: SearchOptions,
        scope: SearchScope,
        side: FieldName | None = None,
    ) -> Self:
        """Make the searches of a plan."""
        words = index.words
        asked = SpeakerFilter.by(plan, words) if options.speakers else None
        by_score = options.fusion is Fusion.SCORES and options.searches is Searches.BOTH
        return cls(plan, index, words, options, scope, side, asked, by_score)

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
        self, dense: Sequence[DenseHits], words: Sequence[WordHits], store: Store, asked_at: datetime
    ) -> list[Candidate]:
        """Merge what was found, best first.

        Where scores are merged, what was said of late is lifted unless a question comes first; so is what
        stands there word for word, and what dates an event into the time range.

        Returns:
            Candidates with their signals ("fused", or else "rrf", which is the score; "dense", the greatest
            keyed score; "bm25", the best score; "dense_rank" and "bm25_rank", the best rank over the
            phrasings, from 1; "time", 1 inside the range and 0 outside) and the windows that matched.
        """
        by_score = self.by_score
        scores = dict(self._by_score(dense[0], words[0]) if by_score else self._by_rank(dense, words))
        rounds = await to_thread(store.rounds, self.index.owner, list(scores))
        ranks = {
            "dense_rank": _best_ranks(ranking for hits in dense for ranking in hits.rankings),
            "bm25_rank": _best_ranks(ranking for hits in words for ranking in hits.rankings),
        }
        cosines = [hits.best_scores(list(scores)) for hits in dense]
        merged = "fused" if by_score else "rrf"
        found = []
        for round_ in rounds:
            round_id = round_.round_id
            signals = {merged: scores[round_id]}
            signals |= {name: float(best[round_id]) for name, best in ranks.items() if round_id in best}
            signals |= _first_of("dense", round_id, cosines)
            signals |= _first_of("bm25", round_id, [hits.scores for hits in words])
            if self.scope.inside is not None:
                signals["time"] = float(round_id in self.scope.inside)
            matches = next((hits.matches[round_id] for hits in dense if hits.matches.get(round_id)), ())
            found.append(Candidate(round_, scores[round_id], signals, matches))
        if not by_score:
            return found
        if not _begins_by_asking(self.plan.question, store.analyzer):
            found = lift_recent(found, asked_at)
        found = lift_verbatim(found, self.plan.question, store.analyzer)
        period = self.plan.time_range
        if period is None or self.options.time_mode is not TimeMode.PREFER:
            return found
        return lift_event_dates(found, period, lift=RANGE_LIFT, analyzer=store.analyzer)

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


def _begins_by_asking(text: str, analyzer: Analyzer) -> bool:
    return any(asks(text[start:stop]) for start, stop in analyzer.sentences(text)[:1])


def lift_recent(candidates: Iterable[Candidate], asked_at: datetime) -> list[Candidate]:
    """Lift rounds by how lately they were said: a message goes on with what was last spoken of."""

    def lift(candidate: Candidate) -> float:
        age = max(asked_at - candidate.round.said_at, timedelta()) / HALF_LIFE
        return RECENCY * float(0.5**age)

    lifted = [replace(candidate, score=candidate.score + lift(candidate)) for candidate in candidates]
    return sorted(lifted, key=lambda candidate: -candidate.score)


def _best_ranks(rankings: Iterable[Sequence[str]]) -> dict[str, int]:
    """Give the best rank of each round over the rankings, from 1."""
    best: dict[str, int] = {}
    for ranking in rankings:
        for rank, round_id in enumerate(ranking, start=1):
            best[round_id] = min(rank, best.get(round_id, rank))
    return best


def _first_of(name: str, round_id: str, scores: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Give the signal of the first search that scored a round."""
    return next(({name: scored[round_id]} for scored in scores if round_id in scored), {})
