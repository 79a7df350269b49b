"""An owner's memory as one message looks at it, and the items that its rounds and records make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from daybook.conversation import Ledger, Record, Round, Superseded
from daybook.read import known_block
from daybook.reply.context import ContextItem, ItemKind
from daybook.reply.statements import Statement
from daybook_prompts import JsonValue


@dataclass(frozen=True, slots=True)
class MemoryView:
    """What of a memory a message may see."""

    ledger: Ledger
    superseded: Mapping[str, Sequence[Superseded]]
    """The superseded statements of each round, by its id."""
    as_of: datetime | None
    """The moment after which nothing is seen; None sees everything."""
    in_dialogue: frozenset[str]
    """What the user said in the running dialogue, which is before the model already."""

    def shows(self, round: Round) -> bool:
        """Whether a round may be put in."""
        said = round.user is not None and round.user.content in self.in_dialogue
        return not said and (self.as_of is None or round.said_at <= self.as_of)

    def holds(self, statement: Statement) -> bool:
        """Whether nothing later superseded a statement."""
        words = self.superseded.get(statement.round.round_id, ())
        return not any(one.start < statement.stop and statement.start < one.stop for one in words)

    def item_of(
        self, statement: Statement, kind: ItemKind = ItemKind.ROUND, *, score: float = 0.0
    ) -> ContextItem:
        """Make an item of a statement: its words with what stands around them, and what of these fell."""
        passage = statement.passage()
        line: dict[str, JsonValue] = {"said": f"{statement.round.said_at:%Y-%m-%d}", "user": passage}
        fallen = [
            {"words": one.quote, "on": f"{one.at:%Y-%m-%d}", **({"by": one.by} if one.by else {})}
            for one in self.superseded.get(statement.round.round_id, ())
            if one.quote in passage
        ]
        if fallen:
            line["superseded"] = fallen
        return ContextItem("", kind, passage, statement.round, line=line, score=score)

    def item_of_record(self, record: Record, round: Round, kind: ItemKind = ItemKind.FACT) -> ContextItem:
        """Make an item of a record and the round that states it last."""
        line = known_block([record], self.ledger)[0]
        return ContextItem("", kind, record.support[-1].quote, round, record, line)
