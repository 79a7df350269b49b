"""Daybook called in nodes of graphs, in tools and in agents, as people build them."""

import asyncio
import operator
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any

import pytest
from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import BaseTool, tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from typing_extensions import TypedDict

from daybook import Daybook, build_chat_graph
from daybook.conversation import Role, Session, Turn
from tests.small_memory import MAY, said

QUESTION = "What is my cat called?"
THREAD: RunnableConfig = {"configurable": {"thread_id": "1"}}


class State(TypedDict, total=False):
    """An agent that shares no channel with the graphs of Daybook but `question`."""

    question: str
    heard: Annotated[list[str], operator.add]


Node = Callable[[State], Any]
Parent = CompiledStateGraph[State, None, State, State]


def sync_node(daybook: Daybook) -> Node:
    def every_call(state: State) -> State:
        owner = "ada"
        stages: list[str] = []
        answer = daybook.ask(
            state["question"], owner=owner, on_stage=lambda event: stages.append(event["stage"])
        )
        assert stages[0] == "receive"
        assert stages[-1] == "check"
        found = daybook.search(state["question"], owner=owner).candidates[0].round.session_id
        reply = daybook.chat(state["question"], owner=owner).text
        daybook.add([said("tea", 22, "My favourite tea is oolong.")], owner=owner)
        daybook.remember(owner=owner)
        return {"heard": [answer.text, found, reply]}

    return every_call


def async_node(daybook: Daybook) -> Node:
    async def every_call(state: State) -> State:
        owner = "ada"
        stages: list[str] = []
        answer = await daybook.aask(
            state["question"], owner=owner, on_stage=lambda event: stages.append(event["stage"])
        )
        assert stages[0] == "receive"
        assert stages[-1] == "check"
        found = (await daybook.asearch(state["question"], owner=owner)).candidates[0].round.session_id
        reply = (await daybook.achat(state["question"], owner=owner)).text
        await daybook.aadd([said("tea", 22, "My favourite tea is oolong.")], owner=owner)
        await daybook.aremember(owner=owner)
        return {"heard": [answer.text, found, reply]}

    return every_call


def parent_of(node: Any, *, checkpointed: bool = False) -> Parent:
    graph = StateGraph(State).add_node("memory", node).add_edge(START, "memory")
    return graph.compile(checkpointer=InMemorySaver() if checkpointed else None)


def is_full(state: Mapping[str, Any]) -> bool:
    answer, found, reply = state["heard"]
    return "Pixel" in answer and found == "cat" and "Pixel" in reply


@pytest.mark.parametrize("node", [sync_node, async_node])
async def test_every_call_works_in_a_node_of_an_asynchronous_run(
    daybook: Daybook, node: Callable[[Daybook], Node]
) -> None:
    graph = parent_of(parent_of(node(daybook)), checkpointed=True)

    assert is_full(await graph.ainvoke({"question": QUESTION, "heard": []}, THREAD))


def leaves(value: object) -> Iterator[object]:
    if isinstance(value, Mapping):
        for part in value.values():
            yield from leaves(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from leaves(part)
    else:
        yield value


def is_plain(value: object) -> bool:
    return all(isinstance(leaf, str | int | float | bool | BaseMessage | None) for leaf in leaves(value))


@pytest.mark.parametrize("mode", ["messages", ["values", "updates", "custom"]])
async def test_a_parents_stream_has_nothing_of_the_calls_in_its_nodes(daybook: Daybook, mode: Any) -> None:
    graph = parent_of(async_node(daybook), checkpointed=True)
    given: State = {"question": QUESTION, "heard": []}

    parts = [part async for part in graph.astream(given, THREAD, stream_mode=mode, subgraphs=True)]

    assert is_plain(parts)
    assert len(parts) == (3 if isinstance(mode, list) else 0)
    assert is_full((await graph.aget_state(THREAD)).values)


async def test_the_chat_graph_as_a_node_streams_plain_values_and_the_stages_of_its_recall(
    daybook: Daybook,
) -> None:
    graph = parent_of(build_chat_graph(daybook.parts, owner="ada"), checkpointed=True)
    given: State = {"question": QUESTION, "heard": []}

    parts: list[Any] = [
        part
        async for part in graph.astream(
            given, THREAD, stream_mode=["values", "updates", "custom"], subgraphs=True
        )
    ]

    assert is_plain(parts)
    stages = {part["stage"] for _, mode, part in parts if mode == "custom"}
    assert stages >= {"listen", "recall", "search_vectors", "check", "reply", "remember"}


class Scripted(BaseChatModel):
    """A chat model that calls the one tool it is given with the message it is sent, then says what came."""

    tool_name: str

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Any, **_: Any) -> Any:
        assert [one.name for one in tools] == [self.tool_name]
        return self

    def _generate(self, messages: list[BaseMessage], *_: Any, **__: Any) -> ChatResult:
        last = messages[-1]
        if isinstance(last, ToolMessage):
            reply = AIMessage(f"Memory says: {last.text}")
        else:
            call = {"name": self.tool_name, "args": {"question": last.text}, "id": "1"}
            reply = AIMessage("", tool_calls=[call])
        return ChatResult(generations=[ChatGeneration(message=reply)])


