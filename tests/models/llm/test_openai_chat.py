"""Calls of models on a scripted server, and when they are made again."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from daybook.conversation.errors import BadSettings, DeadlineExceeded, ModelError, ModelUnavailable
from daybook.models.llm import Finish, Message, ModelReply, ModelRequest, ReplyShape
from daybook.models.llm.openai_chat import Backoff, OpenAIChat, OpenAIServer
from tests.models.llm.conftest import MakeChat
from tests.scripted_server import PATIENCE, ScriptedServer

HELLO = ModelRequest((Message("system", "Be kind."), Message("user", "Hello?")), max_output_tokens=50)


async def test_a_call_sends_the_messages_the_limit_and_the_temperature(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    server.reply("Hello.", tokens=(12, 3))

    reply = await chat.complete(HELLO)

    assert reply == ModelReply("Hello.", 12, 3, Finish.STOP)
    assert server.requests == [
        {
            "model": "small",
            "messages": [{"role": "system", "content": "Be kind."}, {"role": "user", "content": "Hello?"}],
            "max_tokens": 50,
            "temperature": 0.0,
        }
    ]
    assert server.keys == ["Bearer sk-secret"]


async def test_a_wish_for_a_shape_is_sent_as_a_strict_schema(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    server.reply("{}")
    schema = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}

    await chat.complete(ModelRequest(HELLO.messages, ReplyShape("kinds", schema)))

    assert server.requests[0]["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "kinds", "schema": schema, "strict": True},
    }


@pytest.mark.parametrize(
    ("content", "given", "read"),
    [
        ("Hel", {"finish": "length"}, ("Hel", Finish.LENGTH)),
        (None, {"refusal": "I would rather not."}, ("I would rather not.", Finish.REFUSED)),
        (None, {"finish": "content_filter"}, ("", Finish.REFUSED)),
    ],
)
async def test_a_reply_that_was_cut_off_refused_or_filtered_says_so(
    server: ScriptedServer, chat: OpenAIChat, content: str | None, given: Any, read: tuple[str, Finish]
) -> None:
    server.reply(content, **given)

    reply = await chat.complete(HELLO)

    assert (reply.text, reply.finish) == read


async def test_a_server_that_does_not_count_tokens_is_read_all_the_same(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    server.reply("Hello.", tokens=None)

    assert await chat.complete(HELLO) == ModelReply("Hello.")


async def test_a_busy_server_is_asked_again_after_the_time_it_names(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    server.fail(429, "slow down", headers={"Retry-After": "0.2"})
    server.reply("Hello.")
    began = asyncio.get_running_loop().time()

    reply = await chat.complete(HELLO)

    assert reply.text == "Hello."
    assert asyncio.get_running_loop().time() - began >= 0.2


async def test_a_wait_beyond_the_deadline_is_not_begun(server: ScriptedServer, chat: OpenAIChat) -> None:
    server.fail(429, "slow down", headers={"Retry-After": "60"})

    with pytest.raises(ModelUnavailable, match="allows no more calls for now: status 429, slow down"):
        await chat.complete(HELLO)


async def test_a_server_that_fails_twice_is_asked_a_third_time(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    server.fail(500, "oh")
    server.break_off()
    server.reply("Hello.")

    assert (await chat.complete(HELLO)).text == "Hello."


async def test_a_server_that_is_not_there_is_named_with_its_setting() -> None:
    chat = OpenAIChat(
        OpenAIServer(url="http://127.0.0.1:9/v1"), "small", backoff=Backoff(retries=1, first=0.01)
    )

    with pytest.raises(ModelUnavailable, match=r"127\.0\.0\.1:9/v1 cannot be reached .*OPENAI_BASE_URL"):
        await chat.complete(HELLO)

    await chat.server.aclose()


@pytest.mark.parametrize("misbehave", [ScriptedServer.stall, partial(ScriptedServer.drip, every=0.05)])
async def test_a_reply_that_does_not_end_is_cut_at_the_deadline_and_the_connection_with_it(
    server: ScriptedServer, make_chat: MakeChat, misbehave: Callable[[ScriptedServer], None]
) -> None:
    misbehave(server)

    with pytest.raises(DeadlineExceeded, match=r"'small' at .* did not answer in 1\.5 s"):
        await make_chat(deadline=1.5).complete(HELLO)

    assert await asyncio.to_thread(server.hung_up.wait, PATIENCE)


async def test_a_cancelled_call_leaves_nothing_running(server: ScriptedServer, chat: OpenAIChat) -> None:
    server.stall()
    call = asyncio.create_task(chat.complete(HELLO))
    while not server.requests:
        await asyncio.sleep(0.01)

    call.cancel()

    with pytest.raises(asyncio.CancelledError):
        await call
    assert await asyncio.to_thread(server.hung_up.wait, PATIENCE)
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_calls_under_way_at_once_are_bounded(server: ScriptedServer, make_chat: MakeChat) -> None:
    chat = make_chat(concurrency=2)
    for _ in range(5):
        server.reply("Hello.", delay=0.1)

    await asyncio.gather(*(chat.complete(HELLO) for _ in range(5)))

    assert server.most_at_once == 2


@pytest.mark.parametrize(
    ("status", "message", "code", "expected", "words"),
    [
        (401, "Incorrect API key: sk-secret", "invalid_api_key", BadSettings, "OPENAI_API_KEY"),
        (403, "no access", None, BadSettings, r"OPENAI_API_KEY: .*'small'"),
        (404, "page not found", None, BadSettings, "OPENAI_BASE_URL or DAYBOOK_CHAT_MODEL: .*page not found"),
        (404, "no chat model. Use v1/completions.", None, BadSettings, "OPENAI_BASE_URL or .*v1/completions"),
        (400, "against our rules", None, ModelError, "refused the request: status 400, against our rules"),
        (429, "you have used it all", "insufficient_quota", ModelUnavailable, "used it all"),
        (400, "it was filtered", "content_filter", ModelError, "a content filter at .* declined .*: it was"),
    ],
)
async def test_what_no_retry_can_mend_is_not_sent_again_and_says_what_to_change(
    server: ScriptedServer,
    chat: OpenAIChat,
    status: int,
    message: str,
    code: str | None,
    expected: type[Exception],
    words: str,
) -> None:
    server.fail(status, message, code=code)

    with pytest.raises(expected, match=words) as raised:
        await chat.complete(HELLO)

    assert "sk-secret" not in str(raised.value)


@pytest.mark.parametrize(
    ("status", "message", "code"),
    [
        (404, "The model `small` does not exist or you do not have access to it.", "model_not_found"),
        (400, "invalid model ID", None),
        (404, "The requested model 'small' doesn't exist.", None),
    ],
)
async def test_an_unknown_model_names_the_setting_that_named_it(
    server: ScriptedServer, make_chat: MakeChat, status: int, message: str, code: str | None
) -> None:
    server.fail(status, message, code=code)

    with pytest.raises(BadSettings, match=r"DAYBOOK_READ_MODEL: .* has no model 'small'"):
        await make_chat(setting="DAYBOOK_READ_MODEL").complete(HELLO)


@pytest.mark.parametrize(
    ("text", "content_type"),
    [("<html>Please log in</html>", "text/html"), ('{"choices": []}', "application/json")],
)
async def test_a_200_that_is_no_completion_asks_whether_the_address_is_right(
    server: ScriptedServer, chat: OpenAIChat, text: str, content_type: str
) -> None:
    server.send(text, content_type)

    with pytest.raises(ModelUnavailable, match="no chat completion; is OPENAI_BASE_URL right"):
        await chat.complete(HELLO)


def test_one_model_can_be_called_from_several_event_loops(server: ScriptedServer) -> None:
    server.reply("One.")
    server.reply("Two.")
    chat = OpenAIChat(OpenAIServer(url=server.url), "small")

    async def call() -> str:
        reply = await chat.complete(HELLO)
        await chat.server.aclose()
        return reply.text

    assert [asyncio.run(call()), asyncio.run(call())] == ["One.", "Two."]


async def test_a_password_in_the_address_is_sent_but_in_no_error_and_no_fingerprint() -> None:
    server = OpenAIServer(url="http://ada:hunter2@127.0.0.1:9/v1")
    model = OpenAIChat(server, "small", backoff=Backoff(retries=1, first=0.01))

    with pytest.raises(ModelUnavailable, match=r"127\.0\.0\.1:9/v1 cannot be reached") as raised:
        await model.complete(HELLO)

    assert server.link().client.base_url.password == "hunter2"
    assert "hunter2" not in str(raised.value)
    assert "hunter2" not in f"{server.url} {server!r} {model!r} {model.fingerprint}"
    assert server.url == "http://***@127.0.0.1:9/v1"
    await server.aclose()


def test_waits_double_and_vary_by_up_to_a_quarter() -> None:
    backoff = Backoff(retries=3, first=1.0)

    waits = [backoff.wait(failures, asked=None, left=60) for failures in (1, 2, 3, 4)]

    assert waits[0] is not None
    assert waits[1] is not None
    assert waits[2] is not None
    assert 0.75 <= waits[0] <= 1.0
    assert 1.5 <= waits[1] <= 2.0
    assert 3.0 <= waits[2] <= 4.0
    assert waits[3] is None
