"""The graphs for a LangGraph server (`langgraph dev`), made from the environment; see `langgraph.json`."""

from __future__ import annotations

from functools import cache

from daybook.graph.chat import ChatGraph, build_chat_graph
from daybook.graph.parts import Parts
from daybook.graph.recall import RecallGraph, build_recall_graph
from daybook.library.wiring import open_parts
from daybook.settings import DEFAULT_OWNER
from daybook.settings.environment import read_settings


def recall_graph() -> RecallGraph:
    """Make the graph that answers from memory."""
    return build_recall_graph(_parts(), owner=DEFAULT_OWNER)


def chat_graph() -> ChatGraph:
    """Make the graph that chats and remembers."""
    return build_chat_graph(_parts(), owner=DEFAULT_OWNER)


@cache
def _parts() -> Parts:
    return open_parts(read_settings())
