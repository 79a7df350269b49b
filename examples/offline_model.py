"""A chat model that needs no key: it says what memory put before it, or calls the first tool that it has.

Only these examples use it. Put a real one in its place: `create_agent("openai:gpt-5.5", …)`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool


class OfflineModel(BaseChatModel):
    """Answers a question from the block "memory:", else by its first tool; notes everything else."""

    @property
    def _llm_type(self) -> str:
        return "offline"

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> Runnable[Any, AIMessage]:
        """Offer tools."""
        names = [tool.name for tool in tools if isinstance(tool, BaseTool)]
        arguments = [next(iter(tool.args)) for tool in tools if isinstance(tool, BaseTool)]
        schemas = [convert_to_openai_tool(tool) for tool in tools]
        return self.bind(tools=schemas, first=(names[0], arguments[0]) if names else None)

    def _generate(
        self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **given: Any
    ) -> ChatResult:
        return ChatResult(generations=[ChatGeneration(message=_reply(messages[-1], given.get("first")))])


def _reply(message: BaseMessage, first: tuple[str, str] | None) -> AIMessage:
    if message.type == "tool":
        return AIMessage(_answer_in(message.text))
    block, _, said = message.text.rpartition("\nmessage:\n")
    if not said.endswith("?"):
        return AIMessage("Noted.")
    if block:
        lines = json.loads(block.removeprefix("memory: ").rpartition("\nnow: ")[0])
        if known := [line.get("user") or line["fact"] for line in lines]:
            return AIMessage("I know: " + " / ".join(known))
    if first is None:
        return AIMessage("I do not know.")
    name, argument = first
    return AIMessage(
        "", tool_calls=[{"name": name, "args": {argument: said}, "id": "call", "type": "tool_call"}]
    )


def _answer_in(content: str) -> str:
    """Take the answer out of what `recall` gives, and anything else as it is."""
    try:
        return str(json.loads(content.partition("\n")[2])["answer"])
    except (ValueError, KeyError, TypeError):
        return content
