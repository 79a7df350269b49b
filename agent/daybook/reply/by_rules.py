"""A reply without a chat model: that it is noted, what the owner told that bears on it, or what is amiss."""

from __future__ import annotations

from daybook.english.calendar_words import written_date
from daybook.reply.constraints import ConstraintKind
from daybook.reply.context import ContextItem, ItemKind, MemoryContext
from daybook.understand import Intent

NOTED = "Noted."
NO_CHAT_MODEL = (
    "That needs a chat model, and none is configured (DAYBOOK_CHAT_MODEL names one). What you tell me I "
    "keep, and answer from it."
)
MODEL_FAILED = "The chat model gave no answer just now. What you said is kept."
_MORE = "For more than that a chat model is needed (DAYBOOK_CHAT_MODEL names one)."
_NEAR = 0.35
"""Score from which a statement is quoted to its owner: who reads it has asked for something else."""


def reply_by_rules(
    intent: Intent, context: MemoryContext, *, model_failed: bool = False
) -> tuple[str, tuple[ContextItem, ...]]:
    """Reply by rules to a message that is no question about memory.

    Args:
        intent: of the message.
        context: what bears on it.
        model_failed: whether a model was to reply and did not.

    Returns:
        The reply, and the items that it quotes.
    """
    if intent is Intent.STATEMENT:
        return (MODEL_FAILED if model_failed else NOTED), ()
    told = tuple(item for item in context.items if _is_quoted(item, context))
    if not told:
        return (MODEL_FAILED if model_failed else NO_CHAT_MODEL), ()
    quotes = "; ".join(f"“{item.quote}” ({written_date(item.round.said_at)})" for item in told)
    return f"You told me: {quotes}. {MODEL_FAILED if model_failed else _MORE}", told


def _is_quoted(item: ContextItem, context: MemoryContext) -> bool:
    """Whether an item is worth quoting back: what is not to be mentioned never is."""
    if item.kind is ItemKind.CONSTRAINT:
        return context.is_about_food and item.constraint is not ConstraintKind.UNSPOKEN
    return item.score >= _NEAR
