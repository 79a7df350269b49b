"""Completions that are made here: by rules, or by a model that is not called by chat completions."""

from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Literal
from uuid import uuid4

from fastapi.responses import Response, StreamingResponse

from daybook.conversation import both_ends
from daybook.conversation.errors import DaybookError
from daybook.interfaces.server.completions.completion_turns import (
    NOT_HERE,
    CompletionRequest,
    RememberedTurn,
    words_in,
)
from daybook.interfaces.server.problems import Refused, SafeJSONResponse, json_bytes, openai_error_of
from daybook.interfaces.server.streaming import EVENT_STREAM, HEADERS, RunningTasks, Telling
from daybook.models.llm import ChatModel, Finish, Message, ModelRequest, OnText

BY_RULES = "daybook"
"""The name of the model where there is none."""
_DEFAULT_TOKENS = 1_000
_FINISHES = {Finish.STOP: "stop", Finish.LENGTH: "length", Finish.REFUSED: "content_filter"}
_ROLES: Mapping[str, Literal["system", "user", "assistant"]] = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "assistant": "assistant",
}


@dataclass(frozen=True, slots=True)
class OwnReply:
    """A reply that was made here."""

    text: str
    finish: str = "stop"
    input_tokens: int = 0
    output_tokens: int = 0

    @property
    def usage(self) -> dict[str, int]:
        """What it took, as OpenAI counts."""
        return {
            "prompt_tokens": self.input_tokens,
            "completion_tokens": self.output_tokens,
            "total_tokens": self.input_tokens + self.output_tokens,
        }


MakeReply = Callable[[OnText], Coroutine[Any, Any, OwnReply]]
"""Makes a reply, and gives its pieces as they come."""


async def reply_by_model(turn: RememberedTurn, model: ChatModel) -> MakeReply:
    """Have a model reply that Daybook calls by its own protocol, words in, words out, and keep the turn.

    Raises:
        Refused: the request needs more than words.
    """
    context = await turn.context()
    request = turn.beside(context)
    _require_words(request, f"model {model.name!r} is not called by chat completions, so it")
    limit = request.body.get("max_completion_tokens") or request.body.get("max_tokens")
    tokens = limit if isinstance(limit, int) and limit > 0 else _DEFAULT_TOKENS
    asked = ModelRequest(tuple(map(_message, request.messages)), max_output_tokens=tokens)

    async def make(on_text: OnText) -> OwnReply:
        reply = await model.complete(asked, on_text=on_text)
        line = await turn.consent_line(await turn.keep(reply.text, context)) if reply.text.strip() else ""
        on_text(line)
        return OwnReply(reply.text + line, _FINISHES[reply.finish], reply.input_tokens, reply.output_tokens)

    return make


def reply_with(text: str) -> MakeReply:
    """Reply with words that memory has given already."""

    async def make(on_text: OnText) -> OwnReply:
        on_text(text)
        return OwnReply(text)

    return make


def reply_by_rules(turn: RememberedTurn) -> MakeReply:
    """Reply as `daybook chat` does without a model; it keeps the round itself.

    Raises:
        Refused: the request needs a model, or has no message of a user.
    """
    _require_words(
        turn.request, "no chat model is configured (DAYBOOK_CHAT_MODEL), and what replies by rules"
    )
    if not turn.request.said.strip():
        raise Refused(
            "messages: without a model a user's message with words is needed", HTTPStatus.BAD_REQUEST
        )

    async def make(on_text: OnText) -> OwnReply:
        return await reply_with(await _text_by_rules(turn))(on_text)

    return make


async def _text_by_rules(turn: RememberedTurn) -> str:
    if turn.asks_to_forget:
        return NOT_HERE
    before = await turn.kept_before()
    if before is not None and before.assistant is not None:
        return before.assistant.content
    if not turn.may_keep:
        question = both_ends(turn.request.said, turn.daybook.settings.question_limit)
        answer = await turn.daybook.aask(
            question, owner=turn.owner, dialogue=turn.request.dialogue, asked_at=turn.said_at
        )
        return answer.text
    replied = await turn.daybook.achat(
        turn.request.said,
        owner=turn.owner,
        session_id=turn.session_id,
        dialogue=turn.request.dialogue,
        asked_at=turn.said_at,
    )
    return "\n\n".join([replied.text, *([replied.consent["question"]] if replied.consent else [])])


def _require_words(request: CompletionRequest, who: str) -> None:
    body = request.body
    shape = body.get("response_format")
    needs = {
        "tools": bool(body.get("tools") or body.get("functions")) and body.get("tool_choice") != "none",
        "response_format": isinstance(shape, Mapping) and shape.get("type") != "text",
        "n": isinstance(body.get("n"), int) and body["n"] > 1,
    }
    for name, is_needed in needs.items():
        if is_needed:
            raise Refused(f"{name}: {who} takes words only", HTTPStatus.BAD_REQUEST)


def _message(message: Mapping[str, Any]) -> Message:
    role, content = _ROLES.get(message["role"]), message.get("content")
    parts = content if isinstance(content, list) else []
    if role is None or any(part.get("type") != "text" for part in parts):
        raise Refused("messages: the configured model takes words only", HTTPStatus.BAD_REQUEST)
    return Message(role, words_in(message))


async def own_completion(turn: RememberedTurn, make: MakeReply, model: str, tasks: RunningTasks) -> Response:
    """Answer with a reply of our own; it goes on to its end where the client leaves."""
    same = {"id": f"chatcmpl-{uuid4().hex}", "created": int(turn.said_at.timestamp()), "model": model}
    if turn.request.is_streamed:
        events = _events(same, Telling(make, tasks), counts_usage=turn.request.wants_usage)
        return StreamingResponse(events, media_type=EVENT_STREAM, headers=HEADERS)
    reply = await make(lambda _: None)
    message = {"role": "assistant", "content": reply.text, "refusal": None}
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": reply.finish}
    whole = {**same, "object": "chat.completion", "choices": [choice], "usage": reply.usage}
    return SafeJSONResponse(whole)


async def _events(
    same: Mapping[str, object], telling: Telling[str, OwnReply], *, counts_usage: bool
) -> AsyncIterator[bytes]:
    """Write a reply of our own in chunks, which have `same` in common."""

    def event(more: Mapping[str, object]) -> bytes:
        return b"data: " + json_bytes({**same, "object": "chat.completion.chunk", **more}) + b"\n\n"

    def chunk(delta: Mapping[str, str], finish: str | None = None) -> bytes:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        counted = {"usage": None} if counts_usage else {}
        return event({"choices": [choice], **counted})

    yield chunk({"role": "assistant", "content": ""})
    async for piece in telling.told():
        if piece:
            yield chunk({"content": piece})
    try:
        reply = await telling.finished()
    except DaybookError as error:
        yield b"data: " + bytes(openai_error_of(error).body) + b"\n\n"
        return
    yield chunk({}, reply.finish)
    if counts_usage:
        yield event({"choices": [], "usage": reply.usage})
    yield b"data: [DONE]\n\n"
