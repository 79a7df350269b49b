from __future__ import annotations

import asyncio

import pytest

from daybook.errors import BadSettings, DeadlineExceeded, ModelError, ModelUnavailable
from daybook.llm import ChatRequest, Finish, Message, ModelReply, ReplyShape
from daybook.llm.openai import Backoff, OpenAIChat, OpenAIServer
from tests.llm.conftest import MakeChat
from tests.scripted_server import PATIENCE, ScriptedServer

HELLO = ChatRequest((Message("system", "Be kind."), Message("user", "Hello?")), max_output_tokens=50)


async def test_a_call_sends_the_messages_the_limit_and_the_temperature(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    server.reply("Hello.", tokens=(12, 3))

    reply = await chat.complete(HELLO)

    assert reply == ModelReply("Hello.", 12, 3, Finish.STOP)
    assert server.requests == [
        {
            "model": "small",
            "messages": [
                {"role": "system", "content": "Be kind."},
                {"role": "user", "content": "Hello?"},
            ],
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

    await chat.complete(ChatRequest(HELLO.messages, ReplyShape("kinds", schema)))

    assert server.requests[0]["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "kinds", "schema": schema, "strict": True},
    }


async def test_a_reply_cut_off_at_its_limit_says_so(server: ScriptedServer, chat: OpenAIChat) -> None:
    server.reply("Hel", finish="length")

    assert (await chat.complete(HELLO)).finish is Finish.LENGTH


async def test_a_refusal_is_a_reply_that_says_so(server: ScriptedServer, chat: OpenAIChat) -> None:
    server.reply(None, refusal="I would rather not.")

    reply = await chat.complete(HELLO)

    assert (reply.text, reply.finish) == ("I would rather not.", Finish.REFUSED)


async def test_a_filtered_reply_counts_as_refused(server: ScriptedServer, chat: OpenAIChat) -> None:
    server.reply(None, finish="content_filter")

    reply = await chat.complete(HELLO)

    assert (reply.text, reply.finish) == ("", Finish.REFUSED)


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


async def test_a_used_up_quota_is_not_asked_again(server: ScriptedServer, chat: OpenAIChat) -> None:
    server.fail(429, "you have used it all", code="insufficient_quota")

    with pytest.raises(ModelUnavailable, match="used it all"):
        await chat.complete(HELLO)


async def test_a_server_that_fails_twice_is_asked_a_third_time(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    server.fail(500, "oh")
    server.fail(503, "no")
    server.reply("Hello.")

    assert (await chat.complete(HELLO)).text == "Hello."


async def test_a_server_that_keeps_failing_is_given_up(server: ScriptedServer, chat: OpenAIChat) -> None:
    for _ in range(3):
        server.fail(500, "oh no")

    with pytest.raises(ModelUnavailable, match="is out of order: status 500, oh no"):
        await chat.complete(HELLO)


async def test_a_closed_connection_is_tried_again(server: ScriptedServer, chat: OpenAIChat) -> None:
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


async def test_a_stalled_reply_ends_at_the_deadline_and_the_connection_with_it(
    server: ScriptedServer, make_chat: MakeChat
) -> None:
    server.stall()

    with pytest.raises(DeadlineExceeded, match=r"'small' at .* did not answer in 1\.5 s"):
        await make_chat(deadline=1.5).complete(HELLO)

    assert await asyncio.to_thread(server.hung_up.wait, PATIENCE)


async def test_a_dripping_reply_ends_at_the_deadline_as_well(
    server: ScriptedServer, make_chat: MakeChat
) -> None:
    server.drip(every=0.05)

    with pytest.raises(DeadlineExceeded):
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


async def test_waiting_for_a_place_does_not_count_against_the_deadline(
    server: ScriptedServer, make_chat: MakeChat
) -> None:
    chat = make_chat(concurrency=1, deadline=3.0)
    for _ in range(3):
        server.reply("Hello.", delay=1.2)

    replies = await asyncio.gather(*(chat.complete(HELLO) for _ in range(3)))

    assert len(replies) == 3


async def test_a_wrong_key_is_the_users_to_mend_and_is_not_repeated(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    server.fail(401, "Incorrect API key provided: sk-secret", code="invalid_api_key")

    with pytest.raises(BadSettings, match="OPENAI_API_KEY") as raised:
        await chat.complete(HELLO)

    assert "sk-secret" not in str(raised.value)


async def test_a_key_without_the_right_to_a_model_is_the_users_to_mend(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    server.fail(403, "no access")

    with pytest.raises(BadSettings, match=r"OPENAI_API_KEY: .*'small'"):
        await chat.complete(HELLO)


@pytest.mark.parametrize(
    ("status", "message", "code"),
    [
        (404, "The model `small` does not exist or you do not have access to it.", "model_not_found"),
        (404, 'model "small" not found, try pulling it first', None),
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


@pytest.mark.parametrize("message", ["page not found", "This is not a chat model. Use v1/completions."])
async def test_an_address_without_chat_completions_names_both_settings_that_lead_there(
    server: ScriptedServer, chat: OpenAIChat, message: str
) -> None:
    server.fail(404, message)

    with pytest.raises(BadSettings, match=f"OPENAI_BASE_URL or DAYBOOK_CHAT_MODEL: .*{message}"):
        await chat.complete(HELLO)


@pytest.mark.parametrize(
    ("text", "content_type"),
    [
        ("<html>Please log in</html>", "text/html"),
        ('{"choices": []}', "application/json"),
    ],
)
async def test_a_200_that_is_no_completion_asks_whether_the_address_is_right(
    server: ScriptedServer, chat: OpenAIChat, text: str, content_type: str
) -> None:
    server.send(text, content_type)

    with pytest.raises(ModelUnavailable, match="no chat completion; is OPENAI_BASE_URL right"):
        await chat.complete(HELLO)


async def test_a_body_that_is_broken_json_is_the_models_failure(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    server.send('{"choices": [', "application/json")

    with pytest.raises(ModelError, match="JSON that cannot be read"):
        await chat.complete(HELLO)


async def test_a_request_that_is_refused_for_itself_is_not_sent_again(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    server.fail(400, "The content of the messages is against our rules.")

    with pytest.raises(ModelError, match="refused the request: status 400, The content of"):
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


async def test_three_calls_side_by_side_take_the_time_of_one(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    for _ in range(3):
        server.reply("Hello.", delay=0.4)

    await asyncio.gather(*(chat.complete(HELLO) for _ in range(3)))

    assert server.most_at_once == 3


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