def recalls(daybook: Daybook, *, owner: str = "ada") -> list[BaseTool]:
    @tool
    def recall(question: str) -> str:
        """Ask long-term memory."""
        return daybook.ask(question, owner=owner).text

    @tool
    async def arecall(question: str) -> str:
        """Ask long-term memory."""
        return (await daybook.aask(question, owner=owner)).text

    return [recall, arecall]


@pytest.mark.parametrize("name", ["recall", "arecall"])
async def test_an_asynchronous_agent_recalls_by_a_tool_and_streams_what_it_says(
    daybook: Daybook, name: str
) -> None:
    tools = {recall.name: recall for recall in recalls(daybook)}
    agent = create_agent(Scripted(tool_name=name), [tools[name]])
    given: Any = {"messages": [HumanMessage(QUESTION)]}

    parts: list[Any] = [
        part
        async for part in agent.astream(
            given, stream_mode=["messages", "values", "updates", "custom"], subgraphs=True
        )
    ]

    assert is_plain([part for _, mode, part in parts if mode != "messages"])
    assert [part for _, mode, part in parts if mode == "custom"] == []
    spoken = [part[0] for _, mode, part in parts if mode == "messages"]
    assert [message.type for message in spoken] == ["ai", "tool", "ai"]
    assert "Pixel" in spoken[-1].text


OWNERS = {"ada": "Pixel", "bob": "Juno", "cem": "Miso"}


def of_all(daybook: Daybook) -> None:
    for owner, name in OWNERS.items():
        if owner != "ada":
            turns = (Turn(Role.USER, f"I adopted a black cat and named her {name}."),)
            daybook.add([Session("cat", MAY, turns)], owner=owner)


def for_whoever_is_configured(daybook: Daybook) -> Parent:
    async def recall(state: State, config: RunnableConfig) -> State:
        answer = await daybook.aask(state["question"], owner=config["configurable"]["owner"])
        return {"heard": [answer.text]}

    return parent_of(recall)


async def test_owners_side_by_side_in_one_loop_get_their_own(daybook: Daybook) -> None:
    await asyncio.to_thread(of_all, daybook)
    graph = for_whoever_is_configured(daybook)
    owners = [*OWNERS] * 4

    runs = await asyncio.gather(
        *(
            graph.ainvoke({"question": QUESTION, "heard": []}, {"configurable": {"owner": owner}})
            for owner in owners
        )
    )

    for owner, run in zip(owners, runs, strict=True):
        assert [name in run["heard"][0] for name in OWNERS.values()] == [one == owner for one in OWNERS]


async def test_the_owner_of_a_call_is_its_own_whatever_is_configured_around_it(daybook: Daybook) -> None:
    async def recall(state: State) -> State:
        return {"heard": [(await daybook.aask(state["question"], owner="ada")).text]}

    after = await parent_of(recall).ainvoke(
        {"question": QUESTION, "heard": []}, {"configurable": {"owner": "bob"}}
    )

    assert "Pixel" in after["heard"][0]


async def test_cancelling_the_parent_cancels_the_call(daybook: Daybook) -> None:
    began, ended = asyncio.Event(), asyncio.Event()

    def note(event: Mapping[str, Any]) -> None:
        began.set()
        if event["stage"] == "check":
            ended.set()

    async def recall(state: State) -> State:
        return {"heard": [(await daybook.aask(state["question"], owner="ada", on_stage=note)).text]}

    run = asyncio.create_task(parent_of(recall).ainvoke({"question": QUESTION, "heard": []}))
    await began.wait()
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    await asyncio.sleep(0.3)

    assert not ended.is_set()
