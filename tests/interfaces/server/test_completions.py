"""OpenAI's own client against `/v1/chat/completions`, with a scripted server as the configured model."""

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import openai
import pytest
from openai.types.chat import ChatCompletionChunk, ChatCompletionMessageParam

from daybook import Daybook
from daybook.conversation import Round
from tests.interfaces.server.http_server import Served, client_of, serving
from tests.scripted_server import CHUNK, PATIENCE, ScriptedServer

PEANUTS = "I am allergic to peanuts."
DINNER = "What should I cook for dinner tonight?"
WEATHER: Any = {
    "type": "function",
    "function": {
        "name": "weather",
        "parameters": {"type": "object", "properties": {"city": {"type": "string"}}},
    },
}
CALL = {"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Rome"}'}}


@pytest.fixture
def served(tmp_path: Path, server: ScriptedServer) -> Iterator[Served]:
    with serving(
        tmp_path / "data",
        chat_model="small",
        openai_base_url=server.url,
        openai_api_key="sk-upstream",
        facts_by_model=False,
    ) as running:
        yield running


def say(text: str) -> list[ChatCompletionMessageParam]:
    return [{"role": "user", "content": text}]


def rounds(daybook: Daybook, owner: str = "me") -> list[Round]:
    sessions = daybook.sessions(owner=owner)
    return [
        round_
        for session in sessions
        for round_ in daybook.rounds(owner=owner, session_id=session.session_id)
    ]


def words(daybook: Daybook) -> list[tuple[str, str]]:
    return [
        (round_.user.content if round_.user else "", round_.assistant.content if round_.assistant else "")
        for round_ in rounds(daybook)
    ]


def completion(message: dict[str, Any], finish: str) -> dict[str, Any]:
    choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": finish}
    return {"id": "1", "object": "chat.completion", "created": 1, "model": "small-7b", "choices": [choice]}


def test_what_memory_has_nothing_for_reaches_the_model_as_it_was_sent(
    client: openai.OpenAI, server: ScriptedServer, served: Served
) -> None:
    server.reply("Hello!", tokens=(9, 2))
    messages: list[ChatCompletionMessageParam] = [
        {"role": "system", "content": "Be brief.\n"},
        {"role": "user", "content": "héllo  \u2028"},
    ]

    answer = client.chat.completions.create(
        model="gpt-4o",
        messages=messages,
        temperature=0.25,
        seed=7,
        logit_bias={"50256": -100},
        user="ada",
        extra_body={"top_k": 3, "vendor": {"deep": [1, 2.5, None]}},
    )

    assert server.requests == [
        {
            "model": "small",
            "messages": messages,
            "temperature": 0.25,
            "seed": 7,
            "logit_bias": {"50256": -100},
            "user": "ada",
            "top_k": 3,
            "vendor": {"deep": [1, 2.5, None]},
        }
    ]
    assert server.keys == ["Bearer sk-upstream"]
    assert answer.choices[0].message.content == "Hello!"
    assert answer.usage
    assert (answer.usage.prompt_tokens, answer.usage.completion_tokens) == (9, 2)
    assert [round_.owner for round_ in rounds(served.daybook, "ada")] == ["ada"]


def test_what_was_said_once_stands_before_a_later_message_and_is_not_kept_with_it(
    client: openai.OpenAI, server: ScriptedServer, served: Served
) -> None:
    server.reply("Noted.")
    client.chat.completions.create(model="x", messages=say(PEANUTS))
    server.reply("Rice and peas, then.")

    client.chat.completions.create(model="x", messages=[{"role": "system", "content": "Cook."}, *say(DINNER)])

    system, asked = server.requests[-1]["messages"]
    assert system == {"role": "system", "content": "Cook."}
    block, _, said = asked["content"].partition("\nmessage:\n")
    assert said == DINNER
    assert f'"user": "{PEANUTS}"' in block
    assert '"kind": "constraint"' in block
    assert words(served.daybook) == [(PEANUTS, "Noted."), (DINNER, "Rice and peas, then.")]


