"""What of an exchange is kept, and from which rounds of memory its reply was made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from langchain_core.messages import ToolMessage

from daybook.conversation import Turn
from daybook.interfaces.langchain.exchanges import Exchange, text_of
from daybook.interfaces.langchain.tool_arguments import FORGET, RECALLING
from daybook.interfaces.operations import round_turns
from daybook.reply import MemoryContext
from daybook.understand import request_of


def is_kept(exchange: Exchange) -> bool:
    """Whether an exchange is kept: not where it asks to forget something, or not to keep what it says.

    It names what is to be forgotten, and so does what the tool showed.
    """
    forgot = any(result.name == FORGET for result in exchange.results)
    return not forgot and request_of(text_of(exchange.said)) is None


def kept_turns(exchange: Exchange, context: MemoryContext | None, before: Sequence[Turn]) -> list[Turn]:
    """Write an exchange as the turns of a round; what tools of ours showed counts as recalled.

    Args:
        exchange: what the user said and were told.
        context: what of memory was before the model.
        before: the dialogue until then.
    """
    told = text_of(exchange.reply) if exchange.reply else ""
    recalled = [round_id for result in exchange.results for round_id in _recalled(result)]
    return round_turns(text_of(exchange.said), told, context=context, before=before, recalled=recalled)


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
