"""What of a conversation with an agent is in memory afterwards."""

import logging
from collections.abc import Sequence
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware, SummarizationMiddleware
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from pydantic import BaseModel

from daybook import Daybook, DaybookMiddleware, memory_tools
from daybook.conversation.errors import BadInput, ModelUnavailable, StoreBusy
from tests.interfaces.agents.conftest import ADA, kept, say, words
from tests.interfaces.agents.scripted_model import ScriptedModel, calls

CAT = "What is my cat called?"
TODAY = "2023-05-30"


@tool
def weather(city: str) -> str:
    """Tell the weather."""
    return f"It rains in {city}."


@pytest.mark.parametrize("is_async", [True, False])
async def test_the_message_and_the_final_reply_are_kept_and_no_step_between(
    daybook: Daybook, model: ScriptedModel, is_async: bool
) -> None:
    calling = calls("weather", city="Bath")
    calling.content = "Let me look."
    model.script = [calling, "Take an umbrella."]
    agent = create_agent(model, [weather], middleware=[DaybookMiddleware(daybook)])

    given = say("I moved to Bath. Do I need an umbrella?")
    state = await agent.ainvoke(given, ADA) if is_async else agent.invoke(given, ADA)

    assert len(state["messages"]) == 4
    assert words(kept(daybook)) == [("I moved to Bath. Do I need an umbrella?", "Take an umbrella.")]
    facts = daybook.ledger.records(owner="ada")
    assert "Bath" in [fact.value for fact in facts if fact.slot == "identity.residence"]


def test_a_thread_is_a_session_and_a_run_without_one_is_kept_by_its_day(
    daybook: Daybook, model: ScriptedModel
) -> None:
    model.script = ["Hello."] * 4
    agent = create_agent(model, middleware=[DaybookMiddleware(daybook)], checkpointer=InMemorySaver())
    without = create_agent(model, middleware=[DaybookMiddleware(daybook, "ada")])

    for text, thread in (("I sing.", "one"), ("I paint.", "one"), ("I cook.", "two")):
        agent.invoke(say(text), {"configurable": {"owner": "ada", "thread_id": thread}})
    without.invoke(say("I swim."))

    said = {name: [text for text, _ in words(kept(daybook, name))] for name in ("one", "two", TODAY)}
    assert said == {"one": ["I sing.", "I paint."], "two": ["I cook."], TODAY: ["I swim."]}


def test_a_history_that_the_caller_holds_is_kept_turn_by_turn(daybook: Daybook, model: ScriptedModel) -> None:
    model.script = ["Nice.", "Nicer."]
    agent = create_agent(model, middleware=[DaybookMiddleware(daybook)])

    state = agent.invoke(say("I sing."), ADA)
    agent.invoke({"messages": [*state["messages"], HumanMessage("I paint.")]}, ADA)

    assert words(kept(daybook)) == [("I sing.", "Nice."), ("I paint.", "Nicer.")]


def test_two_messages_that_come_at_once_are_two_rounds(daybook: Daybook, model: ScriptedModel) -> None:
    model.script = ["Nice."]
    agent = create_agent(model, middleware=[DaybookMiddleware(daybook)])

    agent.invoke({"messages": [HumanMessage("I sing."), HumanMessage("I paint.")]}, ADA)

    assert words(kept(daybook)) == [("I sing.", ""), ("I paint.", "Nice.")]


def test_what_a_failed_run_was_told_is_kept_by_the_next(daybook: Daybook, model: ScriptedModel) -> None:
    model.script = [
        "Nice.",
        TimeoutError("the model is away"),
        calls("weather", city="Bath"),
        TimeoutError("the model is away"),
        "Nicest.",
    ]
    agent = create_agent(
        model, [weather], middleware=[DaybookMiddleware(daybook)], checkpointer=InMemorySaver()
    )

    agent.invoke(say("I sing."), ADA)
    for text in ("I paint.", "I cook."):
        with pytest.raises(TimeoutError):
            agent.invoke(say(text), ADA)
    assert words(kept(daybook)) == [("I sing.", "Nice.")]
    agent.invoke(say("I swim."), ADA)

    assert words(kept(daybook)) == [
        ("I sing.", "Nice."),
        ("I paint.", ""),
        ("I cook.", ""),
        ("I swim.", "Nicest."),
    ]


def test_a_run_that_failed_first_and_is_tried_again_keeps_one_round(
    daybook: Daybook, model: ScriptedModel
) -> None:
    model.script = [calls("weather", city="Bath"), TimeoutError("the model is away"), "Nice."]
    agent = create_agent(
        model, [weather], middleware=[DaybookMiddleware(daybook)], checkpointer=InMemorySaver()
    )

    with pytest.raises(TimeoutError):
        agent.invoke(say("I sing."), ADA)
    agent.invoke(None, ADA)  # goes on where it failed

    assert words(kept(daybook)) == [("I sing.", "Nice.")]


