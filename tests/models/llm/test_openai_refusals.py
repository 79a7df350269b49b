"""What servers say is wrong, and the limits that they name."""

import pytest

from daybook.conversation.errors import BadSettings, ContextTooLong, ModelError, ModelUnavailable
from daybook.models.llm import Message, ModelRequest
from daybook.models.llm.openai_chat import OpenAIChat, OpenAIServer
from daybook.models.llm.openai_dialect import ContextWindow
from tests.models.llm.conftest import MakeChat
from tests.scripted_server import ScriptedServer

HELLO = ModelRequest((Message("user", "Hello?"),))


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"error": {"message": "No."}}, "No."),
        ({"error": "No."}, "No."),
        ({"object": "error", "message": "No.", "type": "BadRequestError", "code": 400}, "No."),
        ([{"error": {"code": 400, "message": "No.", "errors": [{"message": "No."}]}}], "No."),
        ({"error": {"message": '{"error": {"code": 400, "message": "No."}}'}}, "No."),
        ({"error": {"message": "Provider returned error", "metadata": {"raw": "No."}}}, "error: No."),
        ({"detail": [{"loc": ["body", "n"], "msg": "No."}]}, "No."),
        ({"detail": "No."}, "No."),
        ("No.", "No."),
        ({"error": {"message": "{No."}}, r"\{No\."),
    ],
)
async def test_what_a_server_says_is_found_wherever_it_stands(
    server: ScriptedServer, chat: OpenAIChat, body: object, said: str
) -> None:
    server.fail_with(400, body)

    with pytest.raises(ModelError, match=rf"refused the request: status 400, .*{said}$"):
        await chat.complete(HELLO)


@pytest.mark.parametrize("streamed", [False, True])
async def test_an_error_within_status_200_is_an_error_by_its_own_status(
    server: ScriptedServer, chat: OpenAIChat, streamed: bool
) -> None:
    server.fail_with(200, {"error": {"code": 401, "message": "No auth credentials found: sk-secret"}})

    with pytest.raises(BadSettings, match="OPENAI_API_KEY") as raised:
        await chat.complete(HELLO, on_text=(lambda piece: None) if streamed else None)

    assert "sk-secret" not in str(raised.value)


async def test_an_error_of_the_only_choice_is_an_error_too(server: ScriptedServer, chat: OpenAIChat) -> None:
    error = {"code": 502, "message": "Provider disconnected"}
    said = {"index": 0, "message": {"role": "assistant", "content": "Hel"}, "finish_reason": "error"}
    for _ in range(3):
        server.fail_with(200, {"choices": [{**said, "error": error}]})

    with pytest.raises(ModelUnavailable, match="is out of order: status 502, Provider disconnected"):
        await chat.complete(HELLO)


