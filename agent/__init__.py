"""Daybook: long-term memory for chat assistants.

`Daybook` is the library; `build_recall_graph` and `build_chat_graph` make the graphs that can be nodes
of your own LangGraph. Each is loaded when it is first named, so importing this package costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agent.asking import ChatReply, Found
    from agent.daybook import Daybook
    from agent.graph import build_chat_graph, build_recall_graph
    from agent.settings import Settings

_HOMES = {
    "ChatReply": "agent.asking",
    "Daybook": "agent.daybook",
    "Found": "agent.asking",
    "Settings": "agent.settings",
    "build_chat_graph": "agent.graph",
    "build_recall_graph": "agent.graph",
}

__all__ = ["ChatReply", "Daybook", "Found", "Settings", "build_chat_graph", "build_recall_graph"]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
