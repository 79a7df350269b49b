import asyncio
import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from daybook.interfaces import langgraph_server

ROOT = Path(__file__).parents[2]
GRAPHS = json.loads((ROOT / "langgraph.json").read_text())["graphs"]


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("DAYBOOK_DATA_DIR", str(tmp_path))
    langgraph_server._opened.cache_clear()
    yield
    langgraph_server._opened().store.close()
    langgraph_server._opened.cache_clear()


@pytest.mark.parametrize("name", ["recall", "chat"])
@pytest.mark.usefixtures("memory")
async def test_the_graphs_that_a_server_is_told_of_are_made_from_the_environment(name: str) -> None:
    module, _, function = GRAPHS[name].partition(":")

    graph = await getattr(import_module(module), function)()

    assert graph.get_name() == name


@pytest.mark.usefixtures("memory")
async def test_first_runs_that_come_side_by_side_share_one_memory() -> None:
    chat, *recalls = await asyncio.gather(
        langgraph_server.chat_graph(), *(langgraph_server.recall_graph() for _ in range(4))
    )

    await chat.ainvoke({"question": "My bicycle is called Rocket."})
    answers = await asyncio.gather(
        *(graph.ainvoke({"question": "What is my bicycle called?"}) for graph in recalls)
    )

    assert all("Rocket" in answer["answer"] for answer in answers)


async def test_an_agent_beside_the_graphs_shares_their_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, memory: None
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    agent = await import_module("agent_on_a_server").agent()
    chat = await langgraph_server.chat_graph()

    await chat.ainvoke({"question": "I feed my cat tuna."})
    state = await agent.ainvoke({"messages": [{"role": "user", "content": "What do I feed my cat?"}]})

    assert "tuna" in state["messages"][-1].text
