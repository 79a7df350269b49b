"""The chat graph: a message in, a reply out, and the round remembered.

listen ─┬─ look_up ─┬─ reply ─ remember
        ├─ recall ──┤         a question, where no model replies
        ├───────────┘         a statement, where no model replies
        ├─ propose      to forget something, or not to keep it
        ├─ forget       what was proposed and agreed to, or not
        └─ consent      or not, to remembering what is sensitive, as was asked
"""

from typing import TypeAlias

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from daybook.graph.chat_nodes import ChatNodes, ForgetNodes
from daybook.graph.chat_state import ChatInput, ChatOutput, ChatState
from daybook.graph.consent_nodes import ConsentNodes
from daybook.graph.parts import Components
from daybook.graph.recall import Lookup, build_recall_graph
from daybook.graph.remember import build_remember_graph
from daybook.graph.reply_nodes import ReplyNodes
from daybook.graph.state import RecallState
from daybook.graph.steps import Choice, add_steps, connect

ChatGraph: TypeAlias = CompiledStateGraph[ChatState, None, ChatInput, ChatOutput]


def build_chat_graph(
    parts: Components, *, owner: str | None = None, given: type[ChatInput] = ChatInput
) -> ChatGraph:
    """Build the graph of one chat turn. Safe to add as a node of any other graph.

    A chat model replies to whatever is said, in one call, with what search finds for it before it; its text
    comes on the custom stream as {"stage": "reply", "event": "text", "text": …}. Without a model a question
    is answered from memory, as by the recall graph, and anything else is kept. A reply that took something
    from memory is kept with its sources and is no key.

    Args:
        parts: what it works with; `Daybook.parts` has them.
        owner: whose memory it is, and a run that names another is refused; None if each run names its own.
        given: the schema of its input; `ChatState` for a graph that is given a `Question` as "asked".
    """
    graph: StateGraph[ChatState, None, ChatInput, ChatOutput] = StateGraph(
        ChatState, input_schema=given, output_schema=ChatOutput
    )
    remember = build_remember_graph(parts)
    context = Lookup(parts)
    chat = ChatNodes(parts, owner, remember, context)
    replying = ReplyNodes(parts, build_recall_graph(parts, given=RecallState), context)
    forgetting, consenting = ForgetNodes(parts, context), ConsentNodes(parts, remember)
    add_steps(graph, chat.listen, replying.look_up, replying.recall, replying.reply, chat.remember)
    add_steps(graph, forgetting.propose, forgetting.forget, consenting.consent)
    replies = parts.models.model is not None
    graph.add_edge(START, "listen")
    graph.add_conditional_edges(
        "listen",
        Choice(lambda state: _after_listening(state, replies=replies)),
        ["look_up", "recall", "reply", "propose", "forget", "consent"],
    )
    connect(graph, "look_up", "reply", "remember")
    connect(graph, "recall", "reply")
    for last in ("remember", "propose", "forget", "consent"):
        graph.add_edge(last, END)
    return graph.compile(checkpointer=False, name="chat")


def _after_listening(state: ChatState, *, replies: bool) -> str:
    if state["proposal"] is not None:
        return "forget"
    if state["consent"] is not None:
        return "consent"
    message = state["message_reading"]
    if message.request is not None:
        return "propose"
    if replies:
        return "look_up"
    return "recall" if message.asks else "reply"
