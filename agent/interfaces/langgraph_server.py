"""The graphs for a LangGraph server (`langgraph dev`), made from the environment; see `langgraph.json`."""

from __future__ import annotations

import os
from functools import cache

from agent.graph import ChatGraph, RecallGraph, build_chat_graph, build_recall_graph
from agent.parts import Parts
from agent.settings import DEFAULT_OWNER, Settings
from agent.wiring import open_parts


def recall_graph() -> RecallGraph:
    """Make the graph that answers from memory."""
    return build_recall_graph(_parts(), owner=DEFAULT_OWNER)


def chat_graph() -> ChatGraph:
    """Make the graph that chats and remembers."""
    return build_chat_graph(_parts(), owner=DEFAULT_OWNER)


@cache
def _parts() -> Parts:
    return open_parts(Settings.from_env(os.environ))
