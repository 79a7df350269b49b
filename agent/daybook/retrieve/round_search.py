"""Searches rounds with every phrasing of a plan, by meaning and by words, and merges what is found."""

from asyncio import to_thread
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from daybook.conversation import Candidate, RetrievalPlan, Round, Span
from daybook.models.embedding.embedder import Embedder, query_encoder
from daybook.retrieve.asked_period import rounds_inside, rounds_until
from daybook.retrieve.dense_search import DenseHits, QueryVectors, search_dense
from daybook.retrieve.fusion import fuse_ranks, rank_entries
from daybook.retrieve.ledger_lookup import RecordKeys
from daybook.retrieve.speakers import SpeakerFilter
from daybook.settings import Searches, SearchOptions, TimeMode
from daybook.store import Store
from daybook.store.bm25 import WHOLE_ROUND
from daybook.store.keys import FieldName
from daybook.store.search_index import SearchIndex


async def embed_phrasings(
    plan: RetrievalPlan, *, index: SearchIndex, embedder: Embedder, options: SearchOptions
) -> QueryVectors:
    """Turn the phrasings of a plan into vectors, the question first.

    Names of a memory's speakers are left out unless the options keep them: they say whose words are meant,
    and nothing of their subject.
    """
    texts = list(plan.phrasings)
    if options.speakers and not options.names_searched:
        speakers = SpeakerFilter.by(plan, index.words)
        texts = [speakers.without_names(text) for text in texts]
    plain = await embedder.embed(texts)
    encoder = query_encoder(embedder) if options.query_encoder else None
    return QueryVectors(plain, plain if encoder is None else await encoder.embed(texts))


@dataclass(frozen=True, slots=True)
class RankedRounds:
    """What a search of rounds found."""

    candidates: list[Candidate]
    """Best first, with their signals ("fused", or else "rrf", which is the score; "dense", the greatest keyed
    score; "bm25", the best score; "dense_rank" and "bm25_rank", the best rank over the phrasings, from 1;
    "time", 1 inside the range and 0 outside) and the windows that matched."""
    vectors: str
    """What searched by meaning: see `Pipeline.vectors`."""


async def search_rounds(
    plan: RetrievalPlan,
    queries: QueryVectors,
    *,
    index: SearchIndex,
    store: Store,
    options: SearchOptions,
    as_of: datetime | None = None,
    records: RecordKeys | None = None,
    among: frozenset[str] | None = None,
    side: FieldName | None = None,
) -> RankedRounds:
    """Find the rounds of one owner that bear on a plan.

    Each phrasing is searched by meaning (the keying of the options) and by words (BM25); the first rounds of
    each ranking are merged by scores or by ranks. The words of whom the question asks about count for more. A
    time range lifts the rounds inside it, so a wrong one hides nothing; as a hard filter it leaves only the
    rounds said inside, or also those that date something into it.

    Args:
        plan: what is asked.
        queries: the vectors of its phrasings, as `embed_phrasings` makes them.
        index: of the owner's rounds.
        store: has them.
        options: how they are searched and merged.
        as_of: what was said after it is not seen.
        records: find their rounds as the rounds' own keys do.
        among: the only rounds that are seen; None for all.
        side: the only side that is searched; None for both.
    """
    inside = await rounds_inside(store, index.owner, plan.time_range, options.time_mode)
    seen = await rounds_until(store, index.owner, as_of)
    if among is not None:
        seen = among if seen is None else seen & among
    if seen is not None and inside is not None:
        inside &= seen
    asked = SpeakerFilter.by(plan, index.words) if options.speakers else None
    searches = _Searches(plan, queries, index, options, asked, records, side)
    by_score = options.merges_scores
    filtered = inside is not None and options.time_mode in (TimeMode.FILTER, TimeMode.EVENT_FILTER)
    found = [await searches.among(inside if filtered else seen)]
    if inside is not None and options.time_mode is TimeMode.PREFER and not by_score:
        found.append(await searches.among(inside, weight=options.rrf_range_weight))
    scores = dict(searches.by_score(found[0], inside or ()) if by_score else searches.by_rank(found))
    rounds = await to_thread(store.rounds, index.owner, list(scores))
    ranks = {
        "dense_rank": _best_ranks(ranking for hits in found for ranking in hits.dense.rankings),
        "bm25_rank": _best_ranks(ranking for hits in found for ranking in hits.lexical.rankings),
    }
    merged = "fused" if by_score else "rrf"
    cosines = [hits.dense.best_scores(list(scores)) for hits in found]
    candidates = [
        _candidate(round_, {merged: scores[round_.round_id]}, found, cosines, inside, ranks)
        for round_ in rounds
    ]
    return RankedRounds(candidates, found[0].dense.found_by)


@dataclass(frozen=True, slots=True)
class _LexicalHits:
    """What the lexical searches of a plan brought."""

    rankings: tuple[tuple[str, ...], ...] = ()
    """A best-first ranking of round ids for every phrasing; empty where no round shares a word."""
    by_asked: tuple[tuple[str, ...], ...] = ()
    """The same by the words of whom the question asks about, where the options count it."""
    scores: Mapping[str, float] = field(default_factory=dict)
    """Of each round its best BM25 score over the phrasings."""


