"""Calls a model with a prompt and its values, and parses the reply as a Pydantic type."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from daybook.conversation.errors import UnreadableReply
from daybook.models.llm.chat_model import (
    ChatModel,
    Finish,
    Message,
    ModelReply,
    ModelRequest,
    OnText,
    Tool,
    shape_of,
)
from daybook.models.llm.reply_text import json_objects, placeholders_of, repeats_itself, without_placeholders
from daybook_prompts import Fenced, JsonValue, Prompt

ReplyT = TypeVar("ReplyT", bound=BaseModel)

_LONGER = 4
"""Times its limit for a reply that was cut off, unless it went round in circles."""


async def ask(
    model: ChatModel,
    prompt: Prompt,
    reply_type: type[ReplyT],
    /,
    *,
    check: Callable[[ReplyT], str] = lambda reply: "",
    **values: JsonValue | Fenced,
) -> ReplyT:
    """Send one prompt to the model and parse its reply as `reply_type`.

    An unreadable reply, or one that `check` objects to, is sent back once with the reason. What a reply only
    copies of the example in the prompt counts as empty.

    Args:
        model: is called once or twice.
        prompt: has a slot for each of the values, and may ask for a kind of the reply type of its own.
        reply_type: of the reply.
        check: says what is wrong with a readable reply, or "". A second reply is returned even if it objects
            again, so that the caller can use its valid parts.
        values: what fills the prompt's slots.

    Raises:
        UnreadableReply: both replies were unreadable.
        TypeError: the values do not match the slots.
        ModelError, BadSettings: as the model raises them.
    """
    if prompt.reply is not None and issubclass(prompt.reply, reply_type):
        reply_type = prompt.reply
    filled = prompt.fill(**values)
    request = ModelRequest(
        messages=(Message("system", filled.instructions), Message("user", filled.data)),
        shape=shape_of(reply_type, prompt.name),
        max_output_tokens=prompt.reply_tokens,
    )
    placeholders = placeholders_of(prompt)
    first = await model.complete(request)
    value, problem = _read(first, reply_type, placeholders)
    if value is not None:
        problem = check(value)
        if not problem:
            return value
    second = await model.complete(_corrected(request, prompt, first, problem))
    repaired, problem = _read(second, reply_type, placeholders)
    if repaired is not None:
        return repaired
    if value is not None:
        return value
    raise UnreadableReply(prompt.name, second.text, problem)


async def ask_for_reply(
    model: ChatModel,
    prompt: Prompt,
    /,
    *,
    dialogue: Sequence[Message] = (),
    on_text: OnText | None = None,
    tool: Tool | None = None,
    **values: JsonValue | Fenced,
) -> ModelReply:
    """Send one prompt to the model, called once, and return its reply in text, or its call of a tool.

    The instructions come first, then the dialogue, oldest message first, and last the prompt's data, filled
    with `values`: what repeats between calls is a prefix that servers can cache. `on_text` is given the reply
    piece by piece as it comes.

    Raises:
        UnreadableReply: the reply is empty, or was refused without a word.
        TypeError, ModelError, BadSettings: as for `ask`.
    """
    filled = prompt.fill(**values)
    said = alternating([*dialogue, Message("user", filled.data)])
    request = ModelRequest(
        (Message("system", filled.instructions), *said), max_output_tokens=prompt.reply_tokens, tool=tool
    )
    reply = await model.complete(request, on_text=on_text)
    if not reply.text.strip() and not reply.called_with:
        raise UnreadableReply(prompt.name, reply.text, _incomplete_reason(reply) or "it is empty")
    return replace(reply, text=reply.text.strip())


def alternating(messages: Sequence[Message]) -> tuple[Message, ...]:
    """Join successive messages of one role, and drop those before the user's first: templates demand it."""
    joined: list[Message] = []
    for message in messages:
        if joined and joined[-1].role == message.role:
            joined[-1] = replace(message, content=f"{joined[-1].content}\n\n{message.content}")
        elif joined or message.role == "user":
            joined.append(message)
    return tuple(joined)


def _read(
    reply: ModelReply, reply_type: type[ReplyT], placeholders: Collection[str]
) -> tuple[ReplyT | None, str]:
    """Parse the last valid JSON object (earlier ones may be drafts), or say what is wrong."""
    problem = _incomplete_reason(reply) or "there is no JSON object in it"
    if reply.finish is Finish.REFUSED:
        return None, problem
    for candidate in reversed(list(json_objects(reply.text))):
        try:
            return reply_type.model_validate(without_placeholders(candidate, placeholders)), ""
        except ValidationError as error:
            details = error.errors(include_input=False, include_url=False, include_context=False)
            places = [(".".join(map(str, detail["loc"])) or "reply", detail["msg"]) for detail in details[:5]]
            problem = "; ".join(f"{place}: {message}" for place, message in places)
    return None, problem


def _incomplete_reason(reply: ModelReply) -> str:
    if reply.finish is Finish.REFUSED:
        return "the request was declined"
    if reply.finish is Finish.LENGTH and repeats_itself(reply.text):
        return "it repeated itself until it was cut off; say each thing once"
    if reply.finish is Finish.LENGTH:
        return "it was cut off at the length limit; be shorter"
    return "" if reply.text.strip() else "it is empty"


def _corrected(request: ModelRequest, prompt: Prompt, reply: ModelReply, problem: str) -> ModelRequest:
    if prompt.repair is None:
        raise TypeError(f"prompt {prompt.name!r} cannot be asked with")
    filled = prompt.repair.fill(problem=problem)
    correction = f"{filled.instructions}\n\n{filled.data}"
    *before, asked = request.messages
    loops = repeats_itself(reply.text)
    if reply.text.strip() and not loops:
        messages = (*request.messages, Message("assistant", reply.text), Message("user", correction))
    else:
        # A loop would be taken up again. Some servers refuse an empty message, others two of the user's.
        messages = (*before, Message("user", f"{asked.content}\n\n{correction}"))
    more = _LONGER if reply.finish is Finish.LENGTH and not loops else 1
    return replace(request, messages=messages, max_output_tokens=request.max_output_tokens * more)
