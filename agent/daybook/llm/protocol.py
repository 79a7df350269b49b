"""The protocol of chat models, with its request and reply."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Protocol, TypeAlias


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a request."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class ReplyShape:
    """The JSON that a reply should be."""

    name: str
    """Letters, digits and underscores."""
    schema: Mapping[str, object]
    """JSON Schema of an object, in the subset that servers enforce."""


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One call of a chat model."""

    messages: tuple[Message, ...]
    shape: ReplyShape | None = None
    """None: prose. Else a wish, which a server that knows no schemas may leave unheeded."""
    max_output_tokens: int = 1_000


class Finish(StrEnum):
    """Why a reply ended."""

    STOP = "stop"
    LENGTH = "length"
    """Cut off at its limit."""
    REFUSED = "refused"
    """The model, or a filter before it, declined."""


@dataclass(frozen=True, slots=True)
class ModelReply:
    """The reply of a model."""

    text: str
    """Without what the model thought before it; may be empty. Where it was refused, what was said of that."""
    input_tokens: int = 0
    """As the server counted; 0 where it does not."""
    output_tokens: int = 0
    finish: Finish = Finish.STOP
    cached: bool = False
    """It came from the reply cache, and nothing was sent."""


OnText: TypeAlias = Callable[[str], None]
"""Takes the pieces of a reply as they come."""


class ChatModel(Protocol):
    """One chat model on one server."""

    @property
    def name(self) -> str:
        """The model's name, as prices and records give it."""

    @property
    def fingerprint(self) -> str:
        """Identifies what determines a reply besides the request: server, model, sampling."""

    async def complete(self, request: ChatRequest, *, on_text: OnText | None = None) -> ModelReply:
        """Call the model once. A cancelled call leaves nothing running.

        Args:
            request: what is sent.
            on_text: is given the reply piece by piece as it comes. Together the pieces are the reply's
                text. A callback rather than an iterator, so that deadline and connection end with this
                call, however the caller leaves it.

        Raises:
            ContextTooLong: messages and reply exceed the context window; it says how much would fit. As
                long messages are not sent a second time, so a caller may try first and then with less.
            ModelError: the model failed, could not be reached, or did not answer in time.
            BadSettings: the key, the model's name or the server's address is wrong.
        """
