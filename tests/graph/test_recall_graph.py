import operator
from typing import Annotated, Any, TypedDict

import pytest
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, MessagesState, StateGraph

from daybook import Daybook, build_recall_graph
from daybook.conversation import Role, Turn
from daybook.conversation.errors import BadInput
from daybook.graph.receive import turns_of
from tests.small_memory import ASKED

STAGES = {
    *("receive", "rewrite", "classify", "expand", "time_range"),
    *("search_vectors", "search_words", "fuse", "rerank", "pack", "read", "check"),
}


async def test_a_question_is_answered_with_a_quote_from_its_round(daybook: Daybook) -> None:
    graph = build_recall_graph(daybook.parts, owner="ada")

    answer = await graph.ainvoke({"question": "What is my cat called?", "asked_at": ASKED})

    assert "Pixel" in answer["answer"]
    assert answer["evidence"][0]["session_id"] == "cat"
    assert answer["evidence"][0]["quote"] in "I adopted a grey cat yesterday and named her Pixel."
    assert answer["timings"].keys() == STAGES | {"total"}
    assert answer["usage"] == {"calls": 0, "input_tokens": 0, "output_tokens": 0, "cost": None}


async def test_the_last_human_message_is_the_question_where_none_is_given(daybook: Daybook) -> None:
    graph = build_recall_graph(daybook.parts, owner="ada")
    messages: list[AnyMessage] = [
        HumanMessage("I have a cat called Pixel."),
        AIMessage("Lovely."),
        HumanMessage("When did I adopt her?"),
    ]

    answer = await graph.ainvoke({"messages": messages, "asked_at": ASKED})

    assert answer["plan"]["question"] == "When did I adopt Pixel?"
    assert answer["evidence"][0]["session_id"] == "cat"


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"question": "  "}, "a question is needed"),
        ({"messages": [AIMessage("Hello.")]}, "a question is needed"),
        ({"messages": [{"role": "nobody", "content": "Hello."}]}, "messages: a message is a Turn"),
        ({"question": "Where?", "asked_at": "last week"}, "asked_at is no ISO 8601 date-time: 'last week'"),
    ],
)
async def test_input_that_cannot_be_read_is_refused(daybook: Daybook, given: Any, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        await build_recall_graph(daybook.parts, owner="ada").ainvoke(given)


async def test_the_custom_stream_tells_each_stage_and_its_time(daybook: Daybook) -> None:
    graph = build_recall_graph(daybook.parts, owner="ada")

    events = [event async for event in graph.astream({"question": "Where do I work?"}, stream_mode="custom")]

    assert {event["stage"] for event in events if event["event"] == "started"} == STAGES
    assert {event["stage"] for event in events if event["event"] == "finished"} == STAGES
    assert all(event["ms"] >= 0 for event in events if event["event"] == "finished")


class AgentState(MessagesState):
    """An agent of another shape: it shares `messages` and `answer` with the recall graph, and no more."""

    answer: str


def heard(text: str) -> AgentState:
    return AgentState(messages=[HumanMessage(text)], answer="")


async def test_it_works_as_a_node_under_a_checkpointed_parent(daybook: Daybook) -> None:
    async def respond(state: AgentState) -> dict[str, Any]:
        return {"messages": [AIMessage(f"From memory: {state['answer']}")]}

    parent = StateGraph(AgentState)
    parent.add_node("recall", build_recall_graph(daybook.parts, owner="ada"))
    parent.add_node("respond", respond)
    parent.add_edge(START, "recall")
    parent.add_edge("recall", "respond")
    parent.add_edge("respond", END)
    graph = parent.compile(checkpointer=InMemorySaver())
    thread: RunnableConfig = {"configurable": {"thread_id": "1"}}

    first = await graph.ainvoke(heard("What is my cat called?"), thread)
    second = await graph.ainvoke(heard("Where did I start to work?"), thread)

    assert "Pixel" in first["messages"][-1].text
    assert "Crumb" in second["messages"][-1].text
    assert len(second["messages"]) == 4


class AddingState(TypedDict):
    """A parent whose messages are joined by plain addition."""

    messages: Annotated[list[AnyMessage], operator.add]
    answer: str


async def test_an_adding_channel_of_the_parent_is_not_doubled(daybook: Daybook) -> None:
    parent = StateGraph(AddingState)
    parent.add_node("recall", build_recall_graph(daybook.parts, owner="ada"))
    parent.add_edge(START, "recall")

    after = await parent.compile().ainvoke(
        AddingState(messages=[HumanMessage("What is my cat called?")], answer="")
    )

    assert len(after["messages"]) == 1
    assert "Pixel" in after["answer"]


def test_what_a_model_thinks_is_no_part_of_its_message_and_what_a_user_writes_stays() -> None:
    thought = "<think>\nShe may live in Lagos.\n</think>\n\n"

    turns = turns_of([("user", thought), ("assistant", f"{thought}A storm lamp."), ("assistant", thought)])

    assert turns == (Turn(Role.USER, thought), Turn(Role.ASSISTANT, "A storm lamp."))
