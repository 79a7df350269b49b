"""Daybook: long-term memory for chat assistants.

`Daybook` is the library, with what its calls give (`Answer`, `SearchResult`, `ChatTurn`), what forgetting
takes (`BySession`, `ByPhrase`, …) and the errors, of which `DaybookError` is the root. `build_recall_graph`
and `build_chat_graph` make the graphs that can be nodes of your own LangGraph, and `DaybookStore` is its
store; `memory_tools` and `DaybookMiddleware` give an agent of LangChain a memory. Each is loaded when it is
first named, so importing this package costs nothing.

What is left out or done otherwise on the way is told to the logger "daybook": warnings of what is damaged or
could not be read or kept, which Python prints on standard error where logging is not configured, and as
information each step that a chat model did not do.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from daybook.conversation import Answer, Evidence, Role, Round, Session, Turn
    from daybook.conversation.errors import (
        BadInput,
        BadSettings,
        ContextTooLong,
        DaybookError,
        DeadlineExceeded,
        EmbedderMismatch,
        LedgerMoved,
        ModelError,
        ModelUnavailable,
        StoreBusy,
        StoreError,
        UnknownItem,
        UnreadableReply,
        UserError,
    )
    from daybook.graph.chat import build_chat_graph
    from daybook.graph.recall import build_recall_graph
    from daybook.interfaces.langchain.middleware import DaybookMiddleware
    from daybook.interfaces.langchain.tools import memory_tools
    from daybook.interfaces.langgraph_store import DaybookStore
    from daybook.library.daybook import Daybook, OwnerMemory
    from daybook.library.results import ChatTurn, SearchResult
    from daybook.settings import Options, Settings, preset
    from daybook.store import ByPhrase, ByRecord, ByRound, BySession, BySlot, ByTime, Everything, Receipt

    __version__: str

_HOMES = {
    "daybook.conversation": "Answer Evidence Role Round Session Turn",
    "daybook.conversation.errors": """
        BadInput BadSettings ContextTooLong DaybookError DeadlineExceeded EmbedderMismatch
        LedgerMoved ModelError ModelUnavailable StoreBusy StoreError UnknownItem UnreadableReply UserError
    """,
    "daybook.graph.chat": "build_chat_graph",
    "daybook.graph.recall": "build_recall_graph",
    "daybook.interfaces.langchain.middleware": "DaybookMiddleware",
    "daybook.interfaces.langchain.tools": "memory_tools",
    "daybook.interfaces.langgraph_store": "DaybookStore",
    "daybook.library.daybook": "Daybook OwnerMemory",
    "daybook.library.results": "ChatTurn SearchResult",
    "daybook.settings": "Options Settings preset",
    "daybook.store": "ByPhrase ByRecord ByRound BySession BySlot ByTime Everything Receipt",
}
"""By module, the names that are had from it."""

__all__ = [
    "Answer",
    "BadInput",
    "BadSettings",
    "ByPhrase",
    "ByRecord",
    "ByRound",
    "BySession",
    "BySlot",
    "ByTime",
    "ChatTurn",
    "ContextTooLong",
    "Daybook",
    "DaybookError",
    "DaybookMiddleware",
    "DaybookStore",
    "DeadlineExceeded",
    "EmbedderMismatch",
    "Everything",
    "Evidence",
    "LedgerMoved",
    "ModelError",
    "ModelUnavailable",
    "Options",
    "OwnerMemory",
    "Receipt",
    "Role",
    "Round",
    "SearchResult",
    "Session",
    "Settings",
    "StoreBusy",
    "StoreError",
    "Turn",
    "UnknownItem",
    "UnreadableReply",
    "UserError",
    "build_chat_graph",
    "build_recall_graph",
    "memory_tools",
    "preset",
]


def __getattr__(name: str) -> object:
    if name == "__version__":
        from daybook.conversation.extras import installed_version

        return installed_version()
    for module, names in _HOMES.items():
        if name in names.split():
            return getattr(import_module(module), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__, "__version__"])
