from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from langchain_core.language_models import BaseChatModel
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import Field

from daybook.errors import DeadlineExceeded, ModelError
from daybook.llm import ChatRequest, Finish, LangChainChat, Message, ModelReply

HELLO = ChatRequest((Message("system", "Be kind."), Message("user", "Hello?")))


class Heard(BaseChatModel):
    """Keeps what it is told, and fails or dawdles where it is to."""

    heard: list[BaseMessage] = Field(default_factory=list)
    fails: bool = False
    seconds: float = 0.0

    @property
    def _llm_type(self) -> str:
        return "heard"

    def _generate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        raise NotImplementedError

    async def _agenerate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        self.heard.extend(messages)
        await asyncio.sleep(self.seconds)
        if self.fails:
            raise ConnectionError("no line")
        reply = AIMessage(
            "Hello.",
            usage_metadata={"input_tokens": 9, "output_tokens": 2, "total_tokens": 11},
            response_metadata={"finish_reason": "length"},
        )
        return ChatResult(generations=[ChatGeneration(message=reply)])


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


async def test_any_failure_of_the_vendors_is_a_model_error() -> None:
    with pytest.raises(ModelError, match="model 'small' failed: ConnectionError: no line"):
        await LangChainChat(Heard(fails=True), "small").complete(HELLO)


async def test_a_failure_that_was_not_announced_passes_through() -> None:
    chat = LangChainChat(Heard(fails=True), "small", failures=(TimeoutError,))

    with pytest.raises(ConnectionError):
        await chat.complete(HELLO)


async def test_a_call_ends_at_its_deadline() -> None:
    with pytest.raises(DeadlineExceeded):
        await LangChainChat(Heard(seconds=5), "small", deadline=0.05).complete(HELLO)
