"""The flows as LangGraph graphs; LangGraph is imported here only."""

from agent.graph.chat import ChatGraph, ChatInput, ChatOutput, build_chat_graph
from agent.graph.recall import RecallGraph, build_recall_graph, build_search_graph
from agent.graph.remember import RememberGraph, build_remember_graph
from agent.graph.state import RecallInput

__all__ = [
    "ChatGraph",
    "ChatInput",
    "ChatOutput",
    "RecallGraph",
    "RecallInput",
    "RememberGraph",
    "build_chat_graph",
    "build_recall_graph",
    "build_remember_graph",
    "build_search_graph",
]
