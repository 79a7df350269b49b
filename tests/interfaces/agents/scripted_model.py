"""A chat model of LangChain that says what a test has written, and keeps what it was asked."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import Field

Line = str | AIMessage | Exception | Callable[[Sequence[BaseMessage]], AIMessage]


class ScriptedModel(BaseChatModel):
    """Replies in the order of the script; an error in it is raised, and a function gets the messages."""

    script: list[Any] = Field(default_factory=list)
    requests: list[list[BaseMessage]] = Field(default_factory=list)
    offered: list[list[str]] = Field(default_factory=list)
    """The names of the tools that came with each request."""

    @classmethod
    def of(cls, *script: Line) -> ScriptedModel:
        return cls(script=list(script))

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> Runnable[Any, AIMessage]:
        return self.bind(tools=[convert_to_openai_tool(tool) for tool in tools])

    def _generate(
        self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **kwargs: Any
    ) -> ChatResult:
        return ChatResult(generations=[ChatGeneration(message=self._next(messages, kwargs))])

    def _stream(
        self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **kwargs: Any
    ) -> Iterator[ChatGenerationChunk]:
        said = self._next(messages, kwargs)
        if said.tool_calls:
            calls = [
                {"name": call["name"], "args": json.dumps(call["args"]), "id": call["id"], "index": place}
                for place, call in enumerate(said.tool_calls)
            ]
            yield ChatGenerationChunk(message=AIMessageChunk(content="", tool_call_chunks=calls))
        for piece in said.text.split(" "):
            yield ChatGenerationChunk(message=AIMessageChunk(content=f"{piece} "))

    def _next(self, messages: list[BaseMessage], given: dict[str, Any]) -> AIMessage:
        self.requests.append(list(messages))
        self.offered.append([tool["function"]["name"] for tool in given.get("tools", ())])
        assert self.script, "this call is not in the script"
        line: Line = self.script[0]
        if not isinstance(line, str | AIMessage | Exception):
            return line(messages)
        self.script.pop(0)
        if isinstance(line, Exception):
            raise line
        return AIMessage(line) if isinstance(line, str) else line


def calls(name: str, call_id: str = "call-1", **arguments: Any) -> AIMessage:
    """A message that calls one tool."""
    return AIMessage("", tool_calls=[{"name": name, "args": arguments, "id": call_id, "type": "tool_call"}])
