"""Conversations on a thread whose state is saved behind every turn, as a server saves it."""

from typing import Annotated, Any

import pytest
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph, add_messages
from langgraph.types import Command, interrupt
from typing_extensions import TypedDict

from daybook import Daybook, build_chat_graph
from daybook.graph.threads import build_chat_thread, build_recall_thread
from daybook.text import own_replies

THREAD: Any = {"configurable": {"thread_id": "1", "owner": "ada"}}
ZOE: Any = {"configurable": {"thread_id": "2", "owner": "zoe"}}
CONVERSATION = [
    ("I have a cat called Miso.", own_replies.NOTED),
    ("I feed my cat tuna.", own_replies.NOTED),
    ("What is my cat called?", "Miso"),
    ("And what do I feed her?", "tuna"),
    ("Sorry, my cat is called Mochi, not Miso.", own_replies.NOTED),
    ("What's my cat's name?", "Mochi"),
]


@pytest.mark.parametrize("as_question", [False, True])
async def test_every_turn_of_a_thread_begins_from_its_input(daybook: Daybook, as_question: bool) -> None:
    graph = build_chat_thread(daybook.parts)
    graph.checkpointer = InMemorySaver()
    said: list[str] = []
    for text, expected in CONVERSATION:
        given: Any = {"question": text} if as_question else {"messages": [HumanMessage(text)]}
        state = await graph.ainvoke(given, ZOE)
        reply = state["messages"][-1].text
        said += [text, reply]
        assert expected in reply
        assert [message.text for message in state["messages"]] == said
    saved = (await graph.aget_state(ZOE)).values
    assert not saved.keys() & {"question", "asked", "looked_up", "recalled"}


async def test_a_question_of_a_thread_is_understood_from_those_before(daybook: Daybook) -> None:
    graph = build_recall_thread(daybook.parts)
    graph.checkpointer = InMemorySaver()

    first = await graph.ainvoke({"question": "What is my cat called?"}, THREAD)
    assert "Pixel" in first["answer"]
    second = await graph.ainvoke({"question": "And my dog?"}, THREAD)
    assert second["plan"]["question"] == "What is my dog called?"
    assert [message.type for message in second["messages"]] == ["human", "ai", "human", "ai"]


class Parent(TypedDict):
    messages: Annotated[list[AnyMessage], add_messages]


async def test_a_chat_within_a_graph_goes_on_behind_an_interrupt(daybook: Daybook) -> None:
    def confirm(state: Parent) -> Parent:
        return {"messages": [HumanMessage(interrupt("What do you want to know?"))]}

    graph = StateGraph(Parent)
    graph.add_node("first", build_chat_graph(daybook.parts, owner="ada"))
    graph.add_node("confirm", confirm)
    graph.add_node("second", build_chat_graph(daybook.parts, owner="ada"))
    graph.add_edge(START, "first")
    graph.add_edge("first", "confirm")
    graph.add_edge("confirm", "second")
    graph.add_edge("second", END)
    compiled = graph.compile(checkpointer=InMemorySaver())

    stopped = await compiled.ainvoke({"messages": [HumanMessage("My bicycle is called Rocket.")]}, THREAD)
    assert [part.value for part in stopped["__interrupt__"]] == ["What do you want to know?"]
    after = await compiled.ainvoke(Command(resume="What is my bicycle called?"), THREAD)

    assert [message.type for message in after["messages"]] == ["human", "ai", "human", "ai"]
    assert isinstance(after["messages"][-1], AIMessage)
    assert "Rocket" in after["messages"][-1].text
