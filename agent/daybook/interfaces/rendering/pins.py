"""Pins and what became of them, for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from daybook.interfaces.rendering.safe import one_line
from daybook.interfaces.rendering.screen import Screen
from daybook.library.pins import DEPTH, TOP, Outcome, Replayed
from daybook.store.pins import Pin

_STYLES = {Outcome.LOST: "bold red", Outcome.GAINED: "green", Outcome.MISSING: "yellow", Outcome.HELD: ""}
_WIDTH = 60
"""Characters of a question that are shown."""


def show_pinned(screen: Screen, pinned: Pin) -> None:
    """Print where the expected rounds stand."""
    for name, rank in pinned.ranks.items():
        far = "" if rank is not None and rank <= TOP else f" (not among the first {TOP})"
        screen.line(f"Pinned: {name} at rank {_rank(rank)}{far}")


def show_replayed(screen: Screen, replayed: Sequence[Replayed]) -> None:
    """Print a line for each expected round, then what has changed since."""
    for one in replayed:
        for move in one.moves:
            outcome = move.outcome
            screen.line(
                (f"{outcome:<8}", _STYLES[outcome]),
                f"{_rank(move.before):>4} → {_rank(move.now):<4} {move.round_id}  ",
                one_line(one.question, _WIDTH),
            )
    for line in _changes(replayed):
        screen.line((line, "dim"))
    lost = sum(one.lost for one in replayed)
    pins = "1 pin" if len(replayed) == 1 else f"{len(replayed)} pins"
    screen.line(f"{pins} replayed, {lost or 'none'} of them lost a round from the first {TOP}.")


def _rank(rank: int | None) -> str:
    return f">{DEPTH}" if rank is None else str(rank)


def _changes(replayed: Sequence[Replayed]) -> Iterator[str]:
    """Say each change once, however many pins saw it."""
    seen = dict.fromkeys((name, *pair) for one in replayed for name, pair in one.changes.items())
    return (f"{name}: {before} → {now}" for name, before, now in seen)
