"""What finding facts by a chat model takes, and what came of it, for a reader."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from daybook.interfaces.rendering.screen import Screen

if TYPE_CHECKING:
    from daybook.library.facts_estimate import FactsEstimate


@dataclass(frozen=True, slots=True)
class FactsRead:
    """What was offered, and what was done of it."""

    estimate: FactsEstimate
    agreed: bool
    rounds: int = 0
    """That the model has read."""
    left: int = 0
    """That it failed on, or that it could not be reached for."""
    events: int = 0
    """Changes of the ledgers."""


def show_estimate(screen: Screen, estimate: FactsEstimate) -> None:
    """Print calls, tokens and price, before anything is sent."""
    price = (
        "price not known (DAYBOOK_PRICES names it)"
        if estimate.cost is None
        else f"about {estimate.cost:.2f}"
        if estimate.cost >= 0.01
        else "less than 0.01"
    )
    screen.line(
        f"Model {estimate.model} can read {estimate.rounds:,} rounds for further facts: about "
        f"{estimate.calls:,} calls, {_rough(estimate.input_tokens)} tokens in and "
        f"{_rough(estimate.output_tokens)} out, {price}."
    )


def show_facts_read(screen: Screen, done: FactsRead) -> None:
    """Print what a model read."""
    if not done.estimate.calls:
        screen.line("every round was read by a model before")
    elif done.agreed:
        screen.line(
            (f"the model read {done.rounds:,} rounds: {done.events:,} changes of the ledger", "green")
        )
    if done.left and done.agreed:
        again = "the model failed on them; they are read after the next reply in chat, or by importing again"
        screen.line((f"{done.left:,} rounds are left: {again}", "yellow"))


def _rough(tokens: int) -> str:
    """Write a number of tokens as exactly as it is known."""
    return f"{tokens:,}" if tokens < 1_000 else f"{round(tokens, -2):,}"
