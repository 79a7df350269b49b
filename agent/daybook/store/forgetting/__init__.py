"""Forgetting: delete what a selector names and everything that repeats it, then verify by a search."""

from daybook.store.forgetting.cascade import Forgetting
from daybook.store.forgetting.selectors import (
    ByPhrase,
    ByRecord,
    ByRound,
    BySession,
    BySlot,
    ByTime,
    Everything,
    Selector,
)

__all__ = [
    "ByPhrase",
    "ByRecord",
    "ByRound",
    "BySession",
    "BySlot",
    "ByTime",
    "Everything",
    "Forgetting",
    "Selector",
]
