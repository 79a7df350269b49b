"""Servers' error messages, and the limits that they name."""

import pytest

from daybook.conversation.errors import BadSettings, ContextTooLong, ModelError, ModelUnavailable
from daybook.models.llm import Message, ModelRequest
from daybook.models.llm.openai_chat import OpenAIChat
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


LONG = "This model's maximum context length is 1000 tokens. However, your messages resulted in 2000 tokens."


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (400, {"error": {"message": LONG, "code": "context_length_exceeded"}}),
        (400, {"error": {"message": "prompt is too long: 208656 tokens > 200000 maximum"}}),
        (
            400,
            [{"error": {"message": "The input token count (1200293) exceeds the maximum (1048576)."}}],
        ),
        (500, {"error": {"type": "exceed_context_size_error", "n_prompt_tokens": 1407, "n_ctx": 256}}),
        (
            200,
            {
                "error": "Trying to keep the first 14538 tokens when context the overflows. However, the"
                " model is loaded with context length of only 2048 tokens"
            },
        ),
        (400, {"error": "Context size has been exceeded."}),
        (400, {"error": {"message": "litellm.ContextWindowExceededError: too much"}}),
        (413, {"error": "Payload Too Large"}),
    ],
)
async def test_a_window_that_is_too_small_is_known_by_whatever_a_server_says_of_it(
    server: ScriptedServer, chat: OpenAIChat, status: int, body: object
) -> None:
    server.fail_with(status, body)

    with pytest.raises(ContextTooLong):
        await chat.complete(HELLO)
