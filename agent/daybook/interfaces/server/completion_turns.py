"""A chat completion's request, and the turn that it is: what memory puts beside it, and how it is kept."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from hashlib import sha256
from http import HTTPStatus
from typing import Any, NoReturn
from weakref import WeakValueDictionary

from daybook.conversation import Role, Round, Turn
from daybook.interfaces.server.problems import Refused
from daybook.interfaces.server.streaming import RunningTasks
from daybook.library.daybook import Daybook
from daybook.library.results import MemoryContext, round_turns

_PROMPT = "completion_memory"
_NOT_HERE = (
    "Nothing of this message is kept. What is kept already cannot be forgotten by saying so here: `daybook"
    " forget`, POST /v1/forget and the page do that, and show first what would go."
)
"""The reply to a message that asks memory to forget, or not to keep."""
_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT}
_DIGITS = 12
_OURS = "daybook"
"""Begins the ids of sessions that no client has named."""


@dataclass(frozen=True, slots=True)
class CompletionRequest:
    """A request that was read."""

    body: Mapping[str, Any]
    """As it is passed on: without what was for us alone."""
    place: int
    """Of the last message of the user; -1 where there is none."""
    session_name: str | None
    """Of the conversation, where the client says it."""

    @property
    def messages(self) -> Sequence[Mapping[str, Any]]:
        """All that were sent."""
        messages: Sequence[Mapping[str, Any]] = self.body["messages"]
        return messages

    @property
    def said(self) -> str:
        """The user's last message; a part that is no text is a mark, such as "[image_url]"."""
        return words_in(self.messages[self.place]) if self.place >= 0 else ""

    @property
    def dialogue(self) -> tuple[Turn, ...]:
        """The messages before it, without tool calls and their results."""
        before = self.messages[: max(self.place, 0)]
        said = ((_ROLES.get(message["role"]), words_in(message)) for message in before)
        return tuple(Turn(role, words) for role, words in said if role and words.strip())

    @property
    def is_streamed(self) -> bool:
        """True if the reply is to come in pieces."""
        return self.body.get("stream") is True

    @property
    def user(self) -> str | None:
        """The owner that the request names."""
        named = self.body.get("user")
        return named if isinstance(named, str) and named.strip() else None

    def session_id(self, at: datetime) -> str:
        """Name the conversation: as the client does, else by the day and by how it begins."""
        if self.session_name:
            return self.session_name
        first = next((message for message in self.messages if message["role"] == "user"), {})
        digest = sha256(json.dumps(first, sort_keys=True).encode()).hexdigest()
        return f"{_OURS}-{at:%Y-%m-%d}-{digest[:_DIGITS]}"

    def with_memory(self, block: str) -> CompletionRequest:
        """Put a block before the words of the user's last message; every other byte stays as it is."""
        message = self.messages[self.place]
        content = message["content"]
        beside = (
            f"{block}\n{content}" if isinstance(content, str) else [{"type": "text", "text": block}, *content]
        )
        messages = list(self.messages)
        messages[self.place] = {**message, "content": beside}
        return replace(self, body={**self.body, "messages": messages})


def read_request(raw: bytes, session_header: str | None) -> CompletionRequest:
    """Read the body of a request; a header may name the conversation. Refused where it has no messages."""
    body = _read_body(raw)
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages:
        raise _bad("messages: a list with one message at least is needed")
    for number, message in enumerate(messages):
        _check(message, number)
    places = [number for number, message in enumerate(messages) if message["role"] == "user"]
    return CompletionRequest(body, places[-1] if places else -1, session_header)


