"""Memory as tools of LangChain, for any agent whose model calls tools."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

from langchain_core.messages import BaseMessage, ToolMessage
from langchain_core.tools import BaseTool, InjectedToolArg, StructuredTool, ToolException
from langgraph.prebuilt import ToolRuntime
from pydantic import BaseModel, ValidationError

from daybook.errors import BadInput, BadSettings, DaybookError, EmbedderMismatch, UserError
from daybook.graph.event_loop import run
from daybook.interfaces.langchain import tool_arguments as arguments
from daybook.interfaces.langchain import tool_contents as contents
from daybook.interfaces.langchain.exchanges import is_users
from daybook.interfaces.langchain.runs import owner_of_run, session_of_run
from daybook.interfaces.operations import correct, forget, list_facts, recall, remember, search
from daybook.library.daybook import Daybook
from daybook.store import ByPhrase, ByRecord, ByRound, Selector

_LOG = logging.getLogger("daybook")

_Runtime: TypeAlias = Annotated[ToolRuntime[Any, Any] | None, InjectedToolArg]
_Answer: TypeAlias = tuple[str, BaseModel]


class MemoryTool(StructuredTool):
    """A tool of `memory_tools`. What the model reads is its content; the whole result is its artifact."""


@dataclass(frozen=True, slots=True)
class _Called:
    """A call of a tool: on which memory, for whom, in which conversation."""

    daybook: Daybook
    owner: str
    session_id: str | None
    messages: Sequence[BaseMessage]
    """Of the agent until now; empty where none runs."""


def memory_tools(daybook: Daybook, owner: str | None = None) -> list[BaseTool]:
    """Make the tools by which a model searches memory, keeps what the user says, corrects and forgets.

    They are `search_memory`, `ask_memory`, `remember`, `list_facts`, `correct_fact` and `forget_memory`;
    leave out what your agent is not to have. Whose memory it is, the model neither says nor sees. A thread's
    id names the session of what is kept. Of a call, `content` is for the model and `artifact` the whole
    result, as `daybook.interfaces.operations` gives it; a mistake of the model is a message to it.

    `forget_memory` shows first what would go, and takes the confirmation only after the user's next message.

    Args:
        daybook: the memory; it has to stay open as long as the tools are used.
        owner: whose memory; by default each run names its own, `{"configurable": {"owner": "ada"}}`.
    """
    return [
        _tool(daybook, owner, arguments.SEARCH, arguments.SearchArguments, _search),
        _tool(daybook, owner, arguments.ASK, arguments.AskArguments, _ask),
        _tool(daybook, owner, arguments.REMEMBER, arguments.RememberArguments, _remember),
        _tool(daybook, owner, arguments.LIST, arguments.ListArguments, _list),
        _tool(daybook, owner, arguments.CORRECT, arguments.CorrectArguments, _correct),
        _tool(daybook, owner, arguments.FORGET, arguments.ForgetArguments, _forget),
    ]


def _tool(
    daybook: Daybook,
    owner: str | None,
    name: str,
    schema: type[BaseModel],
    answer: Callable[..., Awaitable[_Answer]],
) -> BaseTool:
    async def acall(runtime: _Runtime = None, **given: Any) -> tuple[str, dict[str, Any]]:
        context, default = runtime.context if runtime else None, daybook.parts.default_owner
        whose = owner_of_run(owner, context, default=default)
        called = _Called(daybook, whose, session_of_run(), _messages_of(runtime))
        try:
            content, result = await answer(called, **given)
        except (BadSettings, EmbedderMismatch):
            raise
        except DaybookError as error:
            if not isinstance(error, UserError):
                _LOG.warning("the tool %s failed: %s", name, error)
            raise ToolException(str(error)) from error
        return content, result.model_dump(mode="json")

    def call(runtime: _Runtime = None, **given: Any) -> tuple[str, dict[str, Any]]:
        return run(acall(runtime, **given))

    return MemoryTool.from_function(
        call,
        acall,
        name=name,
        description=" ".join((schema.__doc__ or "").split()),
        args_schema=schema,
        response_format="content_and_artifact",
        handle_tool_error=True,
        handle_validation_error=_misfit,
    )


def _messages_of(runtime: ToolRuntime[Any, Any] | None) -> Sequence[BaseMessage]:
    state = runtime.state if runtime else None
    return state.get("messages", ()) if isinstance(state, dict) else getattr(state, "messages", ())


def _misfit(error: Any) -> str:
    """Tell a model which argument does not fit, without repeating what it said."""
    if not isinstance(error, ValidationError):
        return "the arguments do not fit"
    faults = [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors(include_input=False)]
    return f"the arguments do not fit: {'; '.join(faults)}"


async def _search(called: _Called, query: str, limit: int) -> _Answer:
    found = await search(called.daybook, called.owner, query, limit=limit)
    return contents.found_rounds(found), found


async def _ask(called: _Called, question: str) -> _Answer:
    answer = await recall(called.daybook, called.owner, question)
    return contents.recalled_answer(answer), answer


async def _remember(called: _Called, user_said: str) -> _Answer:
    kept = await remember(called.daybook, called.owner, user_said, session_id=called.session_id)
    return contents.kept_round(kept), kept


async def _list(called: _Called, about: str, history: bool) -> _Answer:
    facts = await list_facts(called.daybook, called.owner, about, history=history)
    return contents.listed_facts(facts), facts


async def _correct(called: _Called, record_id: str, value: str) -> _Answer:
    corrected = await correct(called.daybook, called.owner, record_id, value)
    return contents.corrected_fact(corrected), corrected


async def _forget(called: _Called, record_id: str, round_id: str, phrase: str, confirmation: str) -> _Answer:
    named: list[Selector] = [
        *([ByRecord(record_id)] if record_id else []),
        *([ByRound(round_id)] if round_id else []),
        *([ByPhrase(phrase)] if phrase else []),
    ]
    if len(named) != 1:
        raise BadInput("name exactly one of record_id, round_id and phrase", source=arguments.FORGET)
    if confirmation and called.messages and not _user_has_seen(called.messages, confirmation):
        raise BadInput(
            "show the user first what would go and ask: a confirmation counts after their next message",
            source="confirmation",
        )
    result = await forget(called.daybook, called.owner, named[0], confirmation=confirmation or None)
    return contents.forgotten(result), result


def _user_has_seen(messages: Sequence[BaseMessage], confirmation: str) -> bool:
    """Whether the user said anything after the proposal that gave a confirmation."""
    shown = False
    for message in messages:
        if isinstance(message, ToolMessage) and message.name == arguments.FORGET:
            shown = shown or confirmation in message.text
        elif shown and is_users(message):
            return True
    return False
