"""What of an exchange is kept, and from which rounds of memory its reply was made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from langchain_core.messages import ToolMessage

from daybook.conversation import Role, Turn
from daybook.english.words import words_of
from daybook.interfaces.langchain.exchanges import Exchange, text_of
from daybook.interfaces.langchain.tool_arguments import FORGET, RECALLING
from daybook.reply import ContextItem, MemoryContext, repeated_items
from daybook.understand import Intent, intent_of, only_asks, request_of


def is_kept(exchange: Exchange) -> bool:
    """Whether an exchange is kept: not where it asks to forget something, or not to keep what it says.

    It names what is to be forgotten, and so does what the tool showed.
    """
    forgot = any(result.name == FORGET for result in exchange.results)
    return not forgot and request_of(text_of(exchange.said)) is None


def turns_of(exchange: Exchange, context: MemoryContext | None, before: Sequence[Turn]) -> list[Turn]:
    """Write an exchange as the turns of a round.

    A reply that says what memory gave has those rounds as its sources, and is no key of its own: else it
    would be found tomorrow as if somebody had said it. Nor is a message that only asks memory, which would be
    found by the next question like it.

    Args:
        exchange: what the user said and were told.
        context: what of memory was before the model.
        before: the dialogue until then.
    """
    said, told = text_of(exchange.said), text_of(exchange.reply) if exchange.reply else ""
    asks_memory = intent_of(said) is Intent.RECALL and only_asks(said)
    sources = [round_id for result in exchange.results for round_id in _recalled(result)]
    if context is not None:
        known = [said, *(turn.content for turn in before)]
        taken = repeated_items(told, context, known)
        if asks_memory and not taken:
            taken = _shared_items(told, context, known)
        sources += [round_id for item in taken for round_id in item.round_ids]
    turns = [
        Turn(Role.USER, said, sources=() if asks_memory else None),
        Turn(Role.ASSISTANT, told, sources=tuple(dict.fromkeys(sources)) or None),
    ]
    return [turn for turn in turns if turn.content]


def _shared_items(reply: str, context: MemoryContext, told: Sequence[str]) -> list[ContextItem]:
    """Find the items of which a reply says any word that nobody said here: an answer may be one word."""
    own = set(words_of(reply)) - set(words_of(" ".join(told)))
    return [item for item in context.items if own.intersection(words_of(item.quote))]


def _recalled(result: ToolMessage) -> Iterator[str]:
    """Give the ids of the rounds that a tool of ours showed."""
    if result.name in RECALLING:
        yield from _round_ids(result.artifact)


def _round_ids(value: object) -> Iterator[str]:
    if isinstance(value, Mapping):
        if isinstance(found := value.get("round_id"), str):
            yield found
        for part in value.values():
            yield from _round_ids(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _round_ids(part)
