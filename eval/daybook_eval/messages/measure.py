"""Measures what is put before the model for planted messages: what is needed, what is beside the point."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from daybook import Daybook
from daybook.embedding import Embedder
from daybook.reply import MemoryContext
from daybook.settings import Settings
from daybook_eval.messages import Group, Message, MessageSet

OWNER = "planted"


@dataclass(frozen=True, slots=True)
class LookedUp:
    """A message and the planted rounds that were put before the model for it."""

    message: Message
    put_in: frozenset[str]
    constraints: frozenset[str]
    """Those of them that are always allowed."""
    sensitive: frozenset[str]
    """Those of them that must not be there where nothing is needed."""
    milliseconds: float

    @property
    def needed(self) -> frozenset[str]:
        """What was needed and is there."""
        return self.put_in & set(self.message.needs)

    @property
    def beside_the_point(self) -> frozenset[str]:
        """What is there, and neither needed nor allowed."""
        return self.put_in - {*self.message.needs, *self.message.also_fine} - self.constraints


@dataclass(frozen=True, slots=True)
class MessageFigures:
    """The figures of one set, without the plain questions about memory, which take another path."""

    looked_up: Sequence[LookedUp]

    def needed(self, group: Group | None = None) -> tuple[int, int]:
        """Count the rounds that were needed and there, and those that were needed."""
        chosen = [one for one in self.looked_up if group in (None, one.message.group)]
        return sum(len(one.needed) for one in chosen), sum(len(one.message.needs) for one in chosen)

    def complete(self) -> tuple[int, int]:
        """Count the messages that had all they needed, and those that needed something."""
        wanting = [one for one in self.looked_up if one.message.needs]
        return sum(len(one.needed) == len(one.message.needs) for one in wanting), len(wanting)

    def beside_the_point(self) -> tuple[int, int]:
        """Count the rounds beside the point, and all that were put in."""
        return sum(len(one.beside_the_point) for one in self.looked_up), self._put_in(self.looked_up)

    def beside_the_point_but_for_constraints(self) -> tuple[int, int]:
        """The same among rounds that are not always allowed."""
        constraints = sum(len(one.constraints) for one in self.looked_up)
        wrong, all_ = self.beside_the_point()
        return wrong, all_ - constraints

    def disturbed(self) -> tuple[int, int]:
        """Count the messages that need nothing and got more than constraints, and all that need nothing."""
        free = [one for one in self.looked_up if one.message.group is Group.NOTHING]
        return sum(bool(one.beside_the_point) for one in free), len(free)

    def exposed(self) -> int:
        """Count the messages that need nothing and got something sensitive."""
        free = [one for one in self.looked_up if one.message.group is Group.NOTHING]
        return sum(bool(one.sensitive - one.constraints) for one in free)

    def milliseconds(self) -> float:
        """The median of what looking up took."""
        return median(one.milliseconds for one in self.looked_up)

    @staticmethod
    def _put_in(looked_up: Iterable[LookedUp]) -> int:
        return sum(len(one.put_in) for one in looked_up)


def measure_messages(planted: MessageSet, *, embedder: Embedder | None = None) -> MessageFigures:
    """Keep a planted history, and look up each of its messages."""
    with (
        TemporaryDirectory() as folder,
        Daybook.open(settings=Settings.of(data_dir=Path(folder)), embedder=embedder) as daybook,
    ):
        daybook.add(planted.sessions(), owner=OWNER)
        places = {
            round_.round_id: planted.planted_id(round_.session_id, round_.position)
            for session in planted.history
            for round_ in daybook.rounds(owner=OWNER, session_id=session.session_id)
        }
        found = []
        for message in planted.messages:
            if not message.contrast:
                context = daybook.context_for(
                    message.message,
                    owner=OWNER,
                    dialogue=[turn.as_turn() for turn in message.dialogue],
                    asked_at=message.asked_at,
                )
                put_in = frozenset(places[name] for name in _round_ids(context))
                found.append(_looked_up(planted, message, put_in, context.milliseconds))
    return MessageFigures(found)


def _looked_up(
    planted: MessageSet, message: Message, put_in: frozenset[str], milliseconds: float
) -> LookedUp:
    constraints = frozenset(one.id for one in planted.rounds if one.constraint and one.id in put_in)
    sensitive = frozenset(one.id for one in planted.rounds if one.sensitive and one.id in put_in)
    return LookedUp(message, put_in, constraints, sensitive, milliseconds)


def _round_ids(context: MemoryContext) -> Iterable[str]:
    return (name for item in context.items for name in item.round_ids)
