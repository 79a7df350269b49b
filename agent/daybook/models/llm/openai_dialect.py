"""What requests and replies of one model look like on its server, learnt from refusals and replies.

"OpenAI-compatible" servers differ in which parameters, schema keywords and limits they take. A server that
refuses one names it; it is then left out or said otherwise, for as long as the process runs. The SDK does not
validate what a server sends, so every field of a reply is checked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any

import openai
from openai.types import CompletionUsage
from openai.types.chat import ChatCompletion, ChatCompletionChunk
from openai.types.chat.chat_completion_chunk import ChoiceDelta
from openai.types.chat.chat_completion_message import ChatCompletionMessage
from pydantic import BaseModel

from daybook.conversation.errors import ModelUnavailable
from daybook.models.llm.chat_model import BOUNDS, Finish, Message, ModelReply, ModelRequest, OnText, without
from daybook.models.llm.openai_refusals import (
    ErrorInReply,
    Fault,
    ReplyLimitExceeded,
    WindowExceeded,
    read_limit,
)
from daybook.models.llm.reply_text import ThoughtFilter, begins_within_thought, without_thoughts
from daybook.settings import THINKING_TOKENS

OLDER_LIMIT, NEWER_LIMIT = "max_tokens", "max_completion_tokens"
_REFUSING = (None, 400, 413, 422)
"""States of refusals; None is an error in a reply of status 200."""
_REFUSED = re.compile(
    r"unsupported|n[o']t support|unrecogni[sz]ed|unknown|unexpected|instead|invalid|must be|deprecated"
    r"|extra (input|field)|extra_forbidden|not (permitted|allowed|implemented|available)",
    re.IGNORECASE,
)
_NAMED_AS = {
    "reasoning_effort": r"reasoning.?effort|\bthink(ing)?\b",
    "response_format": r"response_?format|json|schema|structured|grammar|too many states|invalid argument",
    "stream_options": r"stream_options|include_usage",
    "temperature": "temperature",
    OLDER_LIMIT: OLDER_LIMIT,
    NEWER_LIMIT: NEWER_LIMIT,
    "system": r"\bsystem\b",
}
"""How servers name what they refuse, in lower case; the first that is named and was sent is changed."""
_REFUSED_IF_NAMED = ("reasoning_effort", "response_format")
"""What is refused wherever it is named; the others only where a word of refusal stands by."""
_BOUND = re.compile(r"\bm(?:in|ax)(Items|Length)\b|['\"`](?:min|max)(imum)['\"`]|['\"`](pattern)['\"`]")
_SOME_BOUND = re.compile(
    r"grammar|too many states|repetitions|too complex|invalid schema|schema contains|features not supported"
    r"|contains an invalid argument",
    re.IGNORECASE,
)
_ENOUGH = 750
"""Tokens of a reply that are worth asking for, where more are wanted and the context window has no room."""
_GUESSED_CHARACTERS = 3.0
"""Characters of a token, until a server has counted the tokens of a request."""


@dataclass(frozen=True, slots=True)
class ContextWindow:
    """The context window of a model, as far as its server has told by refusing requests."""

    tokens: int | None = None
    """Of messages and reply together."""
    characters_per_token: float = _GUESSED_CHARACTERS
    """Of the messages last refused."""
    refused: int | None = None
    """Characters of the shortest messages that were refused whatever the limit of the reply."""

    def reply_tokens(self, characters: int, wanted: int) -> int | None:
        """Tokens that a reply may have beside messages of that length; None if the messages are too long."""
        if self.refused is not None and characters >= self.refused:
            return None
        if self.tokens is None:
            return wanted
        room = int(self.tokens - characters / self.characters_per_token)
        return min(wanted, room) if room >= min(wanted // 2, _ENOUGH) else None

    def share(self, characters: int, wanted: int) -> float:
        """Estimate how much of messages of that length would fit beside the reply, with a tenth to spare."""
        if self.tokens is None:
            return 0.5
        fitting = (self.tokens - min(wanted, self.tokens // 2)) * self.characters_per_token
        return min(0.9, max(0.05, 0.9 * fitting / characters))

    def after(self, refusal: WindowExceeded, characters: int, allowed: int) -> ContextWindow:
        """Learn from a refusal of so many characters, whose reply was allowed so many tokens."""
        counted = characters / refusal.messages if refusal.messages else self.characters_per_token
        learnt = ContextWindow(refusal.window or self.tokens, counted, self.refused)
        less = learnt.reply_tokens(characters, allowed)
        if less is not None and less < allowed:
            return learnt
        return replace(learnt, refused=min(characters, self.refused or characters))


class ShapeMode(IntEnum):
    """How a server is asked for JSON, the surest way first."""

    SCHEMA = 0
    JSON = 1
    PROMPT = 2
    """Not at all: the prompt asks for it."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """One variant of the request."""

    limits: tuple[str, ...] = (OLDER_LIMIT, NEWER_LIMIT)
    """The parameters that may bound a reply, the one to send first. Some local servers ignore the newer one
    without a word, so the older one is tried first where the server is not OpenAI's own."""
    refused: frozenset[str] = frozenset()
    """The parameters that it does not take, and "system" where it takes no system message."""
    shape: ShapeMode = ShapeMode.SCHEMA
    bounds: frozenset[str] = BOUNDS
    """The schema keywords it takes, of those that bound lists, texts and numbers."""
    longest_reply: int | None = None
    """Tokens; None where no limit was refused yet."""
    window: ContextWindow = field(default_factory=ContextWindow)
    thinks: bool = False
    """Whether the model was seen to think before it replies."""
    begins_within_thought: bool | None = None
    """Whether its thoughts come as text and without their beginning; None before its first reply."""

    def reply_tokens(self, request: ModelRequest, thinking_tokens: int | None) -> int | None:
        """Tokens that a reply may have, thoughts included; None if the messages exceed the window.

        The request's limit is for the reply proper. Thoughts may take `thinking_tokens`; None: nothing,
        unless the model was seen to think.
        """
        if thinking_tokens is None:
            thinking_tokens = THINKING_TOKENS if self.thinks else 0
        wanted = request.max_output_tokens + thinking_tokens
        return self.window.reply_tokens(request.characters, min(wanted, self.longest_reply or wanted))

    def body(
        self,
        request: ModelRequest,
        *,
        model: str,
        reply_tokens: int,
        temperature: float | None = None,
        reasoning_effort: str | None = None,
        stream: bool = False,
    ) -> dict[str, Any]:
        """Write the request's JSON body."""
        messages = _without_system(request.messages) if "system" in self.refused else request.messages
        body: dict[str, Any] = {
            "model": model,
            "messages": [{"role": message.role, "content": message.content} for message in messages],
            self.limits[0]: reply_tokens,
        }
        if stream:
            body["stream"] = True
        wishes = {
            "temperature": temperature,
            "reasoning_effort": reasoning_effort,
            "stream_options": {"include_usage": True} if stream else None,
        }
        body |= {name: wish for name, wish in wishes.items() if wish is not None and name not in self.refused}
        if request.shape and self.shape is ShapeMode.SCHEMA:
            schema = without(request.shape.schema, BOUNDS - self.bounds)
            named = {"name": request.shape.name, "schema": schema, "strict": True}
            body["response_format"] = {"type": "json_schema", "json_schema": named}
        elif request.shape and self.shape is ShapeMode.JSON:
            body["response_format"] = {"type": "json_object"}
        return body

    def after(self, fault: Fault, request: ModelRequest, body: dict[str, Any]) -> Dialect | None:
        """Return the dialect to try after a fault, or None if it is about nothing that can be changed.

        `body` is what was sent for the request: a parameter that is not in it cannot be the reason.
        """
        allowed = body[self.limits[0]]
        match read_limit(fault):
            case WindowExceeded() as exceeded:
                return replace(self, window=self.window.after(exceeded, request.characters, allowed))
            case ReplyLimitExceeded(most) if most < allowed:
                return replace(self, longest_reply=most)
        if fault.status not in _REFUSING:
            return None
        said, refuses = fault.said.lower(), _REFUSED.search(fault.said)
        for name, words in _NAMED_AS.items():
            is_named = (refuses or name in _REFUSED_IF_NAMED) and re.search(words, said)
            was_sent = name in body or name == "system"
            if is_named and was_sent and (changed := self._without(name, fault.said)):
                return changed
        return None

    def after_reply(self, *, thought: bool, begins_within_thought: bool) -> Dialect:
        """Return what a reply adds: once seen to think, a model is taken to think every time."""
        return replace(
            self,
            thinks=self.thinks or thought,
            begins_within_thought=bool(self.begins_within_thought) or begins_within_thought,
        )

    def _without(self, name: str, said: str) -> Dialect | None:
        if name == "response_format":
            return self._with_looser_shape(said)
        if name == self.limits[0]:
            return replace(self, limits=self.limits[1:]) if self.limits[1:] else None
        return None if name in self.refused else replace(self, refused=self.refused | {name})

    def _with_looser_shape(self, said: str) -> Dialect:
        """Leave out the bounds that a server names, or all where it only fails to follow the schema."""
        if self.shape is ShapeMode.SCHEMA:
            kinds = {kind for found in _BOUND.findall(said) for kind in found if kind}
            named = {bound for bound in self.bounds if bound.endswith(tuple(kinds))} if kinds else set()
            refused = named or (self.bounds if _SOME_BOUND.search(said) else set())
            if refused:
                return replace(self, bounds=self.bounds - refused)
        return replace(self, shape=ShapeMode(self.shape + 1))


