import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable
from pydantic import Field

from daybook.conversation.errors import BadSettings, DeadlineExceeded, ModelError, ModelUnavailable
from daybook.models.llm import Finish, LangChainChat, Message, ModelReply, ModelRequest, ReplyShape, Tool
from daybook.models.llm.langchain_chat import translate

SHAPE = ReplyShape(
    "greeting", {"type": "object", "properties": {"hello": {"type": "string"}}, "required": ["hello"]}
)
HELLO = ModelRequest((Message("system", "Be kind."), Message("user", "Hello?")))


class Heard(BaseChatModel):
    """Keeps what it is told, and fails or dawdles where it is to."""

    heard: list[BaseMessage] = Field(default_factory=list)
    fails: bool = False
    seconds: float = 0.0
    max_tokens: int | None = None
    temperature: float | None = 0.0
    limits: list[int | None] = Field(default_factory=list)
    refused: str = ""
    """The part it refuses with a status of 400: "temperature", or a "schema" put to it as a tool."""
    tools: list[Any] = Field(default_factory=list)

    @property
    def _llm_type(self) -> str:
        return "heard"

    def _generate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        raise NotImplementedError

    async def _agenerate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        self.heard.extend(messages)
        self.limits.append(self.max_tokens)
        if self.refused == "temperature" and self.temperature is not None:
            raise Refused("temperature is not supported by this model")
        if self.refused == "schema" and kwargs.get("tools"):
            raise Refused("this model takes no tools")
        await asyncio.sleep(self.seconds)
        if self.fails:
            raise ConnectionError("no line")
        reply = AIMessage(
            "Hello.",
            usage_metadata={"input_tokens": 9, "output_tokens": 2, "total_tokens": 11},
            response_metadata={"finish_reason": "length"},
        )
        if kwargs.get("tools"):
            reply.content = ""
            reply.tool_calls = [{"name": "greeting", "args": {"hello": "you"}, "id": "1"}]
        return ChatResult(generations=[ChatGeneration(message=reply)])

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> Runnable[LanguageModelInput, AIMessage]:
        self.tools.extend(tools)
        return self.bind(tools=list(tools))


class Refused(Exception):
    status_code = 400


async def test_messages_usage_and_finish_are_carried_over() -> None:
    model = Heard()

    reply = await LangChainChat(model, "small").complete(HELLO)

    assert [type(message) for message in model.heard] == [SystemMessage, HumanMessage]
    assert reply == ModelReply("Hello.", 9, 2, Finish.LENGTH)


async def test_a_reply_is_streamed_where_it_is_wanted_piece_by_piece() -> None:
    def script() -> Iterator[AIMessage]:
        yield AIMessage("Hello to you")

    pieces: list[str] = []

    reply = await LangChainChat(GenericFakeChatModel(messages=script())).complete(
        HELLO, on_text=pieces.append
    )

    assert len(pieces) > 1
    assert "".join(pieces) == reply.text == "Hello to you"


async def test_a_call_ends_at_its_deadline() -> None:
    with pytest.raises(DeadlineExceeded):
        await LangChainChat(Heard(seconds=5), "small", deadline=0.05).complete(HELLO)


async def test_a_schema_is_put_to_a_model_that_takes_one_and_its_reply_is_text() -> None:
    model = Heard()

    reply = await LangChainChat(model).complete(replace(HELLO, shape=SHAPE))

    assert json.loads(reply.text) == {"hello": "you"}
    assert (reply.input_tokens, reply.output_tokens) == (9, 2)
    assert model.tools[0]["title"] == "greeting"


async def test_a_model_that_refuses_schemas_is_asked_by_the_prompt_from_then_on() -> None:
    model = Heard(refused="schema")
    chat = LangChainChat(model)

    replies = [await chat.complete(replace(HELLO, shape=SHAPE)) for _ in range(2)]

    assert [reply.text for reply in replies] == ["Hello.", "Hello."]
    assert (chat.takes_schema, len(model.limits)) == (False, 3)


async def test_a_refused_temperature_is_left_out_from_then_on() -> None:
    chat = LangChainChat(Heard(refused="temperature"))

    await chat.complete(HELLO)
    await chat.complete(HELLO)

    assert len(chat.model.limits) == 3  # type: ignore[attr-defined]


@pytest.mark.parametrize(("own", "given"), [(None, 70), (40, 40), (900, 70)])
async def test_the_limit_of_a_reply_is_obeyed_and_a_lower_one_of_the_models_own(
    own: int | None, given: int
) -> None:
    model = Heard(max_tokens=own)

    await LangChainChat(model, spare_tokens=20).complete(replace(HELLO, max_output_tokens=50))

    assert (model.limits, model.max_tokens) == ([given], own)


async def test_calls_under_way_at_once_are_bounded() -> None:
    chat = LangChainChat(Heard(seconds=0.1), concurrency=2)
    began = asyncio.get_running_loop().time()

    await asyncio.gather(*(chat.complete(HELLO) for _ in range(4)))

    assert asyncio.get_running_loop().time() - began >= 0.2


class WithStatus(Exception):
    def __init__(self, status: int) -> None:
        super().__init__("sk-secret was sent")
        self.status_code = status


@pytest.mark.parametrize(
    ("error", "expected", "words"),
    [
        (WithStatus(401), BadSettings, "DAYBOOK_CHAT_MODEL: the key for small is missing or not accepted"),
        (WithStatus(403), BadSettings, "the key does not let small be used"),
        (WithStatus(404), BadSettings, "there is no model small"),
        (TypeError("Could not resolve authentication method"), BadSettings, "the key for small"),
        (WithStatus(429), ModelUnavailable, "WithStatus"),
        (WithStatus(529), ModelUnavailable, "WithStatus"),
        (ConnectionError("no line"), ModelUnavailable, "no line"),
        (WithStatus(400), ModelError, "WithStatus"),
        (RuntimeError("it broke"), ModelError, "RuntimeError: it broke"),
    ],
)
def test_what_the_integrations_raise_is_told_apart(
    error: Exception, expected: type[Exception], words: str
) -> None:
    translated = translate(error, "small", "DAYBOOK_CHAT_MODEL")

    assert type(translated) is expected
    assert words in str(translated)
    assert "key" not in words or "sk-secret" not in str(translated)


async def test_a_tool_may_be_called_and_a_model_without_tools_is_asked_without_from_then_on() -> None:
    greeting = Tool("greeting", "Greets somebody.", "hello")
    calls, refuses = Heard(), Heard(refused="schema")

    called = await LangChainChat(calls).complete(replace(HELLO, tool=greeting))
    chat = LangChainChat(refuses)
    replied = await chat.complete(replace(HELLO, tool=greeting))

    assert (called.text, called.called_with) == ("", "you")
    assert (replied.text, replied.called_with, chat.takes_tools) == ("Hello.", "", False)
