"""Completions that the configured model's server makes, relayed with memory beside the message."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from fastapi.responses import Response, StreamingResponse

from daybook.conversation.errors import DaybookError
from daybook.interfaces.server.completions.completion_turns import RememberedTurn
from daybook.interfaces.server.problems import SafeJSONResponse, openai_error, openai_error_of
from daybook.interfaces.server.streaming import HEADERS, RunningTasks
from daybook.library.results import MemoryContext
from daybook.models.llm.openai_chat import OpenAIChat
from daybook.models.llm.openai_relay import Relayed, RelayFailed, relay

_EVENT_END = re.compile(rb"\r?\n\r?\n")
EVENT_STREAM = "text/event-stream"
_LAST = b"[DONE]"
"""Says that a stream is over."""
_ROUND = "X-Daybook-Round"
"""Names the round that a reply was kept in."""


async def relayed_completion(turn: RememberedTurn, chat: OpenAIChat, tasks: RunningTasks) -> Response:
    """Have the model's server answer, and keep the turn once the reply is whole.

    What the server refuses is refused with its status and in its words, and nothing is kept.
    """
    context = await turn.context()
    request = turn.beside(context)
    try:
        async with AsyncExitStack() as stack:
            relayed = await stack.enter_async_context(relay(chat, request.body))
            if request.is_streamed and EVENT_STREAM in relayed.content_type:
                events = _events(turn, context, relayed, tasks, stack.pop_all())
                return StreamingResponse(events, media_type=relayed.content_type, headers=HEADERS)
            content = b"".join([piece async for piece in relayed.pieces])
    except RelayFailed as error:
        if error.body is not None:
            return SafeJSONResponse(error.body, error.status, dict(error.headers))
        return openai_error(error.status, str(error), headers=error.headers)
    reply = _RelayedReply()
    reply.take(_parsed(content))
    kept = await turn.keep(reply.text, context) if reply.text.strip() else None
    headers = {_ROUND: kept.round_id} if kept else {}
    return Response(content, media_type=relayed.content_type, headers=headers)


async def _events(
    turn: RememberedTurn, context: MemoryContext, relayed: Relayed, tasks: RunningTasks, stack: AsyncExitStack
) -> AsyncIterator[bytes]:
    """Pass a stream through; what says that it is over waits until the turn is committed.

    Where the client leaves before, what the user said is kept all the same, without the reply.
    """
    reply, rest, ending = _RelayedReply(), b"", b""
    try:
        async with stack:
            async for piece in relayed.pieces:
                whole, rest = _whole_events(rest + piece)
                for event in whole:
                    reply.take(_parsed(_data_of(event)))
                    if _data_of(event) == _LAST:
                        ending = event
                    else:
                        yield event
        if reply.text.strip():
            await turn.keep(reply.text, context)
        yield ending + rest
    except DaybookError as error:
        yield b"data: " + bytes(openai_error_of(error).body) + b"\n\n"
    except (asyncio.CancelledError, GeneratorExit):
        if not reply.finish:
            tasks.start(turn.keep("", None))
        raise


@dataclass(slots=True)
class _RelayedReply:
    """The first choice of an answer, as far as it has come."""

    words: list[str] = field(default_factory=list)
    calls_tools: bool = False
    finish: str | None = None

    @property
    def text(self) -> str:
        """What is said to the user in the end; "" where it calls tools, or is not at its end."""
        return "" if self.calls_tools or self.finish is None else "".join(self.words)

    def take(self, answer: object) -> None:
        """Take an answer, or a piece of one."""
        choice = _first_choice(answer)
        said = choice.get("delta") or choice.get("message")
        if isinstance(said, dict):
            self.calls_tools |= bool(said.get("tool_calls") or said.get("function_call"))
            if isinstance(words := said.get("content"), str):
                self.words.append(words)
        finish = choice.get("finish_reason")
        self.finish = finish if isinstance(finish, str) else self.finish


def _first_choice(answer: object) -> dict[str, Any]:
    choices = answer.get("choices") if isinstance(answer, dict) else None
    listed = (choice for choice in choices if isinstance(choice, dict)) if isinstance(choices, list) else ()
    return next((choice for choice in listed if choice.get("index", 0) == 0), {})


def _whole_events(came: bytes) -> tuple[list[bytes], bytes]:
    """Cut server-sent events where they end; what comes behind the last end is returned beside them."""
    ends = [0, *(end.end() for end in _EVENT_END.finditer(came))]
    return [came[start:end] for start, end in pairwise(ends)], came[ends[-1] :]


def _data_of(event: bytes) -> bytes:
    lines = (line for line in event.splitlines() if line.startswith(b"data:"))
    return b"\n".join(line.removeprefix(b"data:").strip() for line in lines)


def _parsed(content: bytes) -> object:
    """Read JSON; None where it is none, which is for the client to find out."""
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None
