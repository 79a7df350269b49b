import asyncio

import pytest

from daybook.conversation.errors import DeadlineExceeded, ModelUnavailable
from daybook.models.llm import Message, ModelReply, ModelRequest
from daybook.models.llm.openai_chat import OpenAIChat
from tests.models.llm.conftest import MakeChat
from tests.scripted_server import PATIENCE, ScriptedServer

HELLO = ModelRequest((Message("user", "Hello?"),))


async def test_a_streamed_reply_comes_in_pieces_and_is_counted(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    server.reply("Hello to you", tokens=(9, 4))
    pieces: list[str] = []

    reply = await chat.complete(HELLO, on_text=pieces.append)

    assert pieces == ["Hello", " to", " you"]
    assert reply == ModelReply("Hello to you", 9, 4)
    assert server.requests[0]["stream_options"] == {"include_usage": True}


async def test_a_stream_that_breaks_after_its_first_words_is_not_begun_anew(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    server.break_off("Hello to")
    pieces: list[str] = []

    with pytest.raises(ModelUnavailable):
        await chat.complete(HELLO, on_text=pieces.append)

    assert pieces == ["Hello", " to"]


async def test_a_stream_that_never_began_is_tried_again(server: ScriptedServer, chat: OpenAIChat) -> None:
    server.break_off()
    server.fail(500, "oh")
    server.reply("Hello.")
    pieces: list[str] = []

    await chat.complete(HELLO, on_text=pieces.append)

    assert pieces == ["Hello."]


async def test_a_stream_ends_at_the_deadline(server: ScriptedServer, make_chat: MakeChat) -> None:
    server.stall()

    with pytest.raises(DeadlineExceeded):
        await make_chat(deadline=1.5).complete(HELLO, on_text=lambda piece: None)

    assert await asyncio.to_thread(server.hung_up.wait, PATIENCE)


async def test_a_page_instead_of_a_stream_is_no_reply(server: ScriptedServer, chat: OpenAIChat) -> None:
    server.send("<html>Please log in</html>", "text/html")

    with pytest.raises(ModelUnavailable, match="OPENAI_BASE_URL"):
        await chat.complete(HELLO, on_text=lambda piece: None)
