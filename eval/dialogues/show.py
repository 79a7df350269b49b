"""What measuring dialogues came to, for people."""

from __future__ import annotations

from collections.abc import Sequence

from agent.interfaces.rendering.screen import Screen
from eval.dialogues.asking import AskedAgain

_ASKING = ("=file", "#people", "#sessions", "#questions", "#repeated", "#judged", "#rate")
_SHOWN = 5


def show_asking(found: Sequence[AskedAgain], *, tables: bool) -> None:
    """Print a line for each file, some of what was asked again, and on standard error what went wrong."""
    if tables:
        screen = Screen()
        screen.table(_ASKING, map(_asking_row, found), always_headed=True)
        for one in found:
            for again in one.repeated[:_SHOWN] if screen.is_terminal else ():
                screen.line(f"{again.person or one.file}: ", again.question, (f"  ({again.earlier})", "dim"))
    for one in found:
        if one.failures:
            Screen(stderr=True).line(
                f"{one.file}: {len(one.failures)} questions could not be compared, the first:"
                f" {one.failures[0]}"
            )


def _asking_row(one: AskedAgain) -> list[str]:
    rate = one.rate
    value = "–" if rate.value is None else f"{rate.value:.3f}"
    counts = (one.people, one.sessions, rate.asked, rate.holding, rate.judged)
    return [one.file, *map(str, counts), value]
