"""The small memory of the graph tests, and agents that have it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver

from daybook import Daybook, DaybookMiddleware
from daybook.conversation import Round
from daybook.retrieve.relevance import FLOOR
from tests.graph.conftest import daybook
from tests.interfaces.agents.scripted_model import ScriptedModel

__all__ = ["daybook"]
ADA: RunnableConfig = {"configurable": {"owner": "ada", "thread_id": "talk"}}
BuildAgent = Callable[..., Any]


def run_of(owner: Any, thread: str = "talk") -> Any:
    return {"configurable": {"owner": owner, "thread_id": thread}}


def say(text: str) -> Any:
    """The input of an agent."""
    return {"messages": [{"role": "user", "content": text}]}


def kept(daybook: Daybook, session_id: str = "talk", owner: str = "ada") -> list[Round]:
    """The rounds of a session; none where there is no such session."""
    there = {session.session_id for session in daybook.sessions(owner=owner)}
    return daybook.rounds(owner=owner, session_id=session_id) if session_id in there else []


def words(daybook: Daybook, session_id: str = "talk", owner: str = "ada") -> list[tuple[str, str]]:
    """The user's and the assistant's texts in the rounds of a session."""
    return [
        (round_.user.content if round_.user else "", round_.assistant.content if round_.assistant else "")
        for round_ in kept(daybook, session_id, owner)
    ]


@contextmanager
def counted_lookups(daybook: Daybook, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The messages that memory is looked up for."""
    looked_up: list[str] = []
    look_up = daybook.acontext_for

    async def count(message: str, **given: Any) -> Any:
        looked_up.append(message)
        return await look_up(message, **given)

    with monkeypatch.context() as patch:
        patch.setattr(daybook, "acontext_for", count)
        yield looked_up


@pytest.fixture(autouse=True)
def _floor_of_the_bundled_model(_alone: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daybook.retrieve.relevance.FLOOR", FLOOR)


@tool
def weather(city: str) -> str:
    """Tell the weather."""
    return f"It rains in {city}."


@pytest.fixture
def model() -> Iterator[ScriptedModel]:
    """A model whose script the test writes; at its end nothing of it is left."""
    scripted = ScriptedModel()
    yield scripted
    assert [line for line in scripted.script if not callable(line)] == []


@pytest.fixture
def agent(daybook: Daybook, model: ScriptedModel) -> BuildAgent:
    """Makes an agent that has the memory, and whose model says the script."""

    def build(
        *script: Any,
        owner: str | None = None,
        tools: Sequence[Any] = (weather,),
        beside: Sequence[Any] = (),
        keep: bool = True,
        saved: bool = False,
        **given: Any,
    ) -> Any:
        model.script += script
        middleware = [DaybookMiddleware(daybook, owner, keep=keep), *beside]
        saver = InMemorySaver() if saved else None
        return create_agent(model, list(tools), middleware=middleware, checkpointer=saver, **given)

    return build
