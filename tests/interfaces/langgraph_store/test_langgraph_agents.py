"""Agents as people build them keep their memory in ours: LangMem's tools, Deep Agents, plain nodes."""

import json
import os
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from deepagents import create_deep_agent
from deepagents.backends import StoreBackend
from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable, RunnableConfig, RunnableLambda
from langgraph.config import get_store
from langgraph.graph import END, START, StateGraph
from langgraph.store.base import BaseStore
from langgraph.warnings import LangGraphDeprecatedSinceV10
from typing_extensions import TypedDict

from daybook import Daybook, DaybookStore
from tests.interfaces.langgraph_store.conftest import Clock
from tests.store.bag_of_words import BagOfWords

with warnings.catch_warnings():
    # trustcall, which LangMem needs, imports a name of LangGraph from where it was before.
    warnings.simplefilter("ignore", LangGraphDeprecatedSinceV10)
    from langmem import create_manage_memory_tool, create_search_memory_tool

HERE = Path(__file__).parent


class Scripted(BaseChatModel):
    """Replies with its messages in their order."""

    replies: list[AIMessage]

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Sequence[Any], **_: Any) -> Runnable[Any, Any]:
        return self

    def _generate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        return ChatResult(generations=[ChatGeneration(message=self.replies.pop(0))])


def calling(name: str, **arguments: Any) -> AIMessage:
    return AIMessage("", tool_calls=[{"name": name, "args": arguments, "id": f"call-{name}"}])


@pytest.fixture
def memory(tmp_path: Path, clock: Clock) -> Iterator[Daybook]:
    with Daybook.open(tmp_path / "data", embedder=BagOfWords(), clock=clock) as daybook:
        yield daybook


def langmem_agent(model: BaseChatModel, store: BaseStore) -> Any:
    namespace = ("memories", "{langgraph_user_id}")
    tools = [create_manage_memory_tool(namespace), create_search_memory_tool(namespace)]
    return create_agent(model, tools=tools, store=store)


def deep_agent(model: BaseChatModel, store: BaseStore) -> Any:
    backend = StoreBackend(namespace=lambda _: ("filesystem",))
    return create_deep_agent(model, backend=backend, store=store)


def of(user: str) -> RunnableConfig:
    return {"configurable": {"langgraph_user_id": user}}


def results(state: Any) -> list[Any]:
    return [message.content for message in state["messages"] if isinstance(message, ToolMessage)]


def test_the_tools_of_langmem_create_find_change_and_delete(memory: Daybook) -> None:
    store = DaybookStore(memory, owner_at=1)
    asked = {"messages": [("user", "I take my tea without milk.")]}
    create = Scripted(
        replies=[calling("manage_memory", content="Ada takes tea without milk"), AIMessage("Noted.")]
    )
    (created,) = results(langmem_agent(create, store).invoke(asked, of("ada")))
    (kept,) = store.search(("memories", "ada"))
    assert created == f"created memory {kept.key}"
    change = Scripted(
        replies=[
            calling("manage_memory", content="Ada takes tea with lemon", action="update", id=kept.key),
            calling("search_memory", query="How does she take tea?"),
            calling("manage_memory", action="delete", id=kept.key),
            calling("search_memory", query="How does she take tea?"),
            AIMessage("Done."),
        ]
    )

    said = results(langmem_agent(change, store).invoke(asked, of("ada")))

    assert said[0] == f"updated memory {kept.key}"
    assert [load["value"] for load in json.loads(said[1])] == [{"content": "Ada takes tea with lemon"}]
    assert json.loads(said[3]) == []


