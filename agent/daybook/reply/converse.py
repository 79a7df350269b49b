"""A reply in conversation by a chat model, with what memory holds before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from daybook.conversation import DocumentEvidence, Question
from daybook.errors import UnreadableReply
from daybook.llm import ChatModel, Message, OnText, ask_for_text
from daybook.reply.claims import unfounded_claims
from daybook.reply.context import ContextItem, MemoryContext
from daybook.reply.documents import cited_in
from daybook.reply.marks import UnmarkedText, marks_of, without_marks
from daybook.reply.repeated import repeated_items
from daybook_prompts import Fenced, Prompt


@dataclass(frozen=True, slots=True)
class Conversed:
    """A reply, and what it took from memory."""

    text: str
    """Without marks."""
    context: MemoryContext
    """What it was given."""
    used: tuple[ContextItem, ...] = ()
    """The items that it marks, then those whose words it repeats unmarked."""
    documents: tuple[DocumentEvidence, ...] = ()
    """What it took from documents."""
    unfounded: tuple[str, ...] = ()
    """What it says of the user that neither memory nor the dialogue holds."""
    by_rules: bool = False
    """Whether no model wrote it."""


async def converse(
    asked: Question,
    context: MemoryContext,
    model: ChatModel,
    prompt: Prompt,
    *,
    searched: str | None = None,
    on_text: OnText | None = None,
) -> Conversed:
    """Have a model reply to a message.

    Args:
        asked: the message, with the dialogue before it, which the model gets as messages of their roles.
        context: what memory holds that bears on it.
        model: is called once.
        prompt: `chat_reply`.
        searched: what came of putting the message to memory as a question; None where it was not.
        on_text: is given the reply piece by piece, without marks.

    Raises:
        UnreadableReply, ModelError, BadSettings: as `daybook.llm.ask_for_text` raises them.
    """
    unmarked = UnmarkedText(on_text) if on_text else None
    said = await ask_for_text(
        model,
        prompt,
        dialogue=[Message(turn.role.value, turn.content) for turn in asked.dialogue],
        on_text=unmarked,
        memory=context.lines,
        searched=searched,
        now=f"{asked.asked_at:%Y-%m-%d %H:%M (%A)}",
        message=Fenced(asked.text),
    )
    if unmarked:
        unmarked.close()
    text = without_marks(said)
    if not text:
        raise UnreadableReply(prompt.name, said, "it holds nothing but marks")
    marks = marks_of(said, [*context.by_mark, *(item.mark for item in context.documents)])
    marked = [context.by_mark[mark] for mark in marks if mark in context.by_mark]
    told = [asked.text, *(turn.content for turn in asked.dialogue)]
    return Conversed(
        text=text,
        context=context,
        used=tuple(dict.fromkeys([*marked, *repeated_items(text, context, told)])),
        documents=cited_in(text, context.documents, marks, told),
        unfounded=unfounded_claims(text, _known(context, told, searched)),
    )


def _known(context: MemoryContext, told: Sequence[str], searched: str | None) -> list[str]:
    shown = [str(value) for line in context.lines for value in line.values()]
    return [*told, *shown, *([searched] if searched else [])]
