"""The search by meaning in the memory of one owner: exact, beside Chroma, at several sizes.

Rounds are made up, with five keys each, whose vectors are random directions around some thousand centres;
real ones are less alike within a topic. Each way opens the store in a process of its own.
"""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

import numpy as np

from daybook.conversation import Role, Session, Turn
from daybook.models.embedding import Vectors
from daybook.retrieve.dense_search import QueryVectors, search_dense
from daybook.settings import Keying, SearchOptions
from daybook.store import Store, open_store
from daybook.text.english import ENGLISH
from daybook_eval.bench.growth import in_fresh_process, resident_bytes
from daybook_eval.bench.yardstick import Cost, now, timed

DIM = 384
CENTRES = 4_000
NOISE = 0.9
"""Length of what is added to a centre, of length 1."""
OWNER = "one"
SESSION = 1_000
"""Rounds of a session."""
DEPTH = 50
BEGAN = datetime(2015, 1, 1, tzinfo=UTC)
OPTIONS = SearchOptions(search_limit=DEPTH)


class Scattered:
    """Gives every text a random direction near a random centre; the order of calls decides which."""

    def __init__(self, seed: int) -> None:
        self.dim, self.fingerprint = DIM, "scattered"
        self._chance = np.random.default_rng(seed)
        self._centres = _unit(np.random.default_rng(0).normal(size=(CENTRES, DIM)))

    def windows(self, text: str) -> list[tuple[int, int]]:
        """Give the text as one window."""
        return [(0, len(text))] if text.strip() else []

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Give unit vectors, shape (len(texts), DIM)."""
        near = self._centres[self._chance.integers(CENTRES, size=len(texts))]
        noise = _unit(self._chance.normal(size=(len(texts), DIM)))
        return _unit(near + NOISE * noise).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Searched:
    """What a way of searching took, and what it found."""

    opened: Cost
    """With the first question."""
    query: Cost
    """Median of a warm one."""
    memory: int
    """Bytes that the process holds more than before it was opened."""
    found: tuple[frozenset[str], ...]
    """The first rounds of each question."""

    def __str__(self) -> str:
        return (
            f"a query {self.query.ms:.1f} ms (CPU {self.query.cpu_ms:.1f}), "
            f"opened with the first in {self.opened}, {self.memory / 1e6:.0f} MB"
        )


def measure(rounds: Sequence[int] | None, questions: int, exact: bool) -> None:
    """Print the figures of each size in rounds, and Chroma's as multiples of the exact search's.

    Chroma's graph takes minutes for each hundred thousand keys.
    """
    for size in rounds or (10_000, 30_000):
        with TemporaryDirectory() as folder:
            keys = in_fresh_process(_fill, Path(folder), size)
            print(f"{size:,} rounds, {keys:,} keys")
            exactly = in_fresh_process(_search, Path(folder), None, questions)
            print(f"  exact: {exactly}")
            if not exact:
                built = in_fresh_process(_build, Path(folder))
                by_graph = in_fresh_process(_search, Path(folder), 0, questions)
                print(f"  Chroma: {by_graph}; its graph was built in {built}")
                print(f"  Chroma to exact: {_compared(by_graph, exactly)}")


def _compared(chroma: Searched, exact: Searched) -> str:
    pairs = zip(exact.found, chroma.found, strict=True)
    query, opened = chroma.query / exact.query, chroma.opened / exact.opened
    ratios = {
        "a query": query.wall,
        "of CPU time": query.cpu,
        "opened": opened.wall,
        "opened, of CPU time": opened.cpu,
        "memory": chroma.memory / exact.memory,
        f"recall@{DEPTH}": fmean(len(exact & other) / len(exact) for exact, other in pairs),
    }
    return ", ".join(f"{name} {value:.3g}" for name, value in ratios.items())


def _fill(folder: Path, rounds: int) -> int:
    with closing(_open(folder, None)) as store:
        asyncio.run(store.add(OWNER, _sessions(rounds)))
        return store.stats(OWNER).vectors


def _build(folder: Path) -> Cost:
    """Build the graph of a memory that is filled; returns what it took."""
    with closing(_open(folder, 0)) as store:
        return timed(lambda: asyncio.run(store.add(OWNER, _sessions(1))))  # nothing is new but the graph


def _search(folder: Path, exact_limit: int | None, questions: int) -> Searched:
    return asyncio.run(_asearch(folder, exact_limit, questions))


async def _asearch(folder: Path, exact_limit: int | None, questions: int) -> Searched:
    queries = await Scattered(seed=2).embed(["?"] * (1 + questions))
    before, began = resident_bytes(), now()
    with closing(_open(folder, exact_limit)) as store:
        await _nearest(store, queries[:1])
        opened = now() - began
        costs, found = [], []
        for place in range(1, 1 + questions):
            began = now()
            found.append(await _nearest(store, queries[place : place + 1]))
            costs.append(now() - began)
        return Searched(opened, Cost.median(costs), resident_bytes() - before, tuple(found))


async def _nearest(store: Store, query: Vectors) -> frozenset[str]:
    hits = await search_dense(QueryVectors(query, query), index=await store.index(OWNER), options=OPTIONS)
    return frozenset(hits.rankings[0])


def _open(folder: Path, exact_limit: int | None) -> Store:
    return open_store(
        folder,
        embedder=Scattered(seed=1),
        keying=Keying.MAX_SIM,
        analyzer=ENGLISH,
        exact_limit=exact_limit,
    )


def _sessions(rounds: int) -> Iterator[Session]:
    """Yield sessions of rounds whose user says three sentences: five keys a round."""
    for first in range(0, rounds, SESSION):
        turns = []
        for number in range(first, min(first + SESSION, rounds)):
            said = f"I counted {number} geese today. My barn has {number} doors now. We rowed {number} miles."
            turns += [Turn(Role.USER, said), Turn(Role.ASSISTANT, "Good.")]
        yield Session(f"s{first}", BEGAN + timedelta(days=first), tuple(turns))


def _unit(vectors: np.ndarray) -> np.ndarray:
    unit: np.ndarray = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return unit
