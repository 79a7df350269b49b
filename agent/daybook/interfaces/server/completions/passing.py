"""Completions that the configured model's server makes, passed through with memory beside the message."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

from fastapi.responses import Response, StreamingResponse

from daybook.errors import DaybookError
from daybook.interfaces.server.completions.memory import RememberedTurn
from daybook.interfaces.server.completions.reply import EventSplitter, Reply, data_of, is_last, parsed
from daybook.interfaces.server.json_response import SafeJSONResponse
from daybook.interfaces.server.problems import openai_error, openai_error_of
from daybook.interfaces.server.sse import EVENT_STREAM, HEADERS
from daybook.interfaces.server.underway import Underway
from daybook.llm.openai import OpenAIChat
from daybook.llm.openai.relay import Relayed, RelayFailed, relay
from daybook.reply import MemoryContext

ROUND = "X-Daybook-Round"
"""Names the round that a reply was kept in."""


async def passed_through(turn: RememberedTurn, chat: OpenAIChat, underway: Underway) -> Response:
    """Have the model's server answer, and keep the turn once the reply is whole.

    What the server refuses is refused with its status and in its words, and nothing is kept.
    """
    try:
        return await _passed(turn, chat, underway)
    except RelayFailed as error:
        if error.body is not None:
            return SafeJSONResponse(error.body, error.status, dict(error.headers))
        return openai_error(error.status, str(error), headers=error.headers)


async def _passed(turn: RememberedTurn, chat: OpenAIChat, underway: Underway) -> Response:
    context = await turn.context()
    request = turn.beside(context)
    async with AsyncExitStack() as stack:
        relayed = await stack.enter_async_context(relay(chat, request.body))
        if request.is_streamed and EVENT_STREAM in relayed.content_type:
            events = _events(turn, context, relayed, underway, stack.pop_all())
            return StreamingResponse(events, media_type=relayed.content_type, headers=HEADERS)
        content = b"".join([piece async for piece in relayed.pieces])
    reply = Reply()
    reply.take(parsed(content))
    kept = await turn.keep(reply.text, context) if reply.text.strip() else None
    headers = {ROUND: kept.round_id} if kept else {}
    return Response(content, media_type=relayed.content_type, headers=headers)


async def _events(
    turn: RememberedTurn,
    context: MemoryContext,
    relayed: Relayed,
    underway: Underway,
    stack: AsyncExitStack,
) -> AsyncIterator[bytes]:
    """Pass a stream through; what says that it is over waits until the turn is kept.

    Where the client leaves before, what the user said is kept all the same, without the reply.
    """
    reply, splitter = Reply(), EventSplitter()
    end = b""
    try:
        async with stack:
            async for piece in relayed.pieces:
                for event in splitter.take(piece):
                    if is_last(event):
                        end = event
                        continue
                    reply.take(parsed(data_of(event)))
                    yield event
        if reply.text.strip():
            await turn.keep(reply.text, context)
        yield splitter.rest() + end
    except DaybookError as error:
        yield b"data: " + bytes(openai_error_of(error).body) + b"\n\n"
    except (asyncio.CancelledError, GeneratorExit):
        if not reply.finish:
            underway.start(turn.keep("", None))
        raise
