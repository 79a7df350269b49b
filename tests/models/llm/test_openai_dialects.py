import asyncio

from daybook.models.llm import Message, ModelRequest, ReplyShape
from daybook.models.llm.openai_chat import OPENAI_URL, OpenAIChat, OpenAIServer
from daybook.models.llm.openai_dialect import Dialect
from daybook.models.llm.openai_refusals import Fault
from tests.scripted_server import ScriptedServer

KINDS = ModelRequest(
    (Message("system", "Sort it."), Message("user", "Hello?")), ReplyShape("kinds", {"type": "object"})
)


async def test_a_server_without_json_mode_gets_the_prompt_alone(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    server.fail(400, "response_format json_schema is not supported")
    server.fail_with(400, {"error": "'response_format.type' must be 'json_schema' or 'text'"})
    server.reply("{}")

    await chat.complete(KINDS)

    assert "response_format" not in server.requests[-1]


async def test_a_model_without_a_system_role_gets_the_instructions_with_the_first_message(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    server.fail(400, "System role not supported")
    server.reply("{}")

    await chat.complete(KINDS)

    assert server.requests[1]["messages"] == [{"role": "user", "content": "Sort it.\n\nHello?"}]


async def test_a_server_may_refuse_one_thing_after_another(server: ScriptedServer, chat: OpenAIChat) -> None:
    server.fail(400, "json_schema is not supported")
    server.fail(400, "temperature is not supported")
    server.fail(400, "max_tokens is not supported, use max_completion_tokens")
    server.reply("{}")

    await chat.complete(KINDS)

    last = server.requests[3]
    assert last["response_format"] == {"type": "json_object"}
    assert ("temperature" in last, "max_completion_tokens" in last) == (False, True)


async def test_calls_side_by_side_learn_from_one_another(server: ScriptedServer, chat: OpenAIChat) -> None:
    for _ in range(2):
        server.fail(400, "json_schema is not supported", when='"json_schema"')
        server.reply("{}", when='"json_object"')

    await asyncio.gather(chat.complete(KINDS), chat.complete(KINDS))

    assert len(server.requests) == 4


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

    assert chat.server.url == OPENAI_URL
    assert chat.dialect.limits[0] == "max_completion_tokens"


def after(dialect: Dialect, complaint: str) -> Dialect | None:
    body = dialect.body(KINDS, model="small", reply_tokens=100, temperature=0.0)
    return dialect.after(Fault(400, complaint, {}), KINDS, body)


def test_a_complaint_about_something_else_changes_nothing() -> None:
    assert after(Dialect(), "The content of the messages is against our rules.") is None


def test_what_was_not_sent_is_not_blamed() -> None:
    assert after(Dialect(refused=frozenset({"temperature"})), "temperature is not supported") is None


def test_a_server_that_refuses_both_names_of_the_limit_is_not_asked_for_ever() -> None:
    newer = after(Dialect(), "max_tokens is not supported")

    assert newer is not None
    assert newer.limits[0] == "max_completion_tokens"
    assert after(newer, "max_completion_tokens is not supported") is None
