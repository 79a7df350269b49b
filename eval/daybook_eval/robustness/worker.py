"""Real processes that hold a memory open, do what they are told through a pipe, and can be killed.

They are forked from a server process that has paid for the imports and has nothing else: no store, no event
loop, no thread of its own. So a process costs milliseconds, and inherits nothing that a fork could break.
"""

import multiprocessing
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from time import monotonic
from typing import Any

from daybook.conversation.errors import DaybookError
from daybook.library.daybook import Daybook
from daybook.models.embedding import Embedder
from daybook.settings import Settings
from daybook_eval.robustness.operations import Operation, Reply, perform

BOUND = 30.0
"""Seconds in which every operation must be done, also beside another process and after a kill."""
_PRELOADED = (
    "__main__",
    "alembic.command",
    "alembic.config",
    "chromadb",
    "daybook.graph.chat",
    "daybook.graph.recall",
    "daybook.graph.remember",
    "daybook_eval.robustness.examination",
    "daybook_eval.robustness.worker",
    "langchain_core.prompt_values",
    "numpy.random",
)
"""Modules that the server imports; a missing one is skipped."""


class Stuck(Exception):
    """A process has not done an operation in `BOUND` seconds."""


class Died(Exception):
    """A process ended by itself; its traceback, where it has one, is on standard error."""


def forked(work: Callable[..., None], *given: Any) -> tuple[BaseProcess, Connection]:
    """Start a process that does some work with its end of a pipe and what is given; returns the other end."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(_PRELOADED))
    ours, theirs = context.Pipe()
    process = context.Process(target=work, args=(theirs, *given), daemon=True)
    process.start()
    theirs.close()
    return process, ours


class Worker:
    """A process with a memory open, seen from the one that started it."""

    def __init__(self, settings: Settings, owner: str, embedder: Embedder | None) -> None:
        """Start it."""
        self.process, self.connection = forked(_serve, settings, owner, embedder)
        self.doing: Operation | None = None
        """Operations that have no reply yet."""
        self.since = monotonic()

    def begin(self, operation: Operation) -> None:
        """Tell it to do something; it does one thing at a time."""
        self.doing, self.since = operation, monotonic()
        try:
            self.connection.send(operation)
        except OSError:
            raise self._died() from None

    def finish(self) -> Reply:
        """Wait for its reply; raises Died if it has ended, Stuck (and kills it) if there is none in time."""
        assert self.doing is not None
        if not self.connection.poll(max(0.0, self.since + BOUND - monotonic())):
            self.kill()
            raise Stuck(f"no end of {self.doing.kind} in {BOUND:.0f} s")
        try:
            reply = self.connection.recv()
        except (EOFError, OSError):
            raise self._died() from None
        assert isinstance(reply, Reply)
        self.doing = None
        return reply

    def do(self, operation: Operation) -> Reply:
        """Have something done, and wait for it; raises as `finish`."""
        self.begin(operation)
        return self.finish()

    def kill(self) -> None:
        """End it at once, by SIGKILL."""
        self.process.kill()
        self.process.join()
        self.connection.close()

    def close(self) -> None:
        """Have it close the memory and end; raises Stuck if it does not, and is killed."""
        self.connection.close()
        self.process.join(BOUND)
        if self.process.exitcode is None:
            self.kill()
            raise Stuck(f"not closed in {BOUND:.0f} s")

    def _died(self) -> Died:
        self.process.join(BOUND)
        return Died(f"exit code {self.process.exitcode} in {self.doing.kind if self.doing else 'nothing'}")


def first_ready(workers: Sequence[Worker], timeout: float) -> list[Worker]:
    """Wait until some have replied or ended, or the seconds are over; give those."""
    ready = wait([worker.connection for worker in workers], max(0.0, timeout))
    return [worker for worker in workers if worker.connection in ready]


def _serve(connection: Connection, settings: Settings, owner: str, embedder: Embedder | None) -> None:
    try:
        daybook = Daybook.open(settings=settings, embedder=embedder)
    except DaybookError as error:
        connection.send(Reply(error=f"{type(error).__name__} at opening: {error}"))
        return
    with daybook:
        while True:
            try:
                operation = connection.recv()
            except EOFError:
                return
            connection.send(perform(daybook, owner, operation))
