"""The nodes of the chat graph that reply: state unpacked, a step called, state returned."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial

from langchain_core.messages import AIMessage
from langgraph.config import get_stream_writer

from daybook.answer.context import ContextItem, MemoryContext
from daybook.answer.converse import Conversed, converse, fit
from daybook.conversation import Question, Role, Turn
from daybook.conversation.answer_json import plain
from daybook.conversation.errors import BadSettings, ContextTooLong
from daybook.graph.chat_state import ChatState
from daybook.graph.parts import Components
from daybook.graph.recall import Lookup, RecallGraph
from daybook.graph.steps import Update, run_separately
from daybook.models.llm import ChatModel, ModelsWithFallback
from daybook.text import own_replies


@dataclass(frozen=True, slots=True)
class ReplyNodes:
    """From a message to its reply."""

    parts: Components
    recall_graph: RecallGraph
    context: Lookup

    async def look_up(self, state: ChatState) -> Update:
        """Give the model that replies what search finds for the message."""
        models = ModelsWithFallback.begin(self.parts.models)
        return {"models": models, "looked_up": await self.context.context_of(state["asked"])}

    async def recall(self, state: ChatState) -> Update:
        """Answer the message from memory."""
        given, tell = {"asked": state["asked"]}, get_stream_writer()
        try:
            return {"recalled": await run_separately(self.recall_graph, given, on_event=tell)}
        except BadSettings as error:
            return {"refused": error}

    async def reply(self, state: ChatState) -> Update:
        """Have the model reply; without one give what was recalled, or say that the message is kept."""
        if "refused" in state:
            return self._said(state, own_replies.MODEL_FAILED)
        if recalled := state.get("recalled"):
            sources = tuple(dict.fromkeys(item.round_id for item in recalled["result"].evidence))
            shared = ("evidence", "degraded", "degraded_reasons", "usage", "timings")
            told = {name: recalled[name] for name in shared}
            return {**self._said(state, recalled["answer"], sources), **told}
        if "looked_up" not in state:
            return self._said(state, own_replies.NOTED)
        return await self._replied(state)

    async def _replied(self, state: ChatState) -> Update:
        models = state["models"]
        try:
            conversed = await models.call("reply", partial(self._converse, state), None)
        except BadSettings as error:
            return {**self._said(state, own_replies.MODEL_FAILED), "refused": error}
        told: Update = {
            "degraded": list(models.degraded),
            "degraded_reasons": dict(models.degraded),
            "usage": plain(models.meter.usage),
        }
        if conversed is None:
            return {**self._said(state, own_replies.MODEL_FAILED), **told}
        sources = _round_ids(conversed.used)
        took = sources or conversed.documents
        return {
            **self._said(state, conversed.text, sources if took else None),
            **told,
            "conversed": conversed,
            "looked_up": conversed.context,
            "memory_context": [dict(line) for line in conversed.context.lines],
            "evidence": plain([*conversed.evidence, *conversed.documents]),
        }

    def _said(self, state: ChatState, text: str, sources: tuple[str, ...] | None = ()) -> Update:
        turn = Turn(Role.ASSISTANT, text, state["asked"].asked_at, sources=sources)
        return {"reply": turn, "messages": [AIMessage(text)]}

    async def _converse(self, state: ChatState, model: ChatModel) -> Conversed:
        """Have the model reply, or once more with half before it if its context window is too small."""
        count = self.parts.count_tokens
        room = self.parts.settings.context_budget
        whole = replace(state["asked"], text=state["said"])
        asked, context = fit(whole, state["looked_up"], room=room, count_tokens=count)
        try:
            return await self._converse_with(asked, context, model)
        except ContextTooLong:
            said = sum(count(turn.content) for turn in asked.dialogue) + count(asked.text) + context.tokens
            asked = replace(asked, text=state["asked"].text)
            asked, context = fit(asked, context, room=said // 2, count_tokens=count)
            return await self._converse_with(asked, context, model)

    async def _converse_with(self, asked: Question, context: MemoryContext, model: ChatModel) -> Conversed:
        tell = get_stream_writer()
        return await converse(
            asked,
            context,
            model,
            self.parts.prompts["chat_reply"],
            self.parts.analyzer,
            on_text=lambda text: tell({"stage": "reply", "event": "text", "text": text}),
            search=lambda query: self.context.context_of(replace(asked, text=query, dialogue=())),
        )


def _round_ids(items: Iterable[ContextItem]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(round_id for item in items for round_id in item.round_ids))
