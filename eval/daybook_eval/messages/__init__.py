"""Two planted persons with everyday messages, each message marked with what of the history it needs.

`development.json` and `held_out.json` were written before the code that they measure, by somebody who had
not seen its rules; the second is for measuring only. Each is one object:

    person    the owner's name
    history   sessions in the order of time: {session_id, started_at, rounds: [round, …]}
              round: {id, user, assistant, constraint?, sensitive?}; `id` is "<session_id>-<place from 1>"
              constraint  an allergy, a diet, or a topic not to be mentioned, whosever it is: always
                          allowed before the model
              sensitive   illness, medication, money, family trouble, sexuality, doubts of faith: must not be
                          before the model where the message needs nothing
    messages  {id, asked_at, group, message, dialogue, needs, also_fine, why, contrast?}
              group       "constraint": the reply would be wrong or harmful without a constraint or a limit
                          of health; "passing": it needs something said in passing; "nothing"
              dialogue    turns just before the message, [{role, content}, …], often none
              needs       the rounds that must be before the model, where a fact has changed the later one
              also_fine   rounds that bear on it and need not be there; any other round is beside the point
              contrast    true for the few plain questions about memory, which take another path

Dates are ISO 8601 with an offset; absent marks are false.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cache
from importlib.resources import files

from pydantic import TypeAdapter

from daybook.conversation.turns import Role, Session, Turn

DEVELOPMENT, HELD_OUT = "development", "held_out"


class Group(StrEnum):
    """What a message needs of memory."""

    CONSTRAINT = "constraint"
    PASSING = "passing"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class PlantedRound:
    """A user turn and its reply, as they stand in the file."""

    id: str
    user: str
    assistant: str
    constraint: bool = False
    sensitive: bool = False


@dataclass(frozen=True, slots=True)
class PlantedSession:
    """Rounds of one sitting."""

    session_id: str
    started_at: datetime
    rounds: tuple[PlantedRound, ...]

    def as_session(self) -> Session:
        """Give the session as it is imported: round i of it is the one at position i of `rounds`."""
        turns = [
            turn
            for round_ in self.rounds
            for turn in (Turn(Role.USER, round_.user), Turn(Role.ASSISTANT, round_.assistant))
        ]
        return Session(self.session_id, self.started_at, tuple(turns))


@dataclass(frozen=True, slots=True)
class DialogueTurn:
    """A turn of the talk that a message goes on with."""

    role: Role
    content: str

    def as_turn(self) -> Turn:
        """Give the turn as the chat takes it."""
        return Turn(self.role, self.content)


@dataclass(frozen=True, slots=True)
class Message:
    """One message to reply to, with the planted rounds that it needs."""

    id: str
    asked_at: datetime
    group: Group
    message: str
    dialogue: tuple[DialogueTurn, ...]
    needs: tuple[str, ...]
    also_fine: tuple[str, ...]
    why: str
    contrast: bool = False


@dataclass(frozen=True, slots=True)
class MessageSet:
    """One person's history, and the messages asked after it."""

    person: str
    history: tuple[PlantedSession, ...]
    messages: tuple[Message, ...]

    @property
    def rounds(self) -> Iterator[PlantedRound]:
        """All rounds, in the order of time."""
        return (round_ for session in self.history for round_ in session.rounds)

    def sessions(self) -> list[Session]:
        """Give the history as it is imported."""
        return [session.as_session() for session in self.history]

    def planted_id(self, session_id: str, position: int) -> str:
        """Name the planted round that a stored round is, by its session and its place from 0."""
        return f"{session_id}-{position + 1}"


@cache
def read_messages(name: str) -> MessageSet:
    """Read one of the two sets, DEVELOPMENT or HELD_OUT."""
    text = files(__name__).joinpath(f"{name}.json").read_text(encoding="utf-8")
    return TypeAdapter(MessageSet).validate_json(text)
