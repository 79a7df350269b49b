"""Chat models on any OpenAI-compatible server, by the openai SDK.

Retries are made here rather than by the SDK, which knows nothing of the deadline and would sleep through
a Retry-After that nobody can wait for.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from json import JSONDecodeError
from typing import Any

import openai
from openai.resources.chat.completions import AsyncCompletions
from openai.types.chat import ChatCompletion

from daybook.errors import ContextTooLong, DeadlineExceeded, ModelError, ModelUnavailable
from daybook.llm.openai.dialect import NEWER_LIMIT, OLDER_LIMIT, Dialect, characters_of
from daybook.llm.openai.faults import ErrorInReply, read_fault, translate
from daybook.llm.openai.replies import ReadReply, read_completion, read_stream
from daybook.llm.openai.retry import Backoff, retry_after
from daybook.llm.openai.server import OPENAI_URL, OpenAIServer
from daybook.llm.protocol import ChatRequest, Finish, ModelReply, OnText


@dataclass(slots=True)
class OpenAIChat:
    """One model on a server. It learns which requests the server accepts, and whether the model thinks."""

    server: OpenAIServer
    name: str
    setting: str = "DAYBOOK_CHAT_MODEL"
    """Which setting named the model, for the error that says it is unknown."""
    temperature: float | None = 0.0
    thinking_tokens: int | None = None
    """Added to every limit, for models that think before they reply; None: learnt from its replies."""
    reasoning_effort: str | None = None
    """How much such a model should think, in its server's words."""
    deadline: float = 60.0
    """Seconds that a call may take, retries and waits included, from the moment it has its place."""
    backoff: Backoff = field(default_factory=Backoff)
    dialect: Dialect = field(init=False)
    """As learnt so far."""

    def __post_init__(self) -> None:
        openais_own = self.server.url == OPENAI_URL
        self.dialect = Dialect(NEWER_LIMIT, other_limit=OLDER_LIMIT) if openais_own else Dialect()

    @property
    def fingerprint(self) -> str:
        """Server, model and sampling."""
        return (
            f"{self.server.url} {self.name} temperature={self.temperature} thinking={self.thinking_tokens}"
            f" effort={self.reasoning_effort}"
        )

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
        told = _TextCallback(on_text) if on_text else None
        while True:
            try:
                return await self._call_with_room_to_think(completions, request, told)
            except (openai.APIError, ErrorInReply) as error:
                failures += 1
                fault = read_fault(error)
                headers = error.response.headers if isinstance(error, openai.APIStatusError) else {}
                left = (scope.when() or 0.0) - asyncio.get_running_loop().time()
                wait = self.backoff.wait(failures, asked=retry_after(headers), left=left)
                # What the caller has been told cannot be taken back.
                if wait is None or (told and told.anything) or not fault.is_transient:
                    raise translate(fault, self.server.url, self.name, self.setting) from error
            except JSONDecodeError as error:
                raise ModelError(f"{self._called} sent JSON that cannot be read: {error}") from error
            await asyncio.sleep(wait)

    async def _call_with_room_to_think(
        self, completions: AsyncCompletions, request: ChatRequest, told: _TextCallback | None
    ) -> ModelReply:
        """Call, and call once again if the model is found to have thought away the room of its reply."""
        had_room = self.dialect.thinks or self.thinking_tokens is not None
        read = await self._call_adapting(completions, request, told)
        self.dialect = self.dialect.after_reply(
            thought=read.thought, begins_within_thought=read.begins_within_thought
        )
        first = read.reply
        if had_room or not read.thought or first.finish is not Finish.LENGTH or (told and told.anything):
            return first
        second = (await self._call_adapting(completions, request, told)).reply
        return replace(
            second,
            input_tokens=first.input_tokens + second.input_tokens,
            output_tokens=first.output_tokens + second.output_tokens,
        )

    async def _call_adapting(
        self, completions: AsyncCompletions, request: ChatRequest, told: _TextCallback | None
    ) -> ReadReply:
        """Call, and call again without what the server refuses."""
        while True:
            used = self.dialect
            tokens = used.reply_tokens(request, self.thinking_tokens)
            if tokens is None:
                raise self._too_long(request)
            body = used.body(
                request,
                model=self.name,
                reply_tokens=tokens,
                temperature=self.temperature,
                reasoning_effort=self.reasoning_effort,
                stream=told is not None,
            )
            try:
                return await self._send(completions, body, told)
            except (openai.APIError, ErrorInReply) as error:
                better = used.after(read_fault(error), request, body)
                if better is None or (told and told.anything):
                    raise
                if self.dialect == used:  # else a call beside this one has learnt something meanwhile
                    self.dialect = better

    async def _send(
        self, completions: AsyncCompletions, body: dict[str, Any], told: _TextCallback | None
    ) -> ReadReply:
        answered = await completions.create(**body, timeout=self.deadline)
        if isinstance(answered, openai.AsyncStream) and told is not None:
            within = self.dialect.begins_within_thought
            if within is None:
                within = bool(self.thinking_tokens or self.reasoning_effort)
            async with answered:
                reply = await read_stream(answered, told, within_thought=within)
        else:
            reply = read_completion(answered) if isinstance(answered, ChatCompletion) else None
        if reply is None:
            raise ModelUnavailable(
                f"{self._called} sent no chat completion; is OPENAI_BASE_URL right (often it ends with /v1)?"
            )
        return reply

    def _too_long(self, request: ChatRequest) -> ContextTooLong:
        window = self.dialect.window
        share = window.share(characters_of(request), request.max_output_tokens)
        size = f" of {window.tokens} tokens" if window.tokens else ""
        return ContextTooLong(
            f"{self._called} has a context window{size}, which the request exceeds",
            limit=window.tokens,
            share=share,
        )

    @property
    def _called(self) -> str:
        return f"model {self.name!r} at {self.server.url}"


class _TextCallback:
    """Forwards pieces of text, and records that it did."""

    def __init__(self, on_text: OnText) -> None:
        self._on_text = on_text
        self.anything = False

    def __call__(self, piece: str) -> None:
        if piece:
            self.anything = True
            self._on_text(piece)
