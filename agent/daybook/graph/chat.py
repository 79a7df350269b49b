"""The chat graph: a message in, a reply out, and the round remembered.

listen ─┬─ recall ─┬───────────┬─ reply ─ remember
        │          └─ look_up ─┤
        ├─ look_up ────────────┘
        ├─ propose      to forget something, or not to keep it
        ├─ forget       what was proposed and agreed to
        └─ consent      or not, to remembering what is sensitive, as was asked
"""

from typing import TypeAlias

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from daybook.graph.chat_nodes import ChatNodes, ForgetNodes
from daybook.graph.chat_state import ChatInput, ChatOutput, ChatState
from daybook.graph.consent_nodes import ConsentNodes
from daybook.graph.parts import Parts
from daybook.graph.recall import build_recall_graph
from daybook.graph.recall_by_rules import RecallByRules
from daybook.graph.remember import build_remember_graph
from daybook.graph.reply_nodes import ReplyNodes
from daybook.graph.steps import add_steps, connect

ChatGraph: TypeAlias = CompiledStateGraph[ChatState, None, ChatInput, ChatOutput]


def build_chat_graph(parts: Parts, *, owner: str | None = None) -> ChatGraph:
    """Build the graph of one chat turn. Safe to add as a node of any other graph.

    A question about memory is answered from it, and so is any question where no model replies. To anything
    else, and to what memory does not know, a chat model replies with what memory holds that bears on the
    message before it; its text comes on the custom stream as {"stage": "reply", "event": "text", "text": …}.
    Without a model it is said what was learned of a statement, and advice is answered with what the user
    told. A reply that took something from memory is kept with its sources and is no key.

    Args:
        parts: what it works with; `Daybook.parts` has them.
        owner: whose memory it is, and a run that names another is refused; None where each run
            names its own.
    """
    graph: StateGraph[ChatState, None, ChatInput, ChatOutput] = StateGraph(
        ChatState, input_schema=ChatInput, output_schema=ChatOutput
    )
    chat = ChatNodes(parts, owner, build_recall_graph(parts), build_remember_graph(parts))
    replying, forgetting = ReplyNodes(parts, RecallByRules(parts)), ForgetNodes(parts)
    consenting = ConsentNodes(parts, chat.remember_graph)
    add_steps(graph, chat.listen, chat.recall, replying.look_up, replying.reply, chat.remember)
    add_steps(graph, forgetting.propose, forgetting.forget, consenting.consent)
    graph.add_edge(START, "listen")
    graph.add_conditional_edges(
        "listen",
        lambda state: _after_listening(state, asks_memory=chat.asks_memory(state)),
        ["recall", "look_up", "propose", "forget", "consent"],
    )
    graph.add_conditional_edges(
        "recall", lambda state: "reply" if chat.is_answered(state) else "look_up", ["reply", "look_up"]
    )
    connect(graph, "look_up", "reply", "remember")
    for last in ("remember", "propose", "forget", "consent"):
        graph.add_edge(last, END)
    return graph.compile(checkpointer=False, name="chat")


def _after_listening(state: ChatState, *, asks_memory: bool) -> str:
    if state["proposal"] is not None:
        return "forget"
    if state["consent"] is not None:
        return "consent"
    if state["request"] is not None:
        return "propose"
    return "recall" if asks_memory else "look_up"
