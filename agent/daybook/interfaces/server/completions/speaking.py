"""Replies that are made here: by a model that speaks no chat completions itself, or by rules without any."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from daybook.interfaces.server.completions.memory import NOT_HERE, RememberedTurn
from daybook.interfaces.server.completions.request import CompletionRequest, words_in
from daybook.interfaces.server.problems import Refused
from daybook.llm import ChatModel, ChatRequest, Finish, Message, OnText

BY_RULES = "daybook"
"""The name of the model where there is none."""
_DEFAULT_TOKENS = 1_000
_FINISHES = {Finish.STOP: "stop", Finish.LENGTH: "length", Finish.REFUSED: "content_filter"}
_ROLES = {"system": "system", "developer": "system", "user": "user", "assistant": "assistant"}


@dataclass(frozen=True, slots=True)
class Spoken:
    """A reply."""

    text: str
    finish: str = "stop"
    input_tokens: int = 0
    output_tokens: int = 0


Speak = Callable[[OnText], Awaitable[Spoken]]
"""Makes a reply, and gives its pieces as they come."""


async def by_model(turn: RememberedTurn, model: ChatModel) -> Speak:
    """Have a model reply that Daybook calls by its own protocol, words in, words out, and keep the turn.

    Raises:
        Refused: the request needs more than words.
    """
    context = await turn.context()
    request = turn.beside(context)
    _require_words(request, f"model {model.name!r} is not called by chat completions, so it")
    limit = request.body.get("max_completion_tokens") or request.body.get("max_tokens")
    tokens = limit if isinstance(limit, int) and limit > 0 else _DEFAULT_TOKENS
    asked = ChatRequest(tuple(map(_message, request.messages)), max_output_tokens=tokens)

    async def speak(on_text: OnText) -> Spoken:
        reply = await model.complete(asked, on_text=on_text)
        if reply.text.strip():
            await turn.keep(reply.text, context)
        return Spoken(reply.text, _FINISHES[reply.finish], reply.input_tokens, reply.output_tokens)

    return speak


def by_rules(turn: RememberedTurn) -> Speak:
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

    async def speak(on_text: OnText) -> Spoken:
        text = await _text_by_rules(turn)
        on_text(text)
        return Spoken(text)

    return speak


async def _text_by_rules(turn: RememberedTurn) -> str:
    if turn.asks_to_forget:
        return NOT_HERE
    before = await turn.kept_before()
    if before is not None and before.assistant is not None:
        return before.assistant.content
    if not turn.may_keep:
        answer = await turn.daybook.aask(
            turn.request.said, owner=turn.owner, dialogue=turn.request.dialogue, asked_at=turn.said_at
        )
        return answer.text
    replied = await turn.daybook.achat(
        turn.request.said,
        owner=turn.owner,
        session_id=turn.session_id,
        dialogue=turn.request.dialogue,
        asked_at=turn.said_at,
    )
    return replied.text


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
    """Write a message as Daybook's protocol has it.

    Raises:
        Refused: it is no message of words.
    """
    role, content = _ROLES.get(message["role"]), message.get("content")
    parts = content if isinstance(content, list) else []
    if role is None or any(part.get("type") != "text" for part in parts):
        raise Refused("messages: the configured model takes words only", HTTPStatus.BAD_REQUEST)
    match role:
        case "system":
            return Message("system", words_in(message))
        case "assistant":
            return Message("assistant", words_in(message))
    return Message("user", words_in(message))
