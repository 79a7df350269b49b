"""Agents as people build them keep their memory in ours: LangMem's tools, Deep Agents, plain nodes."""

import json
import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from deepagents import create_deep_agent
from deepagents.backends import StoreBackend
from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import ToolMessage
from langchain_core.runnables import RunnableConfig
from langgraph.store.base import BaseStore
from langgraph.warnings import LangGraphDeprecatedSinceV10

from daybook import Daybook, DaybookStore
from tests.interfaces.agents.conftest import say
from tests.interfaces.agents.scripted_model import ScriptedModel, calls
from tests.interfaces.langgraph_store.conftest import Clock
from tests.store.bag_of_words import BagOfWords

with warnings.catch_warnings():
    # trustcall, which LangMem needs, imports a name of LangGraph from where it was before.
    warnings.simplefilter("ignore", LangGraphDeprecatedSinceV10)
    from langmem import create_manage_memory_tool, create_search_memory_tool

HERE = Path(__file__).parent


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
    create = ScriptedModel.of(calls("manage_memory", content="Ada takes tea without milk"), "Noted.")
    (created,) = results(langmem_agent(create, store).invoke(say("I take my tea without milk."), of("ada")))
    (kept,) = store.search(("memories", "ada"))
    assert created == f"created memory {kept.key}"
    change = ScriptedModel.of(
        calls("manage_memory", content="Ada takes tea with lemon", action="update", id=kept.key),
        calls("search_memory", query="How does she take tea?"),
        calls("manage_memory", action="delete", id=kept.key),
        calls("search_memory", query="How does she take tea?"),
        "Done.",
    )

    said = results(langmem_agent(change, store).invoke(say("With lemon."), of("ada")))

    assert said[0] == f"updated memory {kept.key}"
    assert [load["value"] for load in json.loads(said[1])] == [{"content": "Ada takes tea with lemon"}]
    assert json.loads(said[3]) == []


def test_the_files_of_a_deep_agent_are_items_that_the_next_agent_reads(memory: Daybook) -> None:
    store, path = DaybookStore(memory, owner="ada"), "/notes/tea.md"
    writer = ScriptedModel.of(
        calls("write_file", file_path=path, content="Oolong at four.\nNo milk."),
        calls("edit_file", file_path=path, old_string="four", new_string="five"),
        "Written.",
    )
    deep_agent(writer, store).invoke(say("Note it."))
    reader = ScriptedModel.of(
        calls("ls", path="/notes"), calls("read_file", file_path=path), calls("grep", pattern="milk"), "Read."
    )

    listed, read, grepped = results(deep_agent(reader, store).invoke(say("Read.")))

    assert path in listed
    assert "Oolong at five." in read
    assert path in grepped
    (item,) = store.search(("filesystem",), query="oolong")
    assert (item.key, item.value["content"]) == (path, "Oolong at five.\nNo milk.")


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
