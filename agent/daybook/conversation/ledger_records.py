"""Facts as a model or a hand writes them, and the records, supports and relations of the ledger."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from daybook.conversation.turns import Moment, Role, TimeRange, digest_of, require_aware


class Polarity(StrEnum):
    """Whether a record affirms its value or denies it: likes and dislikes, has and has not."""

    POSITIVE = "+"
    NEGATIVE = "-"


class Status(StrEnum):
    """The status of a record. Source: TimeRAG-Memory, Table II; quarantine: its section 3.6."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    """Something later took its place, or it ended: it was true, and is history."""
    DECAYED = "decayed"
    """It faded unused: too old for how sure it was, or over the budget of records."""
    QUARANTINED = "quarantined"
    """Not sure enough: it waits to be confirmed or repeated, and nothing is answered from it."""
    DELETED = "deleted"
    """The owner said that it was wrong: it never was true. What is forgotten leaves no record at all."""


class RelationKind(StrEnum):
    """The kind of a relation. Source: MemoryStack, section 3.5."""

    ELABORATES = "elaborates"
    CONTRADICTS = "contradicts"
    SUPERSEDES = "supersedes"
    FOLLOWS = "follows"
    RELATED_TO = "related-to"
    SAME_TOPIC = "same-topic"


@dataclass(frozen=True, slots=True)
class Support:
    """A quote of the owner that a record rests on."""

    round_id: str
    session_id: str
    start: int
    stop: int
    """Characters of the turn, `start` in and `stop` out."""
    quote: str
    """The words that stand there."""
    said_at: Moment
    side: Role = Role.USER
    """The side of the round that it is in: the assistant's only where that is a person."""

    def __post_init__(self) -> None:
        require_aware(self.said_at, "Support.said_at")


@dataclass(frozen=True, slots=True)
class Address:
    """The subject of a fact; two facts meet where their addresses are written alike."""

    slot: str
    """A key of `daybook.conversation.SLOTS`."""
    subject: str = ""
    """The person or thing it is about, in the owner's words: "my sister Emily"; "" for the owner."""
    attribute: str = ""
    """The property: "residence"; "" for that of the slot."""

    @property
    def text(self) -> str:
        """The words of the owner in it; "" if the slot says it all."""
        return f"{self.subject} {self.attribute}".strip()


@dataclass(frozen=True, slots=True)
class Record:
    """One entry of the ledger: a fact with an address. Source: TimeRAG-Memory, Table II."""

    record_id: str
    """"m" and 16 hexadecimal digits; see `record_id`."""
    slot: str
    """A key of `SLOTS`: "preference.food", "identity.residence"."""
    value: str
    """In few words: "Berlin", "peanuts"."""
    polarity: Polarity
    text: str
    """The words that say it: "I live in Berlin"."""
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
    """Since when and until when it is so in the owner's life, where that was said."""
    superseded_by: str = ""
    """The record that took its place; "" where none did, or where that one was forgotten."""
    superseded_at: datetime | None = None
    """When the owner said what took its place, or that it is no longer so, or that it was wrong."""
    subject: str = ""
    """The person or thing it is about, in the owner's words; "" for the owner. See `Address`."""
    attribute: str = ""
    """The property; "" for that of the slot."""

    def __post_init__(self) -> None:
        require_aware(self.said_at, "Record.said_at")
        require_aware(self.imported_at, "Record.imported_at")
        require_aware(self.superseded_at, "Record.superseded_at")

    @property
    def address(self) -> Address:
        """Its slot, subject and attribute."""
        return Address(self.slot, self.subject, self.attribute)

    @property
    def about(self) -> str:
        """Its attribute, or else what its slot is about, in plain words."""
        return self.attribute or self.slot.partition(".")[2].replace(".", " ")

    @property
    def until(self) -> datetime | None:
        """Until when it is to be so, where that was said."""
        return self.happened.end if self.happened else None

    @property
    def round_ids(self) -> tuple[str, ...]:
        """The rounds that it rests on, the earliest first, each once."""
        return tuple(dict.fromkeys(support.round_id for support in self.support))


@dataclass(frozen=True, slots=True)
class Relation:
    """An edge between two records, or between two rounds. Source: MemoryStack, equation 3."""

    source: str
    """Id of a record or round: what elaborates, contradicts, supersedes, follows."""
    kind: RelationKind
    target: str
    weight: float
    """Of its kind, in (0, 1]."""
    confidence: float
    """That it holds, in [0, 1]."""


def record_id(owner: str, address: Address, value: str, polarity: Polarity, support: Support) -> str:
    """Derive a record's id from what it says and its first support: "m" and 16 hexadecimal digits of SHA-256.

    So posting it twice makes one record.
    """
    named = [part.casefold() for part in (address.subject, address.attribute) if part]
    said = [owner, address.slot, value.casefold(), polarity, support.round_id, str(support.start)]
    return "m" + digest_of([*said, *named])[:16]


class Act(StrEnum):
    """The change that a fact makes to the record that it names, or to the one of its address."""

    STATES = "states"
    REPLACES = "replaces"
    """It was so, and now this is: "I moved to Munich"."""
    CORRECTS = "corrects"
    """It never was so; where the fact has a value, that is what is right."""
    CONTRADICTS = "contradicts"
    """Both cannot hold, and the words do not tell which does."""
    ENDS = "ends"
    """It is over, and nothing takes its place: sold, died, cancelled."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A statement of the owner in a round, as a model or a hand wrote it."""

    slot: str
    """A key of `SLOTS`."""
    value: str
    """In few words; "" where an ENDS or a CORRECTS names nothing in place of what it ends."""
    polarity: Polarity
    text: str
    """The words that say it: "I live in Berlin"."""
    support: Support
    reliability: float
    """How far its writer is to be trusted, in (0, 1]. Source: TimeRAG-Memory, section 3.2 (i)."""
    act: Act = Act.STATES
    happened: TimeRange | None = None
    """Since when and until when it is so, where that was said."""
    subject: str = ""
    """The person or thing it is about, in the owner's words: "my sister Emily"; "" for the owner."""
    attribute: str = ""
    """The property; "" for that of the slot."""
    names: str = ""
    """Id of the record that it replaces, corrects, contradicts or ends; "" for the one of its address."""
    waits: bool = False
    """Whether it is to wait for the owner: a constraint that is in doubt."""

    @property
    def address(self) -> Address:
        """Its slot, subject and attribute."""
        return Address(self.slot, self.subject, self.attribute)

    @property
    def said_at(self) -> datetime:
        """When the owner said so."""
        return self.support.said_at