def _without_system(messages: tuple[Message, ...]) -> tuple[Message, ...]:
    """Put the system message at the head of the first user message."""
    if len(messages) < 2 or messages[0].role != "system":
        return messages
    first = Message(messages[1].role, f"{messages[0].content}\n\n{messages[1].content}")
    return (first, *messages[2:])


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
    """Read a completion; None where it has no choices, and ErrorInReply where it holds an error instead."""
    _raise_error_in(completion)
    if not completion.choices or not completion.choices[0].message:
        return None
    choice = completion.choices[0]
    _raise_error_in(choice)
    said = choice.message
    return _read(said.content, said.refusal, choice.finish_reason, completion.usage, _has_thoughts(said))


async def read_stream(
    stream: openai.AsyncStream[ChatCompletionChunk], on_text: OnText, *, within_thought: bool
) -> ReadReply | None:
    """Read a stream to its end, forwarding what is no thought piece by piece; None if it was empty.

    Where the model may begin `within_thought`, nothing is forwarded before that or the reply ends, unless the
    server keeps thoughts apart.

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
    return any((message.model_extra or {}).get(name) for name in _THOUGHTS)


def _read(
    content: object, refusal: object, finish: str | None, usage: CompletionUsage | None, apart: bool
) -> ReadReply:
    """Put a reply together; `refusal` is what was said on declining, `apart` if thoughts came beside it."""
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
