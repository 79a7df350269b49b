"""Server-sent events: what happens on the way to an answer, then the answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from typing import Any

from fastapi import Request
from fastapi.responses import StreamingResponse

from daybook.errors import DaybookError
from daybook.interfaces.server.json_response import json_bytes
from daybook.interfaces.server.problems import problem_content
from daybook.interfaces.server.underway import Underway
from daybook.library.results import OnStage

EVENT_STREAM = "text/event-stream"
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""Neither caches nor proxies hold back what has come."""
SILENCE = 15.0
"""Seconds after which a comment is sent where nothing else is, so that no proxy takes the stream for dead."""
Work = Callable[[OnStage], Coroutine[Any, Any, Mapping[str, Any]]]
"""Makes the shape of the answer, and tells of what happens on the way."""


def wants_events(request: Request) -> bool:
    """Whether a client asks for a stream."""
    return EVENT_STREAM in request.headers.get("accept", "")


def streamed(work: Work, *, last: str, underway: Underway, finishes: bool) -> StreamingResponse:
    """Answer with the events of some work: "stage", "note" and "text", then its result, or "error".

    Args:
        work: what is done.
        last: the name of the event that has the result.
        underway: holds the work.
        finishes: whether it goes on to its end where the client leaves, as what changes memory does.
    """
    events = _events(work, last, underway, finishes)
    return StreamingResponse(events, media_type=EVENT_STREAM, headers=HEADERS)


async def _events(work: Work, last: str, underway: Underway, finishes: bool) -> AsyncIterator[bytes]:
    queue: asyncio.Queue[bytes] = asyncio.Queue()

    def tell(event: Mapping[str, Any]) -> None:
        kind = event["event"] if event["event"] in ("note", "text") else "stage"
        queue.put_nowait(_event(kind, event))

    task = underway.start(_told(work(tell)))
    try:
        while not (task.done() and queue.empty()):
            if piece := await _next(queue, task):
                yield piece
        kind, shape = task.result()
        yield _event(kind or last, shape)
    finally:
        if not finishes:
            task.cancel()


async def _told(work: Awaitable[Mapping[str, Any]]) -> tuple[str, Mapping[str, Any]]:
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
