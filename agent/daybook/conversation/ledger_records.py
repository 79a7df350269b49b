"""Facts as they are found in the owner's words, and the records, supports and relations of the ledger."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from daybook.conversation.turns import Role, TimeRange, digest_of, require_aware


class Polarity(StrEnum):
    """Whether a record affirms its value or denies it: likes and dislikes, has and has not."""

    POSITIVE = "+"
    NEGATIVE = "-"


class Status(StrEnum):
    """The status of a record. Source: TimeRAG-Memory, Table II; quarantine: its section 3.6."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    """Something later took its place: it was true, and is history."""
    DECAYED = "decayed"
    """It faded unused: too old for how sure it was, or over the budget of records."""
    QUARANTINED = "quarantined"
    """Not sure enough: it waits to be confirmed or repeated, and nothing is answered from it."""
    LAPSED = "lapsed"
    """What it rested on has fallen: it was so until then, and what is so now is not known."""
    DELETED = "deleted"
    """The owner said that it was wrong: it never was true. What is forgotten leaves no record at all."""


class ValueType(StrEnum):
    """What sort of value a record has, which decides how a later value of its address meets it."""

    TEXT = "text"
    """One at a time; a longer wording refines a shorter one."""
    NAME = "name"
    PLACE = "place"
    """A place inside a place refines it."""
    QUANTITY = "quantity"
    """A number, a range or a running count, with its unit; another dimension is another fact."""
    FREQUENCY = "frequency"
    CLOCK_TIME = "clock_time"
    """A time of day, of one weekday where it names one."""
    DATE = "date"
    MEMBER = "member"
    """One of a set: several hold at once, and each comes and goes by itself."""


class RelationKind(StrEnum):
    """The kind of a relation. Source: MemoryStack, section 3.5; DEPENDS_ON is ours."""

    ELABORATES = "elaborates"
    CONTRADICTS = "contradicts"
    SUPERSEDES = "supersedes"
    FOLLOWS = "follows"
    RELATED_TO = "related-to"
    SAME_TOPIC = "same-topic"
    DEPENDS_ON = "depends-on"
    """The source rests on the target, and is no longer known when the target falls."""
    MAY_BE_SAME = "may-be-same"
    """The source may be about the same as the target, and so replace it: the owner is asked."""


@dataclass(frozen=True, slots=True)
class Support:
    """A quote of the owner that a record rests on."""

    round_id: str
    session_id: str
    start: int
    stop: int
    """Characters of the turn, `start` in and `stop` out."""
    quote: str
    """What stands there, word for word."""
    said_at: datetime
    side: Role = Role.USER
    """Whose turn of the round it is in: the assistant's only where that is a person."""

    def __post_init__(self) -> None:
        require_aware(self.said_at, "Support.said_at")


@dataclass(frozen=True, slots=True)
class Address:
    """What a fact is about: two facts meet where their addresses do."""

    slot: str
    """A key of `daybook.conversation.SLOTS`."""
    subject: str = ""
    """Whom or what it is about, in the owner's words: "my sister Emily", "5K"; "" for the owner."""
    attribute: str = ""
    """What of it: "yoga, how often", "personal best"; "" for what the slot is about."""

    @property
    def is_open(self) -> bool:
        """True if words of the owner name it, and not the slot alone."""
        return bool(self.subject or self.attribute)

    @property
    def text(self) -> str:
        """Those words, by which its meaning is compared; "" where it is not open."""
        return f"{self.subject} {self.attribute}".strip()


