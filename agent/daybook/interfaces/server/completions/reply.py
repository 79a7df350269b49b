"""What a model's answer says, read while it passes through, whole or in pieces."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

_EVENT_END = re.compile(rb"\r?\n\r?\n")
_LAST = b"[DONE]"


@dataclass(slots=True)
class Reply:
    """The first choice of an answer, as far as it has come."""

    words: list[str] = field(default_factory=list)
    calls_tools: bool = False
    finish: str | None = None

    @property
    def text(self) -> str:
        """What is said to the user in the end; "" where it calls tools, or is not at its end."""
        return "" if self.calls_tools or self.finish is None else "".join(self.words)

    def take(self, answer: object) -> None:
        """Take an answer, or a piece of one."""
        choices = answer.get("choices") if isinstance(answer, dict) else None
        for choice in choices if isinstance(choices, list) else ():
            if isinstance(choice, dict) and choice.get("index", 0) == 0:
                self._take(choice)

    def _take(self, choice: Mapping[str, Any]) -> None:
        said = choice.get("delta") or choice.get("message")
        if isinstance(said, dict):
            self.calls_tools |= bool(said.get("tool_calls") or said.get("function_call"))
            if isinstance(words := said.get("content"), str):
                self.words.append(words)
        finish = choice.get("finish_reason")
        self.finish = finish if isinstance(finish, str) else self.finish


class EventSplitter:
    """Cuts a stream of server-sent events where they end; all pieces together are what came."""

    def __init__(self) -> None:
        self._rest = b""

    def take(self, piece: bytes) -> Iterator[bytes]:
        """Give the events that are whole now."""
        self._rest += piece
        while end := _EVENT_END.search(self._rest):
            yield self._rest[: end.end()]
            self._rest = self._rest[end.end() :]

    def rest(self) -> bytes:
        """Give what came after the last whole event."""
        return self._rest


def data_of(event: bytes) -> bytes:
    """Give the data of an event."""
    lines = (line for line in event.splitlines() if line.startswith(b"data:"))
    return b"\n".join(line.removeprefix(b"data:").strip() for line in lines)


def is_last(event: bytes) -> bool:
    """Whether an event only says that the stream is over."""
    return data_of(event) == _LAST


def parsed(content: bytes) -> object:
    """Read JSON; None where it is none, which is for the client to find out."""
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None
