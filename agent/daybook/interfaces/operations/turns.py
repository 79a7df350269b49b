"""A message and its reply in somebody else's conversation, as the turns of a round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from daybook.conversation import Role, Turn
from daybook.english.words import words_of
from daybook.reply import ContextItem, MemoryContext, cited_in, repeated_items
from daybook.understand import Intent, intent_of, only_asks


def round_turns(
    said: str,
    told: str,
    *,
    context: MemoryContext | None,
    before: Sequence[Turn] = (),
    recalled: Iterable[str] = (),
    said_at: datetime | None = None,
) -> list[Turn]:
    """Write what the user said and were told as turns; a side without words is left out.

    A reply that says what memory gave has those rounds as its sources, and is no key of its own: else it
    would be found tomorrow as if somebody had said it. Nor is one that says what a document does, or a
    message that only asks memory, which would be found by the next question like it.

    Args:
        said: the user's words.
        told: the reply.
        context: what of memory was before the model that replied.
        before: the dialogue until then, of which memory is not the source.
        recalled: ids of further rounds that the reply was made from.
        said_at: the moment of both; that of the round by default.
    """
    asks_memory = intent_of(said) is Intent.RECALL and only_asks(said)
    sources = list(recalled)
    of_documents = False
    if context is not None and told:
        known = [said, *(turn.content for turn in before)]
        taken = repeated_items(told, context, known)
        if asks_memory and not taken:
            taken = _shared_items(told, context, known)
        sources += [name for item in taken for name in item.round_ids]
        of_documents = bool(cited_in(told, context.documents, (), known))
    turns = [
        Turn(Role.USER, said, said_at, sources=() if asks_memory else None),
        Turn(
            Role.ASSISTANT,
            told,
            said_at,
            sources=tuple(dict.fromkeys(sources)) or (() if of_documents else None),
        ),
    ]
    return [turn for turn in turns if turn.content.strip()]


def _shared_items(reply: str, context: MemoryContext, told: Sequence[str]) -> list[ContextItem]:
    """Find the items of which a reply says any word that nobody said here: an answer may be one word."""
    own = set(words_of(reply)) - set(words_of(" ".join(told)))
    return [item for item in context.items if own.intersection(words_of(item.quote))]