def test_a_run_that_waits_for_a_person_is_kept_once_when_it_is_over(
    daybook: Daybook, model: ScriptedModel
) -> None:
    model.script = [calls("weather", city="Bath"), "Take an umbrella."]
    asking = HumanInTheLoopMiddleware(interrupt_on={"weather": True})
    agent = create_agent(
        model, [weather], middleware=[DaybookMiddleware(daybook), asking], checkpointer=InMemorySaver()
    )

    stopped = agent.invoke(say("I moved to Bath."), ADA)
    assert stopped["__interrupt__"]
    assert kept(daybook) == []
    agent.invoke(Command(resume={"decisions": [{"type": "approve"}]}), ADA)

    assert words(kept(daybook)) == [("I moved to Bath.", "Take an umbrella.")]


def test_a_reply_is_not_lost_over_a_memory_that_is_busy_and_its_turn_is_kept_later(
    daybook: Daybook, model: ScriptedModel, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def busy(*_: object, **__: object) -> Any:
        raise StoreBusy("another process is writing")

    model.script = ["Nice.", "Nicer."]
    agent = create_agent(model, middleware=[DaybookMiddleware(daybook)], checkpointer=InMemorySaver())

    with monkeypatch.context() as patch, caplog.at_level(logging.WARNING, "daybook"):
        patch.setattr(daybook, "acontext_for", busy)
        patch.setattr(daybook, "aappend", busy)
        state = agent.invoke(say("I sing."), ADA)
    assert state["messages"][-1].text == "Nice."
    assert [record.getMessage() for record in caplog.records] == [
        "the agent replies without memory: another process is writing",
        "a turn is not kept yet, and will be with the thread's next one: another process is writing",
    ]
    assert kept(daybook) == []
    agent.invoke(say("I paint."), ADA)

    assert words(kept(daybook)) == [("I sing.", "Nice."), ("I paint.", "Nicer.")]


async def test_an_embedder_that_is_away_costs_the_agent_its_memory_and_not_its_reply(
    daybook: Daybook, model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object, **__: object) -> Any:
        raise ModelUnavailable("no such file")

    model.script = ["Nice."]
    agent = create_agent(model, middleware=[DaybookMiddleware(daybook)])
    monkeypatch.setattr(daybook.parts.finder, "find", away)

    state = await agent.ainvoke(say("I sing."), ADA)

    assert state["messages"][-1].text == "Nice."
    assert words(kept(daybook)) == [("I sing.", "Nice.")]


@pytest.mark.parametrize(
    ("message", "reply", "sources"),
    [
        (CAT, "Your grey cat is called Pixel; you adopted her yesterday.", ()),
        (CAT, "Pixel!", ()),
        (
            "What is my cat called? I have to tell the vet.",
            "Your grey cat is called Pixel; you adopted her yesterday.",
            None,
        ),
    ],
)
def test_nothing_is_learned_from_a_reply_that_repeats_memory(
    daybook: Daybook, model: ScriptedModel, message: str, reply: str, sources: tuple[str, ...] | None
) -> None:
    cat = daybook.rounds(owner="ada", session_id="cat")[0].round_id
    before, answer = daybook.ledger.records(owner="ada"), daybook.ask(CAT, owner="ada").text
    model.script = [reply]
    agent = create_agent(model, middleware=[DaybookMiddleware(daybook)])

    agent.invoke(say(message), ADA)

    [round_] = kept(daybook)
    assert round_.user is not None
    assert round_.assistant is not None
    assert round_.assistant.sources == (cat,)
    assert round_.user.sources == sources
    assert daybook.ledger.records(owner="ada") == before
    assert daybook.search("grey cat Pixel", owner="ada", limit=1).candidates[0].round.round_id == cat
    if sources == ():
        assert daybook.ask(CAT, owner="ada").text == answer


def test_a_reply_of_its_own_can_be_found(daybook: Daybook, model: ScriptedModel) -> None:
    model.script = ["Try the Silver Spoon on Gay Street."]
    agent = create_agent(model, middleware=[DaybookMiddleware(daybook)])

    agent.invoke(say("Where should I eat tonight?"), ADA)

    [round_] = kept(daybook)
    assert round_.assistant is not None
    assert round_.assistant.sources is None


def test_what_a_tool_showed_is_the_source_of_the_reply(daybook: Daybook, model: ScriptedModel) -> None:
    bike = daybook.rounds(owner="ada", session_id="bike")[0].round_id
    model.script = [calls("search", query="red bicycle", limit=1), "It fetched ninety."]
    agent = create_agent(model, memory_tools(daybook), middleware=[DaybookMiddleware(daybook)])

    agent.invoke(say("Look it up, will you?"), ADA)

    [round_] = kept(daybook)
    assert round_.assistant is not None
    assert round_.assistant.sources == (bike,)


@pytest.mark.parametrize(
    "message", ["Forget that I sold my bicycle.", "I live in Bath, but that is off the record."]
)
def test_a_message_that_asks_to_forget_or_not_to_keep_is_not_kept(
    daybook: Daybook, model: ScriptedModel, message: str
) -> None:
    model.script = ["Very well.", "Hello."]
    agent = create_agent(model, middleware=[DaybookMiddleware(daybook)], checkpointer=InMemorySaver())

    agent.invoke(say(message), ADA)
    agent.invoke(say("I sing."), ADA)

    assert words(kept(daybook)) == [("I sing.", "Hello.")]


def test_what_a_program_says_in_the_users_name_is_not_theirs(daybook: Daybook, model: ScriptedModel) -> None:
    summary = ScriptedModel.of("The user lives in Oslo.", "The user lives in Oslo.")
    model.script = ["Nice.", "Nicer.", "Nicest."]
    agent = create_agent(
        model,
        middleware=[
            DaybookMiddleware(daybook),
            SummarizationMiddleware(summary, trigger=("messages", 4), keep=("messages", 1)),
        ],
        checkpointer=InMemorySaver(),
    )

    for text in ("I sing.", "I paint.", "I cook."):
        agent.invoke(say(text), ADA)

    assert "Oslo" in repr(model.requests[2])
    assert words(kept(daybook)) == [("I sing.", "Nice."), ("I paint.", "Nicer."), ("I cook.", "Nicest.")]


def test_an_agent_that_a_tool_calls_reads_and_keeps_nothing(daybook: Daybook, model: ScriptedModel) -> None:
    inner = ScriptedModel.of("Her name is Pixel.")
    helper = create_agent(inner, middleware=[DaybookMiddleware(daybook)])

    @tool
    def ask_helper(task: str) -> str:
        """Ask the helper."""
        return str(helper.invoke(say(task))["messages"][-1].text)

    model.script = [calls("ask_helper", task="I live in Oslo. What is my cat called?"), "Pixel."]
    agent = create_agent(model, [ask_helper], middleware=[DaybookMiddleware(daybook)])

    agent.invoke(say("Find my cat's name."), ADA)

    assert "named her Pixel" in inner.requests[0][1].text
    assert words(kept(daybook)) == [("Find my cat's name.", "Pixel.")]
    assert "Oslo" not in [record.value for record in daybook.ledger.records(owner="ada")]


def test_a_middleware_that_only_reads_keeps_nothing(daybook: Daybook, model: ScriptedModel) -> None:
    model.script = ["Pixel."]
    agent = create_agent(model, middleware=[DaybookMiddleware(daybook, keep=False)])

    state = agent.invoke(say("What is my cat called?"), ADA)

    assert "Pixel" in model.requests[0][1].text
    assert kept(daybook) == []
    assert state["messages"][-1].text == "Pixel."


def test_a_structured_reply_leaves_the_message_to_be_kept(daybook: Daybook, model: ScriptedModel) -> None:
    class Mood(BaseModel):
        mood: str

    model.script = [calls("Mood", mood="glad"), calls("Mood", mood="sad")]
    agent = create_agent(
        model, middleware=[DaybookMiddleware(daybook)], response_format=Mood, checkpointer=InMemorySaver()
    )

    assert agent.invoke(say("I sing."), ADA)["structured_response"] == Mood(mood="glad")
    agent.invoke(say("I paint."), ADA)

    assert words(kept(daybook)) == [("I sing.", ""), ("I paint.", "")]


def test_the_state_that_a_caller_sees_has_nothing_of_ours(daybook: Daybook, model: ScriptedModel) -> None:
    model.script = ["Nice."]
    agent = create_agent(model, middleware=[DaybookMiddleware(daybook)])

    state = agent.invoke(say("I sing."), ADA)

    assert list(state) == ["messages"]
    assert "daybook_kept" not in agent.get_input_jsonschema()["properties"]


def test_a_model_that_talks_nonsense_breaks_nothing(daybook: Daybook, model: ScriptedModel) -> None:
    def nonsense(messages: Sequence[BaseMessage]) -> AIMessage:
        return AIMessage("" if len(messages) % 2 else "\x00}{]\ud800 [m1] memory: null")

    model.script = [nonsense]
    agent = create_agent(model, middleware=[DaybookMiddleware(daybook)], checkpointer=InMemorySaver())

    for text in ("I sing.", "", "\u2028", "x" * 100_000, "I paint. " * 3_000):
        agent.invoke(say(text), ADA)

    assert [round_.user.content[:8] for round_ in kept(daybook) if round_.user] == [
        "I sing.",
        "xxxxxxxx",
        "I paint.",
    ]


def test_a_blank_owner_is_refused_before_the_model_is_asked(daybook: Daybook, model: ScriptedModel) -> None:
    agent = create_agent(model, middleware=[DaybookMiddleware(daybook)])

    with pytest.raises(BadInput, match="nothing but white space"):
        agent.invoke(say(CAT), {"configurable": {"owner": "  "}})

    assert model.requests == []


def test_a_message_beyond_the_limit_of_questions_is_kept_whole(daybook: Daybook) -> None:
    log = "ERROR timeout\n" * 3_000
    agent = create_agent(ScriptedModel.of("It times out."), middleware=[DaybookMiddleware(daybook)])

    agent.invoke(say(log), ADA)

    assert words(kept(daybook)) == [(log.strip(), "It times out.")]
