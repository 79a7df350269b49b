"""Which items of its context a reply repeats, whether it marks them or not."""

from __future__ import annotations

from collections.abc import Sequence

from daybook.english.words import words_of
from daybook.reply.context import ContextItem, MemoryContext

_SHARE = 0.5
"""Of an item's own words that a reply has to say for repeating it."""
_FEWEST = 2
"""How many these have to be: one word may be there by chance."""


def repeated_items(reply: str, context: MemoryContext, told: Sequence[str]) -> list[ContextItem]:
    """Find the items whose words a reply says, of those that nobody said in this conversation.

    A small model seldom marks what it uses. What it repeats must count as a recollection all the same, or it
    would be found tomorrow as if it had been said.

    Args:
        reply: without marks.
        context: what the model was given.
        told: the message and the dialogue.
    """
    said, known = set(words_of(reply)), set(words_of(" ".join(told)))
    found = []
    for item in context.items:
        quoted = set(words_of(item.quote)) - known
        value = set(words_of(item.record.value)) - known if item.record else set()
        if (value and value <= said) or len(quoted & said) >= max(_FEWEST, _SHARE * len(quoted)):
            found.append(item)
    return found
