"""Compares MiniLM in int8 and fp32: speed, similarity of vectors, and recall.

uv run daybook-eval bench embedding --data ../shared/data/longmemeval_s_dev.json.gz --recall 20
"""

from collections.abc import Sequence
from pathlib import Path
from statistics import mean, median
from time import perf_counter

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from daybook.conversation import Role, Round, rounds_of
from daybook.embedding import Embedder, load_embedder
from daybook_eval.data.case import Case
from daybook_eval.data.cases import read_longmemeval
from daybook_eval.embedders import cached
from daybook_eval.measures.retrieval import recall_all

NAMES = ("minilm:int8", "minilm:fp32")
SHORT, LONG = (40, 160), (900, 1100)
"""Characters of the texts timed: a sentence or two, and nearly a full window."""
TEXTS = {SHORT: 400, LONG: 120}
"""How many texts of each length are timed."""
QUERIES = 100
K = 10


async def measure(data: Path, recall: int, vector_file: Path | None) -> None:
    """Print one line a precision; `recall` questions, evenly spaced, are searched for."""
    cases = [case for case in read_longmemeval(data) if not case.abstention]
    embedders = {name: load_embedder(name) for name in NAMES}
    samples = {length: _sample(cases, embedders[NAMES[0]], length) for length in (SHORT, LONG)}
    chosen = cases[:: max(1, len(cases) // recall)][:recall] if recall else []
    table = Table("", "short/s", "long/s", "query ms", "cosine min", "mean", f"all@{K} of {len(chosen)}")
    exact = np.concatenate([await embedders[NAMES[1]].embed(texts) for texts in samples.values()])
    for name, embedder in embedders.items():
        rates = [await _rate(embedder, texts) for texts in samples.values()]
        query = await _query_time(embedder, [case.question for case in cases[:QUERIES]])
        rows = np.concatenate([await embedder.embed(texts) for texts in samples.values()])
        cosines = np.sum(rows * exact, axis=1)
        found = await _recall(chosen, embedder, vector_file)
        figures = (*(f"{rate:.0f}" for rate in rates), f"{1000 * query:.1f}")
        table.add_row(name, *figures, f"{cosines.min():.4f}", f"{cosines.mean():.4f}", found)
    Console(width=100).print(table)


def _sample(cases: Sequence[Case], embedder: Embedder, length: tuple[int, int]) -> list[str]:
    """The first windows of that length, in characters, without repetition."""
    texts: dict[str, None] = {}
    for case in cases:
        for turn in (turn for session in case.sessions for turn in session.turns):
            for start, stop in embedder.windows(turn.content):
                if length[0] <= stop - start <= length[1]:
                    texts[turn.content[start:stop]] = None
            if len(texts) >= TEXTS[length]:
                return list(texts)[: TEXTS[length]]
    return list(texts)


async def _rate(embedder: Embedder, texts: Sequence[str]) -> float:
    """Texts a second, the better of two runs."""
    times = []
    for _ in range(2):
        start = perf_counter()
        await embedder.embed(texts)
        times.append(perf_counter() - start)
    return len(texts) / min(times)


async def _query_time(embedder: Embedder, queries: Sequence[str]) -> float:
    """Seconds for one query, the median."""
    times = []
    for query in queries:
        start = perf_counter()
        await embedder.embed([query])
        times.append(perf_counter() - start)
    return median(times)


async def _recall(cases: Sequence[Case], embedder: Embedder, cache: Path | None) -> str:
    """The share of questions all of whose evidence rounds are among the first, by the user's field."""
    if not cases:
        return "-"
    stored = cached(embedder, cache)
    hits = [await _finds(case, embedder, stored) for case in track(cases, embedder.fingerprint)]
    return f"{mean(hits):.3f}"


async def _finds(case: Case, embedder: Embedder, stored: Embedder) -> float:
    rounds = [round for session in case.sessions for round in rounds_of(session, case.owner)]
    owners, windows = _windows(rounds, embedder)
    scores = await stored.embed(windows) @ (await embedder.embed([case.question]))[0]
    ranking = list(dict.fromkeys(owners[place] for place in np.argsort(-scores, kind="stable")))
    return recall_all(ranking, {round.round_id for round in case.evidence}, K)


def _windows(rounds: Sequence[Round], embedder: Embedder) -> tuple[list[str], list[str]]:
    """The windows of every user field, and the round that each is of."""
    owners, windows = [], []
    for round in rounds:
        text = round.fields.get(Role.USER, "")
        for start, stop in embedder.windows(text):
            owners.append(round.round_id)
            windows.append(text[start:stop])
    return owners, windows
