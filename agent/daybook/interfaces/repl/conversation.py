"""A running conversation: what is said goes to memory, and memory answers."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import count

from daybook.conversation import Role, Turn
from daybook.library.daybook import Daybook
from daybook.library.graph_runs import DIALOGUE_TURNS
from daybook.library.results import ChatTurn, OnStage

CHAT = "chat-"
"""How the ids of sessions begin that were chats."""


def new_session_id(daybook: Daybook, owner: str, began: datetime) -> str:
    """Name a chat after the minute in which it began: "chat-2024-03-05-0900", the next one "…-2"."""
    taken = {session.session_id for session in daybook.sessions(owner=owner)}
    name = f"{CHAT}{began:%Y-%m-%d-%H%M}"
    return next(
        free for number in count(1) if (free := f"{name}-{number}" if number > 1 else name) not in taken
    )


class Conversation:
    """One chat session of one owner; `always` is the moment of every message, instead of the clock."""

    def __init__(self, daybook: Daybook, owner: str, session_id: str, always: datetime | None = None) -> None:
        self.daybook, self.owner, self.session_id = daybook, owner, session_id
        self.last: ChatTurn | None = None
        """The last turn, where nothing of it has been forgotten since."""
        self.proposal: Mapping[str, str] | None = None
        self.consent: Mapping[str, str] | None = None
        self._always = always
        self._dialogue: list[Turn] = []

    @property
    def dialogue(self) -> Sequence[Turn]:
        """The turns that go along with the next message."""
        return self._dialogue[-DIALOGUE_TURNS:]

    def now(self) -> datetime:
        """Return the moment of a message."""
        return self._always or self.daybook.moment(owner=self.owner)

    def say(self, message: str, on_stage: OnStage | None = None) -> ChatTurn:
        """Say something, and have it remembered with the reply; `on_stage` takes the events of the stream."""
        proposal, self.proposal = self.proposal, None  # whatever comes of this message: it is not asked twice
        consent, self.consent = self.consent, None
        reply = self.daybook.chat(
            message,
            owner=self.owner,
            session_id=self.session_id,
            dialogue=self.dialogue,
            asked_at=self.now(),
            proposal=proposal,
            consent=consent,
            on_stage=on_stage,
        )
        self.proposal, self.consent = reply.proposal, reply.consent
        if proposal is not None and self.daybook.analyzer.read_message(message).says_yes:
            self._drop()  # it may hold what is forgotten now
            return reply
        self._dialogue += [Turn(Role.USER, message), Turn(Role.ASSISTANT, reply.text)]
        self.last = reply
        return reply

    def keep_unanswered(self, message: str, begun: str) -> bool:
        """Keep a message whose reply was stopped, without the reply: what that took from memory is not known.

        Its facts are read with those of the next round, and the conversation goes on from `begun`, what had
        come of the reply. False if the message asks to forget something, or not to be kept.
        """
        said = self.daybook.analyzer.read_message(message)
        if said.is_for_memory:
            return False
        moment = self.now()
        turn = Turn(Role.USER, message, moment, sources=() if said.only_asks else None)
        keep = self.daybook.append_without_facts
        keep((turn,), owner=self.owner, session_id=self.session_id, said_at=moment)
        if begun:
            self._dialogue += [Turn(Role.USER, message), Turn(Role.ASSISTANT, begun)]
        self.last = None
        return True

    def forgotten(self, session_id: str) -> None:
        """Drop what is known here of a session that memory has forgotten."""
        if session_id == self.session_id:
            self._drop()
        self.last = None

    def _drop(self) -> None:
        self._dialogue.clear()
        self.last = None
