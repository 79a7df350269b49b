"""Parses chat completions. The SDK does not validate what a server sends, so every field is checked."""

from __future__ import annotations

import openai
from openai.types import CompletionUsage
from openai.types.chat import ChatCompletion, ChatCompletionChunk

from daybook.errors import ModelUnavailable
from daybook.llm.protocol import Finish, ModelReply, OnText

_FINISHES = {"length": Finish.LENGTH, "content_filter": Finish.REFUSED}


def read_completion(completion: ChatCompletion) -> ModelReply | None:
    """Read a completion; None where it has no choices, as in an error sent with status 200."""
    if not completion.choices or not completion.choices[0].message:
        return None
    choice = completion.choices[0]
    return _reply(choice.message.content, choice.message.refusal, choice.finish_reason, completion.usage)


async def read_stream(
    stream: openai.AsyncStream[ChatCompletionChunk], on_text: OnText | None
) -> ModelReply | None:
    """Read a stream to its end, forwarding its pieces; None if it was empty.

    Raises:
        ModelUnavailable: it ended before the reply did.
    """
    pieces: list[str] = []
    refusal = ""
    finish: str | None = None
    usage: CompletionUsage | None = None
    empty = True
    async for chunk in stream:
        empty = False
        usage = chunk.usage or usage
        for choice in (chunk.choices or [])[:1]:
            finish = choice.finish_reason or finish
            refusal += choice.delta.refusal or ""
            if piece := choice.delta.content:
                pieces.append(piece)
                if on_text:
                    on_text(piece)
    if not empty and finish is None:
        raise ModelUnavailable("the connection ended before the reply did")
    return None if empty else _reply("".join(pieces), refusal, finish, usage)


def _reply(content: object, refusal: object, finish: str | None, usage: CompletionUsage | None) -> ModelReply:
    text = content if isinstance(content, str) else ""
    refused = refusal if isinstance(refusal, str) and refusal else None
    return ModelReply(
        text=refused or text,
        input_tokens=(usage.prompt_tokens or 0) if usage else 0,
        output_tokens=(usage.completion_tokens or 0) if usage else 0,
        finish=Finish.REFUSED if refused else _FINISHES.get(finish or "", Finish.STOP),
    )
