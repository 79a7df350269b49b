"""The chat graph: a message in, a reply out, and the round remembered.

listen ─┬─ recall ─┬─ reply ─ remember
        ├──────────┘
        ├─ propose      to forget something, or not to keep it
        └─ forget       what was proposed and agreed to
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, TypeAlias, TypedDict

from langchain_core.messages import AIMessage, AnyMessage
from langgraph.config import get_stream_writer
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from daybook.conversation import Answer, Question, RecordDifference, Role, Round, Turn, differences
from daybook.graph.forget_nodes import ForgetNodes, is_agreed
from daybook.graph.forget_proposal import Proposal
from daybook.graph.parts import Parts
from daybook.graph.recall import build_recall_graph
from daybook.graph.receive import receive_question
from daybook.graph.remember import build_remember_graph
from daybook.graph.state import RecallInput
from daybook.graph.steps import add_step
from daybook.llm import ModelsWithFallback, ask_for_text
from daybook.settings import ModelRole
from daybook.understand import ForgetRequest, Intent, WithholdRequest, intent_of, request_of

NOTED = "Noted."
NO_CHAT_MODEL = (
    "I keep what you tell me and answer from it. For anything else I would need a chat model, and none is "
    "configured."
)
MODEL_FAILED = "The chat model gave no answer just now. What you said is kept."


class ChatInput(RecallInput, total=False):
    """What a caller gives: `messages` that end with the user's, or the message as `question`."""

    session_id: str
    """The conversation that the round belongs to. Default: one for each day."""
    proposal: Proposal | None
    """What the reply before this message proposed to forget: a message that says yes has it done."""


class ChatOutput(TypedDict):
    """What a caller gets."""

    messages: list[AnyMessage]
    """The reply alone: a parent with a reducer on `messages` appends it."""
    evidence: list[dict[str, str]]
    """What the reply rests on, where it came out of memory."""
    round_id: str
    """The round as it was remembered; "" where the message asked memory to forget, or not to keep."""
    proposal: Proposal | None
    """What the reply proposes to forget, for good: to be handed in with the next message."""
    timings: dict[str, float]


class ChatState(ChatInput, total=False):
    """Everything between the two."""

    heard: Question
    intent: Intent
    request: ForgetRequest | WithholdRequest | None
    recalled: Mapping[str, Any]
    """What the recall graph ended with, where memory was asked."""
    reply: Turn
    remembered: Round
    learned: Sequence[RecordDifference]
    """What the round changed in the ledger."""
    evidence: list[dict[str, str]]
    round_id: str
    timings: Annotated[dict[str, float], operator.or_]


ChatGraph: TypeAlias = CompiledStateGraph[ChatState, None, ChatInput, ChatOutput]
Update: TypeAlias = Mapping[str, object]


def build_chat_graph(parts: Parts, *, owner: str | None = None) -> ChatGraph:
    """Build the graph of one chat turn. Safe to add as a node of any other graph.

    What the user states is remembered, a question about memory is answered from it, and anything else
    is for a chat model, whose text comes on the custom stream as {"stage": "reply", "event": "text",
    "text": …}. A reply that came out of memory is kept with its sources and is no key.

    Args:
        parts: what it works with; `Daybook.parts` has them.
        owner: whose memory it is where the input names no owner.
    """
    graph: StateGraph[ChatState, None, ChatInput, ChatOutput] = StateGraph(
        ChatState, input_schema=ChatInput, output_schema=ChatOutput
    )
    memory, ledger = build_recall_graph(parts), build_remember_graph(parts)
    heeding = ForgetNodes(parts)

    async def listen(state: ChatState) -> Update:
        heard = receive_question(state, owner=owner, clock=parts.clock)
        proposal = state.get("proposal")
        return {
            "heard": heard,
            "intent": intent_of(heard.text),
            "request": request_of(heard.text),
            "session_id": state.get("session_id") or f"chat-{heard.asked_at:%Y-%m-%d}",
            "proposal": proposal if is_agreed(heard.text, proposal) else None,
            "evidence": [],
        }

    async def recall(state: ChatState) -> Update:
        found: dict[str, Any] = await memory.ainvoke(
            {
                "question": state["heard"].text,
                "asked_at": state["heard"].asked_at,
                "owner": state["heard"].owner,
                "messages": state.get("messages", ()),
                "stream_notes": state.get("stream_notes", False),
            },
            output_keys=memory.stream_channels_list,
        )
        return {"recalled": found, "evidence": found["evidence"], "timings": found["timings"]}

    async def reply(state: ChatState) -> Update:
        if "recalled" in state:
            turn = _from_memory(state["recalled"]["result"], state["heard"].asked_at)
        else:
            turn = await _in_conversation(state, parts)
        return {"reply": turn, "messages": [AIMessage(turn.content)]}

    async def remember(state: ChatState) -> Update:
        heard = state["heard"]
        turns = (Turn(Role.USER, heard.text, heard.asked_at), state["reply"])
        remembered = await parts.store.append(heard.owner, state["session_id"], turns, said_at=heard.asked_at)
        before = parts.store.ledgers.of(heard.owner)
        if parts.settings.ledger:
            await ledger.ainvoke({"owner": heard.owner})
        learned = differences(before, parts.store.ledgers.of(heard.owner))
        return {"remembered": remembered, "round_id": remembered.round_id, "learned": learned}

    add_step(graph, "listen", listen)
    add_step(graph, "recall", recall)
    add_step(graph, "reply", reply)
    add_step(graph, "remember", remember)
    add_step(graph, "propose", heeding.propose)
    add_step(graph, "forget", heeding.forget)
    graph.add_edge(START, "listen")
    graph.add_conditional_edges("listen", _after_listening, ["recall", "reply", "propose", "forget"])
    graph.add_edge("recall", "reply")
    graph.add_edge("reply", "remember")
    for last in ("remember", "propose", "forget"):
        graph.add_edge(last, END)
    return graph.compile(checkpointer=False, name="chat")


def _after_listening(state: ChatState) -> str:
    if state["proposal"] is not None:
        return "forget"
    if state["request"] is not None:
        return "propose"
    return "recall" if state["intent"] is Intent.RECALL else "reply"


def _from_memory(answer: Answer, said_at: datetime) -> Turn:
    sources = tuple(dict.fromkeys(item.round_id for item in answer.evidence))
    return Turn(Role.ASSISTANT, answer.text, said_at, sources=sources)


async def _in_conversation(state: ChatState, parts: Parts) -> Turn:
    """Reply without memory: by the chat model, piece by piece on the custom stream, else as Daybook does."""
    heard, consultation = state["heard"], ModelsWithFallback.begin(parts.models)
    dialogue = [{"role": turn.role.value, "content": turn.content} for turn in heard.dialogue]
    tell = get_stream_writer()
    said = await consultation.call(
        "reply",
        ModelRole.REPLY,
        lambda model: ask_for_text(
            model,
            parts.prompts["chat_reply"],
            on_text=lambda text: tell({"stage": "reply", "event": "text", "text": text}),
            now=f"{heard.asked_at:%Y-%m-%d %H:%M (%A)}",
            dialogue=dialogue,
            message=heard.text,
        ),
        None,
    )
    if said is not None:
        return Turn(Role.ASSISTANT, said, heard.asked_at)
    notice = NOTED if state["intent"] is Intent.STATEMENT else NO_CHAT_MODEL
    return Turn(Role.ASSISTANT, MODEL_FAILED if consultation.degraded else notice, heard.asked_at, sources=())
