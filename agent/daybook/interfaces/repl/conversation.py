"""A running conversation: what is said goes to memory, and memory answers."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import chain, count

from daybook.conversation import Role, Turn
from daybook.library.daybook import Daybook
from daybook.library.explain import Explanation
from daybook.library.results import ChatTurn, OnStage

CHAT = "chat-"
"""How the ids of sessions begin that were chats."""
DIALOGUE_TURNS = 20
"""Latest turns that go along with a message, to resolve "it" and "there"."""


def new_session_id(daybook: Daybook, owner: str, began: datetime) -> str:
    """Name a chat after the minute in which it began: "chat-2024-03-05-0900", the next one "…-2"."""
    taken = {session.session_id for session in daybook.sessions(owner=owner)}
    name = f"{CHAT}{began:%Y-%m-%d-%H%M}"
    names = chain((name,), (f"{name}-{number}" for number in count(2)))
    return next(free for free in names if free not in taken)


class Conversation:
    """One chat session of one owner.

    Args:
        daybook: the memory.
        owner: whose.
        session_id: the session that every round goes to.
        always: the moment of every message; the system's clock where it is None.
    """

    def __init__(self, daybook: Daybook, owner: str, session_id: str, always: datetime | None = None) -> None:
        self.daybook, self.owner, self.session_id = daybook, owner, session_id
        self.explanation: Explanation | None = None
        """Of the last answer that came out of memory."""
        self.proposal: Mapping[str, str] | None = None
        """What the last reply proposed to forget."""
        self._always = always
        self._dialogue: list[Turn] = []

    def say(self, message: str, on_stage: OnStage | None = None) -> ChatTurn:
        """Say something, and have it remembered with the reply.

        Args:
            message: what is said.
            on_stage: takes the events of the stream, as of `Daybook.chat`.

        Raises:
            DaybookError: see `Daybook.chat`.
        """
        reply = self.daybook.chat(
            message,
            owner=self.owner,
            session_id=self.session_id,
            dialogue=self._dialogue[-DIALOGUE_TURNS:],
            asked_at=self._always or datetime.now(UTC).astimezone(),
            proposal=self.proposal,
            on_stage=on_stage,
        )
        agreed, self.proposal = self.proposal is not None, reply.proposal
        if agreed and reply.remembered is None and reply.proposal is None:
            self._dialogue.clear()  # it may hold what is forgotten now
            self.explanation = None
            return reply
        self._dialogue += [Turn(Role.USER, message), Turn(Role.ASSISTANT, reply.text)]
        self.explanation = reply.explanation or self.explanation
        return reply

    def forgotten(self, session_id: str) -> None:
        """Drop what is known here of a session that memory has forgotten."""
        if session_id == self.session_id:
            self._dialogue.clear()
        self.explanation = None

    def earlier_messages(self) -> list[str]:
        """What the owner said in chats before, oldest first, for the keys that bring back a line."""
        return [
            round_.user.content
            for session in self.daybook.sessions(owner=self.owner)
            if session.session_id.startswith(CHAT)
            for round_ in self.daybook.rounds(owner=self.owner, session_id=session.session_id)
            if round_.user
        ]
