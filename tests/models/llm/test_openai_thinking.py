from typing import Any

import pytest

from daybook.models.llm import Message, ModelReply, ModelRequest
from daybook.models.llm.openai_chat import OpenAIChat
from tests.models.llm.conftest import MakeChat
from tests.scripted_server import ScriptedServer

HELLO = ModelRequest((Message("user", "Hello?"),), max_output_tokens=50)
THOUGHT = "<think>\nWho is it?\n</think>\n\n"


def limits(server: ScriptedServer) -> list[int]:
    return [request["max_tokens"] for request in server.requests]


@pytest.mark.parametrize(
    ("reply", "then"),
    [
        ({"text": "Hello."}, 50),
        ({"text": "Hello.", "thought": "Who is it?"}, 4_050),
        ({"text": "Hello.", "thinking_tokens": 20}, 4_050),
        ({"text": f"{THOUGHT}Hello."}, 4_050),
        ({"text": "Who is it?\n</think>\n\nHello."}, 4_050),
    ],
    ids=["no thought", "apart", "counted", "in the text", "in the text without its beginning"],
)
async def test_a_model_seen_to_think_and_no_other_gets_room_for_it_from_then_on(
    server: ScriptedServer, chat: OpenAIChat, reply: dict[str, Any], then: int
) -> None:
    server.reply(**reply)
    server.reply("Hello.")

    assert (await chat.complete(HELLO)).text == "Hello."
    await chat.complete(HELLO)

    assert limits(server) == [50, then]


@pytest.mark.parametrize("cut_off", ["", "<think>\nWho is it? I should"])
async def test_a_reply_that_was_all_thought_is_asked_for_again_with_room_and_both_are_counted(
    server: ScriptedServer, chat: OpenAIChat, cut_off: str
) -> None:
    server.reply(cut_off, finish="length", tokens=(9, 50))
    server.reply(f"{THOUGHT}Hello.", tokens=(9, 80))

    assert await chat.complete(HELLO) == ModelReply("Hello.", 18, 130)
    assert limits(server) == [50, 4_050]


@pytest.mark.parametrize(("tokens", "limit"), [(0, 50), (1_000, 1_050)])
async def test_room_that_the_user_sets_is_neither_learnt_nor_exceeded(
    server: ScriptedServer, make_chat: MakeChat, tokens: int, limit: int
) -> None:
    server.reply("", finish="length")
    server.reply("Hello.", thought="Who is it?")
    chat = make_chat(thinking_tokens=tokens)

    await chat.complete(HELLO)
    await chat.complete(HELLO)

    assert limits(server) == [limit, limit]


async def test_the_effort_is_sent_and_decides_the_reply(server: ScriptedServer, make_chat: MakeChat) -> None:
    server.reply("Hello.")
    chat = make_chat(reasoning_effort="low")

    await chat.complete(HELLO)

    assert server.requests[0]["reasoning_effort"] == "low"
    assert chat.fingerprint != make_chat().fingerprint


@pytest.mark.parametrize("text", [f"{THOUGHT}Hello to you", "Hello to you"])
async def test_thoughts_are_not_streamed(server: ScriptedServer, chat: OpenAIChat, text: str) -> None:
    server.reply(text, tokens=None)
    pieces: list[str] = []

    reply = await chat.complete(HELLO, on_text=pieces.append)

    assert pieces == ["Hello", " to", " you"]
    assert reply == ModelReply("Hello to you")


@pytest.mark.parametrize(
    "reply",
    [
        {"text": "Hello to you", "thought": "Who is it?"},
        {"text": "Who is it?\n</think>\n\nHello to you"},  # held back from its first reply on
    ],
)
async def test_of_a_model_that_is_said_to_think_no_thought_is_streamed_and_one_that_comes_apart_delays_none(
    server: ScriptedServer, make_chat: MakeChat, reply: dict[str, Any]
) -> None:
    server.reply(**reply)
    pieces: list[str] = []

    await make_chat(thinking_tokens=100).complete(HELLO, on_text=pieces.append)

    assert pieces == ["Hello", " to", " you"]


async def test_a_model_that_begins_within_a_thought_is_held_back_once_that_is_known(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    server.reply("Who is it?\n</think>\n\nHello.")
    server.reply("Who is it?\n</think>\n\nHello to you")
    pieces: list[str] = []

    await chat.complete(HELLO)
    reply = await chat.complete(HELLO, on_text=pieces.append)

    assert pieces == ["Hello", " to", " you"]
    assert reply.text == "Hello to you"
