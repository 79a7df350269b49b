"""Server-sent events on the way to an answer, then the answer; and work that outlives its client."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from typing import Any, TypeVar

from fastapi import Request
from fastapi.responses import StreamingResponse

from daybook.conversation.errors import DaybookError
from daybook.interfaces.server.problems import json_bytes, problem_content
from daybook.library.results import OnStage

_LOG = logging.getLogger(__name__)
T = TypeVar("T")
EVENT_STREAM = "text/event-stream"
EVENTS: dict[int | str, dict[str, Any]] = {200: {"content": {EVENT_STREAM: {"schema": {"type": "string"}}}}}
"""Says in OpenAPI that a route streams where it is asked to."""
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""Neither caches nor proxies hold back what has come."""
SILENCE = 15.0
"""Seconds after which a comment is sent where nothing else is, so that no proxy takes the stream for dead."""
Work = Callable[[OnStage], Coroutine[Any, Any, Mapping[str, Any]]]
"""Makes the shape of the answer, and tells of what happens on the way."""


class RunningTasks:
    """Tasks that are waited for when the server stops."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin some work; it ends by itself, whatever becomes of the caller."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._done)
        return task

    async def finish(self, seconds: float) -> None:
        """Wait until all of it is done, and no longer than so many seconds."""
        if self._running:
            await asyncio.wait(self._running, timeout=seconds)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if task.cancelled() or (error := task.exception()) is None:
            return
        if isinstance(error, DaybookError):
            _LOG.warning("what a client had asked for failed: %s", error)
        else:
            _LOG.error("what a client had asked for failed", exc_info=error)


def wants_events(request: Request) -> bool:
    """True if a client asks for a stream."""
    return EVENT_STREAM in request.headers.get("accept", "")


def streamed(work: Work, *, last: str, tasks: RunningTasks, finishes: bool) -> StreamingResponse:
    """Answer with the events of some work: "stage", "note" and "text", then its result, or "error".

    Args:
        work: what is done.
        last: the name of the event that has the result.
        tasks: holds the work.
        finishes: whether it goes on to its end where the client leaves, as what changes memory does.
    """
    events = _events(work, last, tasks, finishes)
    return StreamingResponse(events, media_type=EVENT_STREAM, headers=HEADERS)


async def _events(work: Work, last: str, tasks: RunningTasks, finishes: bool) -> AsyncIterator[bytes]:
    queue: asyncio.Queue[bytes] = asyncio.Queue()

    def report(event: Mapping[str, Any]) -> None:
        kind = event["event"] if event["event"] in ("note", "text") else "stage"
        queue.put_nowait(_event(kind, event))

    task = tasks.start(_finished(work(report)))
    try:
        while not (task.done() and queue.empty()):
            if piece := await _next(queue, task):
                yield piece
        kind, shape = task.result()
        yield _event(kind or last, shape)
    finally:
        if not finishes:
            task.cancel()


async def _finished(work: Awaitable[Mapping[str, Any]]) -> tuple[str, Mapping[str, Any]]:
    """Do it; an error is an event as well, since the status has long been sent."""
    try:
        return "", await work
    except DaybookError as error:
        return "error", problem_content(error)


async def _next(queue: asyncio.Queue[bytes], task: asyncio.Task[Any]) -> bytes:
    """Give the next event, or a comment where there is none for a while; b"" where the work is done."""
    if not queue.empty():
        return queue.get_nowait()
    getting = asyncio.ensure_future(queue.get())
    try:
        await asyncio.wait({getting, task}, timeout=SILENCE, return_when=asyncio.FIRST_COMPLETED)
        if getting.done():
            return getting.result()
    finally:
        getting.cancel()
    return b"" if task.done() else b": still at work\n\n"


def _event(kind: str, content: Mapping[str, Any]) -> bytes:
    return b"event: " + kind.encode() + b"\ndata: " + json_bytes(content) + b"\n\n"
