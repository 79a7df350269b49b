"""The owner of a run of a graph: the input, the configuration or the build may name it."""

from collections.abc import Callable
from itertools import combinations
from typing import Any, TypeAlias

import pytest
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph
from typing_extensions import TypedDict

from daybook import Daybook, build_chat_graph, build_recall_graph
from daybook.conversation import Role, Session, Turn
from daybook.conversation.errors import BadInput
from daybook.graph.remember import build_remember_graph
from tests.small_memory import MAY

Build: TypeAlias = Callable[..., Any]
BUILDERS: list[Build] = [build_recall_graph, build_chat_graph, build_remember_graph]
PLACES = ("input", "configuration", "build")
QUESTION = "What is my cat called?"


@pytest.fixture
def shared(daybook: Daybook) -> Daybook:
    """A memory of two owners, each with a cat."""
    turns = (Turn(Role.USER, "I adopted a black cat yesterday and named her Juno."),)
    daybook.add([Session("cat", MAY, turns)], owner="bob")
    return daybook


async def run(build: Build, daybook: Daybook, owners: dict[str, Any]) -> dict[str, Any]:
    """Run a graph with its owner named in some places."""
    graph = build(daybook.parts, owner=owners.get("build"))
    given: dict[str, Any] = {"question": QUESTION} if build is not build_remember_graph else {"dry": False}
    if "input" in owners:
        given["owner"] = owners["input"]
    config = {"owner": owners["configuration"]} if "configuration" in owners else {}
    state: dict[str, Any] = await graph.ainvoke(given, RunnableConfig(configurable=config))
    return state


@pytest.mark.parametrize("places", [[one] for one in PLACES] + [[*PLACES]])
async def test_any_place_may_name_the_owner(shared: Daybook, places: list[str]) -> None:
    for owner, name in (("ada", "Pixel"), ("bob", "Juno")):
        answer = await run(build_recall_graph, shared, dict.fromkeys(places, owner))

        assert name in answer["answer"]


@pytest.mark.parametrize("build", BUILDERS)
@pytest.mark.parametrize(("first", "second"), list(combinations(PLACES, 2)))
async def test_two_places_that_disagree_are_refused_and_nothing_is_kept(
    shared: Daybook, build: Build, first: str, second: str
) -> None:
    before = shared.stats()

    with pytest.raises(
        BadInput, match=r"names the owner 'ada' and .* names 'bob': give one of them"
    ) as caught:
        await run(build, shared, {first: "ada", second: "bob"})

    assert first in str(caught.value).replace("built", "build")
    assert second in str(caught.value).replace("built", "build")
    assert QUESTION not in str(caught.value)
    assert shared.stats().rounds == before.rounds


async def test_a_name_that_is_no_string_is_refused(shared: Daybook) -> None:
    with pytest.raises(BadInput, match="the configuration names an owner that is no string but int"):
        await run(build_recall_graph, shared, {"configuration": 7})


async def test_the_round_of_a_chat_is_kept_for_the_configured_owner(shared: Daybook) -> None:
    graph = build_chat_graph(shared.parts)

    await graph.ainvoke(
        {"question": "I live in Lisbon.", "session_id": "new"}, {"configurable": {"owner": "bob"}}
    )

    assert [session.session_id for session in await shared.asessions(owner="bob")] == ["cat", "new"]
    assert "new" not in [session.session_id for session in await shared.asessions(owner="ada")]


class State(TypedDict, total=False):
    """A parent that knows nothing of owners."""

    question: str
    answer: str


@pytest.mark.parametrize("built", [None, "bob"])
async def test_a_sub_graph_is_handed_the_configured_owner(shared: Daybook, built: str | None) -> None:
    parent = StateGraph(State)
    parent.add_node("recall", build_recall_graph(shared.parts, owner=built))
    parent.add_edge(START, "recall")
    graph = parent.compile(checkpointer=InMemorySaver())

    def thread(owner: str) -> RunnableConfig:
        return {"configurable": {"thread_id": owner, "owner": owner}}

    assert "Juno" in (await graph.ainvoke({"question": QUESTION}, thread("bob")))["answer"]
    if built:
        with pytest.raises(BadInput, match="the configuration names the owner 'ada'"):
            await graph.ainvoke({"question": QUESTION}, thread("ada"))
    else:
        assert "Pixel" in (await graph.ainvoke({"question": QUESTION}, thread("ada")))["answer"]
