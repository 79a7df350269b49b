"""Whose memory an agent has: named by the program, never by a model, and nothing crosses."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, MessagesState, StateGraph

from daybook import Daybook, DaybookMiddleware, memory_tools
from daybook.conversation.errors import BadInput
from tests.graph.test_event_loop import refusing_to_block
from tests.interfaces.agents.conftest import kept, say, words
from tests.interfaces.agents.scripted_model import ScriptedModel, calls

OWNERS = [f"owner-{number}" for number in range(10)]


@dataclass
class Context:
    owner: str


def run_of(owner: str, thread: str = "talk") -> Any:
    return {"configurable": {"owner": owner, "thread_id": thread}}


@pytest.mark.slow
async def test_fifty_runs_of_ten_owners_at_once_cross_nothing_and_block_nothing(daybook: Daybook) -> None:
    def reply(messages: Sequence[BaseMessage]) -> AIMessage:
        if isinstance(messages[-1], ToolMessage):
            return AIMessage(f"{messages[1].text}|{messages[-1].text}")
        return calls("search", query="What is my cat called?", limit=3)

    model = ScriptedModel.of(reply)
    agent = create_agent(
        model, memory_tools(daybook), middleware=[DaybookMiddleware(daybook)], checkpointer=InMemorySaver()
    )
    for owner in OWNERS:
        daybook.append(
            [turn(f"I adopted a cat and named her Cat-of-{owner}.")], owner=owner, session_id="cat"
        )

    async def ask(number: int) -> str:
        owner = OWNERS[number % len(OWNERS)]
        state = await agent.ainvoke(say("What should I buy for my cat?"), run_of(owner, f"talk-{number}"))
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


def turn(text: str) -> Any:
    from daybook.conversation import Role, Turn

    return Turn(Role.USER, text)


def test_the_build_the_configuration_or_the_context_names_the_owner(
    daybook: Daybook, model: ScriptedModel
) -> None:
    model.script = [calls("list_facts"), "Done."] * 3
    built = create_agent(model, memory_tools(daybook, "ada"), middleware=[DaybookMiddleware(daybook, "ada")])
    free = create_agent(
        model, memory_tools(daybook), middleware=[DaybookMiddleware(daybook)], context_schema=Context
    )
    thread: Any = {"configurable": {"thread_id": "talk"}}

    states = [
        built.invoke(say("I sing."), thread),
        free.invoke(say("I paint."), run_of("ada")),
        free.invoke(say("I cook."), thread, context=Context("ada")),
    ]

    assert all("Crumb & Sons" in state["messages"][2].text for state in states)
    assert [text for text, _ in words(kept(daybook))] == ["I sing.", "I paint.", "I cook."]


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
    model = ScriptedModel.of(calls("list_facts"), "Done.")
    agent = (
        create_agent(model, memory_tools(daybook, built))
        if is_tool
        else create_agent(model, middleware=[DaybookMiddleware(daybook, built)])
    )

    with pytest.raises(BadInput, match=problem):
        await agent.ainvoke(say("Hello!"), run_of(configured))
    assert daybook.stats().rounds == 4


def test_agents_that_are_nodes_of_one_graph_serve_the_owner_of_the_run(daybook: Daybook) -> None:
    model = ScriptedModel.of("Nice.", "Nice.", "Nice.", "Nice.")
    agent = create_agent(model, middleware=[DaybookMiddleware(daybook)])
    graph = StateGraph(MessagesState)
    graph.add_node("assistant", agent)
    graph.add_edge(START, "assistant")
    graph.add_edge("assistant", END)
    app = graph.compile(checkpointer=InMemorySaver())

    for owner, text in (
        ("ada", "I sing."),
        ("bob", "I paint."),
        ("ada", "I cook."),
        ("bob", "My cat is Juno."),
    ):
        app.invoke(say(text), run_of(owner, f"of-{owner}"))

    assert [text for text, _ in words(kept(daybook, "of-ada"))] == ["I sing.", "I cook."]
    assert [text for text, _ in words(kept(daybook, "of-bob", "bob"))] == ["I paint.", "My cat is Juno."]
    assert "Pixel" not in repr(model.requests[3])


async def test_a_supervisors_helpers_have_the_memory_of_its_run(daybook: Daybook) -> None:
    inner = ScriptedModel.of(calls("search", query="What is my cat called?"), "Pixel, it seems.")
    helper = create_agent(inner, memory_tools(daybook))

    @tool
    async def ask_helper(task: str) -> str:
        """Ask the helper."""
        return str((await helper.ainvoke(say(task)))["messages"][-1].text)

    model = ScriptedModel.of(calls("ask_helper", task="Find the cat's name."), "Pixel.")
    agent = create_agent(model, [ask_helper], middleware=[DaybookMiddleware(daybook)])

    await agent.ainvoke(say("What is my cat called?"), run_of("ada"))

    assert "named her Pixel" in inner.requests[1][-1].text
