"""What measurements of speed share: what they keep, both clocks, and a scan to be held against."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from resource import RUSAGE_SELF, getrusage
from statistics import median
from time import perf_counter, process_time

import numpy as np
from rank_bm25 import BM25Plus  # type: ignore[import-untyped]

from daybook.conversation import Session, rounds_of
from daybook.models.embedding import Embedder

OWNER = "bench"


def peak_mebibytes() -> float:
    """The most memory that this process has held so far."""
    return getrusage(RUSAGE_SELF).ru_maxrss / 1024


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds by the clock, and of all processors; the second is steadier on a machine that is busy."""

    wall: float
    cpu: float

    @classmethod
    def median(cls, costs: Iterable[Cost]) -> Cost:
        """The median by either clock."""
        walls, cpus = zip(*((cost.wall, cost.cpu) for cost in costs), strict=True)
        return cls(median(walls), median(cpus))

    @property
    def ms(self) -> float:
        """Milliseconds by the clock."""
        return self.wall * 1000

    @property
    def cpu_ms(self) -> float:
        """Milliseconds of all processors."""
        return self.cpu * 1000

    def __sub__(self, earlier: Cost) -> Cost:
        return Cost(self.wall - earlier.wall, self.cpu - earlier.cpu)

    def __truediv__(self, other: Cost) -> Cost:
        """Compare with what something else took: both are ratios then."""
        return Cost(self.wall / other.wall, self.cpu / other.cpu)

    def __str__(self) -> str:
        return f"{self.wall:.2f} s (CPU {self.cpu:.2f} s)"


def now() -> Cost:
    """Read both clocks of this process; only the difference of two readings means something."""
    return Cost(perf_counter(), process_time())


def timed(work: Callable[[], object]) -> Cost:
    """Do something, and tell what it took."""
    began = now()
    work()
    return now() - began


async def atimed(work: Awaitable[object]) -> Cost:
    """Await something, and tell what it took."""
    began = now()
    await work
    return now() - began


def bare_scan(sessions: Iterable[Session], embedder: Embedder) -> Callable[[str], None]:
    """Embed both sides of every round and count its words; give what scores all of them for a question."""
    rounds = [round_ for session in sessions for round_ in rounds_of(session, "bare")]
    matrix = asyncio.run(embedder.embed([turn.content for round_ in rounds for turn in round_.turns]))
    texts = ("\n".join(turn.content for turn in round_.turns) for round_ in rounds)
    words = BM25Plus([text.lower().split() for text in texts])

    def ask(question: str) -> None:
        (query,) = asyncio.run(embedder.embed([question]))
        np.argsort(-(matrix @ query))
        np.argsort(-words.get_scores(question.lower().split()))

    return ask
