"""Chat as its user has it: what was told weeks ago is before the model that replies today."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from langchain_core.messages import HumanMessage
from langgraph.graph import START, MessagesState, StateGraph

from daybook import Daybook, build_chat_graph
from daybook.conversation import Question, Role, Turn
from daybook.conversation.errors import BadSettings
from daybook.text.english import ENGLISH
from tests.scripted_server import ScriptedServer
from tests.small_memory import ASKED, OpenDaybook

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
    server.reply("Hummus with carrots: there are no peanuts in it [m1].")

    told = chatty.chat("I'm allergic to peanuts.", owner="ada", session_id="monday", asked_at=ASKED)
    reply = chatty.chat(
        "Can you suggest a quick snack?", owner="ada", session_id="next", asked_at=ASKED + WEEK
    )

    assert told.remembered is not None
    assert reply.remembered is not None
    assert "I'm allergic to peanuts." in last_message(server)
    assert "2023-05-30" in last_message(server)
    assert reply.text == "Hummus with carrots: there are no peanuts in it."
    assert [item.round_id for item in reply.evidence] == [told.remembered.round_id]
    assert reply.remembered.assistant is not None
    assert reply.remembered.assistant.sources == (told.remembered.round_id,)
    assert reply.usage.calls == 1


def test_an_employer_changed_in_passing_is_what_is_answered_with_the_change(
    open_daybook: OpenDaybook,
) -> None:
    daybook = open_daybook()
    daybook.chat("I work at Initech.", owner="bo", session_id="a", asked_at=ASKED)
    daybook.chat("Lovely weather! I just switched jobs to Google.", owner="bo", asked_at=ASKED + WEEK)

    reply = daybook.chat("Where do I work now?", owner="bo", asked_at=ASKED + 2 * WEEK)

    assert "Google" in reply.text
    assert "Initech" not in reply.text.partition(".")[0]


def test_a_poem_about_rain_gets_nothing_of_an_illness_and_only_what_is_not_to_be_mentioned(
    chatty: Daybook, server: ScriptedServer
) -> None:
    wish = "Please never mention my brother again."
    for text in (wish, "I was diagnosed with asthma in March.", "I'm allergic to peanuts."):
        server.reply("Noted.")
        asked = chatty.chat(text, owner="ada", asked_at=ASKED)
        if text == wish:
            chatty.chat("Yes.", owner="ada", asked_at=ASKED, consent=asked.consent)
    server.reply("Soft rain on the roof.")

    reply = chatty.chat("Write a haiku about rain", owner="ada", asked_at=ASKED + WEEK)

    assert "asthma" not in str(server.requests[-1])
    assert reply.context is not None
    assert [item.quote for item in reply.context.items] == [wish]
    assert reply.context.constraints == reply.context.items
    kept = reply.remembered and reply.remembered.assistant
    assert kept
    assert kept.is_key


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


def test_a_question_that_memory_cannot_answer_is_replied_to_by_the_model(
    chatty: Daybook, server: ScriptedServer
) -> None:
    server.reply("No: grapes are poisonous for dogs.")

    reply = chatty.chat("Can my dog eat grapes?", owner="ada", asked_at=ASKED)

    assert reply.text == "No: grapes are poisonous for dogs."
    assert reply.explanation is not None
    assert reply.explanation.answer.not_known
    assert '"searched"' in last_message(server) or "searched:" in last_message(server)


def test_a_question_that_memory_answers_calls_no_reply_model(chatty: Daybook) -> None:
    reply = chatty.chat("What is my cat called?", owner="ada", asked_at=ASKED)

    assert "Pixel" in reply.text
    assert reply.context is None
    assert reply.usage.calls == 0


def test_what_a_reply_repeats_without_a_mark_counts_as_taken_from_memory(
    allergic: Daybook, server: ScriptedServer
) -> None:
    server.reply("Since you are allergic to peanuts, have hummus.")

    reply = allergic.chat("Can you suggest a quick snack?", owner="ada", asked_at=ASKED + WEEK)

    assert [item.quote for item in reply.evidence] == ["I'm allergic to peanuts."]


def test_what_a_reply_makes_up_about_the_user_is_named(chatty: Daybook, server: ScriptedServer) -> None:
    server.reply("You live in Berlin, so take a coat [m7].")

    reply = chatty.chat("What should I wear tomorrow?", owner="ada", asked_at=ASKED)

    assert reply.text == "You live in Berlin, so take a coat."
    assert reply.unfounded == ("Berlin",)
    assert reply.evidence == ()


@pytest.mark.parametrize("nonsense", ["", "  \n ", "[m1] [m2]", "<think>peanuts?</think>"])
def test_a_reply_without_a_word_is_none(allergic: Daybook, server: ScriptedServer, nonsense: str) -> None:
    server.always(lambda _: nonsense)

    reply = allergic.chat("Can you suggest a quick snack?", owner="ada", asked_at=ASKED + WEEK)

    assert reply.text.endswith(ENGLISH.texts.model_failed)
    assert list(reply.degraded_reasons) == ["reply"]


def test_a_model_that_fails_leaves_what_was_told(allergic: Daybook, server: ScriptedServer) -> None:
    server.break_off()

    reply = allergic.chat("Can you suggest a quick snack?", owner="ada", asked_at=ASKED + WEEK)

    assert reply.text.startswith("You told me: “I'm allergic to peanuts.” (30 May 2023).")
    assert reply.text.endswith(ENGLISH.texts.model_failed)
    assert reply.degraded == ("reply",)


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
    assert [item.mark for item in reply.context.items] == ["m1"]
    assert "I'm allergic to peanuts." in last_message(server)


def test_without_a_model_advice_is_answered_with_what_was_told(open_daybook: OpenDaybook) -> None:
    daybook = open_daybook()
    noted = daybook.chat("I'm allergic to peanuts.", owner="ada", asked_at=ASKED)
    daybook.chat("Please never bring up my ex again.", owner="ada", asked_at=ASKED)

    reply = daybook.chat("Can you suggest a quick snack?", owner="ada", asked_at=ASKED + WEEK)

    assert noted.text == "Noted: you are allergic to peanuts."
    assert reply.text.startswith("You told me: “I'm allergic to peanuts.” (30 May 2023).")
    assert "ex" not in reply.text.split()
    assert reply.remembered is not None
    assert reply.remembered.assistant is not None
    assert not reply.remembered.assistant.is_key


def test_without_a_model_what_was_told_in_this_very_chat_counts_as_well(open_daybook: OpenDaybook) -> None:
    daybook = open_daybook()
    daybook.chat("I'm allergic to peanuts.", owner="ada", asked_at=ASKED)
    dialogue = (Turn(Role.USER, "I'm allergic to peanuts."), Turn(Role.ASSISTANT, ENGLISH.texts.noted))

    reply = daybook.chat("Can you suggest a quick snack?", owner="ada", dialogue=dialogue, asked_at=ASKED)

    assert reply.text.startswith("You told me: “I'm allergic to peanuts.”")


def test_memory_alone_can_be_had_for_a_prompt_of_ones_own(open_daybook: OpenDaybook) -> None:
    daybook = open_daybook()
    daybook.chat("I'm allergic to peanuts.", owner="ada", asked_at=ASKED)

    context = daybook.context_for("Can you suggest a snack?", owner="ada", asked_at=ASKED + WEEK)
    none = daybook.context_for("Can you suggest a snack?", owner="bo", asked_at=ASKED + WEEK)
    small = daybook.context_for("Can you suggest a snack?", owner="ada", budget=5)

    assert "I'm allergic to peanuts." in context.text
    assert [record.slot for record in context.records] == ["constraint.allergy"]
    assert [round_.user.content for round_ in context.rounds if round_.user] == ["I'm allergic to peanuts."]
    assert none.text == ""
    assert small.items == ()


async def test_what_the_owner_said_stands_beside_the_reply_that_an_answer_quotes_first(
    open_daybook: OpenDaybook,
) -> None:
    daybook, asked = open_daybook(), "remind me of the garden shed code"
    turns = [Turn(Role.USER, "code for the garden shed is 7719"), Turn(Role.ASSISTANT, "Got it.")]
    await daybook.aappend(turns, owner="ada", said_at=ASKED)
    answer = await daybook.aask(asked, owner="ada", asked_at=ASKED + WEEK)
    reply_first = sorted(answer.evidence, key=lambda words: words.quote != "Got it.")

    context = await daybook.parts.finder.find(
        Question(asked, "ada", ASKED + WEEK),
        asked,
        budget=500,
        answers=[replace(answer, cited=tuple(reply_first))],
    )

    assert [words.quote for words in reply_first] == ["Got it.", "code for the garden shed is 7719"]
    assert [(item.line["user"], item.line["assistant"]) for item in context.items] == [
        ("code for the garden shed is 7719", "Got it.")
    ]


def test_a_constraint_that_was_corrected_is_no_longer_put_in(open_daybook: OpenDaybook) -> None:
    daybook = open_daybook()
    daybook.chat("I'm allergic to peanuts.", owner="ada", asked_at=ASKED)
    daybook.chat(
        "Actually I'm not allergic to peanuts, I just dislike them.", owner="ada", asked_at=ASKED + WEEK
    )

    context = daybook.context_for("Write a haiku about rain", owner="ada", asked_at=ASKED + 2 * WEEK)

    assert context.constraints == ()


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
    server.reply("Hummus [m1].")
    graph: Any = build_chat_graph(chatty.parts, owner="ada")

    given = {"question": "Can you suggest a quick snack?", "asked_at": ASKED + WEEK}
    output = await graph.ainvoke(given)

    assert output["messages"][0].text == "Hummus."
    assert output["memory_context"][0]["mark"] == "m1"
    assert output["evidence"][0]["quote"] == "I'm allergic to peanuts."
    assert output["degraded"] == []
    assert output["usage"]["calls"] == 1
