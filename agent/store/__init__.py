"""Rounds in SQL (the truth), their vectors and words (derived), and the indexing that keeps them in step."""

from agent.store.store import Store
from agent.store.values import Added, Finding, Receipt, SessionSummary, Stats

__all__ = ["Added", "Finding", "Receipt", "SessionSummary", "Stats", "Store"]
