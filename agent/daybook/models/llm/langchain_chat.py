"""Adapts any LangChain chat model, and makes those named PROVIDER:MODEL as for `init_chat_model`."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from daybook.conversation.errors import (
    BadSettings,
    DaybookError,
    DeadlineExceeded,
    ModelError,
    ModelUnavailable,
)
from daybook.conversation.extras import install
from daybook.models.llm.chat_model import Finish, ModelReply, ModelRequest, OnText, Tool
from daybook.models.llm.reply_text import ThoughtFilter, without_thoughts
from daybook.text.secrets import masked

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessage


PACKAGES = {
    name: f"langchain-{name}"
    for name in (
        "anthropic cohere deepseek fireworks groq huggingface ibm litellm mistralai ollama openrouter"
        " perplexity together upstage xai baseten"
    ).split()
} | {
    "anthropic_bedrock": "langchain-aws",
    "azure_ai": "langchain-azure-ai",
    "azure_openai": "langchain-openai",
    "bedrock": "langchain-aws",
    "bedrock_converse": "langchain-aws",
    "google_anthropic_vertex": "langchain-google-vertexai",
    "google_genai": "langchain-google-genai",
    "google_vertexai": "langchain-google-vertexai",
    "nvidia": "langchain-nvidia-ai-endpoints",
}
"""Providers, and the package that each needs. Not every word before a colon is one: a model of an
OpenAI-compatible server may be called "llama3:8b". OpenAI itself is called by its own client."""
_VENDOR_FAILURES: tuple[type[Exception], ...] = (Exception,)
"""Each vendor raises its own where a key is missing, an option is unknown or a call fails."""
_NO_KEY = re.compile(r"authenticat|api[ _-]?key|credential", re.IGNORECASE)
_AWAY = re.compile(r"connect|unavailable|timeout|ratelimit|overloaded", re.IGNORECASE)
"""In the name of an error's class."""
_LENGTH = ("length", "max_tokens", "MAX_TOKENS")
_REFUSED = ("content_filter", "refusal", "SAFETY")
_REASONS = ("finish_reason", "stop_reason", "done_reason", "stopReason")
_LIMITS = ("max_tokens", "max_output_tokens", "max_completion_tokens", "num_predict", "max_new_tokens")
"""The integrations' names for the token limit of a reply. Given with a call, a name not the model's is
an error in some and skipped by others; as a field of the model it is there or not."""


@dataclass(slots=True)
class LangChainChat:
    """A LangChain `BaseChatModel`, with the settings that its maker gave it. Retries are its own.

    Replies have a JSON schema where the model takes one, else only the prompt's words; a refusal of schemas,
    or of a temperature, is learnt from errors.
    """

    model: BaseChatModel
    name: str = "langchain"
    """Its name in records."""
    deadline: float = 60.0
    """Seconds that a call may take, from the moment it has its place."""

    setting: str = "the chat model that was given"
    """The setting that named the model, for the error that says it cannot be used."""
    spare_tokens: int = 0
    """Added to every limit, for models that think before they reply."""
    concurrency: int = 8
    """Calls under way at once, in each event loop."""
    takes_schema: bool = True
    """As learnt so far."""
    takes_tools: bool = True
    """As learnt so far."""
    _places: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = field(
        default_factory=WeakKeyDictionary
    )

    @property
    def fingerprint(self) -> str:
        """Name, temperature and spare tokens; what else determines a reply is known to the caller only."""
        temperature = getattr(self.model, "temperature", None)
        return f"langchain {self.name} temperature={temperature} spare={self.spare_tokens}"

    async def complete(self, request: ModelRequest, *, on_text: OnText | None = None) -> ModelReply:
        """Call the model once; see `ChatModel`."""
        places = self._places.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(self.concurrency))
        async with places:
            try:
                async with asyncio.timeout(self.deadline):
                    return _reply(await self._call_adapting(request, on_text), request.tool)
            except TimeoutError:
                raise DeadlineExceeded(f"model {self.name!r} did not answer in {self.deadline:g} s") from None

    async def _call_adapting(self, request: ModelRequest, on_text: OnText | None) -> AIMessage:
        with_schema = self.takes_schema and request.shape is not None
        passed_on = False

        def forward(piece: str) -> None:
            nonlocal passed_on
            passed_on = True
            if on_text:
                on_text(piece)

        while True:
            called = self.model
            try:
                message = await self._call(request, forward if on_text else None, with_schema=with_schema)
            except (DaybookError, TimeoutError):
                raise
            except _VENDOR_FAILURES as error:
                if passed_on:  # it cannot be taken back
                    raise translate(error, self.name, self.setting) from error
                if self.model is not called:  # a call beside this one has learnt something meanwhile
                    continue
                refused = _is_refused(error)
                if refused and self._drop_temperature(str(error)):
                    continue
                if refused and request.tool and self.takes_tools:
                    self.takes_tools = False
                    continue
                if not (with_schema and refused):
                    raise translate(error, self.name, self.setting) from error
                with_schema = False
                continue
            if request.shape and not with_schema:
                self.takes_schema = False
            return message

    async def _call(self, request: ModelRequest, on_text: OnText | None, *, with_schema: bool) -> AIMessage:
        messages = [(message.role, message.content) for message in request.messages]
        model: Any = self._limited(request.max_output_tokens + self.spare_tokens)
        if with_schema and request.shape:
            schema = {"title": request.shape.name, "description": "The reply.", **request.shape.schema}
            model = _unparsed(model.with_structured_output(schema, method="json_schema", include_raw=True))
        if request.tool and self.takes_tools:
            try:
                model = model.bind_tools([{"type": "function", "function": request.tool.function}])
            except NotImplementedError:
                self.takes_tools = False
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
            if text := thoughts.take(str(part.text)):
                on_text(text)
        if whole is None:
            raise ModelError(f"model {self.name!r} streamed nothing")
        if text := thoughts.end():
            on_text(text)
        return whole

    def _limited(self, tokens: int) -> BaseChatModel:
        name = next((name for name in _LIMITS if name in type(self.model).model_fields), None)
        if name is None:
            return self.model
        own = getattr(self.model, name)
        limit = min(own, tokens) if isinstance(own, int) and own > 0 else tokens
        return self.model.model_copy(update={name: limit})

    def _drop_temperature(self, complaint: str) -> bool:
        if "temperature" not in complaint.lower() or getattr(self.model, "temperature", None) is None:
            return False
        self.model = self.model.model_copy(update={"temperature": None})
        return True


