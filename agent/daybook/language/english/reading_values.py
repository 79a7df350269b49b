"""What the rules of English read in a question, and what they are given to write."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum, StrEnum

from daybook.conversation import Record, Role
from daybook.conversation.authorship import OWN, Authorship


class AnswerType(StrEnum):
    """The sort of answer that the words of a question want."""

    PERSON = "person"
    PLACE = "place"
    AGE = "age"
    NUMBER = "number"
    MONEY = "money"
    CLOCK_TIME = "clock time"
    DATE = "date"
    DURATION = "duration"
    NAME = "name"
    COLOUR = "colour"
    ANYTHING = "anything"


FIGURES = frozenset(map(AnswerType, ("age", "number", "money", "clock time", "date", "duration")))
"""The sorts that few sentences hold, so that one of them says much."""


class TimeRelation(StrEnum):
    """What a question asks of the events that it names."""

    BETWEEN = "between"
    """The time from one to the other."""
    AGO = "ago"
    """The time from one to the moment of asking."""
    FIRST = "first"
    """Which of two is the earlier."""
    LAST = "last"
    """Which of two is the later."""


@dataclass(frozen=True, slots=True)
class TimeQuestion:
    """A question about when events were, in its own words."""

    relation: TimeRelation
    events: tuple[str, ...]
    """One for AGO, two for the rest."""
    unit: str | None
    """"day", "week", "month" or "year"; None where the question names none."""
    ago: bool = False
    """Whether BETWEEN was asked as "how long ago … when …"."""


@dataclass(frozen=True, slots=True)
class DatedEvent:
    """An event that a question names, and when it was."""

    name: str
    """In the words of the question."""
    began: date
    exact: bool
    """Whether the day is known; else `began` is the middle of the time in which it was."""


class DiaryAsk(Enum):
    """What is asked of the entries that a question names."""

    WHAT = "what there was in a time"
    PLANS = "what is planned"
    WHEN = "when it was, or is to be"
    LAST = "when it was the last time"
    FIRST = "when it was the first time"
    COUNT = "how often it was"


@dataclass(frozen=True, slots=True)
class SlotQuestion:
    """What a question asks the ledger for."""

    slots: tuple[str, ...]
    """Each with those below it; the first of them that has an answer counts."""
    required: frozenset[str]
    """Stems that the answering record has to hold."""
    preferred: frozenset[str]
    """Stems by which the best of several records is picked."""
    denied: bool = False
    """Whether it asks for what is not so: for dislikes."""


@dataclass(frozen=True, slots=True)
class RecordAnswer:
    """The records that answer a question, or one part of it."""

    records: tuple[Record, ...]
    """Best first."""
    opening: str = ""
    """What is said before the first: "Yes", "No"."""
    asked: frozenset[str] = frozenset()
    """Stems of what the question is about: later words that hold them may say otherwise."""
    sort: AnswerType = AnswerType.ANYTHING
    """What the question wants."""


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words of a round that an answer quotes."""

    quote: str
    said_at: datetime
    role: Role
    speaker: str
    """The name of who said it; "" where the turn has none."""
    head: str
    """What it stands under, as a row of a table or an entry of a list; "" for nothing."""
    authorship: Authorship = OWN
    """How the words came into their turn."""


class QuoteLead(Enum):
    """How quotes are introduced."""

    SAID = "it leads the answer"
    COMPUTED = "the answer was computed from them"
    LIST = "they belong together"
    ADVICE = "they are to be borne in mind"
    BEFORE = "they were said before what leads, and may be out of date"
    ALSO = "they bear on it as well, and are not written into the answer"
    NEAREST = "they are what comes nearest to an answer"
