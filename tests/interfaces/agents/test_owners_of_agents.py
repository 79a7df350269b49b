"""The owner of an agent's memory: named by the program, never by a model, and nothing crosses."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph

from daybook import Daybook, DaybookMiddleware, memory_tools
from daybook.conversation import Role, Turn
from daybook.conversation.errors import BadInput
from tests.graph.test_event_loop import refusing_to_block
from tests.interfaces.agents.conftest import BuildAgent, run_of, say, words
from tests.interfaces.agents.scripted_model import ScriptedModel, calls

OWNERS = [f"owner-{number}" for number in range(10)]


@dataclass
class Context:
    owner: str


@pytest.mark.slow
async def test_fifty_runs_of_ten_owners_at_once_cross_nothing_and_block_nothing(
    daybook: Daybook, agent: BuildAgent
) -> None:
    def reply(messages: Sequence[BaseMessage]) -> AIMessage:
        if isinstance(messages[-1], ToolMessage):
            return AIMessage(f"{messages[1].text}|{messages[-1].text}")
        return calls("search", query="What is my cat called?", limit=3)

    talking = agent(reply, tools=memory_tools(daybook), saved=True)
    for owner in OWNERS:
        told = Turn(Role.USER, f"I adopted a cat and named her Cat-of-{owner}.")
        daybook.append([told], owner=owner, session_id="cat")

    async def ask(number: int) -> str:
        owner = OWNERS[number % len(OWNERS)]
        state = await talking.ainvoke(say("What should I buy for my cat?"), run_of(owner, f"talk-{number}"))
        return str(state["messages"][-1].text)

    with refusing_to_block():
        replies = await asyncio.gather(*(ask(number) for number in range(50)))

    for number, said in enumerate(replies):
        own = OWNERS[number % len(OWNERS)]
        block, _, shown = said.partition("|")
        assert [owner for owner in OWNERS if f"Cat-of-{owner}." in block] == [own]
        assert [owner for owner in OWNERS if f"Cat-of-{owner}." in shown] == [own]
    for owner in OWNERS:
        assert daybook.stats(owner=owner).rounds == 1 + 50 / len(OWNERS)


def test_the_build_the_configuration_or_the_context_names_the_owner(
    daybook: Daybook, agent: BuildAgent
) -> None:
    looking = calls("search", query="Crumb & Sons", limit=1)
    built = agent(*[looking, "Done."] * 3, owner="ada", tools=memory_tools(daybook, "ada"))
    free = agent(tools=memory_tools(daybook), context_schema=Context)
    thread: Any = {"configurable": {"thread_id": "talk"}}

    states = [
        built.invoke(say("I sing."), thread),
        free.invoke(say("I paint."), run_of("ada")),
        free.invoke(say("I cook."), thread, context=Context("ada")),
    ]

    assert all("Crumb & Sons" in state["messages"][2].text for state in states)
    assert [text for text, _ in words(daybook)] == ["I sing.", "I paint.", "I cook."]


@pytest.mark.parametrize("is_tool", [True, False])
@pytest.mark.parametrize(
    ("built", "configured", "problem"),
    [
        ("ada", "bob", "names the owner 'bob' and what was built for memory names 'ada'"),
        (None, "", "whose memory"),
        (None, 7, "no string but int"),
    ],
)
async def test_two_owners_that_disagree_or_none_at_all_stop_the_run(
    daybook: Daybook, is_tool: bool, built: str | None, configured: Any, problem: str
) -> None:
    tools = memory_tools(daybook, built) if is_tool else ()
    middleware = () if is_tool else [DaybookMiddleware(daybook, built)]
    model = ScriptedModel.of(calls("list_facts"), "Done.")

    with pytest.raises(BadInput, match=problem):
        await create_agent(model, tools, middleware=middleware).ainvoke(say("Hello!"), run_of(configured))
    assert daybook.stats().rounds == 4


def test_agents_that_are_nodes_of_one_graph_serve_the_owner_of_the_run(
    daybook: Daybook, agent: BuildAgent, model: ScriptedModel
) -> None:
    graph = (
        StateGraph(MessagesState).add_node("assistant", agent(*["Nice."] * 4)).add_edge(START, "assistant")
    )
    app = graph.compile(checkpointer=InMemorySaver())

    said = {"ada": ["I sing.", "I cook."], "bob": ["I paint.", "My cat is Juno."]}
    for place in range(2):
        for owner, texts in said.items():
            app.invoke(say(texts[place]), run_of(owner, f"of-{owner}"))

    for owner, texts in said.items():
        assert [text for text, _ in words(daybook, f"of-{owner}", owner)] == texts
    assert "Pixel" not in repr(model.requests[3])
