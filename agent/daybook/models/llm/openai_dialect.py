"""Requests in the dialect of a model's server, tried from the top of one ladder; and what it sends in reply.

"OpenAI-compatible" servers differ in which parameters and forms of a reply they take. What one refuses is
left out: the parameter that it names, else the form of the reply is loosened by one rung. What was left out
when the server replied is remembered, for as long as the process runs. The SDK does not validate what a
server sends, so every field of a reply is checked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

import openai
from openai.types import CompletionUsage
from openai.types.chat import ChatCompletion, ChatCompletionChunk
from openai.types.chat.chat_completion_chunk import ChoiceDelta
from openai.types.chat.chat_completion_message import ChatCompletionMessage
from pydantic import BaseModel

from daybook.conversation.errors import (
    BadSettings,
    ContextTooLong,
    DaybookError,
    ModelError,
    ModelUnavailable,
)
from daybook.models.llm.chat_model import Finish, Message, ModelReply, ModelRequest, OnText, Tool
from daybook.models.llm.reply_text import ThoughtFilter, begins_within_thought, without_thoughts
from daybook.text.secrets import masked

OLDER_LIMIT, NEWER_LIMIT = "max_tokens", "max_completion_tokens"
SYSTEM = "system"
"""Stands among what is refused for a model that takes no system message."""
_NAMES = {
    "reasoning_effort": ("reasoning", "think"),
    "stream_options": ("stream_options", "include_usage"),
    "temperature": ("temperature",),
    OLDER_LIMIT: (OLDER_LIMIT,),
    NEWER_LIMIT: (NEWER_LIMIT,),
    "tools": ("tool", "function"),
    SYSTEM: (SYSTEM,),
}
"""Parts that can be left out, and how a refusal names each. The first that was sent and named goes."""
_REFUSING = (None, 400, 422)
"""States of refusals; None is an error in a reply of status 200."""


class ShapeMode(IntEnum):
    """How a server is asked for JSON, the surest way first."""

    SCHEMA = 0
    JSON = 1
    PROMPT = 2
    """Not at all: the prompt asks for it."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """A rung of the ladder: what is left out of a request, and how JSON is asked for."""

    limits: tuple[str, str] = (OLDER_LIMIT, NEWER_LIMIT)
    """The parameters that bound a reply, the one to send first. Some local servers ignore the newer one
    without a word, so the older one is tried first where the server is not OpenAI's own."""
    refused: frozenset[str] = frozenset()
    shape: ShapeMode = ShapeMode.SCHEMA

    @property
    def limit(self) -> str | None:
        """The parameter that bounds a reply; None if both are refused, and the server's own limit holds."""
        return next((name for name in self.limits if name not in self.refused), None)

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
        messages = _without_system(request.messages) if SYSTEM in self.refused else request.messages
        body: dict[str, Any] = {
            "model": model,
            "messages": [{"role": message.role, "content": message.content} for message in messages],
        }
        if self.limit:
            body[self.limit] = reply_tokens
        if stream:
            body["stream"] = True
        wishes = {
            "temperature": temperature,
            "reasoning_effort": reasoning_effort,
            "stream_options": {"include_usage": True} if stream else None,
            "tools": [{"type": "function", "function": request.tool.function}] if request.tool else None,
        }
        body |= {name: wish for name, wish in wishes.items() if wish is not None and name not in self.refused}
        if request.shape and self.shape is ShapeMode.SCHEMA:
            named = {"name": request.shape.name, "schema": request.shape.schema, "strict": True}
            body["response_format"] = {"type": "json_schema", "json_schema": named}
        elif request.shape and self.shape is ShapeMode.JSON:
            body["response_format"] = {"type": "json_object"}
        return body

    def lower(self, fault: Fault, body: dict[str, Any]) -> Dialect | None:
        """Return the next rung after a refusal of `body`; None if it is no refusal, or nothing is left."""
        if not fault.is_of_the_request or fault.status not in _REFUSING:
            return None
        said = fault.said.lower()
        for name, words in _NAMES.items():
            was_sent = name in body or (name == SYSTEM and name not in self.refused)
            if was_sent and any(word in said for word in words):
                return replace(self, refused=self.refused | {name})
        return replace(self, shape=ShapeMode(self.shape + 1)) if "response_format" in body else None

    def joined(self, other: Dialect) -> Dialect:
        """Leave out what either leaves out: calls beside one another learn different things."""
        return replace(self, refused=self.refused | other.refused, shape=max(self.shape, other.shape))


