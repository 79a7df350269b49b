"""Chat as its user has it: what was told weeks ago is before the model that replies today."""

from datetime import timedelta
from typing import Any

import pytest
from langchain_core.messages import HumanMessage
from langgraph.graph import START, MessagesState, StateGraph

from daybook import Daybook, build_chat_graph
from daybook.answer.context import ItemKind
from daybook.conversation import Role, Turn
from daybook.conversation.errors import BadSettings
from tests.scripted_server import ScriptedServer
from tests.small_memory import ASKED, OpenDaybook, said

WEEK = timedelta(days=7)


def last_message(server: ScriptedServer) -> str:
    content: str = server.requests[-1]["messages"][-1]["content"]
    return content


@pytest.fixture
def allergic(chatty: Daybook, server: ScriptedServer) -> Daybook:
    """The memory with a model that replies, told of an allergy."""
    server.reply("Noted.")
    chatty.chat("I'm allergic to peanuts.", owner="ada", asked_at=ASKED)
    return chatty


def test_an_allergy_told_last_week_is_before_the_model_that_suggests_a_snack(
    chatty: Daybook, server: ScriptedServer
) -> None:
    server.reply("I will keep that in mind.")
    server.reply("Hummus with carrots: you are allergic to peanuts.")

    told = chatty.chat("I'm allergic to peanuts.", owner="ada", session_id="monday", asked_at=ASKED)
    reply = chatty.chat(
        "Can you suggest a quick snack?", owner="ada", session_id="next", asked_at=ASKED + WEEK
    )

    assert told.remembered is not None
    assert reply.remembered is not None
    assert "I'm allergic to peanuts." in last_message(server)
    assert "2023-05-30" in last_message(server)
    assert reply.text == "Hummus with carrots: you are allergic to peanuts."
    assert [item.round_id for item in reply.evidence] == [told.remembered.round_id]
    assert reply.remembered.assistant is not None
    assert reply.remembered.assistant.sources == (told.remembered.round_id,)
    assert reply.usage.calls == 1


def test_the_dialogue_goes_as_messages_of_their_roles_and_what_changes_comes_last(
    chatty: Daybook, server: ScriptedServer
) -> None:
    dialogue = (Turn(Role.USER, "What is a good soup?"), Turn(Role.ASSISTANT, "Leek and potato."))
    server.reply("With bread.")
    server.reply("With wine.")

    chatty.chat("What goes well with it tonight?", owner="ada", dialogue=dialogue, asked_at=ASKED)
    chatty.chat(
        "And what should I drink with leek soup?", owner="ada", dialogue=dialogue, asked_at=ASKED + WEEK
    )

    first, second = (request["messages"] for request in server.requests)
    assert [message["role"] for message in first] == ["system", "user", "assistant", "user"]
    assert first[1]["content"] == "What is a good soup?"
    assert first[:-1] == second[:-1]
    assert "2023-05-30" in first[-1]["content"]


def test_what_stands_in_the_dialogue_is_not_put_in_again(allergic: Daybook, server: ScriptedServer) -> None:
    server.reply("Hummus.")
    dialogue = (Turn(Role.USER, "I'm allergic to peanuts."), Turn(Role.ASSISTANT, "Noted."))

    reply = allergic.chat("Can you suggest a snack?", owner="ada", dialogue=dialogue, asked_at=ASKED)

    assert reply.context is not None
    assert reply.context.items == ()


def test_a_wrong_key_is_said_and_what_was_told_is_kept(chatty: Daybook, server: ScriptedServer) -> None:
    server.fail(401, "Incorrect API key provided", code="invalid_api_key")

    with pytest.raises(BadSettings, match="OPENAI_API_KEY"):
        chatty.chat("I'm allergic to peanuts.", owner="ada", session_id="monday", asked_at=ASKED)

    kept = chatty.rounds(owner="ada", session_id="monday")
    assert [one.user.content for one in kept if one.user] == ["I'm allergic to peanuts."]


def test_a_context_window_that_is_too_small_gets_less_of_the_dialogue_and_all_constraints(
    allergic: Daybook, server: ScriptedServer
) -> None:
    long = "We spoke of the weather at some length. " * 40
    dialogue = [turn for _ in range(6) for turn in (Turn(Role.USER, long), Turn(Role.ASSISTANT, "Yes."))]
    server.fail(
        400,
        "This model's maximum context length is 2048 tokens. However, your messages resulted in 4096 tokens.",
        code="context_length_exceeded",
    )
    server.reply("Hummus.")

    reply = allergic.chat(
        "Can you suggest a quick snack?", owner="ada", dialogue=dialogue, asked_at=ASKED + WEEK
    )

    assert reply.text == "Hummus."
    assert len(server.requests[-1]["messages"]) < len(server.requests[-2]["messages"])
    assert reply.context is not None
    assert [item.kind for item in reply.context.items] == [ItemKind.CONSTRAINT]
    assert "I'm allergic to peanuts." in last_message(server)


