"""What memory holds, put before a message of the user in the request to the model, and nowhere else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langchain_core.messages import AnyMessage, HumanMessage, SystemMessage

from daybook.reply import MemoryContext
from daybook_prompts import Prompt

_Content = str | list[str | dict[Any, Any]]


def with_instructions(system: SystemMessage | None, prompt: Prompt) -> SystemMessage:
    """Say at the end of the system message how memory is to be treated.

    It is there whether a message has anything of memory before it or not: servers cache what begins alike.
    """
    if system is None:
        return SystemMessage(prompt.instructions)
    return system.model_copy(update={"content": _joined(system.content, prompt.instructions)})


def with_memory(
    messages: Sequence[AnyMessage], place: int, context: MemoryContext, prompt: Prompt
) -> list[AnyMessage]:
    """Put what memory holds before the words of the message at `place`; the others stay as they are.

    Words and block are one message: some models refuse two of the user in a row, or a system message there.
    """
    lines = [{key: value for key, value in line.items() if key != "mark"} for line in context.lines]
    block = prompt.fill(memory=lines, now=f"{context.asked_at:%Y-%m-%d %H:%M (%A)}").data
    said = messages[place]
    shown = HumanMessage(**{**said.model_dump(exclude={"type"}), "content": _before(block, said.content)})
    return [*messages[:place], shown, *messages[place + 1 :]]


def _before(block: str, content: _Content) -> _Content:
    if isinstance(content, str):
        return f"{block}\n{content}"
    return [{"type": "text", "text": block}, *content]


def _joined(content: _Content, text: str) -> _Content:
    if isinstance(content, str):
        return f"{content}\n\n{text}"
    return [*content, {"type": "text", "text": text}]