def test_a_reply_that_repeats_memory_names_its_rounds_and_is_no_key(
    client: openai.OpenAI, server: ScriptedServer, served: Served
) -> None:
    server.reply("Noted.")
    client.chat.completions.create(model="x", messages=say(PEANUTS))
    server.reply("You are allergic to peanuts, so rice it is.")
    client.chat.completions.create(model="x", messages=say(DINNER))

    told, asked = rounds(served.daybook)

    assert asked.assistant
    assert asked.assistant.sources == (told.round_id,)
    assert told.assistant
    assert told.assistant.sources is None


def test_a_stream_comes_chunk_by_chunk_with_its_usage_and_is_kept_once(
    client: openai.OpenAI, server: ScriptedServer, served: Served
) -> None:
    heard = threading.Event()
    server.reply("Rice and peas, then.", tokens=(40, 5), heard=heard)
    chunks: list[ChatCompletionChunk] = []

    stream = client.chat.completions.create(
        model="x", messages=say(DINNER), stream=True, stream_options={"include_usage": True}
    )
    for chunk in stream:
        chunks.append(chunk)
        if any(choice.delta.content for choice in chunk.choices):
            heard.set()  # the model says no more until its first word has come through

    pieces = [chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices]
    assert "".join(pieces) == "Rice and peas, then."
    assert len([piece for piece in pieces if piece]) == 4
    assert chunks[-1].usage
    assert (chunks[-1].usage.prompt_tokens, chunks[-1].usage.completion_tokens) == (40, 5)
    assert server.requests[0]["stream_options"] == {"include_usage": True}
    assert words(served.daybook) == [(DINNER, "Rice and peas, then.")]


