from __future__ import annotations

import pytest

from daybook.errors import BadSettings, ModelError, ModelUnavailable
from daybook.llm import ChatRequest, Message
from daybook.llm.openai import OpenAIChat, OpenAIServer
from tests.llm.conftest import MakeChat
from tests.scripted_server import ScriptedServer

HELLO = ChatRequest((Message("user", "Hello?"),))


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


async def test_a_content_filter_is_named_and_not_asked_twice(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    server.fail(400, "The response was filtered due to the prompt.", code="content_filter", param="prompt")

    with pytest.raises(ModelError, match=r"a content filter at .* declined the request: The response was"):
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
