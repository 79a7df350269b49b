"""Completions that are made here, of replies by rules or by a model that Daybook calls in its own way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from fastapi.responses import Response, StreamingResponse

from daybook.errors import DaybookError
from daybook.interfaces.server.completions.chunks import Completion
from daybook.interfaces.server.completions.memory import RememberedTurn
from daybook.interfaces.server.completions.speaking import Speak, Spoken
from daybook.interfaces.server.json_response import SafeJSONResponse
from daybook.interfaces.server.problems import openai_error_of
from daybook.interfaces.server.sse import EVENT_STREAM, HEADERS
from daybook.interfaces.server.underway import Underway


async def made_here(turn: RememberedTurn, speak: Speak, model: str, underway: Underway) -> Response:
    """Answer with a reply of our own; it goes on to its end where the client leaves."""
    request = turn.request
    completion = Completion(model, int(turn.said_at.timestamp()), counts_usage=request.wants_usage)
    if not request.is_streamed:
        return SafeJSONResponse(completion.whole(await speak(lambda _: None)))
    pieces: asyncio.Queue[str | None] = asyncio.Queue()

    async def spoken() -> Spoken:
        try:
            return await speak(pieces.put_nowait)
        finally:
            pieces.put_nowait(None)

    return StreamingResponse(
        _spoken_events(completion, underway.start(spoken()), pieces),
        media_type=EVENT_STREAM,
        headers=HEADERS,
    )


async def _spoken_events(
    completion: Completion, task: asyncio.Task[Spoken], pieces: asyncio.Queue[str | None]
) -> AsyncIterator[bytes]:
    """Write a reply of our own as a stream."""
    yield completion.first()
    while (piece := await pieces.get()) is not None:
        if piece:
            yield completion.piece(piece)
    try:
        for event in completion.end(await task):
            yield event
    except DaybookError as error:
        yield b"data: " + bytes(openai_error_of(error).body) + b"\n\n"
