"""Server-sent events on the way to an answer, then the answer; and work that outlives its client."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from typing import Any, Generic, TypeVar

from fastapi import Request
from fastapi.responses import Response, StreamingResponse

from daybook.conversation.errors import DaybookError
from daybook.interfaces.server.problems import SafeJSONResponse, json_bytes, problem_content
from daybook.library.results import OnStage

_LOG = logging.getLogger(__name__)
P = TypeVar("P")
T = TypeVar("T")
EVENT_STREAM = "text/event-stream"
EVENTS: dict[int | str, dict[str, Any]] = {200: {"content": {EVENT_STREAM: {"schema": {"type": "string"}}}}}
"""Says in OpenAPI that a route streams where it is asked to."""
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""Neither caches nor proxies hold back what has come."""
SILENCE = 15.0
"""Seconds after which a comment is sent where nothing else is, so that no proxy takes the stream for dead."""
Work = Callable[[OnStage | None], Coroutine[Any, Any, Mapping[str, Any]]]
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


class Telling(Generic[P, T]):
    """Work with a result, which tells pieces on the way; any number may follow them, from the first on.

    It goes on whoever follows, and a stop of the server waits for it. It may tell from any thread.
    """

    def __init__(
        self, work: Callable[[Callable[[P], None]], Coroutine[Any, Any, T]], tasks: RunningTasks
    ) -> None:
        self._told: list[P] = []
        self._loop, self._news = asyncio.get_running_loop(), asyncio.Event()
        self._task = tasks.start(work(self._tell))
        self._task.add_done_callback(lambda _: self._announce())

    @property
    def result(self) -> T | None:
        """What came of it; None as long as it is not done, or where it failed."""
        done = self._task.done() and not self._task.cancelled() and self._task.exception() is None
        return self._task.result() if done else None

    @property
    def is_done(self) -> bool:
        """True if it has ended, well or not."""
        return self._task.done()

    async def finished(self) -> T:
        """Wait for it to end; whoever waits may leave."""
        return await asyncio.shield(self._task)

    async def told(self, patience: float | None = None, *silence: P) -> AsyncIterator[P]:
        """Yield what it tells, until it ends, and `silence` after so many seconds in which nothing came."""
        shown = 0
        while True:
            news, ended = self._news, self._task.done()
            while shown < len(self._told):
                yield self._told[shown]
                shown += 1
            if ended:
                return
            try:
                await asyncio.wait_for(news.wait(), patience)
            except TimeoutError:
                for piece in silence:
                    yield piece

    def cancel(self) -> None:
        """Give it up."""
        self._task.cancel()

    def _tell(self, piece: P) -> None:
        self._told.append(piece)
        self._loop.call_soon_threadsafe(self._announce)

    def _announce(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()


async def result_or_events(request: Request, work: Work, *, last: str, finishes: bool) -> Response:
    """Answer with the result of some work; where a stream is asked for, also with what it tells on the way.

    Those are the events "stage", "note" and "text", then the result as `last`, or "error". Where `finishes`,
    the work goes on to its end when the client leaves, as what changes memory does.
    """
    if EVENT_STREAM not in request.headers.get("accept", ""):
        return SafeJSONResponse(await work(None))
    events = _events(work, last, request.app.state.tasks, finishes)
    return StreamingResponse(events, media_type=EVENT_STREAM, headers=HEADERS)


async def _events(work: Work, last: str, tasks: RunningTasks, finishes: bool) -> AsyncIterator[bytes]:
    async def done(tell: Callable[[bytes], None]) -> bytes:
        def report(event: Mapping[str, Any]) -> None:
            tell(_event(event["event"] if event["event"] in ("note", "text") else "stage", event))

        try:
            return _event(last, await work(report))
        except DaybookError as error:  # an event as well, since the status has long been sent
            return _event("error", problem_content(error))

    telling = Telling(done, tasks)
    try:
        async for piece in telling.told(SILENCE, b": still at work\n\n"):
            yield piece
        yield await telling.finished()
    finally:
        if not finishes:
            telling.cancel()


def _event(kind: str, content: Mapping[str, Any]) -> bytes:
    return b"event: " + kind.encode() + b"\ndata: " + json_bytes(content) + b"\n\n"
