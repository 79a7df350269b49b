"""Where questions are handed out: the one seam that a distributed executor would take over."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Hashable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait as wait_for_end
from typing import Any, Protocol, TypeVar, runtime_checkable

from eval.data.case import Case

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

AHEAD = 2
"""Questions taken from the data file for each worker: one that it works on, and one that waits."""


@runtime_checkable
class Job(Protocol[T_co]):
    """What is done with every question. It goes to other processes, so it is small, hashable and pickles."""

    def __hash__(self) -> int: ...

    def open(self) -> Callable[[Case], T_co]:
        """Open what the questions share; called once in a process."""


class QuestionExecutor(Protocol):
    """Does a job with many questions."""

    def each(self, job: Job[T], cases: Iterable[Case]) -> Iterator[T]:
        """Yield the result of each question, in the order in which they end.

        Only a bounded number of questions is taken from `cases` ahead of their results. What the job raises
        is raised here, and ends the rest.
        """


@dataclass(frozen=True, slots=True)
class InTurn:
    """One question after the other, in this thread."""

    def each(self, job: Job[T], cases: Iterable[Case]) -> Iterator[T]:
        """See `QuestionExecutor.each`."""
        work = job.open()
        for case in cases:
            yield work(case)


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Several questions at a time: in processes where the work is ours, in threads where models do it."""

    workers: int
    processes: bool

    def each(self, job: Job[T], cases: Iterable[Case]) -> Iterator[T]:
        """See `QuestionExecutor.each`."""
        pool = self._pool()
        under_way: set[Future[T]] = set()
        try:
            for case in cases:
                under_way.add(pool.submit(_work, job, case))
                if len(under_way) >= self.workers * AHEAD:
                    ended, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                    yield from (future.result() for future in ended)
            while under_way:
                ended, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in ended)
        finally:
            pool.shutdown(cancel_futures=True)

    def _pool(self) -> Executor:
        if not self.processes:
            return ThreadPoolExecutor(self.workers)
        # spawned: a forked child of a process that runs threads may wait for ever for a lock of theirs
        return ProcessPoolExecutor(self.workers, mp_context=get_context("spawn"), initializer=_follow_parent)


@lru_cache(maxsize=1)
def _opened(job: Hashable) -> Callable[[Case], Any]:
    assert isinstance(job, Job)
    return job.open()


def _work(job: Job[T], case: Case) -> T:
    result: T = _opened(job)(case)
    return result


def _follow_parent() -> None:
    """End with the parent, however it ends; an interrupt of the keyboard is for the parent alone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        wait_for_end([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
