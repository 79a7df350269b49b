"""Chat models on any OpenAI-compatible server, by the openai SDK.

Retries are made here rather than by the SDK, which knows nothing of the deadline and would sleep through
a Retry-After that nobody can wait for.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from json import JSONDecodeError
from typing import Any

import openai
from openai.resources.chat.completions import AsyncCompletions
from openai.types.chat import ChatCompletion

from daybook.errors import DeadlineExceeded, ModelError, ModelUnavailable
from daybook.llm.openai.dialect import Dialect
from daybook.llm.openai.faults import is_transient, translate
from daybook.llm.openai.replies import read_completion, read_stream
from daybook.llm.openai.retry import Backoff, retry_after
from daybook.llm.openai.server import OPENAI_URL, OpenAIServer
from daybook.llm.protocol import ChatRequest, ModelReply, OnText


@dataclass(slots=True)
class OpenAIChat:
    """One model on a server. It learns which request parameters the server accepts."""

    server: OpenAIServer
    name: str
    setting: str = "DAYBOOK_CHAT_MODEL"
    """Which setting named the model, for the error that says it is unknown."""
    temperature: float | None = 0.0
    spare_tokens: int = 0
    """Added to every limit, for models that think before they reply."""
    deadline: float = 60.0
    """Seconds that a call may take, retries and waits included, from the moment it has its place."""
    backoff: Backoff = field(default_factory=Backoff)
    dialect: Dialect = field(init=False)
    """As learnt so far."""

    def __post_init__(self) -> None:
        limit = "max_completion_tokens" if self.server.url == OPENAI_URL else "max_tokens"
        self.dialect = Dialect(limit=limit)

    @property
    def fingerprint(self) -> str:
        """Server, model and sampling."""
        return f"{self.server.url} {self.name} temperature={self.temperature} spare={self.spare_tokens}"

    async def complete(self, request: ChatRequest, *, on_text: OnText | None = None) -> ModelReply:
        """Call the model once; see `ChatModel`."""
        link = self.server.link()
        async with link.places:
            try:
                async with asyncio.timeout(self.deadline) as scope:
                    return await self._call_with_retries(link.completions, request, on_text, scope)
            except TimeoutError:
                raise DeadlineExceeded(f"{self._called} did not answer in {self.deadline:g} s") from None

    async def _call_with_retries(
        self,
        completions: AsyncCompletions,
        request: ChatRequest,
        on_text: OnText | None,
        scope: asyncio.Timeout,
    ) -> ModelReply:
        """Call with retries, until it works or the deadline leaves no time for another attempt."""
        failures = 0
        told = _TextCallback(on_text)
        while True:
            try:
                return await self._call_adapting(completions, request, told if on_text else None)
            except openai.APIError as error:
                failures += 1
                headers = error.response.headers if isinstance(error, openai.APIStatusError) else {}
                left = (scope.when() or 0.0) - asyncio.get_running_loop().time()
                wait = self.backoff.wait(failures, asked=retry_after(headers), left=left)
                # What the caller has been told cannot be taken back.
                if wait is None or told.anything or not is_transient(error):
                    raise translate(error, self.server.url, self.name, self.setting) from error
            except JSONDecodeError as error:
                raise ModelError(f"{self._called} sent JSON that cannot be read: {error}") from error
            await asyncio.sleep(wait)

    async def _call_adapting(
        self, completions: AsyncCompletions, request: ChatRequest, on_text: OnText | None
    ) -> ModelReply:
        """Call, and call again without parameters that the server rejects."""
        while True:
            used = self.dialect
            body = used.body(
                request,
                model=self.name,
                temperature=self.temperature,
                spare_tokens=self.spare_tokens,
                stream=on_text is not None,
            )
            try:
                return await self._send(completions, body, on_text)
            except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                if self.dialect != used:  # a call beside this one has learnt something meanwhile
                    continue
                better = used.after(f"{error.param or ''} {error.message}", body)
                if better is None or better == used:
                    raise
                self.dialect = better

    async def _send(
        self, completions: AsyncCompletions, body: dict[str, Any], on_text: OnText | None
    ) -> ModelReply:
        answered = await completions.create(**body, timeout=self.deadline)
        if isinstance(answered, openai.AsyncStream):
            async with answered:
                reply = await read_stream(answered, on_text)
        else:
            reply = read_completion(answered) if isinstance(answered, ChatCompletion) else None
        if reply is None:
            raise ModelUnavailable(
                f"{self._called} sent no chat completion; is OPENAI_BASE_URL right (often it ends with /v1)?"
            )
        return reply

    @property
    def _called(self) -> str:
        return f"model {self.name!r} at {self.server.url}"


class _TextCallback:
    """Forwards pieces of text, and records that it did."""

    def __init__(self, on_text: OnText | None) -> None:
        self._on_text = on_text
        self.anything = False

    def __call__(self, piece: str) -> None:
        if self._on_text and piece:
            self.anything = True
            self._on_text(piece)
