"""Keeping the messages of Mem0's `add` as rounds, word for word."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from daybook.conversation import Role, Round, Session, Turn, rounds_of
from daybook.errors import BadInput, UnknownItem
from daybook.interfaces.server.mem0.annotations import Annotation, annotate
from daybook.interfaces.server.mem0.memory import words_of_round
from daybook.interfaces.server.mem0.whose import Named, own_ids
from daybook.library.daybook import Daybook

_LEFT_OUT = ("system", "developer", "tool", "function")
"""What nobody said: instructions, and what programs returned."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A round that was to be kept."""

    round: Round
    is_new: bool
    """False where the session ended with it already."""

    @property
    def shape(self) -> dict[str, Any]:
        """Write it as Mem0 writes a result of `add`."""
        event = "ADD" if self.is_new else "NONE"
        return {"id": self.round.round_id, "memory": words_of_round(self.round), "event": event}


def turns_of(messages: Sequence[Mapping[str, Any]]) -> list[Turn]:
    """Read messages; instructions and what tools returned are left out.

    Raises:
        BadInput: a message has another role, or is no text.
    """
    turns = []
    for place, message in enumerate(messages):
        role = message.get("role")
        if role in _LEFT_OUT:
            continue
        if role not in tuple(Role):
            raise BadInput(f"{role!r:.30} is no role: user and assistant are", source=f"messages.{place}")
        text = _text_of(message.get("content"), place)
        if text.strip():
            turns.append(Turn(Role(role), text, speaker=message.get("name") or None))
    if not turns:
        raise BadInput("there are no words of a user or an assistant to keep", source="messages")
    return turns


async def add(
    daybook: Daybook,
    owner: str,
    turns: Sequence[Turn],
    *,
    named: Named,
    metadata: Mapping[str, Any],
    said_at: datetime | None,
) -> list[Kept]:
    """Keep turns at the end of the run's session, a round for each user's turn and its reply.

    A program may hand in its whole conversation each time: what the session ends with already is not kept
    twice. Should keeping fail in the middle, what was kept stays, and the same call goes on behind it.

    Args:
        daybook: the memory.
        owner: whose.
        turns: what was said, in order.
        named: the ids of the call: run_id is the session, without it that of the day.
        metadata: kept beside each new round.
        said_at: when; now by default.

    Raises:
        StoreError, ModelError: as of `Daybook.aappend`.
    """
    moment = said_at or daybook.parts.clock()
    session_id = named.get("run_id") or f"{moment:%Y-%m-%d}"
    offered = rounds_of(Session(session_id, moment, tuple(turns)), owner)
    there = await to_thread(_rounds_there, daybook, owner, session_id)
    repeated = _repeated(there, offered)
    kept = [Kept(round_, False) for round_ in there[len(there) - repeated :]]
    for round_ in offered[repeated:]:
        one = await daybook.aappend(round_.turns, owner=owner, session_id=session_id, said_at=moment)
        kept.append(Kept(one.round, one.is_new))
    own = own_ids(owner)
    annotation = Annotation(
        metadata=metadata,
        agent_id=None if own["agent_id"] else named.get("agent_id"),
        app_id=None if own["app_id"] else named.get("app_id"),
    )
    new = [one.round.round_id for one in kept if one.is_new]
    if new and not annotation.is_empty:
        await annotate(daybook, owner, dict.fromkeys(new, annotation))
    return kept


def _text_of(content: object, place: int) -> str:
    """Give the text of a message, which may come in parts."""
    if isinstance(content, str):
        return content
    if content is None:
        return ""
    parts = content if isinstance(content, list) else [content]
    texts = [part.get("text") for part in parts if isinstance(part, Mapping) and part.get("type") == "text"]
    if len(texts) < len(parts) or not all(isinstance(text, str) for text in texts):
        raise BadInput("only text is kept, no images or files", source=f"messages.{place}.content")
    return "\n".join(map(str, texts))


def _rounds_there(daybook: Daybook, owner: str, session_id: str) -> list[Round]:
    """Give the rounds of a session; none where it does not exist."""
    try:
        return daybook.parts.store.session_rounds(owner, session_id)
    except UnknownItem:
        return []


def _repeated(there: Sequence[Round], offered: Sequence[Round]) -> int:
    """Count the rounds at the beginning of those offered that the session ends with."""
    ends = [round_.fields for round_ in there]
    begins = [round_.fields for round_ in offered]
    sizes = range(min(len(ends), len(begins)), 0, -1)
    return next((size for size in sizes if ends[-size:] == begins[:size]), 0)
