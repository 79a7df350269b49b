"""Measures what is put before the model for planted messages: what is needed, what is beside the point."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console
from rich.markup import escape

from daybook import Daybook
from daybook.embedding import Embedder
from daybook.reply import MemoryContext
from daybook.settings import Settings
from daybook_eval.messages import Group, Message, MessageSet
from daybook_eval.tables import draw, share

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
        return sum(len(one.beside_the_point) for one in self.looked_up), sum(
            len(one.put_in) for one in self.looked_up
        )

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
    constraints = frozenset(
        round_.id for round_ in planted.rounds if round_.constraint and round_.id in put_in
    )
    sensitive = frozenset(one.id for one in planted.rounds if one.sensitive and one.id in put_in)
    return LookedUp(message, put_in, constraints, sensitive, milliseconds)


def _round_ids(context: MemoryContext) -> Iterable[str]:
    return (name for item in context.items for name in item.round_ids)


def show_messages(found: Mapping[str, MessageFigures], *, cases_of: str | None = None) -> None:
    """Print a line for each set, and of one set what each message lacks or has beside the point."""
    console = Console(highlight=False)
    columns = (
        *("set", "messages", "needed, there", "for constraints", "in passing", "complete"),
        *("beside the point", "but for constraints", "disturbed", "exposed", "ms"),
    )
    rows = (
        (
            name,
            len(one.looked_up),
            share(*one.needed()),
            share(*one.needed(Group.CONSTRAINT)),
            share(*one.needed(Group.PASSING)),
            share(*one.complete()),
            share(*one.beside_the_point()),
            share(*one.beside_the_point_but_for_constraints()),
            share(*one.disturbed()),
            one.exposed(),
            f"{one.milliseconds():.0f}",
        )
        for name, one in found.items()
    )
    draw("what is put before the model", columns, rows, console=console)
    if cases_of is not None:
        _show_cases(console, found[cases_of])


def messages_shape(found: Mapping[str, MessageFigures]) -> dict[str, Any]:
    """Write the figures as plain values: pairs are counts of how many of how many."""
    return {
        name: {
            "messages": len(one.looked_up),
            "needed": one.needed(),
            "needed_by_group": {group.value: one.needed(group) for group in Group},
            "complete": one.complete(),
            "beside_the_point": one.beside_the_point(),
            "beside_the_point_but_for_constraints": one.beside_the_point_but_for_constraints(),
            "disturbed": one.disturbed(),
            "exposed": one.exposed(),
            "milliseconds": one.milliseconds(),
        }
        for name, one in found.items()
    }


def _show_cases(console: Console, figures: MessageFigures) -> None:
    for one in figures.looked_up:
        lacking = set(one.message.needs) - one.put_in
        if lacking or one.beside_the_point:
            console.print(
                f"{one.message.id} {escape(one.message.message[:60])}: lacks {sorted(lacking)}, "
                f"beside the point {sorted(one.beside_the_point)}"
            )
