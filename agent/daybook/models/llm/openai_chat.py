"""Chat models on any OpenAI-compatible server, by the openai SDK. Importing it takes a second.

Retries are made here: the SDK ignores the deadline and would sleep through any Retry-After.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from json import JSONDecodeError
from typing import Any
from weakref import WeakKeyDictionary

import openai
from openai.resources.chat.completions import AsyncCompletions
from openai.types.chat import ChatCompletion
from pydantic import SecretStr

from daybook.conversation.errors import DeadlineExceeded, ModelError, ModelUnavailable
from daybook.models.llm.chat_model import Finish, ModelReply, ModelRequest, OnText, Tool
from daybook.models.llm.openai_dialect import (
    NEWER_LIMIT,
    OLDER_LIMIT,
    Dialect,
    ErrorInReply,
    ReadReply,
    read_completion,
    read_fault,
    read_stream,
    translate,
)
from daybook.settings import THINKING_TOKENS, without_password

OPENAI_URL = "https://api.openai.com/v1"


@dataclass(frozen=True, slots=True)
class Link:
    """The client and concurrency limit of one event loop."""

    client: openai.AsyncOpenAI
    completions: AsyncCompletions
    places: asyncio.Semaphore


class OpenAIServer:
    """One server, with a bound on the calls under way there at once (in each event loop)."""

    def __init__(
        self,
        *,
        url: str | None = None,
        key: SecretStr | None = None,
        headers: Mapping[str, SecretStr] | None = None,
        concurrency: int = 8,
    ) -> None:
        """Describe a server; nothing is sent.

        Args:
            url: None is OpenAI's own.
            key: None for servers that want none.
            headers: sent with every request, over the SDK's own.
            concurrency: simultaneous calls.
        """
        self._base_url = (url or OPENAI_URL).rstrip("/")
        self.url = without_password(self._base_url)
        """For people; the password in it, if any, is masked."""
        self._key = key
        self._headers = headers or {}
        self._concurrency = concurrency
        self._links: WeakKeyDictionary[asyncio.AbstractEventLoop, Link] = WeakKeyDictionary()
        # Making a client takes 0.2 s the first time; here it delays no question.
        self._ready: Link | None = self._make_link()

    def link(self) -> Link:
        """Return the link of the running event loop."""
        loop = asyncio.get_running_loop()
        if loop not in self._links:
            self._links[loop], self._ready = self._ready or self._make_link(), None
        return self._links[loop]

    async def aclose(self) -> None:
        """Close the connections of the running loop."""
        if link := self._links.pop(asyncio.get_running_loop(), None):
            await link.client.close()

    def _make_link(self) -> Link:
        # Servers of one's own often want no key, but the SDK wants something.
        key = self._key.get_secret_value() if self._key else "none"
        headers = {name: value.get_secret_value() for name, value in self._headers.items()}
        client = openai.AsyncOpenAI(
            api_key=key, base_url=self._base_url, default_headers=headers, max_retries=0
        )
        return Link(client, client.chat.completions, asyncio.Semaphore(self._concurrency))


@dataclass(frozen=True, slots=True)
class Backoff:
    """Waits that double: first, 2 x first, 4 x first, …, each shortened at random by up to a quarter."""

    retries: int = 2
    first: float = 0.5
    """Seconds."""

    def wait(self, failures: int, *, asked: float | None, left: float) -> float | None:
        """Seconds to wait after so many failures, at least those that the server asked for.

        None: give up, as the wait would outlast the seconds left until the deadline.
        """
        if failures > self.retries:
            return None
        own = self.first * 2 ** (failures - 1) * random.uniform(0.75, 1.0)
        wait = own if asked is None else max(own, asked)
        return wait if wait < left else None


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Read how many seconds a server asks to wait. Returns None if it names none, or a date."""
    try:
        seconds = float(headers.get("retry-after", ""))
    except ValueError:
        return None
    return seconds if 0 <= seconds < float("inf") else None


