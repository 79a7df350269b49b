"""The graphs for a LangGraph server (`langgraph dev`), made from the environment; see `langgraph.json`.

The server makes a graph for every run, in its event loop, where nothing may block: what is opened is opened
in a thread, once. It is named as a module there, since a server loads a file anew for each graph, and a data
directory can be opened once. A run says whose memory it is about, in its input or its configuration; where it
does not, it is about that of the default owner.
"""

from asyncio import to_thread
from dataclasses import replace
from functools import cache
from threading import Lock

from daybook.graph.parts import Components
from daybook.graph.threads import Thread, build_chat_thread, build_recall_thread
from daybook.library.daybook import Daybook
from daybook.library.wiring import open_parts
from daybook.settings import DEFAULT_OWNER
from daybook.settings.environment import read_settings

_OPENING = Lock()
"""The first runs may come side by side, and the data directory can be opened once."""


async def recall_graph() -> Thread:
    """Give the graph that answers from memory."""
    return await to_thread(lambda: build_recall_thread(_parts()))


async def chat_graph() -> Thread:
    """Give the graph that chats and remembers."""
    return await to_thread(lambda: build_chat_thread(_parts()))


async def shared_daybook() -> Daybook:
    """Give the memory of these graphs, for an agent of yours beside them: it can be opened once."""
    return Daybook(await to_thread(_parts))


def _parts() -> Components:
    with _OPENING:
        return _opened()


@cache
def _opened() -> Components:
    return replace(open_parts(read_settings()), default_owner=DEFAULT_OWNER)
