"""Parts left out of a request after a refusal, on a scripted server by the genuine openai client."""

import asyncio
from typing import Any

import pytest

from daybook.conversation.errors import BadSettings, ModelError
from daybook.models.llm import Message, ModelRequest, ReplyShape
from daybook.models.llm.openai_chat import OPENAI_URL, OpenAIChat, OpenAIServer
from tests.models.llm.conftest import MakeChat
from tests.scripted_server import ScriptedServer

SCHEMA = {"type": "object", "properties": {"kinds": {"type": "array", "maxItems": 3}}}
KINDS = ModelRequest((Message("system", "Sort it."), Message("user", "Hello?")), ReplyShape("kinds", SCHEMA))
PARAMETERS = ("temperature", "reasoning_effort", "stream_options", "max_tokens", "max_completion_tokens")
SHAPES = ["json_schema", "json_object", ""]


def shape(sent: dict[str, Any]) -> str:
    return str(sent.get("response_format", {}).get("type", ""))


def left_out(first: dict[str, Any], last: dict[str, Any]) -> set[str]:
    return {name for name in PARAMETERS if name in first and name not in last}


async def test_the_form_of_a_reply_is_loosened_rung_by_rung_and_the_last_one_is_remembered(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    for _ in range(2):
        server.fail(400, "Request contains an invalid argument.")
    server.reply("{}")
    server.reply("{}")

    await chat.complete(KINDS)
    await chat.complete(KINDS)

    assert [shape(sent) for sent in server.requests] == [*SHAPES, SHAPES[-1]]


@pytest.mark.parametrize(
    ("status", "body", "names"),
    [
        (
            400,
            {"error": {"message": "Unsupported value: 'temperature' does not support 0.0 with this model."}},
            {"temperature"},
        ),
        (400, {"error": {"message": "`temperature` is deprecated for this model."}}, {"temperature"}),
        (
            400,
            {"error": {"message": "'max_tokens' is not supported. Use 'max_completion_tokens' instead."}},
            {"max_tokens"},
        ),
        (
            400,
            {"error": {"message": "max_tokens: 400 > 256, the maximum"}},
            {"max_tokens"},
        ),
        (
            400,
            {"error": {"message": 'think value "low" is not supported for this model', "type": "api_error"}},
            {"reasoning_effort"},
        ),
        (
            400,
            {"error": {"message": "`max_tokens` must be <= `256`, less than the `context_window` here"}},
            {"max_tokens"},
        ),
        (422, {"detail": [{"loc": ["body", "stream_options"], "msg": "Extra inputs"}]}, {"stream_options"}),
        (
            400,
            {"error": {"message": "Provider returned error", "metadata": {"raw": "no 'temperature' here"}}},
            {"temperature"},
        ),
        (200, {"error": {"code": 400, "message": "temperature is not supported"}}, {"temperature"}),
    ],
)
async def test_the_parameter_that_a_refusal_names_is_left_out_from_then_on(
    server: ScriptedServer, make_chat: MakeChat, status: int, body: object, names: set[str]
) -> None:
    server.fail_with(status, body)
    server.reply("{}")
    server.reply("{}")
    chat = make_chat(reasoning_effort="low")
    pieces: list[str] = []

    await chat.complete(KINDS, on_text=pieces.append)
    await chat.complete(KINDS, on_text=pieces.append)

    first, second, third = server.requests
    assert (left_out(first, second), left_out(first, third)) == (names, names)
    assert {shape(sent) for sent in server.requests} == {"json_schema"}


async def test_a_server_that_refuses_either_limit_sets_its_own(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    server.fail(400, "max_tokens is too large: 400")
    server.fail(400, "max_completion_tokens is too large: 400")
    server.reply("{}")

    await chat.complete(KINDS)

    limits = [[name for name in sent if name.startswith("max_")] for sent in server.requests]
    assert limits == [["max_tokens"], ["max_completion_tokens"], []]


async def test_a_model_without_a_system_role_gets_the_instructions_with_the_first_message(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    server.fail(400, "System role not supported")
    server.reply("{}")

    await chat.complete(KINDS)

    assert server.requests[1]["messages"] == [{"role": "user", "content": "Sort it.\n\nHello?"}]


async def test_a_refusal_that_nothing_mends_teaches_nothing(server: ScriptedServer, chat: OpenAIChat) -> None:
    for _ in range(3):
        server.fail(400, "temperature or not: no")
    server.fail(400, "no")
    server.reply("{}")

    with pytest.raises(ModelError, match="refused the request: status 400, no"):
        await chat.complete(KINDS)
    await chat.complete(KINDS)

    assert "temperature" not in server.requests[1]
    assert server.requests[4] == server.requests[0]


@pytest.mark.parametrize(
    ("code", "message", "error"),
    [
        ("content_filter", "The response was filtered", ModelError),
        ("invalid_api_key", "API key not valid. Please pass a valid API key.", BadSettings),
        (None, "invalid model ID", BadSettings),
    ],
)
async def test_what_is_not_about_the_form_of_a_request_is_not_sent_in_another(
    server: ScriptedServer, chat: OpenAIChat, code: str | None, message: str, error: type[Exception]
) -> None:
    server.fail(400, message, code=code)

    with pytest.raises(error):
        await chat.complete(KINDS)


async def test_calls_side_by_side_keep_what_either_learnt(server: ScriptedServer, chat: OpenAIChat) -> None:
    server.fail(400, "no", when='"json_schema"')
    server.reply("{}", when='"json_object"')
    server.fail(400, "temperature is not supported", when='"Be brief."')
    server.reply("Hello.", when='"Be brief."')
    server.reply("{}")

    prose = ModelRequest((Message("user", "Be brief."),))
    await asyncio.gather(chat.complete(KINDS), chat.complete(prose))
    await chat.complete(KINDS)

    assert (shape(server.requests[-1]), "temperature" in server.requests[-1]) == ("json_object", False)


async def test_what_one_model_refuses_another_is_still_asked(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    server.fail(400, "temperature is not supported")
    server.reply("{}")
    server.reply("{}")
    large = OpenAIChat(chat.server, "large")

    await chat.complete(KINDS)
    await large.complete(KINDS)

    assert "temperature" in server.requests[2]


def test_openai_itself_gets_the_newer_limit_at_once() -> None:
    chat = OpenAIChat(OpenAIServer(), "small")

    assert (chat.server.url, chat.dialect.limit) == (OPENAI_URL, "max_completion_tokens")
