"""What people say and ask in the first hour, in the lists that README.md tells of."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from functools import cache
from importlib.resources import files
from typing import TypeVar

from pydantic import TypeAdapter

from daybook.conversation import Role, Session, Turn

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class SaidTurn:
    """A turn of a memory, as it stands in the file."""

    role: Role
    text: str


@dataclass(frozen=True, slots=True)
class SaidSession:
    """The turns of one day."""

    day: date
    turns: tuple[SaidTurn, ...]

    def as_session(self, session_id: str) -> Session:
        """Give the session as it is imported."""
        return Session(session_id, noon(self.day), tuple(Turn(turn.role, turn.text) for turn in self.turns))


@dataclass(frozen=True, slots=True)
class PlantedRound:
    """A round that is mixed into a long history."""

    day: date
    user: str
    assistant: str

    def as_session(self, session_id: str) -> Session:
        """Give the session as it is imported."""
        turns = (Turn(Role.USER, self.user), Turn(Role.ASSISTANT, self.assistant))
        return Session(session_id, noon(self.day), turns)


@dataclass(frozen=True, slots=True)
class PlainQuestion:
    """A question or a message, and the words of memory that whoever replies has to see."""

    id: str
    blind: bool
    memory: str
    text: str
    needed: tuple[str, ...] = ()
    """None for a message to which nothing of memory belongs."""


@dataclass(frozen=True, slots=True)
class PlainQuestions:
    """The questions, the messages that need nothing, and what both are put to."""

    memories: Mapping[str, tuple[SaidSession, ...]]
    planted: tuple[PlantedRound, ...]
    questions: tuple[PlainQuestion, ...]
    messages: tuple[PlainQuestion, ...]


@dataclass(frozen=True, slots=True)
class DatedSentence:
    """A sentence, the day it was said, and the days (both included) that it means."""

    id: str
    blind: bool
    kind: str
    said: date
    weekday: str
    text: str
    expression: str
    start: date | None
    """None for a habit, and for a birthday of which no single one is meant."""
    end: date | None
    recurring: str | None


@dataclass(frozen=True, slots=True)
class Introduction:
    """What somebody tells of themself, and what is true of them then."""

    id: str
    blind: bool
    turns: tuple[str, ...]
    question: str
    value: str
    also: tuple[str, ...]
    wrong: tuple[str, ...]
    """What would be wrong as the present value."""
    plain: bool
    nothing: bool
    """Nothing is told of the owner, though it looks so."""

    @property
    def group(self) -> str:
        """One of "plain", "inferable" and "nothing"."""
        return "nothing" if self.nothing else "plain" if self.plain else "inferable"


@dataclass(frozen=True, slots=True)
class SensitiveSentence:
    """A sentence, and whether what it tells needs the owner's consent."""

    id: str
    blind: bool
    text: str
    kind: str
    needs_consent: bool


@dataclass(frozen=True, slots=True)
class AuthoredMessage:
    """A message, and which sentences of it its sender does not say of themself."""

    id: str
    blind: bool
    text: str
    not_own: tuple[str, ...]
    question: str


@cache
def plain_questions() -> PlainQuestions:
    """Read the plain questions with their memories."""
    return _read("plain_questions", PlainQuestions)


@cache
def dated_sentences() -> tuple[DatedSentence, ...]:
    """Read the sentences that name days."""
    return _read("days", tuple[DatedSentence, ...])


@cache
def introductions(name: str = "introductions") -> tuple[Introduction, ...]:
    """Read what people tell of themselves, from one of the two lists."""
    return _read(name, tuple[Introduction, ...])


@cache
def sensitive_sentences(name: str = "sensitive") -> tuple[SensitiveSentence, ...]:
    """Read the sentences of a list that need consent, and those that only look so."""
    return _read(name, tuple[SensitiveSentence, ...])


@cache
def authored_messages() -> tuple[AuthoredMessage, ...]:
    """Read the messages with words of others."""
    return _read("authors", tuple[AuthoredMessage, ...])


def noon(day: date) -> datetime:
    """Give the moment of a day at which things are said."""
    return datetime.combine(day, time(12), tzinfo=UTC)


def _read(name: str, form: type[Item]) -> Item:
    text = files(__name__).joinpath(f"{name}.json").read_text(encoding="utf-8")
    return TypeAdapter(form).validate_json(text)
