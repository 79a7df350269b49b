"""A chat completion's request: what is asked of us in it, and the rest, which is passed on untouched."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from http import HTTPStatus
from typing import Any, NoReturn

from daybook.conversation import Role, Turn
from daybook.interfaces.server.problems import Refused

_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT}
_SESSION = "session_id"
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
        """All of them, in their order."""
        messages: Sequence[Mapping[str, Any]] = self.body["messages"]
        return messages

    @property
    def said(self) -> str:
        """What the user said last; a part that is no text is a mark, such as "[image_url]"."""
        return words_in(self.messages[self.place]) if self.place >= 0 else ""

    @property
    def dialogue(self) -> tuple[Turn, ...]:
        """What was said before it: no calls of tools, and none of their results."""
        return _turns(self.messages[: max(self.place, 0)])

    @property
    def is_streamed(self) -> bool:
        """Whether the reply is to come in pieces."""
        return self.body.get("stream") is True

    @property
    def wants_usage(self) -> bool:
        """Whether the last piece of a stream is to count tokens."""
        options = self.body.get("stream_options")
        return isinstance(options, dict) and options.get("include_usage") is True

    @property
    def user(self) -> str | None:
        """Whose memory the request names."""
        named = self.body.get("user")
        return named if isinstance(named, str) and named.strip() else None

    def session_id(self, at: datetime) -> str:
        """Name the conversation: as the client does, else by the day and by how it begins."""
        if self.session_name:
            return self.session_name
        first = next((one for one in self.messages if one["role"] == "user"), {})
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
    """Read a request.

    Args:
        raw: its body.
        session_header: the conversation's name, where a header says it.

    Raises:
        Refused: it is no JSON that could be passed on, or has no messages.
    """
    try:
        body = json.loads(raw, parse_constant=_no_number)
        json.dumps(body, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise _bad(f"the body is no JSON that can be passed on: {error}"[:200]) from None
    messages = body.get("messages") if isinstance(body, dict) else None
    if not isinstance(messages, list) or not messages:
        raise _bad("messages: a list with one message at least is needed")
    for number, message in enumerate(messages):
        _check(message, number)
    places = [number for number, message in enumerate(messages) if message["role"] == "user"]
    metadata = body.get("metadata")
    named = metadata.get(_SESSION) if isinstance(metadata, dict) else None
    if isinstance(named, str):
        body = _without_session(body, metadata)
    session = session_header or (named if isinstance(named, str) and named.strip() else None)
    return CompletionRequest(body, places[-1] if places else -1, session)


def words_in(message: Mapping[str, Any]) -> str:
    """Give the words of a message; parts of another kind leave a mark."""
    content = message.get("content")
    if not isinstance(content, list):
        return content if isinstance(content, str) else ""
    return "\n".join(_words(part) for part in content)


def _words(part: Mapping[str, Any]) -> str:
    for name in ("text", "refusal"):
        if isinstance(part.get(name), str):
            return str(part[name])
    return f"[{part.get('type', 'part')}]"


def _turns(messages: Sequence[Mapping[str, Any]]) -> tuple[Turn, ...]:
    said = ((_ROLES.get(one["role"]), words_in(one)) for one in messages)
    return tuple(Turn(role, words) for role, words in said if role and words.strip())


def _check(message: object, number: int) -> None:
    """Refuse a message that is none; what may be in one is for the model's server to say."""
    where = f"messages[{number}]"
    if not isinstance(message, dict) or not isinstance(message.get("role"), str):
        raise _bad(f"{where}: an object with a role is needed")
    content = message.get("content")
    if message["role"] == "user" and not isinstance(content, str | list):
        raise _bad(f"{where}.content: text, or a list of parts, is needed")
    if isinstance(content, list) and not all(isinstance(part, dict) for part in content):
        raise _bad(f"{where}.content: each part is an object")


def _without_session(body: Mapping[str, Any], metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out of the metadata what was for us; some servers take metadata of stored completions only."""
    rest = {name: value for name, value in metadata.items() if name != _SESSION}
    others = {name: value for name, value in body.items() if name != "metadata"}
    return {**others, "metadata": rest} if rest else others


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def _bad(problem: str) -> Refused:
    return Refused(problem, HTTPStatus.BAD_REQUEST)