async def test_an_error_within_status_200_that_names_no_status_is_told_as_it_is(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    server.fail_with(200, {"error": "overloaded"})

    with pytest.raises(ModelError, match=r"model 'small' at .* failed: overloaded"):
        await chat.complete(HELLO)


async def test_extra_headers_go_out_and_are_shown_nowhere(
    server: ScriptedServer, make_chat: MakeChat
) -> None:
    server.reply("Hello.")
    chat = make_chat(headers={"X-Team": "memory", "Authorization": "Bearer other"})

    await chat.complete(HELLO)

    assert server.headers[0]["x-team"] == "memory"
    assert server.keys == ["Bearer other"]
    assert "memory" not in f"{chat!r} {chat.server!r} {chat.fingerprint}"


@pytest.mark.parametrize("address", ["", "/openai", "/openai/"])
async def test_an_azure_resource_is_called_by_the_name_of_the_deployment_with_its_version(
    server: ScriptedServer, make_chat: MakeChat, address: str
) -> None:
    server.reply("Hello.")
    url = server.url.removesuffix("/v1") + address
    chat = make_chat("my-deployment", url=url, azure_api_version="2024-10-21")

    await chat.complete(HELLO)

    assert server.paths == ["/openai/deployments/my-deployment/chat/completions?api-version=2024-10-21"]
    assert (server.headers[0]["api-key"], server.keys) == ("sk-secret", [""])


async def test_openais_own_server_is_no_azure_resource() -> None:
    assert OpenAIServer().link().client.default_query == {}


LONG = "This model's maximum context length is 1000 tokens. However, your messages resulted in 2000 tokens."


def request(characters: int, *, reply: int = 100) -> ModelRequest:
    return ModelRequest((Message("user", "a" * characters),), max_output_tokens=reply)


@pytest.mark.parametrize(
    ("status", "body", "tokens"),
    [
        (400, {"error": {"message": LONG, "code": "context_length_exceeded"}}, 1_000),
        (400, {"error": {"message": "prompt is too long: 208656 tokens > 200000 maximum"}}, 200_000),
        (
            400,
            [{"error": {"message": "The input token count (1200293) exceeds the maximum (1048576)."}}],
            1_048_576,
        ),
        (500, {"error": {"type": "exceed_context_size_error", "n_prompt_tokens": 1407, "n_ctx": 256}}, 256),
        (
            200,
            {
                "error": "Trying to keep the first 14538 tokens when context the overflows. However, the"
                " model is loaded with context length of only 2048 tokens"
            },
            2_048,
        ),
        (400, {"error": "Context size has been exceeded."}, None),
        (400, {"error": {"message": "litellm.ContextWindowExceededError: too much"}}, None),
        (413, {"error": "Payload Too Large"}, None),
    ],
)
async def test_the_context_window_is_read_from_whatever_a_server_says_of_it(
    server: ScriptedServer, chat: OpenAIChat, status: int, body: object, tokens: int | None
) -> None:
    server.fail_with(status, body)

    with pytest.raises(ContextTooLong) as raised:
        await chat.complete(request(2_000_000))

    assert raised.value.limit == tokens
    assert len(server.requests) == 1


async def test_messages_that_exceed_the_window_say_how_much_of_them_would_fit(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    server.fail(400, LONG)

    with pytest.raises(ContextTooLong, match=r"'small' at .* has a context window of 1000 tokens") as raised:
        await chat.complete(request(4_000))

    assert raised.value.limit == 1_000
    # 900 tokens for messages, 2 characters a token as the server counted, of 4,000 characters; 0.9 to be safe
    assert raised.value.share == pytest.approx(0.9 * 1_800 / 4_000, abs=0.03)


async def test_messages_as_long_as_those_refused_are_not_sent_again(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    server.fail(400, LONG)
    for _ in range(2):
        with pytest.raises(ContextTooLong):
            await chat.complete(request(4_000))

    server.reply("Hello.")
    await chat.complete(request(1_600))

    assert len(server.requests) == 2


async def test_a_reply_gets_the_room_that_is_left_from_then_on(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    server.fail(
        400, "maximum context length is 1000 tokens. However, you requested 1100 tokens (900 in the messages"
    )
    for _ in range(3):
        server.reply("Hello.")

    await chat.complete(request(1_800, reply=200))
    await chat.complete(request(1_700, reply=200))
    await chat.complete(request(1_000, reply=200))

    assert [sent["max_tokens"] for sent in server.requests] == [200, 100, 150, 200]


async def test_a_reply_that_would_have_no_room_worth_having_is_not_asked_for(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    server.fail(
        400, "maximum context length is 1000 tokens. However, you requested 1150 tokens (950 in the messages"
    )

    with pytest.raises(ContextTooLong):
        await chat.complete(request(1_900, reply=200))


async def test_a_window_of_unknown_size_is_known_by_what_was_refused(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    server.fail(400, "Context size has been exceeded.")
    with pytest.raises(ContextTooLong, match="a context window, which the request exceeds") as raised:
        await chat.complete(request(4_000))
    server.reply("Hello.")
    await chat.complete(request(3_999))

    assert (raised.value.limit, raised.value.share) == (None, 0.5)


def test_what_fits_is_never_estimated_as_nothing_or_all() -> None:
    assert ContextWindow(1_000, 3.0).share(1_000_000, 100) == 0.05
    assert ContextWindow(1_000, 3.0).share(100, 100) == 0.9