@dataclass(frozen=True, slots=True)
class Condition:
    """A rule that the owner stated: when one thing changes, so does another ("if I move, my gym …")."""

    when: Address
    """What has to change."""
    value: str
    """To what it has to change; "" for any change, an end included."""
    then: Address
    """What is so from then on."""
    then_value: str
    then_type: ValueType | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """One entry of the ledger: a fact with an address. Source: TimeRAG-Memory, Table II."""

    record_id: str
    """"m" and 16 hexadecimal digits; see `record_id`."""
    slot: str
    """What it is about, in dotted steps: "preference.food", "identity.residence"."""
    value: str
    """Canonical: "Berlin", "peanuts"."""
    polarity: Polarity
    text: str
    """The fact as a sentence that the owner could have said: "I live in Berlin"."""
    said_at: datetime
    """When the owner last said so."""
    imported_at: datetime
    """When Daybook came to know it."""
    confidence: float
    """In (0, 1]."""
    support: tuple[Support, ...]
    """Every place where the owner said so, the earliest first; never empty."""
    status: Status = Status.ACTIVE
    happened: TimeRange | None = None
    """When it was or is to be so in the owner's life, where that was said."""
    topic: str = ""
    subtopic: str = ""
    superseded_by: str = ""
    """The record that took its place; "" where none did, or where that one was forgotten."""
    superseded_at: datetime | None = None
    """When the owner said what took its place, or that it is no longer so, or that it was wrong."""
    flag: str = ""
    """Why it is in doubt, in ledgers of before records lapsed; "" where it is not."""
    subject: str = ""
    """Whom or what it is about, in the owner's words; "" for the owner. See `Address`."""
    attribute: str = ""
    """What of it; "" for what the slot is about."""
    value_type: ValueType | None = None
    """None for that of the slot."""
    until: datetime | None = None
    """Until when it is to be so, where that was said."""
    concluded: bool = False
    """Whether a model concluded it: the words make it likely, and do not state it."""
    rests_on: tuple[str, ...] = ()
    """Ids of the records without which it is not known."""
    condition: Condition | None = None
    """The rule that it states; it is a fact only once the rule has been applied."""

    def __post_init__(self) -> None:
        require_aware(self.said_at, "Record.said_at")
        require_aware(self.imported_at, "Record.imported_at")
        require_aware(self.superseded_at, "Record.superseded_at")
        require_aware(self.until, "Record.until")

    @property
    def address(self) -> Address:
        """What it is about."""
        return Address(self.slot, self.subject, self.attribute)

    @property
    def round_ids(self) -> tuple[str, ...]:
        """The rounds that it rests on, the earliest first, each once."""
        return tuple(dict.fromkeys(support.round_id for support in self.support))


@dataclass(frozen=True, slots=True)
class Relation:
    """An edge between two records, or between two rounds. Source: MemoryStack, equation 3."""

    source: str
    """Id of a record or round: what elaborates, contradicts, supersedes, follows, depends."""
    kind: RelationKind
    target: str
    weight: float
    """Of its kind, in (0, 1]."""
    confidence: float
    """That it holds, in [0, 1]: 0 once the owner has said that it does not."""


def record_id(owner: str, address: Address, value: str, polarity: Polarity, support: Support) -> str:
    """Derive a record's id from what it says and its first support: "m" and 16 hexadecimal digits of SHA-256.

    So posting it twice makes one record.
    """
    named = [part.casefold() for part in (address.subject, address.attribute) if part]
    said = [owner, address.slot, value.casefold(), polarity, support.round_id, str(support.start)]
    return "m" + digest_of([*said, *named])[:16]


class Act(StrEnum):
    """What a statement does to earlier records."""

    STATES = "states"
    CHANGES = "changes"
    """Says that it is new: "I moved to Munich", "I switched to tea"."""
    CORRECTS = "corrects"
    """Says that what was known is wrong: "no, I meant Munich", "I'm not allergic, I just dislike them"."""
    ENDS = "ends"
    """Says that something is no longer so, and names nothing in its place: "I quit my job"."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A statement about the owner, found in a round."""

    slot: str
    """A key of `SLOTS`."""
    value: str
    """Canonical. Of an ENDS it may be "": whatever is in the slot."""
    polarity: Polarity
    text: str
    """As a sentence that the owner could have said by itself: "I live in Berlin"."""
    support: Support
    reliability: float
    """How far the way of finding it is to be trusted, in (0, 1]. Source: TimeRAG-Memory, section 3.2 (i)."""
    act: Act = Act.STATES
    happened: TimeRange | None = None
    """When it was or is to be so, where the statement says so."""
    instead_of: str = ""
    """The value that a CHANGES or CORRECTS names as the former or wrong one; "" where it names none."""
    wrong_slot: str = ""
    """The slot that a CORRECTS takes something out of, where it is another one than `slot`."""
    subject: str = ""
    """Whom or what it is about, in the owner's words: "my sister Emily"; "" for the owner."""
    attribute: str = ""
    """What of it: "yoga, how often"; "" for what the slot is about."""
    value_type: ValueType | None = None
    """None for that of the slot."""
    until: datetime | None = None
    """Until when it is to be so, where the statement says so."""
    concluded: bool = False
    """Whether a model concluded it from the words, which do not state it."""
    updates: str = ""
    """Id of the record that a model says it updates, corrects or ends, out of those that it was shown."""
    rests_on: tuple[Address, ...] = ()
    """What it depends on: when the record of one of these falls, this is no longer known."""
    condition: Condition | None = None
    """The rule that it states."""

    @property
    def address(self) -> Address:
        """What it is about."""
        return Address(self.slot, self.subject, self.attribute)

    @property
    def said_at(self) -> datetime:
        """When the owner said so."""
        return self.support.said_at
