"""The memory that bears on a message, as it is put before the model that replies."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from functools import cached_property

from daybook.conversation import Evidence, FoundPassage, Record, Round
from daybook_prompts import JsonValue, as_data


class ItemKind(StrEnum):
    """Why an item is put in."""

    CONSTRAINT = "constraint"
    """Must be heeded by the reply: an allergy or a diet."""
    FACT = "fact"
    """A record of the ledger that bears on the message."""
    ROUND = "round"
    """A round that bears on the message."""


@dataclass(frozen=True, slots=True, eq=False)
class ContextItem:
    """One thing that memory holds: a record, or words of a round."""

    kind: ItemKind
    quote: str
    """The words that it rests on, as they are shown."""
    round: Round
    """Where they stand; of a record the round that states it last."""
    record: Record | None = None
    line: Mapping[str, JsonValue] = field(default_factory=dict)
    """As the model gets it."""
    score: float = 0.0
    """How near it is to the message, as a cosine."""

    @property
    def shown(self) -> str:
        """All words that the model gets of it."""
        return "\n".join(
            value
            for name, value in self.line.items()
            if name not in ("kind", "said") and isinstance(value, str)
        )

    @property
    def round_ids(self) -> tuple[str, ...]:
        """The rounds that it rests on."""
        return self.record.round_ids if self.record else (self.round.round_id,)

    @property
    def evidence(self) -> Evidence:
        """Its words as a citation."""
        return Evidence(self.round.round_id, self.round.session_id, self.round.said_at, self.quote)


@dataclass(frozen=True, slots=True, eq=False)
class DocumentItem:
    """A passage of a document that is put before the model."""

    found: FoundPassage
    line: Mapping[str, JsonValue] = field(default_factory=dict)
    """As the model gets it."""


@dataclass(frozen=True)
class MemoryContext:
    """The items that bear on one message, constraints first, then facts, then rounds in time order."""

    message: str
    """In stand-alone form, as it was looked up."""
    asked_at: datetime
    items: tuple[ContextItem, ...] = ()
    documents: tuple[DocumentItem, ...] = ()
    """Passages of documents that bear on it, best first: what somebody else wrote."""
    tokens: int = 0
    """Tokens of the items and the passages together."""
    timings: Mapping[str, float] = field(default_factory=dict)
    """Milliseconds of each step of the recall graph, and of "choose", which takes from its ranked rounds."""

    def joined(self, more: "MemoryContext") -> "MemoryContext":
        """Put what was found later behind this, without what is there."""
        there = {(item.kind, item.round_ids) for item in self.items}
        passages = {item.found.passage for item in self.documents}
        return replace(
            self,
            items=(*self.items, *(one for one in more.items if (one.kind, one.round_ids) not in there)),
            documents=(
                *self.documents,
                *(one for one in more.documents if one.found.passage not in passages),
            ),
            tokens=self.tokens + more.tokens,
        )

    @cached_property
    def text(self) -> str:
        """The block for a prompt: a JSON list, one item a line; "" where nothing bears on the message."""
        return as_data(self.lines) if self.lines else ""

    @property
    def milliseconds(self) -> float:
        """Time of the lookup, without chat models."""
        return sum(self.timings.values())

    @property
    def lines(self) -> list[Mapping[str, JsonValue]]:
        """The lines that a model gets: the items, and behind them the passages of documents."""
        return [*(item.line for item in self.items), *(item.line for item in self.documents)]

    @property
    def constraints(self) -> tuple[ContextItem, ...]:
        """The items that every reply must respect."""
        return tuple(item for item in self.items if item.kind is ItemKind.CONSTRAINT)

    @property
    def records(self) -> tuple[Record, ...]:
        """The records of the ledger that are put in."""
        return tuple(item.record for item in self.items if item.record)

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds whose words are put in, each once."""
        return tuple({item.round.round_id: item.round for item in self.items}.values())
