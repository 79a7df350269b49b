"""Forgetting: what a selector names goes, with everything that tells it, and a search proves it."""

from daybook.store.forgetting.cascade import Forgetting, finish
from daybook.store.forgetting.selectors import (
    ByPhrase,
    ByRecord,
    BySession,
    BySlot,
    ByTime,
    Everything,
    Selector,
)

__all__ = [
    "ByPhrase",
    "ByRecord",
    "BySession",
    "BySlot",
    "ByTime",
    "Everything",
    "Forgetting",
    "Selector",
    "finish",
]
