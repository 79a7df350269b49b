"""Makes a message with its dialogue and its memory fit a model's context window."""

from __future__ import annotations

from dataclasses import replace

from daybook.conversation import Question
from daybook.reply.context import ItemKind, MemoryContext
from daybook.retrieve import TokenCounter

_LATEST = 2
"""Turns of the dialogue that go last of all: what the message most likely answers."""


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
