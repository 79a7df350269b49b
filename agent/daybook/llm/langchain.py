"""Adapts any LangChain chat model."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from daybook.errors import DaybookError, DeadlineExceeded, ModelError
from daybook.llm.protocol import ChatRequest, Finish, ModelReply, OnText

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessage

_LENGTH = ("length", "max_tokens", "MAX_TOKENS")
_REFUSED = ("content_filter", "refusal", "SAFETY")


@dataclass(frozen=True, slots=True)
class LangChainChat:
    """A LangChain `BaseChatModel`, with the settings that its maker gave it.

    Sampling, limits and retries are its own; the reply's shape is asked for by the prompt alone, since
    models differ in how they are asked otherwise.
    """

    model: BaseChatModel
    name: str = "langchain"
    """What prices and records call it."""
    deadline: float = 60.0
    """Seconds that a call may take."""
    failures: tuple[type[Exception], ...] = (Exception,)
    """What counts as the model's failure. By default everything, since each vendor raises its own."""

    @property
    def fingerprint(self) -> str:
        """The name; whatever else determines a reply is known to the caller only."""
        return f"langchain {self.name}"

    async def complete(self, request: ChatRequest, *, on_text: OnText | None = None) -> ModelReply:
        """Call the model once; see `ChatModel`."""
        messages = [(message.role, message.content) for message in request.messages]
        try:
            async with asyncio.timeout(self.deadline):
                message = await self._call(messages, on_text)
        except TimeoutError:
            raise DeadlineExceeded(f"model {self.name!r} did not answer in {self.deadline:g} s") from None
        except DaybookError:
            raise
        except self.failures as error:
            raise ModelError(f"model {self.name!r} failed: {type(error).__name__}: {error}") from error
        return _reply(message)

    async def _call(self, messages: Sequence[tuple[str, str]], on_text: OnText | None) -> AIMessage:
        if on_text is None:
            return await self.model.ainvoke(list(messages))
        whole: AIMessage | None = None
        pieces: AsyncIterator[AIMessage] = self.model.astream(list(messages))
        async for piece in pieces:
            whole = piece if whole is None else whole + piece  # type: ignore[assignment]
            if text := piece.text:
                on_text(text)
        if whole is None:
            raise ModelError(f"model {self.name!r} streamed nothing")
        return whole


def _reply(message: AIMessage) -> ModelReply:
    metadata = message.response_metadata
    reason = metadata.get("finish_reason") or metadata.get("stop_reason") or metadata.get("done_reason")
    usage = message.usage_metadata
    return ModelReply(
        text=message.text,
        input_tokens=usage["input_tokens"] if usage else 0,
        output_tokens=usage["output_tokens"] if usage else 0,
        finish=Finish.LENGTH if reason in _LENGTH else Finish.REFUSED if reason in _REFUSED else Finish.STOP,
    )
