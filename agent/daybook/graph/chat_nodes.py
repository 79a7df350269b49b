"""The nodes of the chat graph: state unpacked, a step called, state returned."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TypeAlias

from langchain_core.messages import AIMessage
from langgraph.config import get_stream_writer

from daybook.conversation import (
    Answer,
    Question,
    Record,
    Role,
    Turn,
    Usage,
    differences,
    plain_evidence,
    plain_usage,
)
from daybook.graph.chat_state import ChatState
from daybook.graph.forget_nodes import is_agreed
from daybook.graph.owner import owner_of
from daybook.graph.parts import Parts
from daybook.graph.recall import RecallGraph
from daybook.graph.receive import receive_question
from daybook.graph.remember import RememberGraph
from daybook.graph.separate_run import run_separately
from daybook.llm import ChatModel, ModelsWithFallback, total
from daybook.reply import (
    ContextItem,
    Conversed,
    converse,
    needs_rewriting,
    reply_by_rules,
    stand_alone,
)
from daybook.settings import ModelRole
from daybook.understand import intent_of, only_asks, request_of, rewrite_by_model

Update: TypeAlias = Mapping[str, object]


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
            "context": [],
            "unfounded": [],
            "learned": [],
            "degraded": [],
            "degraded_reasons": {},
            "usage": plain_usage(Usage()),
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

    def is_answered(self, state: ChatState) -> bool:
        """Whether memory has answered the message, or nobody else could."""
        return not state["recalled"]["not_known"] or self.parts.models.of(ModelRole.REPLY) is None

    async def look_up(self, state: ChatState) -> Update:
        """Find what memory holds that bears on the message."""
        asked, models = state["asked"], ModelsWithFallback.begin(self.parts.models)
        message = await self._stand_alone(asked, models)
        context = await self.parts.finder.find(asked, message, budget=self.parts.settings.chat_budget)
        return {
            "models": models,
            "looked_up": context,
            "context": [dict(item.line) for item in context.items],
        }

    async def reply(self, state: ChatState) -> Update:
        """Reply with what was recalled, else in conversation, else by rules."""
        if "looked_up" not in state:
            recalled = state["recalled"]
            turn = _recollection(recalled["result"], state["asked"].asked_at)
            return {
                "reply": turn,
                "messages": [AIMessage(turn.content)],
                "degraded": recalled["degraded"],
                "degraded_reasons": recalled["degraded_reasons"],
                "usage": recalled["usage"],
            }
        asked, context, models = state["asked"], state["looked_up"], state["models"]
        conversed = await models.call("reply", ModelRole.REPLY, partial(self._converse, state), None)
        if conversed is None:
            failed = models.has_model(ModelRole.REPLY)
            text, used = reply_by_rules(state["intent"], context, model_failed=failed)
            conversed = Conversed(text, used, by_rules=True)
        sources = _round_ids(conversed.used)
        return {
            "reply": Turn(
                Role.ASSISTANT,
                conversed.text,
                asked.asked_at,
                sources=sources if sources or conversed.by_rules else None,
            ),
            "conversed": conversed,
            "unfounded": list(conversed.unfounded),
            "degraded": list(models.degraded),
            "degraded_reasons": dict(models.degraded),
            "usage": plain_usage(self._usage(state)),
            "evidence": [plain_evidence(item.evidence) for item in conversed.used],
            "messages": [AIMessage(conversed.text)],
        }

    async def remember(self, state: ChatState) -> Update:
        """Keep the round, and post the facts in it."""
        asked, store = state["asked"], self.parts.store
        turns = (self._message_turn(state), state["reply"])
        for_model = self.parts.learns_in_chat
        remembered = await store.append(
            asked.owner, state["session_id"], turns, said_at=asked.asked_at, for_model=for_model
        )
        before = await to_thread(store.ledgers.of, asked.owner)
        if self.parts.settings.ledger:
            await self.remember_graph.ainvoke({"owner": asked.owner})
        changed = differences(before, await to_thread(store.ledgers.of, asked.owner))
        if for_model:
            self.parts.background.start(asked.owner, lambda: self._learn(asked.owner))
        return {
            "remembered": remembered,
            "round_id": remembered.round_id,
            "differences": changed,
            "learned": [_plain_record(one.after) for one in changed if one.after],
        }

    async def _learn(self, owner: str) -> None:
        """Have a model read for facts what waits for it."""
        await run_separately(self.remember_graph, {"owner": owner, "by_model": True})

    def _usage(self, state: ChatState) -> Usage:
        """Sum up the model calls of the turn: those of a search of memory that found no answer as well."""
        recalled = state.get("recalled")
        before = recalled["models"].meter.calls if recalled else []
        return total([*before, *state["models"].meter.calls])

    def _message_turn(self, state: ChatState) -> Turn:
        """Give the message as it is kept: one that only asked memory is no key, or it would find itself."""
        asked = state["asked"]
        asks_memory = "looked_up" not in state and only_asks(asked.text)
        return Turn(Role.USER, asked.text, asked.asked_at, sources=() if asks_memory else None)

    async def _stand_alone(self, asked: Question, models: ModelsWithFallback) -> str:
        """Make the message stand alone; a model is called only where the rules see that they cannot."""
        by_rules = stand_alone(asked)
        if not needs_rewriting(asked):
            return by_rules
        text, _ = await models.call(
            "rewrite",
            ModelRole.UNDERSTAND,
            lambda model: rewrite_by_model(asked.text, asked.dialogue, model, self.parts.prompts["rewrite"]),
            (by_rules, ""),
        )
        return text

    async def _converse(self, state: ChatState, model: ChatModel) -> Conversed:
        tell, recalled = get_stream_writer(), state.get("recalled")
        return await converse(
            state["asked"],
            state["looked_up"],
            model,
            self.parts.prompts["chat_reply"],
            searched=recalled["answer"] if recalled else None,
            on_text=lambda text: tell({"stage": "reply", "event": "text", "text": text}),
        )


def _recollection(answer: Answer, said_at: datetime) -> Turn:
    sources = tuple(dict.fromkeys(item.round_id for item in answer.evidence))
    return Turn(Role.ASSISTANT, answer.text, said_at, sources=sources)


def _plain_record(record: Record) -> dict[str, str]:
    return {
        "record_id": record.record_id,
        "slot": record.slot,
        "value": record.value,
        "status": record.status.value,
    }


def _round_ids(items: Iterable[ContextItem]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(round_id for item in items for round_id in item.round_ids))
