"""The graphs as a server's threads run them: every turn begins from its input, the thread is the dialogue.

A server saves the state of a graph behind every turn and hands it to the next one. So the flows themselves
run inside, where nothing is saved, and only what belongs to a conversation lasts: its messages, whose
memory it is about, and a question that waits for the user's yes or no.
"""

from typing import Annotated, Any, TypeAlias

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from langgraph.channels import UntrackedValue
from langgraph.graph import END, START, StateGraph, add_messages
from langgraph.graph.state import CompiledStateGraph
from typing_extensions import TypedDict

from daybook.conversation.answer_json import AnswerJson
from daybook.graph.chat import build_chat_graph
from daybook.graph.chat_state import ChatOutput
from daybook.graph.parts import Components
from daybook.graph.recall import build_recall_graph

Thread: TypeAlias = CompiledStateGraph[Any, None, Any, Any]


class _Turn(TypedDict, total=False):
    """The input of both flows; untracked channels are of this turn alone."""

    owner: str
    question: Annotated[str, UntrackedValue]
    asked_at: Annotated[str, UntrackedValue]
    as_of: Annotated[str, UntrackedValue]


class RecallThread(_Turn, total=False):
    """A thread of questions, with the last answer."""

    answer: str

    messages: Annotated[list[AnyMessage], add_messages]
    """The dialogue. An input adds to it; the answer is its last."""


class RecallThreadOutput(AnswerJson):
    """Output of one turn."""

    messages: list[AnyMessage]


class ChatThread(_Turn, ChatOutput, total=False):
    """A conversation, with what came of its last message."""

    session_id: str
    messages: Annotated[list[AnyMessage], add_messages]  # type: ignore[misc]
    """The dialogue. An input adds to it; the reply is its last."""


def build_recall_thread(parts: Components) -> Thread:
    """Build the recall graph for threads; a question is understood from those before it.

    Args:
        parts: what it works with; `Daybook.parts` has them.

    Returns:
        A graph named "recall": the keys of `RecallInput` in, those of `AnswerJson` and `messages` out.
    """
    graph = StateGraph(RecallThread, output_schema=RecallThreadOutput)
    graph.add_node("hear", _hear)
    graph.add_node("recall", build_recall_graph(parts))
    graph.add_node("say", _say)
    graph.add_edge(START, "hear")
    graph.add_edge("hear", "recall")
    graph.add_edge("recall", "say")
    graph.add_edge("say", END)
    return graph.compile(name="recall")


def build_chat_thread(parts: Components) -> Thread:
    """Build the chat graph for threads.

    Args:
        parts: what it works with; `Daybook.parts` has them.

    Returns:
        A graph named "chat": the keys of `ChatInput` in, those of `ChatOutput` out, but that `messages` is
        the whole thread, the reply last.
    """
    graph = StateGraph(ChatThread)
    graph.add_node("hear", _hear)
    graph.add_node("chat", build_chat_graph(parts))
    graph.add_edge(START, "hear")
    graph.add_edge("hear", "chat")
    graph.add_edge("chat", END)
    return graph.compile(name="chat")


def _hear(state: RecallThread | ChatThread) -> dict[str, Any]:
    """Add a message that came as `question` to the dialogue."""
    question, messages = state.get("question", "").strip(), state.get("messages", [])
    if not question or (messages and _is_said(messages[-1], question)):
        return {}
    return {"messages": [HumanMessage(question)]}


def _say(state: RecallThread) -> dict[str, Any]:
    return {"messages": [AIMessage(state["answer"])]}


def _is_said(message: AnyMessage, text: str) -> bool:
    return isinstance(message, HumanMessage) and message.text.strip() == text