async def test_a_channel_that_others_call_context_is_theirs(chatty: Daybook, server: ScriptedServer) -> None:
    class State(MessagesState):
        context: str

    server.reply("Noted.")
    parent = StateGraph(State)
    parent.add_node("chat", build_chat_graph(chatty.parts, owner="ada"))
    parent.add_edge(START, "chat")

    after = await parent.compile().ainvoke(
        State(messages=[HumanMessage("I'm allergic to peanuts.")], context="their own")
    )

    assert after["context"] == "their own"


async def test_a_graph_of_others_gets_what_was_put_in_and_what_was_used(
    chatty: Daybook, server: ScriptedServer
) -> None:
    server.reply("Noted.")
    await chatty.achat("I'm allergic to peanuts.", owner="ada", asked_at=ASKED)
    server.reply("Hummus: you are allergic to peanuts.")
    graph: Any = build_chat_graph(chatty.parts, owner="ada")

    given = {"question": "Can you suggest a quick snack?", "asked_at": ASKED + WEEK}
    output = await graph.ainvoke(given)

    assert output["messages"][0].text == "Hummus: you are allergic to peanuts."
    assert output["memory_context"][0]["kind"] == "constraint"
    assert output["evidence"][0]["quote"] == "I'm allergic to peanuts."
    assert output["degraded"] == []
    assert output["usage"]["calls"] == 1


EVERYDAY = """Write a short poem about the moon
Translate this e-mail into French: "See you on Monday."
A toast for my brother's wedding, please
Can my dog eat grapes?
What is my cat called?
Fix my code: print("hi"
Summarise: the meeting moved to noon.
Explain recursion to a child
Plan three days in Lisbon
What should I cook tonight?
Is 91 prime?
Draft a letter to my landlord about the heating
Give me a name for a bakery
How do I remove a wine stain?
Convert 12 miles into kilometres
What did I sell in May?
Recommend a book for a long flight
Thanks!
I painted the fence.
Tell me a joke""".splitlines()


def test_each_of_twenty_everyday_tasks_costs_one_call(chatty: Daybook, server: ScriptedServer) -> None:
    for message in EVERYDAY:
        server.reply("Certainly.")
        reply = chatty.chat(message, owner="ada", asked_at=ASKED)

        assert (reply.text, reply.usage.calls) == ("Certainly.", 1), message


def test_a_model_that_calls_tools_may_search_once_more_before_it_replies(
    chatty: Daybook, server: ScriptedServer
) -> None:
    server.call("search_memory", query="bicycle sold")
    server.reply("You sold it in May, for 90 euros.")

    reply = chatty.chat("Was that old thing of mine worth anything?", owner="ada", asked_at=ASKED)

    assert (reply.text, reply.usage.calls) == ("You sold it in May, for 90 euros.", 2)
    (first, second) = server.requests
    assert [tool["function"]["name"] for tool in first["tools"]] == ["search_memory"]
    assert "tools" not in second
    assert "red bicycle" in last_message(server)
    assert [item.quote for item in reply.evidence] == ["I sold my red bicycle to a neighbour for 90 euros."]


def test_a_server_that_refuses_tools_is_asked_without(chatty: Daybook, server: ScriptedServer) -> None:
    server.fail(400, "tools are not supported by this model")
    server.reply("Certainly.")

    assert chatty.chat("Tell me a joke.", owner="ada", asked_at=ASKED).text == "Certainly."
    assert "tools" not in server.requests[-1]


def test_what_search_finds_is_before_the_model_with_its_neighbours(
    chatty: Daybook, server: ScriptedServer
) -> None:
    told = ["Let's talk of the new worktop.", "Gladly.", "It comes in week 32.", "I see."]
    chatty.add([said("kitchen", 4, *told)], owner="ada")
    server.reply("In week 32.")

    reply = chatty.chat("When is the worktop there?", owner="ada", asked_at=ASKED)

    assert "It comes in week 32" in last_message(server)
    assert reply.context is not None
    assert all(item.kind is ItemKind.ROUND for item in reply.context.items)


def test_an_earlier_turn_that_only_asked_is_not_given(open_daybook: OpenDaybook) -> None:
    daybook = open_daybook()
    daybook.add([said("q", 4, "Which paint is good for a garden fence?", "Linseed paint.")], owner="bo")

    context = daybook.context_for("How should I paint the garden fence?", owner="bo", asked_at=ASKED)

    assert "Which paint" not in context.text
    assert "Linseed paint." in context.text