def _without_system(messages: tuple[Message, ...]) -> tuple[Message, ...]:
    """Put the system message at the head of the first user message."""
    if len(messages) < 2 or messages[0].role != SYSTEM:
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


def read_completion(completion: ChatCompletion, tool: Tool | None = None) -> ReadReply | None:
    """Read a completion. Returns None if it has no choices, ErrorInReply if it holds an error instead."""
    _raise_error_in(completion)
    if not completion.choices or not completion.choices[0].message:
        return None
    choice = completion.choices[0]
    _raise_error_in(choice)
    said = choice.message
    read = _read(said.content, said.refusal, choice.finish_reason, completion.usage, _has_thoughts(said))
    functions = [call.function for call in said.tool_calls or () if call.type == "function"]
    return _with_call(read, tool, [(it.name, it.arguments) for it in functions])


async def read_stream(
    stream: openai.AsyncStream[ChatCompletionChunk],
    on_text: OnText,
    *,
    within_thought: bool,
    tool: Tool | None = None,
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
    empty, apart, name, arguments = True, False, "", ""
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
            for call in (choice.delta.tool_calls or [])[:1]:
                if call.index == 0 and call.function:
                    name = name or call.function.name or ""
                    arguments += call.function.arguments or ""
            if piece := choice.delta.content:
                pieces.append(piece)
                on_text(thoughts.take(piece))
    if not empty and finish is None:
        raise ModelUnavailable("the connection ended before the reply did")
    on_text(thoughts.end())
    if empty:
        return None
    return _with_call(_read("".join(pieces), refusal, finish, usage, apart), tool, [(name, arguments)])


def _with_call(read: ReadReply, tool: Tool | None, calls: Iterable[tuple[str, str]]) -> ReadReply:
    """Add the argument of the first call of a tool; a call that cannot be read is none."""
    for name, arguments in calls if tool else ():
        try:
            argument = tool.argument_in(name, json.loads(arguments)) if tool else ""
        except ValueError:
            continue
        if argument:
            return replace(read, reply=replace(read.reply, called_with=argument))
    return read


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


_MESSAGE_KEYS = ("", "error", "message", "msg", "detail", "raw")
"""Where servers say something to people."""
_NO_SUCH_MODEL = re.compile(
    r"\bmodel\b.{0,100}\b(not found|not exist|does ?n.t exist)|\b(unknown|invalid|no such) model\b",
    re.IGNORECASE,
)
_WRONG_KEY = re.compile(r"api.?key.{0,20}(not valid|invalid|expired)|(invalid|incorrect) api.?key", re.I)
_KEY = re.compile(
    r"\b(?:[a-z]{1,8}[-_])?(?:sk|key|gsk|xai|pplx|nvapi)[-_][\w*.-]{8,}|(?<=\bbearer )[\w*.~+/=-]{8,}"
    r"|(?<=\bkey[:=])[\w*.-]{8,}|(?<=\bkey )(?=\S*\d)[\w*.-]{12,}|(?<=\bkey: )[\w*.-]{8,}",
    re.IGNORECASE,
)
_CONTEXT = re.compile(
    r"context ?(length|size|window|limit)|exceed_context|context_length_exceeded|prompt is too long"
    r"|input token",
    re.IGNORECASE,
)
"""Names the context window."""


class ErrorInReply(Exception):
    """A reply of status 200 that holds an error; `body` is that error."""

    def __init__(self, body: object) -> None:
        super().__init__("an error in a reply of status 200")
        self.body = body


@dataclass(frozen=True, slots=True)
class Fault:
    """A server's complaint."""

    status: int | None
    """Of HTTP, or that which the error itself names; None if it names none."""
    message: str
    """Its whole message for people."""
    said: str
    """All texts and numbers in it, those for programs among them."""
    code: str = ""
    """Its code for programs."""
    unreached: str = ""
    """Why no answer came at all; "" where one came."""

    @property
    def is_transient(self) -> bool:
        """True if a retry may work."""
        if self.unreached:
            return True
        busy = self.status is not None and (self.status in (408, 409, 429) or self.status >= 500)
        return busy and self.code != "insufficient_quota" and not self.exceeds_window

    @property
    def is_of_the_request(self) -> bool:
        """True if it may be about the request's form: not about key, model, filter or connection."""
        no_form = self.unreached or self.code in ("content_filter", "model_not_found")
        return not (no_form or _NO_SUCH_MODEL.search(self.message) or _WRONG_KEY.search(self.message))

    @property
    def exceeds_window(self) -> bool:
        """True if the messages and the reply exceed the context window."""
        return self.status == 413 or bool(_CONTEXT.search(self.said))


def read_fault(error: openai.APIError | ErrorInReply) -> Fault:
    """Read an error of the SDK, or one that came with status 200."""
    if isinstance(error, openai.APIConnectionError):
        cause = str(error.__cause__ or error) or type(error.__cause__).__name__
        return Fault(None, "", "", unreached=cause)
    leaves = list(_leaves(error.body))
    messages = dict.fromkeys(value for key, value in leaves if key in _MESSAGE_KEYS)
    codes = [value for key, value in leaves if key == "code"]
    if isinstance(error, openai.APIStatusError):
        status: int | None = error.status_code
    else:
        status = next((int(code) for code in codes if re.fullmatch(r"[45]\d\d", code)), None)
        status = 500 if status is None and codes[:1] == ["server_error"] else status
    message = ": ".join(messages) or str(error)
    said = " ".join(value for _, value in leaves) or message
    return Fault(status, message, said, codes[0] if codes else "")


def translate(fault: Fault, url: str, model: str, setting: str) -> DaybookError:
    """Translate a fault into one line, naming the setting to change; a key's refusal is not quoted."""
    if fault.unreached:
        return ModelUnavailable(
            f"{url} cannot be reached ({_shorten(fault.unreached)}); OPENAI_BASE_URL names the server"
        )
    status, code = fault.status, fault.code
    if fault.exceeds_window:
        return ContextTooLong(f"model {model!r} at {url} has a smaller context window than the request")
    if status == 401 or (status == 400 and _WRONG_KEY.search(fault.message)):
        return BadSettings(f"OPENAI_API_KEY: {url} does not accept the key")
    if status == 403:
        return BadSettings(f"OPENAI_API_KEY: {url} does not let this key use model {model!r} ({setting})")
    if status in (400, 404) and (code == "model_not_found" or _NO_SUCH_MODEL.search(fault.message)):
        return BadSettings(f"{setting}: {url} has no model {model!r}")
    said = _shorten(fault.message)
    if status == 404:
        return BadSettings(
            f"OPENAI_BASE_URL or {setting}: {url} (often it ends with /v1) has no chat completions by model"
            f" {model!r}: {said}"
        )
    if status is None:
        return ModelError(f"model {model!r} at {url} failed: {said}")
    if status == 429:
        return ModelUnavailable(f"{url} allows no more calls for now: status {status}, {said}")
    if status >= 500:
        return ModelUnavailable(f"{url} is out of order: status {status}, {said}")
    if code == "content_filter":
        return ModelError(f"a content filter at {url} declined the request: {said}")
    return ModelError(f"model {model!r} at {url} refused the request: status {status}, {said}")


def _leaves(body: object, key: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text and number with the key it stands under, also those in JSON within a text."""
    if isinstance(body, str) and body.lstrip().startswith(("{", "[")):
        try:
            yield from _leaves(json.loads(body), key)
        except (ValueError, RecursionError):
            yield key, body
    elif isinstance(body, Mapping):
        for name, value in body.items():
            yield from _leaves(value, str(name))
    elif isinstance(body, list):
        for value in body:
            yield from _leaves(value, key)
    elif isinstance(body, str | int) and not isinstance(body, bool):
        yield key, str(body)


def without_keys(text: str) -> str:
    """Mask what looks like a key in what a server says: some repeat the key that they were sent."""
    return _KEY.sub("***", masked(text))


def _shorten(text: str) -> str:
    line = " ".join(without_keys(text).split())
    return line if len(line) <= 200 else line[:199] + "…"
