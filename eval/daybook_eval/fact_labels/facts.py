"""The turns of real people, the facts that today's rules find in them, and what readers made of those."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from typing import Literal, TypeAlias, TypeVar

from pydantic import BaseModel

from daybook.conversation import SLOTS, Act, Fact, Role, Round, Turn
from daybook.interfaces.importers.benchmarks import read_conversations
from daybook.interfaces.importers.fields import Fields, checked
from daybook.interfaces.importers.json_reader import read_records
from daybook_eval.data.beam import read_chats
from daybook_eval.data.cases import read_cases
from daybook_eval.data.msc import read_dialogues
from daybook_eval.fact_labels.template_trace import traced_facts

LineT = TypeVar("LineT", bound=BaseModel)


class DataSet(StrEnum):
    """Where a turn is from."""

    LONGMEMEVAL = "longmemeval"
    MSC = "msc"
    LOCOMO = "locomo"
    REALTALK = "realtalk"
    BEAM = "beam"


class Half(StrEnum):
    """The half that rules are mended by, and the one that is only seen in totals."""

    A = "A"
    B = "B"


@dataclass(frozen=True, slots=True)
class OwnersTurn:
    """A turn of somebody whose memory it could be kept in."""

    data: DataSet
    text: str
    before: str
    """What was said just before it; "" where it begins a session."""

    @property
    def name(self) -> str:
        """Names the turn without its words."""
        return hashed(self.text)

    @property
    def half(self) -> Half:
        """The half that it is in."""
        return half_of(self.text)


def half_of(text: str) -> Half:
    """Put a text into a half, by the last hex digit of its SHA-256."""
    return Half.A if int(sha256(text.encode()).hexdigest()[-1], 16) % 2 == 0 else Half.B


def hashed(text: str) -> str:
    """Name a text by 16 hex digits of its SHA-256: no two of a million texts share them."""
    return sha256(text.encode()).hexdigest()[:16]


def turns_of(data: DataSet, path: Path) -> Iterator[OwnersTurn]:
    """Yield the different turns of a file, or of BEAM's folder: of talks everybody's, else the user's."""
    seen: set[str] = set()
    for text, before in _texts_of(data, path):
        if text not in seen:
            seen.add(text)
            yield OwnersTurn(data, text, before)


def _texts_of(data: DataSet, path: Path) -> Iterator[tuple[str, str]]:
    """Yield each turn with the one before it."""
    match data:
        case DataSet.MSC:
            for dialogue in read_dialogues(path):
                texts = [turn.text for turn in dialogue.turns]
                yield from zip(texts, ["", *texts], strict=False)
            return
        case DataSet.LONGMEMEVAL:
            sessions = (session for case in read_cases(path) for session in case.sessions)
        case DataSet.BEAM:
            sessions = (session for chat in read_chats(path) for session in chat.sessions)
        case _:
            sessions = (session for talk in read_conversations(path) for session in talk.sessions)
    is_talk = data in (DataSet.LOCOMO, DataSet.REALTALK)
    for session in sessions:
        before = ""
        for turn in session.turns:
            if is_talk or turn.role is Role.USER:
                yield turn.content, before
            before = turn.content


LABELS = Path(__file__).with_name("labels.jsonl")


def read_lines(form: type[LineT], path: Path) -> list[LineT]:
    """Read a file of labels; raises BadInput if a line is none."""
    return [checked(form, record.value, source=path, where=record.where) for record in read_records(path)]


class Label(StrEnum):
    """What a reader made of a fact; README.md says when which."""

    LASTING = "lasting"
    DATED = "dated"
    PASSING = "passing"
    WRONG = "wrong"
    OTHER = "other"
    PASTED = "pasted"

    @property
    def right(self) -> bool:
        """True if it is worth keeping: lasting, or rightly an event or a plan."""
        return self in (Label.LASTING, Label.DATED)


FactKey: TypeAlias = tuple[str, str, str, str, str]
"""Data set, turn, slot, value and polarity, turn and value hashed."""


class LabelledFact(Fields):
    """A line of the file."""

    data: DataSet
    turn: str
    start: int
    stop: int
    slot: str
    polarity: Literal["+", "-"]
    value: str
    label: Label
    drawn: Literal["before", "after", "table"]

    @property
    def key(self) -> FactKey:
        """What a fact that is found again is known by; its place may shift when rules are mended."""
        return self.data, self.turn, self.slot, self.value, self.polarity


def read_labels(path: Path = LABELS) -> Mapping[FactKey, LabelledFact]:
    """Read the labels by what they are of; raises BadInput if a line is no label."""
    return {label.key: label for label in read_lines(LabelledFact, path)}


ANSWERING = frozenset(
    "identity.name identity.employer identity.residence identity.work identity.age"
    " family.partner constraint.diet constraint.allergy".split()
)
"""Slots from which everyday questions are answered, of which all facts are judged."""
_SAID_AT = datetime(2023, 5, 15, 12, tzinfo=UTC)
"""Facts are judged by what they say; when is another matter."""


@dataclass(frozen=True, slots=True)
class FoundFact:
    """A fact that is written, where it was found, and what a reader made of it."""

    turn: OwnersTurn
    fact: Fact
    template: str
    label: Label | None
    """None where nobody judged it."""

    @property
    def is_right(self) -> bool:
        """True if a reader found it right."""
        return self.label is not None and self.label.right

    @property
    def stratum(self) -> str:
        """What it was drawn from: facts of few slots were all judged, of the others a share."""
        slot = self.fact.slot
        drawn = slot if slot in ANSWERING or slot == "identity.relationship" else "others"
        return f"{drawn} {'users' if self.turn.data == 'longmemeval' else 'talks'} {self.turn.half}"


def key_of(turn: OwnersTurn, fact: Fact) -> FactKey:
    """Name a fact without its words."""
    return turn.data, turn.name, fact.slot, hashed(fact.value.casefold()), fact.polarity.value


def written_facts(
    turns: Iterable[OwnersTurn], labels: Mapping[FactKey, LabelledFact], tau: float
) -> Iterator[FoundFact]:
    """Find what is written and becomes active: no ends, nothing below tau, nothing of a guarded slot."""
    for turn in turns:
        seen: set[FactKey] = set()
        said = Round("turn", "owner", "session", 0, 0, _SAID_AT, Turn(Role.USER, turn.text, _SAID_AT), None)
        for traced in traced_facts(said):
            fact, key = traced.fact, key_of(turn, traced.fact)
            written = fact.reliability >= tau and fact.act is not Act.ENDS and not SLOTS[fact.slot].sensitive
            if written and key not in seen:
                seen.add(key)
                yield FoundFact(turn, fact, traced.template, labels[key].label if key in labels else None)


def of_half(facts: Iterable[FoundFact], half: Half) -> list[FoundFact]:
    """Keep the facts of one half."""
    return [found for found in facts if found.turn.half is half]
