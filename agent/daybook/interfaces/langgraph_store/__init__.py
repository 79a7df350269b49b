"""LangGraph's long-term store, kept in a memory."""

from daybook.interfaces.langgraph_store.store import DaybookStore

__all__ = ["DaybookStore"]
