"""The cost of a warm question beside the bare work of one search, and the recall of the vector index.

Bare is one query embedding, exact max-sim over the same vectors in NumPy, one bm25s query over the same
rounds. Ratios are of CPU time too, which other work on the machine disturbs less.
"""

import asyncio
from collections.abc import Collection, Sequence
from pathlib import Path
from statistics import fmean, median
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from daybook import Daybook
from daybook.conversation import Round, TimeRange, rounds_of
from daybook.conversation.errors import BadInput
from daybook.models.embedding import Embedder, Vectors, load_embedder
from daybook.retrieve.dense_search import QueryVectors, search_dense
from daybook.settings import SearchOptions, Settings, VectorSearch
from daybook.store import Store
from daybook.store.keys import Key
from daybook.text.english.words import words_of
from daybook_eval.bench.yardstick import Cost, now, peak_mebibytes
from daybook_eval.data.case import Case
from daybook_eval.data.cases import read_longmemeval
from daybook_eval.embedders import cached

try:
    import bm25s  # type: ignore[import-untyped]
except ModuleNotFoundError:  # who installs the package only to use it has no need of it
    raise SystemExit("this benchmark needs bm25s: pip install bm25s") from None


class BareSearch:
    """Exact max-sim in NumPy and bm25s over the same rounds that Daybook has."""

    def __init__(self, rounds: Sequence[Round], keys: Sequence[Key], matrix: Vectors) -> None:
        places = {round.round_id: place for place, round in enumerate(rounds)}
        order = sorted(range(len(keys)), key=lambda row: places[keys[row].round_id])
        ids = [keys[row].round_id for row in order]
        self._matrix = matrix[order]
        self._starts = [row for row, name in enumerate(ids) if row == 0 or ids[row - 1] != name]
        self.round_ids = [ids[start] for start in self._starts]
        self._bm25 = bm25s.BM25()
        words = [[word for text in round.fields.values() for word in words_of(text)] for round in rounds]
        self._bm25.index(words, show_progress=False)

    def max_sim(self, query: Vectors) -> NDArray[np.float32]:
        """Score each of `round_ids` by the greatest cosine of its keys; query has shape (dim,)."""
        scores: NDArray[np.float32] = np.maximum.reduceat(self._matrix @ query, self._starts)
        return scores

    def nearest(self, query: Vectors, *, k: int, within: Collection[str] | None = None) -> set[str]:
        """Name the k rounds with the greatest scores, among those allowed."""
        ranked = [self.round_ids[place] for place in np.argsort(-self.max_sim(query), kind="stable")]
        return set([name for name in ranked if within is None or name in within][:k])

    async def search(self, question: str, embedder: Embedder) -> None:
        """Embed, score and look up one question."""
        query = (await embedder.embed([question]))[0]
        np.argsort(-self.max_sim(query))
        self._bm25.retrieve([words_of(question)], k=min(50, len(self.round_ids)), show_progress=False)


DEPTH = 50
WARM_UP = 20
"""Questions that are asked before any is timed."""


def measure(data: Path, questions: int, vector_file: Path | None) -> None:
    """Print the figures."""
    cases = list(read_longmemeval(data, limit=questions))
    if len(cases) <= WARM_UP:
        raise BadInput(f"{WARM_UP} questions warm up: give more than these", source="--questions")
    texts = [case.question for case in cases]
    embedder = load_embedder("minilm")
    with TemporaryDirectory() as folder:
        settings = Settings.of(data_dir=Path(folder))
        keeping = cached(embedder, vector_file)
        with Daybook.open(settings=settings, embedder=keeping) as daybook:
            daybook.add(cases[0].sessions, owner=cases[0].owner)
        with Daybook.open(settings=settings, embedder=embedder) as daybook:
            store = daybook.parts.store
            bare = asyncio.run(_bare_search(cases[0], store, embedder))
            _print_costs(daybook, cases[0], texts, bare)
            exact = asyncio.run(_recalls(cases[0], texts, store, embedder, bare))
        settings = settings.changed(vectors=VectorSearch.CHROMA)
        with Daybook.open(settings=settings, embedder=embedder) as daybook:
            indexed = asyncio.run(_recalls(cases[0], texts, daybook.parts.store, embedder, bare))
    for name, recalls in (("scored exactly (the default)", exact), ("through HNSW", indexed)):
        print(f"dense recall@{DEPTH}, {name}: {recalls[0]:.4f}; in a time range: {recalls[1]:.4f}")
    print(f"peak memory: {peak_mebibytes():.0f} MiB")


async def _bare_search(case: Case, store: Store, embedder: Embedder) -> BareSearch:
    rounds = [round for session in case.sessions for round in rounds_of(session, case.owner)]
    index = await store.index(case.owner)
    kept = await index.near(await embedder.embed([case.question]), limit=len(rounds))
    return BareSearch(rounds, [kept.key(row) for row in range(len(kept))], kept.matrix)


def _print_costs(daybook: Daybook, case: Case, questions: Sequence[str], bare: BareSearch) -> None:
    """Ask every question once, the first ones to warm up, with a bare search before each."""
    loop = asyncio.new_event_loop()
    costs, bares, searches = list[Cost](), list[Cost](), list[int]()
    stages: dict[str, list[float]] = {}
    for place, question in enumerate(questions):
        began = now()
        loop.run_until_complete(bare.search(question, daybook.parts.embedder))
        searched = now()
        answer = daybook.ask(question, owner=case.owner, asked_at=case.asked_at)
        if place < WARM_UP:
            continue
        costs.append(now() - searched)
        bares.append(searched - began)
        searches.append(len(answer.plan.phrasings) * (1 if answer.plan.time_range is None else 2))
        for stage, duration in answer.timings.items():
            stages.setdefault(stage, []).append(duration)
    loop.close()
    for name in ("wall", "cpu"):
        whole, least = ([getattr(cost, name) * 1000 for cost in taken] for taken in (costs, bares))
        each = [cost / count for cost, count in zip(whole, searches, strict=True)]
        print(
            f"{name} p50: a warm question {median(whole):.1f} ms, {median(each):.1f} ms for each of its "
            f"{fmean(searches):.1f} searches; a bare search {median(least):.2f} ms; "
            f"ratio {median(each) / median(least):.1f}"
        )
    steps = ", ".join(f"{stage} {median(durations):.1f}" for stage, durations in stages.items())
    print(f"its steps, p50 in ms: {steps}")


async def _recalls(
    case: Case, questions: Sequence[str], store: Store, embedder: Embedder, bare: BareSearch
) -> tuple[float, float]:
    """Compare the store's dense ranking with the exact one, over all rounds and over the middle third."""
    moments = sorted(session.started_at for session in case.sessions)
    third = TimeRange(moments[len(moments) // 3], moments[2 * len(moments) // 3])
    within = store.rounds_said(case.owner, third)
    index, options = await store.index(case.owner), SearchOptions(search_limit=DEPTH)
    recalls: list[list[float]] = [[], []]
    for query in await embedder.embed(questions):
        vectors = QueryVectors(query[None], query[None])
        for found, allowed in zip(recalls, (None, within), strict=True):
            hits = await search_dense(vectors, index=index, options=options, within=allowed)
            wanted = bare.nearest(query, k=DEPTH, within=allowed)
            found.append(len(wanted.intersection(hits.rankings[0])) / len(wanted))
    return fmean(recalls[0]), fmean(recalls[1])