async def test_the_tools_of_langmem_keep_owners_apart_in_an_asynchronous_agent(memory: Daybook) -> None:
    store = DaybookStore(memory, owner_at=1)
    for owner in ("ada", "bob"):
        model = Scripted(
            replies=[calling("manage_memory", content=f"{owner} likes tea"), AIMessage("Noted.")]
        )
        await langmem_agent(model, store).ainvoke({"messages": [("user", "I like tea.")]}, of(owner))
    search = Scripted(replies=[calling("search_memory", query="likes tea"), AIMessage("You do.")])

    state = await langmem_agent(search, store).ainvoke({"messages": [("user", "Do I?")]}, of("bob"))

    (found,) = (json.loads(said) for said in results(state))
    assert [hit["value"]["content"] for hit in found] == ["bob likes tea"]
    assert memory.stats(owner="ada").items == 1


class State(TypedDict, total=False):
    found: list[str]


def sync_node(state: State) -> State:
    store = get_store()
    store.put(("notes",), "tea", {"text": "green tea"})
    return {"found": [item.key for item in store.search(("notes",), query="tea")]}


async def async_node(state: State) -> State:
    store = get_store()
    await store.aput(("notes",), "tea", {"text": "green tea"})
    return {"found": [item.key for item in await store.asearch(("notes",), query="tea")]}


async def blocking_in_async_node(state: State) -> State:
    return sync_node(state)


@pytest.mark.parametrize("node", [sync_node, async_node, blocking_in_async_node])
async def test_a_node_reaches_the_store_of_its_graph(memory: Daybook, node: Callable[[State], Any]) -> None:
    graph = StateGraph(State)
    graph.add_node("keep", RunnableLambda(node))
    graph.add_edge(START, "keep")
    graph.add_edge("keep", END)
    compiled = graph.compile(store=DaybookStore(memory, owner="ada"))

    assert (await compiled.ainvoke({}))["found"] == ["tea"]
    if node is sync_node:
        assert compiled.invoke({})["found"] == ["tea"]


def test_the_files_of_a_deep_agent_are_items_that_the_next_agent_reads(memory: Daybook) -> None:
    store = DaybookStore(memory, owner="ada")
    writer = Scripted(
        replies=[
            calling("write_file", file_path="/notes/tea.md", content="Oolong at four.\nNo milk."),
            calling("edit_file", file_path="/notes/tea.md", old_string="four", new_string="five"),
            AIMessage("Written."),
        ]
    )
    deep_agent(writer, store).invoke({"messages": [("user", "Note it.")]})
    reader = Scripted(
        replies=[
            calling("ls", path="/notes"),
            calling("read_file", file_path="/notes/tea.md"),
            calling("grep", pattern="milk"),
            AIMessage("Read."),
        ]
    )

    state = deep_agent(reader, store).invoke({"messages": [("user", "Read.")]})

    listed, read, grepped = results(state)
    assert "/notes/tea.md" in listed
    assert "Oolong at five." in read
    assert "/notes/tea.md" in grepped
    (item,) = store.search(("filesystem",), query="oolong")
    assert (item.key, item.value["content"]) == ("/notes/tea.md", "Oolong at five.\nNo milk.")


def test_a_deep_agent_lists_every_file_however_many_pages_that_takes(memory: Daybook) -> None:
    store = DaybookStore(memory, owner="ada")
    backend = StoreBackend(namespace=lambda _: ("filesystem",), store=store)
    paths = {f"/notes/{number:03}.md" for number in range(230)}

    uploaded = backend.upload_files([(path, b"tea") for path in sorted(paths)])

    assert all(one.error is None for one in uploaded)
    assert {entry["path"] for entry in backend.ls("/notes").entries or ()} == paths


@pytest.mark.slow
def test_another_process_puts_and_finds_in_the_same_memory(memory: Daybook) -> None:
    store = DaybookStore(memory, owner="ada")
    store.put(("notes",), "here", {"text": "tea from here"})
    environment = {**os.environ, "PYTHONPATH": str(HERE.parents[2])}
    command = [sys.executable, str(HERE / "store_child.py"), str(memory.parts.settings.data_dir)]

    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)

    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == ["here", "there"]
    assert {item.key for item in store.search(("notes",), query="tea")} == {"there", "here"}
    assert store.get(("notes",), "passing") is None
