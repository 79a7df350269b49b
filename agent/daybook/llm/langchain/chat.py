"""Adapts any LangChain chat model."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from daybook.errors import DaybookError, DeadlineExceeded, ModelError
from daybook.llm.langchain.faults import is_refused, translate
from daybook.llm.protocol import ChatRequest, Finish, ModelReply, OnText
from daybook.llm.thinking import ThoughtFilter, without_thoughts

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessage

_LENGTH = ("length", "max_tokens", "MAX_TOKENS")
_REFUSED = ("content_filter", "refusal", "SAFETY")
_REASONS = ("finish_reason", "stop_reason", "done_reason", "stopReason")
_LIMITS = ("max_tokens", "max_output_tokens", "max_completion_tokens", "num_predict", "max_new_tokens")
"""What the integrations call the most tokens of a reply. Given with a call, a name that is not the model's is
an error in some and passed over by others; as a field of the model it is there or not."""


@dataclass(slots=True)
class LangChainChat:
    """A LangChain `BaseChatModel`, with the settings that its maker gave it. Retries are its own.

    The reply's shape is asked for as a JSON schema where the model takes one, else by the prompt alone; that
    it refuses schemas, or a temperature, is learnt from its errors.
    """

    model: BaseChatModel
    name: str = "langchain"
    """What prices and records call it."""
    deadline: float = 60.0
    """Seconds that a call may take, from the moment it has its place."""
    failures: tuple[type[Exception], ...] = (Exception,)
    """What counts as the model's failure. By default everything, since each vendor raises its own."""
    setting: str = "the chat model that was given"
    """What named the model, for the error that says it cannot be used."""
    spare_tokens: int = 0
    """Added to every limit, for models that think before they reply."""
    concurrency: int = 8
    """Calls under way at once, in each event loop."""
    takes_schema: bool = True
    """As learnt so far."""
    _places: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = field(
        default_factory=WeakKeyDictionary
    )

    @property
    def fingerprint(self) -> str:
        """Name, temperature and spare tokens; what else determines a reply is known to the caller only."""
        temperature = getattr(self.model, "temperature", None)
        return f"langchain {self.name} temperature={temperature} spare={self.spare_tokens}"

    async def complete(self, request: ChatRequest, *, on_text: OnText | None = None) -> ModelReply:
        """Call the model once; see `ChatModel`."""
        places = self._places.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(self.concurrency))
        async with places:
            try:
                async with asyncio.timeout(self.deadline):
                    return _reply(await self._call_adapting(request, on_text))
            except TimeoutError:
                raise DeadlineExceeded(f"model {self.name!r} did not answer in {self.deadline:g} s") from None

    async def _call_adapting(self, request: ChatRequest, on_text: OnText | None) -> AIMessage:
        """Call, and call again without what the model refuses."""
        with_schema = self.takes_schema and request.shape is not None
        told: list[str] = []

        def tell(piece: str) -> None:
            told.append(piece)
            if on_text:
                on_text(piece)

        while True:
            called = self.model
            try:
                message = await self._call(request, tell if on_text else None, with_schema=with_schema)
            except (DaybookError, TimeoutError):
                raise
            except self.failures as error:
                if told:  # it cannot be taken back
                    raise translate(error, self.name, self.setting) from error
                if self.model is not called:  # a call beside this one has learnt something meanwhile
                    continue
                if is_refused(error) and self._drop_temperature(str(error)):
                    continue
                if not (with_schema and is_refused(error)):
                    raise translate(error, self.name, self.setting) from error
                with_schema = False
                continue
            if request.shape and not with_schema:
                self.takes_schema = False
            return message

    async def _call(self, request: ChatRequest, on_text: OnText | None, *, with_schema: bool) -> AIMessage:
        messages = [(message.role, message.content) for message in request.messages]
        model: Any = self._limited(request.max_output_tokens + self.spare_tokens)
        if with_schema and request.shape:
            schema = {"title": request.shape.name, "description": "The reply.", **request.shape.schema}
            model = _unparsed(model.with_structured_output(schema, method="json_schema", include_raw=True))
        if on_text is None:
            message: AIMessage = _message_of(await model.ainvoke(messages))
            return message
        whole: AIMessage | None = None
        thoughts = ThoughtFilter()
        pieces: AsyncIterator[Any] = model.astream(messages)
        async for piece in pieces:
            part = _message_of(piece)
            if part is None:
                continue
            whole = part if whole is None else whole + part
            if shown := thoughts.take(str(part.text)):
                on_text(shown)
        if whole is None:
            raise ModelError(f"model {self.name!r} streamed nothing")
        if shown := thoughts.end():
            on_text(shown)
        return whole

    def _limited(self, tokens: int) -> BaseChatModel:
        """Give the model with a limit on its reply, its own if that is lower."""
        name = next((name for name in _LIMITS if name in type(self.model).model_fields), None)
        if name is None:
            return self.model
        own = getattr(self.model, name)
        limit = min(own, tokens) if isinstance(own, int) and own > 0 else tokens
        return self.model.model_copy(update={name: limit})

    def _drop_temperature(self, complaint: str) -> bool:
        """Do without a temperature from now on, if that is what the complaint is about."""
        if "temperature" not in complaint.lower() or getattr(self.model, "temperature", None) is None:
            return False
        self.model = self.model.model_copy(update={"temperature": None})
        return True


def _unparsed(chain: Any) -> Any:
    """Give the model of a chain that asks with a schema and parses; the chain where it is put otherwise.

    `ask` parses, and what goes through the chain is not streamed.
    """
    return getattr(getattr(chain, "first", None), "steps__", {}).get("raw", chain)


def _message_of(given: Any) -> Any:
    """Give the message of what a model, or a chain that keeps it as "raw", gives; None where it has none."""
    return given.get("raw") if isinstance(given, dict) else given


def _reply(message: AIMessage) -> ModelReply:
    metadata = message.response_metadata
    reason = next((metadata[name] for name in _REASONS if metadata.get(name)), None)
    usage = message.usage_metadata
    text = without_thoughts(str(message.text))
    if not text and message.tool_calls:  # the schema was put to it as a tool
        text = json.dumps(message.tool_calls[0]["args"])
    return ModelReply(
        text=text,
        input_tokens=usage["input_tokens"] if usage else 0,
        output_tokens=usage["output_tokens"] if usage else 0,
        finish=Finish.LENGTH if reason in _LENGTH else Finish.REFUSED if reason in _REFUSED else Finish.STOP,
    )
