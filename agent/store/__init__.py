"""Rounds in SQL (the truth), their vectors and words (derived), and the indexing that keeps them in step."""

from agent.store.forgetting import ByPhrase, ByRecord, BySession, BySlot, ByTime, Everything, Selector
from agent.store.store import Store
from agent.store.values import Added, Finding, Preview, Receipt, SessionSummary, Stats

__all__ = [
    "Added",
    "ByPhrase",
    "ByRecord",
    "BySession",
    "BySlot",
    "ByTime",
    "Everything",
    "Finding",
    "Preview",
    "Receipt",
    "Selector",
    "SessionSummary",
    "Stats",
    "Store",
]
