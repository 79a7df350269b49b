"""Parses chat completions. The SDK does not validate what a server sends, so every field is checked."""

from __future__ import annotations

from dataclasses import dataclass

import openai
from openai.types import CompletionUsage
from openai.types.chat import ChatCompletion, ChatCompletionChunk
from openai.types.chat.chat_completion_chunk import ChoiceDelta
from openai.types.chat.chat_completion_message import ChatCompletionMessage
from pydantic import BaseModel

from daybook.errors import ModelUnavailable
from daybook.llm.chat_model import Finish, ModelReply, OnText
from daybook.llm.openai_refusals import ErrorInReply
from daybook.llm.reply_text import ThoughtFilter, begins_within_thought, without_thoughts

_FINISHES = {"length": Finish.LENGTH, "content_filter": Finish.REFUSED}
_THOUGHTS = ("reasoning_content", "reasoning", "reasoning_details", "thinking")
"""Where servers put thoughts that they keep apart from the text."""


@dataclass(frozen=True, slots=True)
class ReadReply:
    """A reply without its thoughts, and what it shows of how the model thinks."""

    reply: ModelReply
    thought: bool
    """Whether the model thought before it replied."""
    begins_within_thought: bool
    """Whether its thought came as text, without its beginning."""


def read_completion(completion: ChatCompletion) -> ReadReply | None:
    """Read a completion; None where it has no choices.

    Raises:
        ErrorInReply: it holds an error instead.
    """
    _raise_error_in(completion)
    if not completion.choices or not completion.choices[0].message:
        return None
    choice = completion.choices[0]
    _raise_error_in(choice)
    message = choice.message
    apart = _has_thoughts(message)
    return _read(message.content, message.refusal, choice.finish_reason, completion.usage, apart)


async def read_stream(
    stream: openai.AsyncStream[ChatCompletionChunk], on_text: OnText, *, within_thought: bool
) -> ReadReply | None:
    """Read a stream to its end, forwarding what is no thought piece by piece; None if it was empty.

    Args:
        stream: what the server sends.
        on_text: is given the pieces.
        within_thought: the model may begin within a thought, so that nothing is forwarded before that has
            ended, or the reply; unless the server keeps thoughts apart.

    Raises:
        ErrorInReply: it holds an error.
        ModelUnavailable: it ended before the reply did.
    """
    pieces: list[str] = []
    refusal = ""
    finish: str | None = None
    usage: CompletionUsage | None = None
    empty, apart = True, False
    thoughts = ThoughtFilter(within=within_thought)
    async for chunk in stream:
        empty = False
        _raise_error_in(chunk)
        usage = chunk.usage or usage
        for choice in (chunk.choices or [])[:1]:
            finish = choice.finish_reason or finish
            refusal += choice.delta.refusal or ""
            if not pieces and not apart and _has_thoughts(choice.delta):
                thoughts, apart = ThoughtFilter(), True
            if piece := choice.delta.content:
                pieces.append(piece)
                on_text(thoughts.take(piece))
    if not empty and finish is None:
        raise ModelUnavailable("the connection ended before the reply did")
    on_text(thoughts.end())
    return None if empty else _read("".join(pieces), refusal, finish, usage, apart)


def _raise_error_in(part: BaseModel) -> None:
    if error := (part.model_extra or {}).get("error"):
        raise ErrorInReply(error)


def _has_thoughts(message: ChatCompletionMessage | ChoiceDelta) -> bool:
    extra = message.model_extra or {}
    return any(extra.get(name) for name in _THOUGHTS)


def _read(
    content: object, refusal: object, finish: str | None, usage: CompletionUsage | None, apart: bool
) -> ReadReply:
    """Put a reply together.

    Args:
        content: its text, if it is one.
        refusal: what the model said on declining.
        finish: why it ended.
        usage: the server's count.
        apart: thoughts came beside the text.
    """
    whole = content if isinstance(content, str) else ""
    text = without_thoughts(whole)
    refused = refusal if isinstance(refusal, str) and refusal else None
    reply = ModelReply(
        text=refused or text,
        input_tokens=(usage.prompt_tokens or 0) if usage else 0,
        output_tokens=(usage.completion_tokens or 0) if usage else 0,
        finish=Finish.REFUSED if refused else _FINISHES.get(finish or "", Finish.STOP),
    )
    counted = bool(getattr(usage and usage.completion_tokens_details, "reasoning_tokens", 0))
    unseen = reply.finish is Finish.LENGTH and not whole.strip()
    thought = apart or counted or unseen or text.strip() != whole.strip()
    return ReadReply(reply, thought, begins_within_thought(whole))
