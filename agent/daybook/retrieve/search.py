"""Searches with every phrasing of a plan, by meaning and by words, and merges what is found."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from daybook.conversation import Candidate, QuestionKind, RetrievalPlan, Round, Span, TimeRange
from daybook.embedding.protocol import Embedder, Vectors
from daybook.retrieve.dense import DenseHits, search_dense
from daybook.retrieve.event_dates import dates_something_in
from daybook.retrieve.lexical import LexicalHits, search_lexical
from daybook.retrieve.rank_fusion import fuse_ranks
from daybook.retrieve.record_keys import RecordKeys
from daybook.retrieve.score_fusion import fuse_scores
from daybook.retrieve.speakers import SpeakerFilter
from daybook.settings import Ranking, SearchOptions, TimeMode
from daybook.store import Store
from daybook.store.keys import FieldName
from daybook.store.lexical import WHOLE_ROUND
from daybook.store.search_index import SearchIndex

_MOMENT = timedelta(microseconds=1)
"""A half-open range that ends so much later holds the moment itself."""


async def embed_phrasings(
    plan: RetrievalPlan, *, owner: str, store: Store, embedder: Embedder, options: SearchOptions
) -> Vectors:
    """Turn the phrasings of a plan into the vectors that memory is searched with.

    The names of a memory's speakers say whose words are meant, and nothing of what they are about, so they
    are left out unless the options keep them.

    Returns:
        Unit vectors, shape (phrasings, dim); the question first.

    Raises:
        ModelError: the embedder failed.
    """
    if not options.speakers or options.names_searched:
        return await embedder.embed(plan.phrasings)
    speakers = SpeakerFilter.by(plan, (await store.index(owner)).words)
    return await embedder.embed([speakers.without_names(text) for text in plan.phrasings])


async def search_rounds(
    plan: RetrievalPlan,
    queries: Vectors,
    *,
    owner: str,
    store: Store,
    options: SearchOptions,
    as_of: datetime | None = None,
    records: RecordKeys | None = None,
    among: frozenset[str] | None = None,
    source_filter: bool = False,
) -> list[Candidate]:
    """Find the rounds of one owner that bear on a plan.

    Each phrasing is searched by meaning (the keying of the options) and by words (BM25); the first
    rounds of each ranking are merged by their scores, or by their ranks. The words of whom the question
    asks about count for more. A time range lifts the rounds
    inside it, and a wrong one hides nothing; as a hard filter it leaves only the rounds said inside, or
    those and the ones that date something into it; ignored, it does nothing. What was said after `as_of`
    is not seen. `records` find their rounds as the rounds' own keys do. Rounds that are not `among` those
    given are not seen either. With the source filter the assistant's side alone is searched where its words
    are asked for (MemoryStack, section 3.9). `queries` are the vectors of the plan's phrasings, as
    `embed_phrasings` makes them.

    Returns:
        Candidates, best first, with their signals ("fused", or else "rrf", which is the score; "dense",
        the greatest keyed score; "bm25", the best score; "dense_rank" and "bm25_rank", the best rank over
        the phrasings, from 1; "time", 1 inside the range and 0 outside) and the windows that matched.

    Raises:
        StoreError: the memory cannot be read.
    """
    inside = await to_thread(_rounds_inside, plan, owner, store, options)
    until = None if as_of is None else TimeRange(None, as_of + _MOMENT)
    seen = None if until is None else await to_thread(store.rounds_said, owner, until)
    index = await store.index(owner)
    if among is not None:
        seen = among if seen is None else seen & among
    if seen is not None and inside is not None:
        inside &= seen
    asked = SpeakerFilter.by(plan, index.words) if options.speakers else None
    side: FieldName | None = "assistant" if source_filter and QuestionKind.ASSISTANT in plan.kinds else None
    searches = _Searches(plan, queries, index, options, asked, records, side)
    by_score = options.ranking is Ranking.FUSED
    filtered = inside is not None and options.time_mode in (TimeMode.FILTER, TimeMode.EVENT_FILTER)
    found = [await searches.among(inside if filtered else seen)]
    if inside is not None and options.time_mode is TimeMode.PREFER and not by_score:
        found.append(await searches.among(inside, weight=options.rrf_range_weight))
    scores = dict(searches.by_score(found[0], inside or ()) if by_score else searches.by_rank(found))
    rounds = await to_thread(store.rounds, owner, list(scores))
    ranks = {
        "dense_rank": _best_ranks(ranking for hits in found for ranking in hits.dense.rankings),
        "bm25_rank": _best_ranks(ranking for hits in found for ranking in hits.lexical.rankings),
    }
    name = "fused" if by_score else "rrf"
    return [_candidate(round, {name: scores[round.round_id]}, found, inside, ranks) for round in rounds]


@dataclass(frozen=True, slots=True)
class _Hits:
    """What all searches of a plan brought, among all rounds or among some."""

    dense: DenseHits
    lexical: LexicalHits
    weight: float
    phrasing_weight: float

    @property
    def rankings(self) -> tuple[tuple[str, ...], ...]:
        return self.dense.rankings + self.lexical.rankings

    @property
    def weights(self) -> list[float]:
        """Of each ranking; in either search the first is that of the question."""
        return [
            self.weight * (self.phrasing_weight if place else 1)
            for hits in (self.dense, self.lexical)
            for place, _ in enumerate(hits.rankings)
        ]


@dataclass(frozen=True, slots=True)
class _Searches:
    """The searches of one plan in the memory of one owner."""

    plan: RetrievalPlan
    queries: Vectors
    index: SearchIndex
    options: SearchOptions
    asked: SpeakerFilter | None
    records: RecordKeys | None
    side: FieldName | None
    """The only one that is searched; None for both."""

    async def among(self, within: Collection[str] | None, *, weight: float = 1.0) -> _Hits:
        """Make them, among the rounds named or among all; their rankings count `weight`."""
        dense = DenseHits()
        lexical = LexicalHits(rankings=(), scores={})
        if self.options.ranking is not Ranking.LEXICAL:
            dense = await search_dense(
                self.queries,
                index=self.index,
                options=self.options,
                asked=self.asked,
                within=within,
                side=self.side,
            )
            if self.records is not None and self.side is None:
                dense = self.records.joined_to(dense, self.queries, limit=self.options.search_limit)
        if self.options.ranking is not Ranking.DENSE:
            lexical = search_lexical(
                self.plan.phrasings,
                index=self.index.words,
                limit=self.options.search_limit,
                within=within,
                fields=WHOLE_ROUND if self.side is None else (self.side,),
            )
        return _Hits(dense, lexical, weight, self.options.rrf_phrasing_weight)

    def by_score(self, hits: _Hits, inside: Collection[str]) -> list[tuple[str, float]]:
        """Merge what was found by the scores."""
        return fuse_scores(
            list(dict.fromkeys(round_id for ranking in hits.rankings for round_id in ranking)),
            dense=hits.dense,
            index=self.index.words,
            phrasings=self.plan.phrasings,
            speakers=self.asked.speakers if self.asked else (),
            options=self.options,
            inside=inside,
        )

    def by_rank(self, found: Sequence[_Hits]) -> list[tuple[str, float]]:
        """Merge what was found by reciprocal ranks."""
        return fuse_ranks(
            [ranking for hits in found for ranking in hits.rankings],
            k=self.options.rrf_k,
            weights=[weight for hits in found for weight in hits.weights],
        )


def _best_ranks(rankings: Iterable[Sequence[str]]) -> dict[str, int]:
    """Give the best rank of each round over the rankings, from 1."""
    best: dict[str, int] = {}
    for ranking in rankings:
        for rank, round_id in enumerate(ranking, start=1):
            best[round_id] = min(rank, best.get(round_id, rank))
    return best


def _candidate(
    round: Round,
    merged: Mapping[str, float],
    found: Sequence[_Hits],
    inside: Collection[str] | None,
    ranks: Mapping[str, Mapping[str, int]],
) -> Candidate:
    name = round.round_id
    signals = {**merged}
    signals |= {signal: float(best[name]) for signal, best in ranks.items() if name in best}
    matches: tuple[Span, ...] = ()
    for hits in found:
        if (score := hits.dense.score(name)) is not None:
            signals.setdefault("dense", score)
        if name in hits.lexical.scores:
            signals.setdefault("bm25", hits.lexical.scores[name])
        matches = matches or hits.dense.matches.get(name, ())
    if inside is not None:
        signals["time"] = float(name in inside)
    return Candidate(round, next(iter(merged.values())), signals, matches)


def _rounds_inside(
    plan: RetrievalPlan, owner: str, store: Store, options: SearchOptions
) -> frozenset[str] | None:
    """Name the rounds inside the plan's time range; None where no range counts."""
    period = plan.time_range
    if period is None or options.time_mode is TimeMode.IGNORE:
        return None
    said = store.rounds_said(owner, period)
    if options.time_mode is not TimeMode.EVENT_FILTER:
        return said
    # Dates are read when they are asked for: a millisecond or two for every round of the memory.
    return said | {one.round_id for one in store.all_rounds(owner) if dates_something_in(period, one)}
