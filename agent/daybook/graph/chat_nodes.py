"""The nodes of the chat graph: state unpacked, a step called, state returned."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from langchain_core.messages import AIMessage
from langgraph.config import get_stream_writer

from daybook.conversation import Answer, Role, Turn, differences
from daybook.graph.chat_state import ChatState
from daybook.graph.forget_nodes import is_agreed
from daybook.graph.owner import owner_of
from daybook.graph.parts import Parts
from daybook.graph.recall import RecallGraph
from daybook.graph.receive import receive_question
from daybook.graph.remember import RememberGraph
from daybook.graph.separate_run import run_separately
from daybook.llm import ModelsWithFallback, ask_for_text
from daybook.settings import ModelRole
from daybook.understand import Intent, intent_of, request_of

Update: TypeAlias = Mapping[str, object]

NOTED = "Noted."
NO_CHAT_MODEL = (
    "That needs a chat model, and none is configured (DAYBOOK_CHAT_MODEL names one). What you tell me I "
    "keep, and answer from it."
)
MODEL_FAILED = "The chat model gave no answer just now. What you said is kept."


@dataclass(frozen=True, slots=True)
class ChatNodes:
    """From a message to a reply, and to the round as it is remembered."""

    parts: Parts
    owner: str | None
    """Whose memory it is; None where the input or the configuration names it."""
    recall_graph: RecallGraph
    remember_graph: RememberGraph

    async def listen(self, state: ChatState) -> Update:
        """Read the message, and what it wants."""
        owner = owner_of(state.get("owner"), built=self.owner, default=self.parts.default_owner)
        limit = self.parts.settings.question_limit
        asked = receive_question(state, owner=owner, clock=self.parts.clock, limit=limit)
        proposal = state.get("proposal")
        return {
            "asked": asked,
            "intent": intent_of(asked.text),
            "request": request_of(asked.text),
            "session_id": state.get("session_id") or f"chat-{asked.asked_at:%Y-%m-%d}",
            "proposal": proposal if is_agreed(asked.text, proposal) else None,
            "evidence": [],
        }

    async def recall(self, state: ChatState) -> Update:
        """Answer the message from memory."""
        asked = state["asked"]
        given = {
            "question": asked.text,
            "asked_at": asked.asked_at,
            "owner": asked.owner,
            "messages": state.get("messages", ()),
            "stream_notes": state.get("stream_notes", False),
        }
        found = await run_separately(self.recall_graph, given, on_event=get_stream_writer())
        return {"recalled": found, "evidence": found["evidence"], "timings": found["timings"]}

    async def reply(self, state: ChatState) -> Update:
        """Reply with what was recalled, else in conversation."""
        if "recalled" in state:
            turn = _reply_from(state["recalled"]["result"], state["asked"].asked_at)
        else:
            turn = await self._in_conversation(state)
        return {"reply": turn, "messages": [AIMessage(turn.content)]}

    async def remember(self, state: ChatState) -> Update:
        """Keep the round, and post the facts in it."""
        asked, store = state["asked"], self.parts.store
        turns = (Turn(Role.USER, asked.text, asked.asked_at), state["reply"])
        for_model = self.parts.learns_in_chat
        remembered = await store.append(
            asked.owner, state["session_id"], turns, said_at=asked.asked_at, for_model=for_model
        )
        before = await to_thread(store.ledgers.of, asked.owner)
        if self.parts.settings.ledger:
            await self.remember_graph.ainvoke({"owner": asked.owner})
        learned = differences(before, await to_thread(store.ledgers.of, asked.owner))
        if for_model:
            self.parts.background.start(asked.owner, lambda: self._learn(asked.owner))
        return {"remembered": remembered, "round_id": remembered.round_id, "learned": learned}

    async def _learn(self, owner: str) -> None:
        """Have a model read for facts what waits for it."""
        await run_separately(self.remember_graph, {"owner": owner, "by_model": True})

    async def _in_conversation(self, state: ChatState) -> Turn:
        """Reply without memory: by the chat model, piece by piece on the custom stream, else by a notice."""
        asked, models = state["asked"], ModelsWithFallback.begin(self.parts.models)
        dialogue = [{"role": turn.role.value, "content": turn.content} for turn in asked.dialogue]
        tell = get_stream_writer()
        said = await models.call(
            "reply",
            ModelRole.REPLY,
            lambda model: ask_for_text(
                model,
                self.parts.prompts["chat_reply"],
                on_text=lambda text: tell({"stage": "reply", "event": "text", "text": text}),
                now=f"{asked.asked_at:%Y-%m-%d %H:%M (%A)}",
                dialogue=dialogue,
                message=asked.text,
            ),
            None,
        )
        if said is not None:
            return Turn(Role.ASSISTANT, said, asked.asked_at)
        notice = NOTED if state["intent"] is Intent.STATEMENT else NO_CHAT_MODEL
        return Turn(Role.ASSISTANT, MODEL_FAILED if models.degraded else notice, asked.asked_at, sources=())


def _reply_from(answer: Answer, said_at: datetime) -> Turn:
    sources = tuple(dict.fromkeys(item.round_id for item in answer.evidence))
    return Turn(Role.ASSISTANT, answer.text, said_at, sources=sources)
