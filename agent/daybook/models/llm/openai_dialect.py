"""What a model's server takes of a request, tried from the top of one ladder; and what it sends in reply.

"OpenAI-compatible" servers differ in which parameters and forms of a reply they take. What one refuses is
left out: the parameter that it names, else the form of the reply is loosened by one rung. What was left out
when the server replied is remembered, for as long as the process runs. The SDK does not validate what a
server sends, so every field of a reply is checked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

import openai
from openai.types import CompletionUsage
from openai.types.chat import ChatCompletion, ChatCompletionChunk
from openai.types.chat.chat_completion_chunk import ChoiceDelta
from openai.types.chat.chat_completion_message import ChatCompletionMessage
from pydantic import BaseModel

from daybook.conversation.errors import ModelUnavailable
from daybook.models.llm.chat_model import Finish, Message, ModelReply, ModelRequest, OnText
from daybook.models.llm.openai_refusals import ErrorInReply, Fault
from daybook.models.llm.reply_text import ThoughtFilter, begins_within_thought, without_thoughts

OLDER_LIMIT, NEWER_LIMIT = "max_tokens", "max_completion_tokens"
SYSTEM = "system"
"""Stands among what is refused for a model that takes no system message."""
_NAMES = {
    "reasoning_effort": ("reasoning", "think"),
    "stream_options": ("stream_options", "include_usage"),
    "temperature": ("temperature",),
    OLDER_LIMIT: (OLDER_LIMIT,),
    NEWER_LIMIT: (NEWER_LIMIT,),
    SYSTEM: (SYSTEM,),
}
"""What can be left out, and how a server that refuses it names it. The first that was sent and named goes."""
_REFUSING = (None, 400, 422)
"""States of refusals; None is an error in a reply of status 200."""


class ShapeMode(IntEnum):
    """How a server is asked for JSON, the surest way first."""

    SCHEMA = 0
    JSON = 1
    PROMPT = 2
    """Not at all: the prompt asks for it."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """A rung of the ladder: what is left out of a request, and how JSON is asked for."""

    limits: tuple[str, str] = (OLDER_LIMIT, NEWER_LIMIT)
    """The parameters that bound a reply, the one to send first. Some local servers ignore the newer one
    without a word, so the older one is tried first where the server is not OpenAI's own."""
    refused: frozenset[str] = frozenset()
    shape: ShapeMode = ShapeMode.SCHEMA

    @property
    def limit(self) -> str | None:
        """The parameter that bounds a reply; None if both are refused, and the server's own limit holds."""
        return next((name for name in self.limits if name not in self.refused), None)

    def body(
        self,
        request: ModelRequest,
        *,
        model: str,
        reply_tokens: int,
        temperature: float | None = None,
        reasoning_effort: str | None = None,
        stream: bool = False,
    ) -> dict[str, Any]:
        """Write the request's JSON body."""
        messages = _without_system(request.messages) if SYSTEM in self.refused else request.messages
        body: dict[str, Any] = {
            "model": model,
            "messages": [{"role": message.role, "content": message.content} for message in messages],
        }
        if self.limit:
            body[self.limit] = reply_tokens
        if stream:
            body["stream"] = True
        wishes = {
            "temperature": temperature,
            "reasoning_effort": reasoning_effort,
            "stream_options": {"include_usage": True} if stream else None,
        }
        body |= {name: wish for name, wish in wishes.items() if wish is not None and name not in self.refused}
        if request.shape and self.shape is ShapeMode.SCHEMA:
            named = {"name": request.shape.name, "schema": request.shape.schema, "strict": True}
            body["response_format"] = {"type": "json_schema", "json_schema": named}
        elif request.shape and self.shape is ShapeMode.JSON:
            body["response_format"] = {"type": "json_object"}
        return body

    def lower(self, fault: Fault, body: dict[str, Any]) -> Dialect | None:
        """Return the next rung after a refusal of `body`; None if it is no refusal, or nothing is left."""
        if not fault.is_of_the_request or fault.status not in _REFUSING:
            return None
        said = fault.said.lower()
        for name, words in _NAMES.items():
            was_sent = name in body or (name == SYSTEM and name not in self.refused)
            if was_sent and any(word in said for word in words):
                return replace(self, refused=self.refused | {name})
        return replace(self, shape=ShapeMode(self.shape + 1)) if "response_format" in body else None

    def joined(self, other: Dialect) -> Dialect:
        """Leave out what either leaves out: calls beside one another learn different things."""
        return replace(self, refused=self.refused | other.refused, shape=max(self.shape, other.shape))