def _unparsed(chain: Any) -> Any:
    """Return the model inside a chain that asks with a schema and parses, else the chain.

    `ask` parses, and what goes through the chain is not streamed.
    """
    return getattr(getattr(chain, "first", None), "steps__", {}).get("raw", chain)


def _message_of(output: Any) -> Any:
    """Return the message of an output; a chain puts it under "raw". None if it has none."""
    return output.get("raw") if isinstance(output, dict) else output


def _reply(message: AIMessage, tool: Tool | None = None) -> ModelReply:
    metadata = message.response_metadata
    reason = next((metadata[name] for name in _REASONS if metadata.get(name)), None)
    usage = message.usage_metadata
    text = without_thoughts(str(message.text))
    called = [tool.argument_in(call["name"], call["args"]) for call in message.tool_calls] if tool else []
    if not text and not tool and message.tool_calls:  # the schema was put to it as a tool
        text = json.dumps(message.tool_calls[0]["args"])
    return ModelReply(
        text=text,
        called_with=next(filter(None, called), ""),
        input_tokens=usage["input_tokens"] if usage else 0,
        output_tokens=usage["output_tokens"] if usage else 0,
        finish=Finish.LENGTH if reason in _LENGTH else Finish.REFUSED if reason in _REFUSED else Finish.STOP,
    )


def _is_refused(error: Exception) -> bool:
    """True if the request may have been refused for its form, so that another may be taken.

    An error without a status is the integration's own or about an unreadable reply, unless its name or words
    speak of the line or the key.
    """
    status = _status_of(error)
    if status is None:
        return not (_AWAY.search(type(error).__name__) or _NO_KEY.search(str(error)))
    return status in (400, 422)


def translate(error: Exception, name: str, setting: str) -> DaybookError:
    """Translate an error into one line, naming the setting to change; a key's refusal is not quoted."""
    status = _status_of(error)
    if status == 401 or (status in (None, 400) and _NO_KEY.search(str(error))):
        return BadSettings(f"{setting}: the key for {name} is missing or not accepted")
    if status == 403:
        return BadSettings(f"{setting}: the key does not let {name} be used")
    said = f"{type(error).__name__}: {error}"
    said = " ".join(said.split())[:200]
    if status == 404:
        return BadSettings(f"{setting}: there is no model {name} ({said})")
    away = status == 429 or (status or 0) >= 500 or (status is None and _AWAY.search(type(error).__name__))
    return (ModelUnavailable if away else ModelError)(f"model {name!r} failed: {said}")


def _status_of(error: BaseException | None) -> int | None:
    while error is not None:
        response = getattr(error, "response", None)
        for found in (
            getattr(error, "status_code", None),
            getattr(error, "code", None),
            getattr(response, "status_code", None),
        ):
            if isinstance(found, int) and 400 <= found < 600:
                return found
        error = error.__cause__
    return None


def provider_of(name: str) -> str | None:
    """Return the provider in "anthropic:claude-…"; None for a model's name alone."""
    provider, colon, model = name.partition(":")
    return provider if colon and model and provider in PACKAGES else None


def load_langchain_chat(
    name: str,
    *,
    setting: str,
    temperature: float | None,
    deadline: float,
    spare_tokens: int,
    concurrency: int,
) -> LangChainChat:
    """Make the model named "PROVIDER:MODEL"; sends nothing. Keys it reads from its own variables.

    `setting` is the variable that names it; for the others see `LangChainChat`.

    Raises:
        BadSettings: LangChain or the provider's package is not installed, or it lacks something.
    """
    provider, _, model = name.partition(":")
    package = PACKAGES[provider]
    try:
        from langchain.chat_models import init_chat_model
    except ImportError:
        raise BadSettings(f"{setting}: {name} needs `{install('langchain', package)}`") from None
    try:
        made = init_chat_model(model, model_provider=provider, temperature=temperature)
    except ImportError:
        raise BadSettings(f"{setting}: {name} needs `pip install {package}`") from None
    except _VENDOR_FAILURES as error:
        said = masked(" ".join(str(error).split()))[:200]
        raise BadSettings(f"{setting}: {package} cannot load {name}: {said}") from error
    return LangChainChat(
        made, name, deadline, setting=setting, spare_tokens=spare_tokens, concurrency=concurrency
    )