@dataclass(slots=True)
class OpenAIChat:
    """One model on a server. It learns which requests the server accepts, and whether the model thinks."""

    server: OpenAIServer
    name: str
    setting: str = "DAYBOOK_CHAT_MODEL"
    """The setting that named the model, for the error that says it is unknown."""
    temperature: float | None = 0.0
    thinking_tokens: int | None = None
    """Added to every limit, for models that think before they reply; None: learnt from its replies."""
    reasoning_effort: str | None = None
    """How much such a model should think, in its server's words."""
    deadline: float = 60.0
    """Seconds that a call may take, retries and waits included, from the moment it has its place."""
    backoff: Backoff = field(default_factory=Backoff)
    dialect: Dialect = field(init=False)
    """The form of request that the server has accepted so far."""
    thinks: bool = field(default=False, init=False)
    """Whether the model was seen to think before it replies; then it is taken to think every time."""
    begins_within_thought: bool | None = field(default=None, init=False)
    """Whether its thoughts come as text and without their beginning; None before its first reply."""

    def __post_init__(self) -> None:
        openais_own = self.server.url == OPENAI_URL
        self.dialect = Dialect((NEWER_LIMIT, OLDER_LIMIT)) if openais_own else Dialect()

    @property
    def fingerprint(self) -> str:
        """Server, model and sampling."""
        return (
            f"{self.server.url} {self.name} temperature={self.temperature} thinking={self.thinking_tokens}"
            f" effort={self.reasoning_effort}"
        )

    @property
    def described(self) -> str:
        """The model and its server, for error messages."""
        return f"model {self.name!r} at {self.server.url}"

    async def complete(self, request: ModelRequest, *, on_text: OnText | None = None) -> ModelReply:
        """Call the model once; see `ChatModel`."""
        async with self.server.link().places:
            try:
                async with asyncio.timeout(self.deadline) as scope:
                    return await self._call_with_retries(request, on_text, scope)
            except TimeoutError:
                raise DeadlineExceeded(f"{self.described} did not answer in {self.deadline:g} s") from None

    async def _call_with_retries(
        self, request: ModelRequest, on_text: OnText | None, scope: asyncio.Timeout
    ) -> ModelReply:
        failures = 0
        forward = _TextCallback(on_text) if on_text else None
        while True:
            try:
                return await self._call_with_room_to_think(request, forward)
            except (openai.APIError, ErrorInReply) as error:
                failures += 1
                fault = read_fault(error)
                headers = error.response.headers if isinstance(error, openai.APIStatusError) else {}
                left = (scope.when() or 0.0) - asyncio.get_running_loop().time()
                wait = self.backoff.wait(failures, asked=retry_after(headers), left=left)
                # What was passed on to the caller cannot be taken back.
                if wait is None or (forward and forward.passed_on) or not fault.is_transient:
                    raise translate(fault, self.server.url, self.name, self.setting) from error
            except JSONDecodeError as error:
                raise ModelError(f"{self.described} sent JSON that cannot be read: {error}") from error
            await asyncio.sleep(wait)

    async def _call_with_room_to_think(
        self, request: ModelRequest, forward: _TextCallback | None
    ) -> ModelReply:
        """Call, and call once again if the model is found to have thought away the room of its reply."""
        had_room = self.thinks or self.thinking_tokens is not None
        read = await self._call_adapting(request, forward)
        self.thinks |= read.thought
        self.begins_within_thought = bool(self.begins_within_thought) or read.begins_within_thought
        first = read.reply
        passed_on = forward is not None and forward.passed_on
        if had_room or not read.thought or first.finish is not Finish.LENGTH or passed_on:
            return first
        second = (await self._call_adapting(request, forward)).reply
        return replace(
            second,
            input_tokens=first.input_tokens + second.input_tokens,
            output_tokens=first.output_tokens + second.output_tokens,
        )

    async def _call_adapting(self, request: ModelRequest, forward: _TextCallback | None) -> ReadReply:
        """Call, one rung of the ladder lower after each refusal; what the server took is remembered."""
        used = self.dialect
        while True:
            body = used.body(
                request,
                model=self.name,
                reply_tokens=request.max_output_tokens + self._room_to_think,
                temperature=self.temperature,
                reasoning_effort=self.reasoning_effort,
                stream=forward is not None,
            )
            try:
                read = await self._send(body, forward, request.tool)
            except (openai.APIError, ErrorInReply) as error:
                fault = read_fault(error)
                if forward and forward.passed_on:
                    raise
                if fault.exceeds_window or (lower := used.lower(fault, body)) is None:
                    raise
                used = lower
            else:
                self.dialect = self.dialect.joined(used)
                return read

    @property
    def _room_to_think(self) -> int:
        """Tokens on top of those of the reply proper."""
        learnt = THINKING_TOKENS if self.thinks else 0
        return learnt if self.thinking_tokens is None else self.thinking_tokens

    async def _send(
        self, body: dict[str, Any], forward: _TextCallback | None, tool: Tool | None
    ) -> ReadReply:
        answered = await self.server.link().completions.create(**body, timeout=self.deadline)
        if isinstance(answered, openai.AsyncStream) and forward is not None:
            within = self.begins_within_thought
            if within is None:
                within = bool(self.thinking_tokens or self.reasoning_effort)
            async with answered:
                reply = await read_stream(answered, forward, within_thought=within, tool=tool)
        else:
            reply = read_completion(answered, tool) if isinstance(answered, ChatCompletion) else None
        if reply is None:
            raise ModelUnavailable(
                f"{self.described} sent no chat completion; is OPENAI_BASE_URL right (often it ends"
                " with /v1)?"
            )
        return reply


class _TextCallback:
    """Forwards pieces of text, and records that it did."""

    def __init__(self, on_text: OnText) -> None:
        self._on_text = on_text
        self.passed_on = False

    def __call__(self, piece: str) -> None:
        if piece:
            self.passed_on = True
            self._on_text(piece)
