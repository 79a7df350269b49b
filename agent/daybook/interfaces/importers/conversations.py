"""Sessions out of the messages of an export."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from daybook.conversation import Role, Session, Turn
from daybook.interfaces.importers.reading import Reading

SESSION_GAP = timedelta(hours=8)
"""A longer silence than this begins a new session where nothing names sessions."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of an export that is kept."""

    role: Role
    text: str
    said_at: datetime | None = None
    speaker: str | None = None


def session_of(
    name: str,
    messages: Iterable[Message],
    reading: Reading,
    *,
    title: str = "",
    began: datetime | None = None,
) -> Session | None:
    """Make a session of a conversation between a person and an assistant; None where nothing was said.

    Replies that follow each other are one reply, as tools come between them. A message without a date was
    said when the one before it was, the first ones when the conversation began.

    Args:
        name: stays the same in every export of the conversation.
        messages: in the order in which they were said.
        reading: counts the conversations without any date, which get that of the file.
        title: what the conversation was called.
        began: when, as far as the export says.
    """
    said = _joined(messages)
    if not said:
        return None
    latest = began or next((message.said_at for message in said if message.said_at), None)
    if latest is None:
        turns = tuple(Turn(message.role, message.text, speaker=message.speaker) for message in said)
        return Session(name, reading.undated(), turns, title=title)
    dated = []
    for message in said:
        latest = message.said_at or latest
        dated.append(Turn(message.role, message.text, latest, message.speaker))
    return Session(name, dated[0].said_at or latest, tuple(dated), title=title)


def _joined(messages: Iterable[Message]) -> Sequence[Message]:
    found: list[Message] = []
    for message in messages:
        if found and message.role is Role.ASSISTANT and found[-1].role is Role.ASSISTANT:
            found[-1] = replace(found[-1], text=f"{found[-1].text}\n\n{message.text}")
        else:
            found.append(message)
    return found


def sessions_by_silence(name: str, messages: Iterable[Message], *, title: str = "") -> Iterator[Session]:
    """Cut a chat into sessions at silences of more than `SESSION_GAP`; each message is a turn.

    A session is named by the chat and the moment it began, so that one that has grown keeps its name.

    Args:
        name: of the chat.
        messages: dated, in the order in which they were said; they are taken one at a time.
        title: what the chat is called.
    """
    turns: list[Turn] = []
    began = before = None
    for message in messages:
        moment = message.said_at
        if moment is None:
            raise ValueError("a chat is cut by the dates of its messages")
        if began and before and abs(moment - before) > SESSION_GAP:
            yield _chat_session(name, began, turns, title)
            began, turns = None, []
        began, before = began or moment, moment
        turns.append(Turn(message.role, message.text, moment, message.speaker))
    if began:
        yield _chat_session(name, began, turns, title)


def _chat_session(name: str, began: datetime, turns: Sequence[Turn], title: str) -> Session:
    return Session(f"{name}-{began:%Y-%m-%dT%H:%M:%S}", began, tuple(turns), title=title)
