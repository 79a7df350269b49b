"""Executors: distribute questions sequentially, over threads or over processes (`ray_executor`: over Ray)."""

import os
import signal
import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, MutableMapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait as wait_for_end
from typing import Any, Protocol, TypeAlias, TypeVar, runtime_checkable

from daybook.conversation.errors import DaybookError
from daybook_eval.data.case import Case

TOGETHER = 20
"""Questions of one history that are handed out at a time. Their results come together, so more of them would
be lost with a worker, and a history of fewer would be kept for each of its questions anew."""


def by_history(cases: Iterable[Case], *, most: int = TOGETHER) -> Iterator[tuple[Case, ...]]:
    """Group questions that follow one another and share a history, `most` at a time.

    No question of a group sees less of the history than the one before it: a memory only grows.
    """
    together: list[Case] = []
    for case in cases:
        last = together[-1] if together else case
        shrinks = len(case.sessions) < len(last.sessions)
        if case.owner != last.owner or shrinks or len(together) == most:
            yield tuple(together)
            together = []
        together.append(case)
    if together:
        yield tuple(together)


T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Group: TypeAlias = tuple[Case, ...]
"""Questions that share a history."""

AHEAD = 2
"""Groups taken from the data file for each worker: one that it works on, and one that waits."""


class WorkerDied(DaybookError):
    """A worker process died, and its results are lost.

    `cases` are the questions that were under way, whoever had them: a pool breaks as a whole.
    """

    def __init__(self, cases: Iterable[Case]) -> None:
        self.cases = tuple(cases)
        super().__init__(
            "a worker process died, killed from outside or for want of memory (--concurrency makes them"
            f" fewer), with {len(self.cases)} questions under way"
        )


@runtime_checkable
class Job(Protocol[T_co]):
    """The work on every question. It is sent to other processes, so it is small, hashable and picklable."""

    def __hash__(self) -> int: ...

    def open(self) -> Callable[[Group], Iterable[T_co]]:
        """Open what all questions share, once a process; the returned function yields a result for each."""


class QuestionExecutor(Protocol):
    """Runs a job over many questions."""

    def each(self, job: Job[T], cases: Iterable[Case]) -> Iterator[T]:
        """Yield the result of each question, in the order in which they end.

        Successive questions of one history are handed out together. Only a bounded number is taken from
        `cases` ahead. What the job raises is raised here, and ends the rest.

        Raises:
            WorkerDied: a process that worked for it is gone.
        """


@dataclass(frozen=True, slots=True)
class SequentialExecutor:
    """Runs one question after the other, in this thread."""

    def each(self, job: Job[T], cases: Iterable[Case]) -> Iterator[T]:
        """See `QuestionExecutor.each`."""
        work = job.open()
        for group in by_history(cases):
            yield from work(group)


@dataclass(frozen=True, slots=True)
class ThreadExecutor:
    """Runs several at a time in threads: for jobs that wait for model servers."""

    workers: int

    def each(self, job: Job[T], cases: Iterable[Case]) -> Iterator[T]:
        """See `QuestionExecutor.each`; an interrupt waits for the question that each thread is at."""
        work, ended = job.open(), threading.Event()

        def do(group: Group) -> list[T]:
            if ended.is_set():
                return []
            return list(takewhile(lambda _: not ended.is_set(), work(group)))

        with ThreadPoolExecutor(self.workers) as pool:
            try:
                yield from results(lambda group: pool.submit(do, group), cases, {}, self.workers * AHEAD)
            finally:
                ended.set()


@dataclass(frozen=True, slots=True)
class ProcessExecutor:
    """Runs several at a time in processes: for CPU-bound jobs."""

    workers: int

    def each(self, job: Job[T], cases: Iterable[Case]) -> Iterator[T]:
        """See `QuestionExecutor.each`; an interrupt ends the processes where they are."""
        # spawned: a forked child of a process that runs threads may wait for ever for a lock of theirs
        context = get_context("spawn")
        stop, stopper = context.Pipe(duplex=False)
        pool = ProcessPoolExecutor(
            self.workers, mp_context=context, initializer=_exit_with_parent, initargs=(stop,)
        )
        under_way: dict[Future[list[T]], Group] = {}
        try:
            yield from results(
                lambda group: pool.submit(work_of, job, group), cases, under_way, self.workers * AHEAD
            )
            pool.shutdown()
        except BrokenProcessPool:
            raise WorkerDied(case for group in under_way.values() for case in group) from None
        finally:
            stopper.close()
            pool.shutdown(cancel_futures=True)
            stop.close()


def results(
    submit: Callable[[Group], Future[list[T]]],
    cases: Iterable[Case],
    under_way: MutableMapping[Future[list[T]], Group],
    most: int,
) -> Iterator[T]:
    """Yield results as they end, with `most` groups handed out.

    `under_way` holds the groups whose results have not been yielded.
    """
    for group in by_history(cases):
        under_way[submit(group)] = group
        if len(under_way) >= most:
            yield from _ended(under_way)
    while under_way:
        yield from _ended(under_way)


def _ended(under_way: MutableMapping[Future[list[T]], Group]) -> Iterator[T]:
    """Yield what has ended, first what ended well."""
    ended, _ = wait(under_way, return_when=FIRST_COMPLETED)
    for future in sorted(ended, key=lambda future: future.exception() is not None):
        yield from future.result()
        del under_way[future]


@lru_cache(maxsize=1)
def _opened(job: Hashable) -> Callable[[Group], Iterable[Any]]:
    assert isinstance(job, Job)
    return job.open()


def work_of(job: Job[T], group: Group) -> list[T]:
    """Do the job with the questions of a group, in a process that opens the job once."""
    return list(_opened(job)(group))


def _exit_with_parent(stop: Connection) -> None:
    """Exit when the parent says so or is gone; keyboard interrupts are left to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        wait_for_end([stop])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
