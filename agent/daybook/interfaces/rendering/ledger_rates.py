"""Shows the counts of `daybook ledger --rates`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from daybook.interfaces.rendering.screen import Screen
from daybook.remember.rates import SlotRates

_COLUMNS = (
    "=slot", "#records", "#active", "#used", "#said again", "#confirmed", "#replaced", "#corrected",
    "#rejected", "#decayed", "#hit rate", "#wrong rate",
)  # fmt: skip


def rates_shape(rates: Sequence[SlotRates]) -> dict[str, Any]:
    """Give the counts of every slot as JSON values."""
    return {"slots": [{"slot": one.slot, **_counts(one)} for one in rates]}


def show_rates(screen: Screen, rates: Sequence[SlotRates]) -> None:
    """Print a line for every slot."""
    rows = ([one.slot, *map(str, _counts(one).values())] for one in rates)
    screen.table(_COLUMNS, rows, always_headed=True)


def _counts(one: SlotRates) -> dict[str, float]:
    counts = {name: value for name, value in asdict(one).items() if name != "slot"}
    return {**counts, "hit_rate": round(one.hit_rate, 4), "wrong_rate": round(one.wrong_rate, 4)}