def test_a_stream_passes_through_byte_for_byte(server: ScriptedServer, served: Served) -> None:
    spoken = {"index": 0, "delta": {"content": "Héllo"}, "finish_reason": None}
    first = json.dumps({**CHUNK, "choices": [spoken], "odd": 1})
    last = json.dumps({**CHUNK, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    said = f": a comment\r\n\r\ndata: {first}\r\n\r\nevent: x\ndata:{last}\n\ndata: [DONE]\n\n"
    server.send(said, "text/event-stream; charset=utf-8")

    body = {"model": "x", "messages": say(DINNER), "stream": True}
    reply = httpx.post(f"{served.url}/v1/chat/completions", json=body, timeout=60)

    assert reply.content.decode() == said
    assert words(served.daybook) == [(DINNER, "Héllo")]


def test_calls_of_tools_come_back_untouched_and_only_the_final_reply_is_kept(
    client: openai.OpenAI, server: ScriptedServer, served: Served
) -> None:
    asked = say("Shall I take a coat to Rome?")
    server.fail_with(200, completion({"content": "Let me look.", "tool_calls": [CALL]}, "tool_calls"))
    first = client.chat.completions.create(
        model="x", messages=asked, tools=[WEATHER], tool_choice="auto", parallel_tool_calls=False
    )
    assert first.choices[0].message.tool_calls
    assert first.choices[0].message.tool_calls[0].to_dict() == CALL
    assert words(served.daybook) == []
    server.fail_with(200, completion({"content": "No coat: 25 degrees."}, "stop"))
    result: ChatCompletionMessageParam = {"role": "tool", "tool_call_id": "call_1", "content": "25 degrees"}
    called: Any = {"role": "assistant", "content": "Let me look.", "tool_calls": [CALL]}

    client.chat.completions.create(model="x", messages=[*asked, called, result], tools=[WEATHER])

    assert server.requests[0]["tools"] == [WEATHER]
    assert (server.requests[0]["tool_choice"], server.requests[0]["parallel_tool_calls"]) == ("auto", False)
    assert server.requests[1]["messages"][1:] == [called, result]
    assert words(served.daybook) == [("Shall I take a coat to Rome?", "No coat: 25 degrees.")]


def test_pictures_pass_through_with_memory_before_them(
    client: openai.OpenAI, server: ScriptedServer, served: Served
) -> None:
    server.reply("Noted.")
    client.chat.completions.create(model="x", messages=say(PEANUTS))
    server.reply("That has peanuts in it.")
    parts: Any = [
        {"type": "text", "text": "Can I eat this for dinner?"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}},
    ]

    client.chat.completions.create(model="x", messages=[{"role": "user", "content": parts}])

    block, *rest = server.requests[-1]["messages"][0]["content"]
    assert rest == parts
    assert PEANUTS in block["text"]
    assert words(served.daybook)[-1][0] == "Can I eat this for dinner?\n[image_url]"


def test_a_conversation_goes_on_in_its_session_and_a_retry_is_kept_once(
    client: openai.OpenAI, server: ScriptedServer, served: Served
) -> None:
    first: list[ChatCompletionMessageParam] = say("Yes.")
    for text in ("One.", "One again."):  # the client did not get the first, and asks once more
        server.reply(text)
        client.chat.completions.create(model="x", messages=first)
    then: list[ChatCompletionMessageParam] = [*first, {"role": "assistant", "content": "One."}, *say("Yes.")]
    server.reply("Two.")
    client.chat.completions.create(model="x", messages=then)

    assert words(served.daybook) == [("Yes.", "One."), ("Yes.", "Two.")]
    assert len({round_.session_id for round_ in rounds(served.daybook)}) == 1


def test_a_client_names_the_conversation_and_may_keep_nothing(
    client: openai.OpenAI, server: ScriptedServer, served: Served
) -> None:
    for _ in range(2):
        server.reply("Fine.")
    create = client.chat.completions.create
    create(model="x", messages=say("Two"), extra_headers={"X-Daybook-Session": "work"})
    create(model="x", messages=say("Three"), extra_headers={"X-Daybook-Keep": "no"})

    assert {round_.session_id for round_ in rounds(served.daybook)} == {"work"}


def test_a_wish_to_forget_is_not_kept_and_the_model_is_told_that_it_cannot(
    client: openai.OpenAI, server: ScriptedServer, served: Served
) -> None:
    server.reply("I cannot do that here.")

    client.chat.completions.create(model="x", messages=say("Forget my address."))

    assert words(served.daybook) == []
    assert "cannot be forgotten by saying so here" in server.requests[0]["messages"][0]["content"]


def test_the_servers_errors_come_with_their_status_and_nothing_is_kept(
    client: openai.OpenAI, server: ScriptedServer, served: Served
) -> None:
    server.fail(429, "Slow down.", code="rate_limit_exceeded", headers={"Retry-After": "7"})
    with pytest.raises(openai.RateLimitError) as busy:
        client.chat.completions.create(model="x", messages=say(DINNER))
    server.fail(400, "max_tokens is too large", param="max_tokens")
    with pytest.raises(openai.BadRequestError) as bad:
        client.chat.completions.create(model="x", messages=say(DINNER), stream=True)
    server.fail_with(503, {"detail": "loading"})
    with pytest.raises(openai.InternalServerError) as away:
        client.chat.completions.create(model="x", messages=say(DINNER))
    server.fail(401, "Incorrect API key provided: sk-upstream")
    with pytest.raises(openai.AuthenticationError) as key:
        client.chat.completions.create(model="x", messages=say(DINNER))

    assert busy.value.code == "rate_limit_exceeded"
    assert busy.value.response.headers["retry-after"] == "7"
    assert bad.value.param == "max_tokens"
    assert "loading" in str(away.value)
    assert "OPENAI_API_KEY" in str(key.value)
    assert "sk-upstream" not in str(key.value)
    assert words(served.daybook) == []


def test_a_server_that_is_away_or_breaks_off_is_an_error_of_the_gateway(
    client: openai.OpenAI, server: ScriptedServer, served: Served
) -> None:
    server.break_off()
    with pytest.raises(openai.InternalServerError) as away:
        client.chat.completions.create(model="x", messages=say(DINNER))
    assert away.value.status_code == 502
    server.break_off("Rice ")
    with pytest.raises(openai.APIError):
        list(client.chat.completions.create(model="x", messages=say(DINNER), stream=True))

    assert words(served.daybook) == []


def test_a_client_that_hangs_up_has_its_words_kept_and_the_server_stops(
    client: openai.OpenAI, server: ScriptedServer, served: Served
) -> None:
    server.reply("word " * 400, pause=0.02)

    with client.chat.completions.create(model="x", messages=say(DINNER), stream=True) as stream:
        next(iter(stream))

    assert server.hung_up.wait(PATIENCE)
    until = time.monotonic() + PATIENCE
    while not words(served.daybook) and time.monotonic() < until:
        time.sleep(0.05)
    assert words(served.daybook) == [(DINNER, "")]


def test_tokens_decide_whose_memory_it_is(server: ScriptedServer, tmp_path: Path) -> None:
    settings = {"chat_model": "small", "openai_base_url": server.url, "facts_by_model": False}
    with serving(tmp_path / "other", needs_token=True, **settings) as served:
        ada, anybody = served.token("ada"), served.token(None)
        with client_of(served, ada) as client:
            server.reply("Noted.")
            client.chat.completions.create(model="x", messages=say(PEANUTS))
            with pytest.raises(openai.PermissionDeniedError):
                client.chat.completions.create(model="x", messages=say(DINNER), user="bob")
        with client_of(served, anybody) as client:
            server.reply("Rice.")
            client.chat.completions.create(model="x", messages=say(DINNER), user="bob")
            with pytest.raises(openai.PermissionDeniedError):
                client.chat.completions.create(model="x", messages=say(DINNER))
            server.reply("Not peanuts.")
            client.chat.completions.create(model="x", messages=say(DINNER), user="ada")
        with client_of(served, "sk-wrong") as client, pytest.raises(openai.AuthenticationError):
            client.models.list()
        kept = {owner: len(rounds(served.daybook, owner)) for owner in ("ada", "bob", "me")}

    assert [PEANUTS in json.dumps(body) for body in server.requests] == [True, False, True]
    assert kept == {"ada": 2, "bob": 1, "me": 0}


def test_the_models_that_are_listed_are_the_one_that_is_configured(client: openai.OpenAI) -> None:
    assert [one.id for one in client.models.list()] == ["small"]


BAD: list[Any] = [
    b"{",
    b"[]",
    b"{}",
    b'{"messages": []}',
    b'{"messages": "hello"}',
    b'{"messages": [1]}',
    b'{"messages": [{"role": "user"}]}',
    b'{"messages": [{"role": "user", "content": [1]}]}',
    b'{"messages": [{"role": 1, "content": "x"}]}',
    b'{"messages": [{"role": "user", "content": "x"}], "temperature": NaN}',
    b'{"messages": [{"role": "user", "content": "\\ud800"}]}',
    b'{"messages": [{"role": "user", "content": "x"}], "x": ' + b"[" * 5_000 + b"]" * 5_000 + b"}",
    b"\xff\xfe",
]


def test_a_malformed_request_is_refused_as_openai_refuses_it(served: Served) -> None:
    headers = {"Content-Type": "application/json"}
    for body in BAD:
        reply = httpx.post(f"{served.url}/v1/chat/completions", content=body, headers=headers, timeout=60)

        assert reply.status_code == 400, body[:80]
        error = reply.json()["error"]
        assert (error["type"], error["param"], error["code"]) == ("invalid_request_error", None, None)
        assert error["message"]
