"""An agent with a memory on a LangGraph server: `langgraph dev --config examples/langgraph.json`.

The server calls `agent` in its event loop for every run, where nothing may block. A run says whose memory it
is about, `{"configurable": {"owner": "ada"}}`; without, it is the default owner's.
"""

from typing import Any

from langchain.agents import create_agent
from langgraph.graph.state import CompiledStateGraph

from daybook import DaybookMiddleware, memory_tools
from daybook.interfaces.langgraph_server import shared_daybook
from offline_model import OfflineModel


async def agent() -> CompiledStateGraph[Any, Any, Any, Any]:
    """Make the agent on the memory that the server's other graphs have."""
    daybook = await shared_daybook()
    tools = [tool for tool in memory_tools(daybook) if tool.name == "recall"]
    return create_agent(OfflineModel(), tools, middleware=[DaybookMiddleware(daybook)])