def _without_system(messages: tuple[Message, ...]) -> tuple[Message, ...]:
    """Put the system message at the head of the first user message."""
    if len(messages) < 2 or messages[0].role != SYSTEM:
        return messages
    first = Message(messages[1].role, f"{messages[0].content}\n\n{messages[1].content}")
    return (first, *messages[2:])


_FINISHES = {"length": Finish.LENGTH, "content_filter": Finish.REFUSED}
_THOUGHTS = ("reasoning_content", "reasoning", "reasoning_details", "thinking")
"""Where servers put thoughts that they keep apart from the text."""


@dataclass(frozen=True, slots=True)
class ReadReply:
    """A reply without its thoughts, and what it shows of how the model thinks."""

    reply: ModelReply
    thought: bool
    """Whether the model thought before it replied."""
    begins_within_thought: bool
    """Whether its thought came as text, without its beginning."""


def read_completion(completion: ChatCompletion) -> ReadReply | None:
    """Read a completion; None where it has no choices, and ErrorInReply where it holds an error instead."""
    _raise_error_in(completion)
    if not completion.choices or not completion.choices[0].message:
        return None
    choice = completion.choices[0]
    _raise_error_in(choice)
    said = choice.message
    return _read(said.content, said.refusal, choice.finish_reason, completion.usage, _has_thoughts(said))


async def read_stream(
    stream: openai.AsyncStream[ChatCompletionChunk], on_text: OnText, *, within_thought: bool
) -> ReadReply | None:
    """Read a stream to its end, forwarding what is no thought piece by piece; None if it was empty.

    Where the model may begin `within_thought`, nothing is forwarded before that or the reply ends, unless the
    server keeps thoughts apart.

    Raises:
        ErrorInReply: it holds an error.
        ModelUnavailable: it ended before the reply did.
    """
    pieces: list[str] = []
    refusal = ""
    finish: str | None = None
    usage: CompletionUsage | None = None
    empty, apart = True, False
    thoughts = ThoughtFilter(within=within_thought)
    async for chunk in stream:
        empty = False
        _raise_error_in(chunk)
        usage = chunk.usage or usage
        for choice in (chunk.choices or [])[:1]:
            finish = choice.finish_reason or finish
            refusal += choice.delta.refusal or ""
            if not pieces and not apart and _has_thoughts(choice.delta):
                thoughts, apart = ThoughtFilter(), True
            if piece := choice.delta.content:
                pieces.append(piece)
                on_text(thoughts.take(piece))
    if not empty and finish is None:
        raise ModelUnavailable("the connection ended before the reply did")
    on_text(thoughts.end())
    return None if empty else _read("".join(pieces), refusal, finish, usage, apart)


def _raise_error_in(part: BaseModel) -> None:
    if error := (part.model_extra or {}).get("error"):
        raise ErrorInReply(error)


def _has_thoughts(message: ChatCompletionMessage | ChoiceDelta) -> bool:
    return any((message.model_extra or {}).get(name) for name in _THOUGHTS)


def _read(
    content: object, refusal: object, finish: str | None, usage: CompletionUsage | None, apart: bool
) -> ReadReply:
    """Put a reply together; `refusal` is what was said on declining, `apart` if thoughts came beside it."""
    whole = content if isinstance(content, str) else ""
    text = without_thoughts(whole)
    refused = refusal if isinstance(refusal, str) and refusal else None
    reply = ModelReply(
        text=refused or text,
        input_tokens=(usage.prompt_tokens or 0) if usage else 0,
        output_tokens=(usage.completion_tokens or 0) if usage else 0,
        finish=Finish.REFUSED if refused else _FINISHES.get(finish or "", Finish.STOP),
    )
    counted = bool(getattr(usage and usage.completion_tokens_details, "reasoning_tokens", 0))
    unseen = reply.finish is Finish.LENGTH and not whole.strip()
    thought = apart or counted or unseen or text.strip() != whole.strip()
    return ReadReply(reply, thought, begins_within_thought(whole))
