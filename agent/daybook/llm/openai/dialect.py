"""Which parameters of the chat-completions request a server accepts, learnt from its error messages.

"OpenAI-compatible" servers differ in which parameters they take. A server that refuses one says so with
status 400 or 422 and names it; what it refused is then left out or said otherwise, for good.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

from daybook.llm.protocol import ChatRequest, Message

_REFUSED = re.compile(
    r"unsupported|n[o']t support|unrecogni[sz]ed|unknown|unexpected|instead|invalid|must be"
    r"|extra (input|field)|not (permitted|allowed|implemented|available)",
    re.IGNORECASE,
)
_TOO_MUCH = re.compile(r"context (length|window|size)|too (long|large|many)|reduce the", re.IGNORECASE)


class ShapeMode(IntEnum):
    """How a server is asked for JSON, the surest way first."""

    SCHEMA = 0
    JSON = 1
    PROMPT = 2
    """Not at all: the prompt asks for it."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """One variant of the request."""

    shape: ShapeMode = ShapeMode.SCHEMA
    limit: str = "max_tokens"
    """The parameter that bounds a reply. Some local servers pass the newer max_completion_tokens over
    without a word, so the older one is tried first where the server is not OpenAI's own."""
    temperature: bool = True
    system: bool = True
    """Whether it takes a system message."""
    stream_usage: bool = True
    """Whether it can count tokens at the end of a stream."""

    def body(
        self, request: ChatRequest, *, model: str, temperature: float | None, spare_tokens: int, stream: bool
    ) -> dict[str, Any]:
        """Write the request's JSON body."""
        messages = request.messages if self.system else _without_system(request.messages)
        body: dict[str, Any] = {
            "model": model,
            "messages": [{"role": message.role, "content": message.content} for message in messages],
            self.limit: request.max_output_tokens + spare_tokens,
        }
        if self.temperature and temperature is not None:
            body["temperature"] = temperature
        if request.shape and self.shape is ShapeMode.SCHEMA:
            schema = {"name": request.shape.name, "schema": request.shape.schema, "strict": True}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        elif request.shape and self.shape is ShapeMode.JSON:
            body["response_format"] = {"type": "json_object"}
        if stream:
            body["stream"] = True
            if self.stream_usage:
                body["stream_options"] = {"include_usage": True}
        return body

    def after(self, complaint: str, body: dict[str, Any]) -> Dialect | None:
        """Return the dialect to try next, or None if the complaint is about nothing that can be changed.

        Args:
            complaint: what the server said: the parameter's name, if it gave one, and its message.
            body: what it said that about; a parameter that was not sent cannot be the reason.
        """
        said = complaint.lower()
        if _TOO_MUCH.search(said):
            return None
        if "response_format" in body and re.search(r"response_format|json|schema|structured", said):
            return replace(self, shape=ShapeMode(self.shape + 1))
        if not _REFUSED.search(said):
            return None
        if "stream_options" in body and re.search(r"stream_options|include_usage", said):
            return replace(self, stream_usage=False)
        if "temperature" in body and "temperature" in said:
            return replace(self, temperature=False)
        other = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}[self.limit]
        if self.limit in said:
            return replace(self, limit=other)
        if self.system and re.search(r"\bsystem\b", said):
            return replace(self, system=False)
        return None


def _without_system(messages: tuple[Message, ...]) -> tuple[Message, ...]:
    """Put the system message at the head of the first user message."""
    if len(messages) < 2 or messages[0].role != "system":
        return messages
    first = Message(messages[1].role, f"{messages[0].content}\n\n{messages[1].content}")
    return (first, *messages[2:])