def _read_body(raw: bytes) -> dict[str, Any]:
    """Read the JSON object that a request of OpenAI's clients is; Refused where none can be passed on."""
    try:
        body = json.loads(raw, parse_constant=_no_number)
        json.dumps(body, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise _bad(f"the body is no JSON that can be passed on: {error}"[:200]) from None
    if not isinstance(body, dict):
        raise _bad("the body is no JSON object")
    return body


def words_in(message: Mapping[str, Any]) -> str:
    """Return the words of a message; parts of another kind leave a mark."""
    content = message.get("content")
    if not isinstance(content, list):
        return content if isinstance(content, str) else ""
    found = []
    for part in content:
        words = (part[name] for name in ("text", "refusal") if isinstance(part.get(name), str))
        found.append(next(words, f"[{part.get('type', 'part')}]"))
    return "\n".join(found)


def _check(message: object, number: int) -> None:
    """Refuse what is not a message; what may be in one is for the model's server to say."""
    if isinstance(message, dict) and isinstance(role := message.get("role"), str):
        content = message.get("content")
        parts = content if isinstance(content, list) else []
        fits = role != "user" or isinstance(content, str | list)
        if fits and all(isinstance(part, dict) for part in parts):
            return
    raise _bad(f"messages[{number}]: an object with a role, and text or a list of parts, is needed")


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def _bad(problem: str) -> Refused:
    return Refused(problem, HTTPStatus.BAD_REQUEST)


@dataclass(frozen=True, slots=True)
class RememberedTurn:
    """One turn of a conversation, with memory around it."""

    daybook: Daybook
    owner: str
    request: CompletionRequest
    """As the client sent it."""
    session_id: str
    said_at: datetime
    may_keep: bool
    """False where the client wants nothing kept."""
    locks: WeakValueDictionary[tuple[str, str], asyncio.Lock] = field(repr=False)
    """A lock for each conversation in which something is being kept."""
    tasks: RunningTasks = field(repr=False)

    @property
    def asks_to_forget(self) -> bool:
        """True if the message asks memory to forget something, or not to keep it; then it is not kept."""
        return self.daybook.analyzer.read_message(self.request.said).is_for_memory

    async def context(self) -> MemoryContext:
        """Look up what bears on the message."""
        return await self.daybook.acontext_for(
            self.request.said,
            owner=self.owner,
            dialogue=self.request.dialogue,
            asked_at=self.said_at,
        )

    def beside(self, context: MemoryContext) -> CompletionRequest:
        """Put what bears on the message beside it; where nothing does, the request stays as it came."""
        lines = list(context.lines)
        if self.asks_to_forget:
            lines.append({"kind": "notice", "notice": _NOT_HERE})
        if not lines:
            return self.request
        filled = self.daybook.prompts[_PROMPT].fill(memory=lines, now=f"{self.said_at:%Y-%m-%d %H:%M (%A)}")
        return self.request.with_memory(f"{filled.instructions}\n\n{filled.data}")

    async def kept_before(self) -> Round | None:
        """Return the round of this very message if it was kept already: then the client asks once more.

        A message that repeats the one before it is another one: then that stands in the dialogue.
        """
        last = await self.daybook.alast_round(owner=self.owner, session_id=self.session_id)
        before = [turn.content for turn in self.request.dialogue if turn.role is Role.USER]
        is_same = last is not None and last.user is not None and last.user.content == self.request.said
        return last if is_same and before[-1:] != [self.request.said] else None

    async def keep(self, reply: str, context: MemoryContext | None) -> Round | None:
        """Keep what the user said, and the reply where there is one. Returns None if nothing is to be kept.

        What the reply repeats of memory it has as its sources, and so it can never be found as if it had been
        said. A message that asks memory to forget something, or not to keep it, is not kept. What is kept is
        embedded and read for facts in the background.
        """
        said = self.request.said
        if not (self.may_keep and said.strip()) or self.asks_to_forget:
            return None
        async with self.locks.setdefault((self.owner, self.session_id), asyncio.Lock()):
            if before := await self.kept_before():
                return before
            kept = await self.daybook.acommit(
                round_turns(
                    said,
                    reply,
                    context=context,
                    analyzer=self.daybook.analyzer,
                    before=self.request.dialogue,
                    said_at=self.said_at,
                ),
                owner=self.owner,
                session_id=self.session_id,
                said_at=self.said_at,
            )
        self.tasks.start(self.daybook.aflush(owner=self.owner))  # a server that stops waits for it
        return kept.round
