"""What measurements of speed share: what they keep, both clocks, and a scan to be held against."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from statistics import quantiles
from time import perf_counter, process_time

import numpy as np
from rank_bm25 import BM25Plus  # type: ignore[import-untyped]

from daybook.conversation import Session, rounds_of
from daybook.models.embedding import Embedder, Vectors
from daybook_eval.data.cases import read_longmemeval
from daybook_eval.messages import DEVELOPMENT, read_messages


def one_history(data: Path) -> Iterator[Session]:
    """Give the sessions of all questions of a file as one history, each under a name of its own."""
    for case in read_longmemeval(data):
        for number, session in enumerate(case.sessions):
            yield Session(f"{case.question_id}-{number}", session.started_at, session.turns)


def everyday_messages(count: int) -> list[str]:
    """Give the first messages of the development set that are no plain questions about memory."""
    return [message.message for message in read_messages(DEVELOPMENT).messages if not message.contrast][
        :count
    ]


def p95(values: Sequence[float]) -> float:
    """The 95th percentile of at least two values."""
    return quantiles(values, n=20)[-1]


def peak_mebibytes() -> float:
    """The most memory that this process has held so far."""
    return getrusage(RUSAGE_SELF).ru_maxrss / 1024


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds by the clock, and of all processors; the second is steadier on a machine that is busy."""

    wall: float
    cpu: float

    def __sub__(self, earlier: Cost) -> Cost:
        return Cost(self.wall - earlier.wall, self.cpu - earlier.cpu)

    def __str__(self) -> str:
        return f"{self.wall:.2f} s (CPU {self.cpu:.2f} s)"


def now() -> Cost:
    """Read both clocks of this process; only the difference of two readings means something."""
    return Cost(perf_counter(), process_time())


@dataclass(frozen=True)
class BareScan:
    """The rounds of one owner: a vector for each side, and the words of each round."""

    embedder: Embedder
    matrix: Vectors
    words: BM25Plus

    @classmethod
    def build(cls, sessions: Iterable[Session], embedder: Embedder) -> BareScan:
        """Embed both sides of every round, and count the words of every round."""
        rounds = [round_ for session in sessions for round_ in rounds_of(session, "bare")]
        sides = [turn.content for round_ in rounds for turn in round_.turns]
        matrix = asyncio.run(embedder.embed(sides))
        texts = ("\n".join(turn.content for turn in round_.turns) for round_ in rounds)
        return cls(embedder, matrix, BM25Plus([text.lower().split() for text in texts]))

    def ask(self, question: str, best: int = 50) -> None:
        """Score everything, both ways, and take the best."""
        (query,) = asyncio.run(self.embedder.embed([question]))
        np.argsort(-(self.matrix @ query))[:best]
        np.argsort(-self.words.get_scores(question.lower().split()))[:best]
