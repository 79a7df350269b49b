"""The nodes of the chat graph that reply: state unpacked, a step called, state returned."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from langchain_core.messages import AIMessage
from langgraph.config import get_stream_writer

from daybook.answer import (
    ContextItem,
    Conversed,
    MemoryContext,
    answer_by_rules,
    converse,
    fit,
    reply_by_rules,
    stand_alone,
)
from daybook.conversation import (
    Answer,
    Question,
    Role,
    Turn,
    Usage,
    plain_document_evidence,
    plain_evidence,
    plain_usage,
)
from daybook.conversation.errors import BadSettings, ContextTooLong
from daybook.conversation.language import Intent
from daybook.graph.chat_state import ChatState
from daybook.graph.parts import Parts
from daybook.graph.recall_by_rules import RecallByRules
from daybook.graph.steps import Update
from daybook.graph.understand_nodes import rewrite_question
from daybook.models.llm import ChatModel, ModelsWithFallback, total
from daybook.settings import ModelRole


@dataclass(frozen=True, slots=True)
class ReplyNodes:
    """From a message to its reply."""

    parts: Parts
    by_rules: RecallByRules

    async def look_up(self, state: ChatState) -> Update:
        """Find what memory holds that bears on the message; where no model replies a statement needs none."""
        asked, models = state["asked"], ModelsWithFallback.begin(self.parts.models)
        if state["intent"] is Intent.STATEMENT and not models.has_model(ModelRole.REPLY):
            return {"models": models, "looked_up": MemoryContext(asked.text, asked.asked_at)}
        try:
            message = await self._stand_alone(asked, models)
        except BadSettings as error:
            return {"refused": error}
        # Rules have not read the dialogue, so for them it hides nothing of memory.
        seen = asked if models.has_model(ModelRole.REPLY) else replace(asked, dialogue=())
        was_asked = "recalled" in state or not models.has_model(ModelRole.REPLY)
        answers = () if was_asked else await self.by_rules.answers(seen)
        budget = self.parts.settings.chat_budget
        context = await self.parts.finder.find(seen, message, budget=budget, answers=answers)
        return {"models": models, "looked_up": context}

    async def reply(self, state: ChatState) -> Update:
        """Reply with what was recalled, else in conversation, else by rules."""
        if "refused" in state:
            return self._unanswered(state)
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
        asked, models = state["asked"], state["models"]
        try:
            conversed = await models.call("reply", ModelRole.REPLY, partial(self._converse, state), None)
        except BadSettings as error:
            return {**self._unanswered(state), "refused": error}
        if conversed is None:
            failed = models.has_model(ModelRole.REPLY)
            conversed = self._by_rules(state, model_failed=failed)
        sources = _round_ids(conversed.used)
        degraded = {**state.get("recalled", {}).get("degraded_reasons", {}), **models.degraded}
        return {
            "looked_up": conversed.context,
            "memory_context": [dict(line) for line in conversed.context.lines],
            "reply": Turn(
                Role.ASSISTANT,
                conversed.text,
                asked.asked_at,
                sources=sources if sources or conversed.documents or conversed.by_rules else None,
            ),
            "conversed": conversed,
            "degraded": list(degraded),
            "degraded_reasons": degraded,
            "usage": plain_usage(self._usage(state)),
            "evidence": [
                *(plain_evidence(item.evidence) for item in conversed.used),
                *map(plain_document_evidence, conversed.documents),
            ],
            "messages": [AIMessage(conversed.text)],
        }

    def _by_rules(self, state: ChatState, *, model_failed: bool) -> Conversed:
        """Reply by rules, with quotes of a document where memory has nothing to say."""
        asked, context = state["asked"], state["looked_up"]
        pleasantry = self.parts.language.read_message(asked.text).pleasantry
        if pleasantry and not model_failed:
            return Conversed(pleasantry, context, by_rules=True)
        text, used = reply_by_rules(
            state["intent"], context, self.parts.language.texts, model_failed=model_failed
        )
        answered = None
        if not used and state["intent"] is not Intent.STATEMENT:
            answered = answer_by_rules(asked, context.message, context.documents, self.parts.language)
        if answered is None:
            return Conversed(text, context, used, by_rules=True)
        return Conversed(answered[0], context, documents=answered[1], by_rules=True)

    def _usage(self, state: ChatState) -> Usage:
        """Sum up the model calls of the turn: those of a search of memory that found no answer as well."""
        recalled = state.get("recalled")
        before = recalled["models"].meter.calls if recalled else []
        return total([*before, *state["models"].meter.calls])

    async def _stand_alone(self, asked: Question, models: ModelsWithFallback) -> str:
        """Make the message stand alone; a model is called only where the rules see that they cannot."""
        alone = self.parts.language.read_message(asked.text, asked.dialogue).alone
        by_rules = stand_alone(asked, alone)
        if not alone.is_open:
            return by_rules
        text, _ = await rewrite_question(asked, models, self.parts, (by_rules, ""))
        return text

    def _unanswered(self, state: ChatState) -> Update:
        """Give the reply that is kept where the settings of a model are wrong."""
        turn = Turn(
            Role.ASSISTANT, self.parts.language.texts.model_failed, state["asked"].asked_at, sources=()
        )
        return {"reply": turn, "messages": [AIMessage(turn.content)]}

    async def _converse(self, state: ChatState, model: ChatModel) -> Conversed:
        """Have the model reply, or once more with less before it if its context window is too small."""
        count, prompt = self.parts.count_tokens, self.parts.prompts["chat_reply"]
        room = self.parts.settings.budget_of(model.name)
        whole = replace(state["asked"], text=state["said"])
        asked, context = fit(whole, state["looked_up"], room=room, count_tokens=count)
        try:
            return await self._converse_with(state, asked, context, model)
        except ContextTooLong as error:
            said = sum(count(turn.content) for turn in asked.dialogue) + count(asked.text) + context.tokens
            beside = count(prompt.instructions)
            room = max(int((said + beside) * error.share) - beside, 0)
            asked = replace(asked, text=state["asked"].text)
            asked, context = fit(asked, context, room=room, count_tokens=count)
            return await self._converse_with(state, asked, context, model)

    async def _converse_with(
        self, state: ChatState, asked: Question, context: MemoryContext, model: ChatModel
    ) -> Conversed:
        tell, recalled = get_stream_writer(), state.get("recalled")
        return await converse(
            asked,
            context,
            model,
            self.parts.prompts["chat_reply"],
            self.parts.language,
            searched=recalled["answer"] if recalled else None,
            on_text=lambda text: tell({"stage": "reply", "event": "text", "text": text}),
        )


def _recollection(answer: Answer, said_at: datetime) -> Turn:
    sources = tuple(dict.fromkeys(item.round_id for item in answer.evidence))
    return Turn(Role.ASSISTANT, answer.text, said_at, sources=sources)


def _round_ids(items: Iterable[ContextItem]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(round_id for item in items for round_id in item.round_ids))