@dataclass(frozen=True, slots=True)
class _Hits:
    """What all searches of a plan brought, among all rounds or among some."""

    dense: DenseHits
    lexical: _LexicalHits
    weight: float

    @property
    def rankings(self) -> tuple[tuple[str, ...], ...]:
        return self.dense.rankings + self.lexical.rankings


@dataclass(frozen=True, slots=True)
class _Searches:
    """The searches of one plan in the memory of one owner."""

    plan: RetrievalPlan
    queries: QueryVectors
    index: SearchIndex
    options: SearchOptions
    asked: SpeakerFilter | None
    records: RecordKeys | None
    side: FieldName | None

    async def among(self, within: Collection[str] | None, *, weight: float = 1.0) -> _Hits:
        """Make them, among the rounds named or among all; their rankings count `weight`."""
        dense, lexical = DenseHits(), _LexicalHits()
        if self.options.searches is not Searches.LEXICAL:
            dense = await search_dense(
                self.queries,
                index=self.index,
                options=self.options,
                asked=self.asked,
                within=within,
                side=self.side,
            )
            if self.records is not None and self.side is None:
                dense = self.records.joined_to(dense, self.queries.ranking, limit=self.options.search_limit)
        if self.options.searches is not Searches.DENSE:
            lexical = self._by_words(within)
        return _Hits(dense, lexical, weight)

    def by_score(self, hits: _Hits, inside: Collection[str]) -> list[tuple[str, float]]:
        """Merge what was found by the scores."""
        return rank_entries(
            list(dict.fromkeys(round_id for ranking in hits.rankings for round_id in ranking)),
            dense=hits.dense,
            index=self.index.words,
            phrasings=self.plan.phrasings,
            speakers=self.asked.speakers if self.asked else (),
            options=self.options,
            inside=inside,
        )

    def by_rank(self, found: Sequence[_Hits]) -> list[tuple[str, float]]:
        """Merge what was found by reciprocal ranks; in either search the first ranking is the question's."""
        options = self.options
        rankings: list[tuple[str, ...]] = []
        weights: list[float] = []
        for hits in found:
            for weight, of_phrasings in (
                (1.0, hits.dense.rankings),
                (options.rrf_statement_weight, hits.dense.by_statement),
                (options.rrf_round_weight, hits.lexical.rankings),
                (options.rrf_asked_weight, hits.lexical.by_asked),
            ):
                for place, ranking in enumerate(of_phrasings):
                    rankings.append(ranking)
                    weights.append(hits.weight * weight * (options.rrf_phrasing_weight if place else 1))
        return fuse_ranks(rankings, k=options.rrf_k, weights=weights)

    def _by_words(self, within: Collection[str] | None) -> _LexicalHits:
        scores: dict[str, float] = {}
        rankings: list[tuple[str, ...]] = []
        fields = WHOLE_ROUND if self.side is None else (self.side,)
        for phrasing in self.plan.phrasings:
            ranked = self.index.words.search(
                phrasing,
                fields=fields,
                limit=self.options.search_limit,
                within=within,
                okapi=not self.options.merges_scores,
            )
            rankings.append(tuple(round_id for round_id, _ in ranked))
            for round_id, score in ranked:
                scores[round_id] = max(score, scores.get(round_id, score))
        by_asked: tuple[tuple[str, ...], ...] = ()
        if self.options.rrf_asked_weight and self.side is None:
            by_asked = tuple(self._by_asked(phrasing, within) for phrasing in self.plan.phrasings)
        return _LexicalHits(tuple(rankings), by_asked, scores)

    def _by_asked(self, phrasing: str, within: Collection[str] | None) -> tuple[str, ...]:
        """Rank by the words of the speakers whom the question names, or of the user."""
        speakers = self.asked.speakers if self.asked else ()
        found: dict[str, float] = {}
        for speaker in speakers or (None,):
            fields = WHOLE_ROUND if speaker else ("user",)
            for round_id, score in self.index.words.search(
                phrasing, fields=fields, speaker=speaker, limit=self.options.search_limit, within=within
            ):
                found[round_id] = max(score, found.get(round_id, score))
        return tuple(sorted(found, key=lambda round_id: -found[round_id])[: self.options.search_limit])


def _best_ranks(rankings: Iterable[Sequence[str]]) -> dict[str, int]:
    """Give the best rank of each round over the rankings, from 1."""
    best: dict[str, int] = {}
    for ranking in rankings:
        for rank, round_id in enumerate(ranking, start=1):
            best[round_id] = min(rank, best.get(round_id, rank))
    return best


def _candidate(
    round_: Round,
    merged: Mapping[str, float],
    found: Sequence[_Hits],
    cosines: Sequence[Mapping[str, float]],
    inside: Collection[str] | None,
    ranks: Mapping[str, Mapping[str, int]],
) -> Candidate:
    round_id = round_.round_id
    signals = {**merged}
    signals |= {signal: float(best[round_id]) for signal, best in ranks.items() if round_id in best}
    matches: tuple[Span, ...] = ()
    for hits, dense in zip(found, cosines, strict=True):
        if round_id in dense:
            signals.setdefault("dense", dense[round_id])
        if round_id in hits.lexical.scores:
            signals.setdefault("bm25", hits.lexical.scores[round_id])
        matches = matches or hits.dense.matches.get(round_id, ())
    if inside is not None:
        signals["time"] = float(round_id in inside)
    return Candidate(round_, next(iter(merged.values())), signals, matches)
