"""A chat message made ready: to be looked up without its dialogue, and to fit a model's context window."""

from __future__ import annotations

from dataclasses import replace

from daybook.conversation import Question, Role
from daybook.conversation.language import StandAlone
from daybook.reply.context import ItemKind, MemoryContext
from daybook.retrieve import TokenCounter

_LATEST = 2
"""Turns of the dialogue that go last of all: what the message most likely answers."""


def stand_alone(asked: Question, alone: StandAlone) -> str:
    """Word a message by rules so that it can be looked up without its dialogue.

    Where the rules cannot tell what is meant, the user's message before it goes along.

    Args:
        asked: the message, with its dialogue.
        alone: what the rules of the language make of it.
    """
    if not alone.is_open:
        return alone.text
    before = next((turn.content for turn in reversed(asked.dialogue) if turn.role is Role.USER), "")
    return f"{before} {asked.text}".strip()


def fit(
    asked: Question, context: MemoryContext, *, room: int, count_tokens: TokenCounter
) -> tuple[Question, MemoryContext]:
    """Leave out what there is no room for.

    The oldest turns of the dialogue go first, then what bears on the message, then its latest turns;
    constraints and the message itself stay.

    Args:
        asked: the message, with its dialogue.
        context: what memory holds that bears on it.
        room: tokens for all of it together.
        count_tokens: the counter of tokens.
    """
    left = room - count_tokens(asked.text) - context.tokens
    kept = 0
    for turn in reversed(asked.dialogue):
        left -= count_tokens(turn.content)
        if left < 0 and kept >= _LATEST:
            break
        kept += 1
    dialogue = asked.dialogue[len(asked.dialogue) - kept :]
    if left >= 0 or kept > _LATEST:
        return replace(asked, dialogue=dialogue), context
    constraints = tuple(item for item in context.items if item.kind is ItemKind.CONSTRAINT)
    fewer = replace(context, items=constraints, documents=())
    left = room - count_tokens(asked.text) - count_tokens(fewer.text)
    latest = dialogue if sum(count_tokens(turn.content) for turn in dialogue) <= left else ()
    return replace(asked, dialogue=latest), fewer
