"""Daybook: long-term memory for chat assistants.

`Daybook` is the library; `build_recall_graph` and `build_chat_graph` make the graphs that can be nodes
of your own LangGraph, and `DaybookStore` is its store; `memory_tools` and `DaybookMiddleware` give an
agent of LangChain a memory. Each is loaded when it is first named, so importing this package costs nothing.

What is left out or done otherwise on the way is told to the logger "daybook", which is silent until a program
gives it a handler: warnings of what is damaged, and as information each step that a chat model did not do.
"""

import logging
from importlib import import_module
from typing import TYPE_CHECKING

logging.getLogger(__name__).addHandler(logging.NullHandler())

if TYPE_CHECKING:
    from daybook.conversation import Role, Session, Turn
    from daybook.graph.chat import build_chat_graph
    from daybook.graph.recall import build_recall_graph
    from daybook.interfaces.langchain.middleware import DaybookMiddleware
    from daybook.interfaces.langchain.tools import memory_tools
    from daybook.interfaces.langgraph_store import DaybookStore
    from daybook.library.daybook import Daybook
    from daybook.library.results import ChatTurn, SearchResult
    from daybook.settings import Options, Settings, preset

    __version__: str

_HOMES = {
    "ChatTurn": "daybook.library.results",
    "Daybook": "daybook.library.daybook",
    "DaybookMiddleware": "daybook.interfaces.langchain.middleware",
    "DaybookStore": "daybook.interfaces.langgraph_store",
    "Options": "daybook.settings",
    "Role": "daybook.conversation",
    "SearchResult": "daybook.library.results",
    "Session": "daybook.conversation",
    "Settings": "daybook.settings",
    "Turn": "daybook.conversation",
    "build_chat_graph": "daybook.graph.chat",
    "build_recall_graph": "daybook.graph.recall",
    "memory_tools": "daybook.interfaces.langchain.tools",
    "preset": "daybook.settings",
}

__all__ = [
    "ChatTurn",
    "Daybook",
    "DaybookMiddleware",
    "DaybookStore",
    "Options",
    "Role",
    "SearchResult",
    "Session",
    "Settings",
    "Turn",
    "build_chat_graph",
    "build_recall_graph",
    "memory_tools",
    "preset",
]


def __getattr__(name: str) -> object:
    if name == "__version__":
        from daybook.extras import installed_version

        return installed_version()
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__, "__version__"])
