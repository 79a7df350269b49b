"""Prints what was put before the model for planted messages, as a table or as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from daybook_eval.messages import Group
from daybook_eval.messages.measure import MessageFigures


def show_messages(found: Mapping[str, MessageFigures], *, cases_of: str | None = None) -> None:
    """Print a line for each set, and of one set what each message lacks or has beside the point."""
    console = Console(highlight=False)
    table = Table(
        *("set", "messages", "needed, there", "for constraints", "in passing", "complete"),
        *("beside the point", "but for constraints", "disturbed", "exposed", "ms"),
        title="what is put before the model",
    )
    for name, one in found.items():
        table.add_row(
            name,
            str(len(one.looked_up)),
            _share(one.needed()),
            _share(one.needed(Group.CONSTRAINT)),
            _share(one.needed(Group.PASSING)),
            _share(one.complete()),
            _share(one.beside_the_point()),
            _share(one.beside_the_point_but_for_constraints()),
            _share(one.disturbed()),
            str(one.exposed()),
            f"{one.milliseconds():.0f}",
        )
    console.print(table)
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


def _share(counts: tuple[int, int]) -> str:
    part, whole = counts
    return f"{part} of {whole} ({part / whole:.0%})" if whole else "–"


def _show_cases(console: Console, figures: MessageFigures) -> None:
    for one in figures.looked_up:
        lacking = set(one.message.needs) - one.put_in
        if lacking or one.beside_the_point:
            console.print(
                f"{one.message.id} {escape(one.message.message[:60])}: lacks {sorted(lacking)}, "
                f"beside the point {sorted(one.beside_the_point)}"
            )
