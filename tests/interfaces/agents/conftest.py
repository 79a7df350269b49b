"""The small memory of the graph tests, and agents that have it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from langchain_core.runnables import RunnableConfig

from daybook import Daybook
from daybook.conversation import Round
from tests.graph.conftest import daybook
from tests.interfaces.agents.scripted_model import ScriptedModel

__all__ = ["daybook"]
ADA: RunnableConfig = {"configurable": {"owner": "ada", "thread_id": "talk"}}


def say(text: str) -> Any:
    """The input of an agent."""
    return {"messages": [{"role": "user", "content": text}]}


def kept(daybook: Daybook, session_id: str = "talk", owner: str = "ada") -> list[Round]:
    """The rounds of a session; none where there is no such session."""
    there = {session.session_id for session in daybook.sessions(owner=owner)}
    return daybook.rounds(owner=owner, session_id=session_id) if session_id in there else []


def words(rounds: list[Round]) -> list[tuple[str, str]]:
    """What the user and the assistant say in rounds."""
    return [
        (round_.user.content if round_.user else "", round_.assistant.content if round_.assistant else "")
        for round_ in rounds
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


@pytest.fixture
def model() -> Iterator[ScriptedModel]:
    """A model whose script the test writes; at its end nothing of it is left."""
    scripted = ScriptedModel()
    yield scripted
    assert [line for line in scripted.script if not callable(line)] == []
