"""The part of a conversation with an agent that memory keeps."""

import logging
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware, SummarizationMiddleware
from langchain_core.tools import tool
from langgraph.types import Command

from daybook import Daybook, DaybookMiddleware, memory_tools
from daybook.conversation.errors import StoreBusy
from tests.interfaces.agents.conftest import ADA, BuildAgent, kept, run_of, say, words
from tests.interfaces.agents.scripted_model import ScriptedModel, calls

CAT, PIXEL = "What is my cat called?", "Your grey cat is called Pixel; you adopted her yesterday."
TODAY = "2023-05-30"
AWAY = TimeoutError("the model is away")


@pytest.mark.parametrize("is_async", [True, False])
async def test_the_message_and_the_final_reply_are_kept_and_no_step_between(
    daybook: Daybook, agent: BuildAgent, is_async: bool
) -> None:
    calling = calls("weather", city="Bath")
    calling.content = "Let me look."
    talking, given = agent(calling, "Take an umbrella."), say("I moved to Bath. Do I need an umbrella?")

    state = await talking.ainvoke(given, ADA) if is_async else talking.invoke(given, ADA)

    assert list(state) == ["messages"]
    assert len(state["messages"]) == 4
    assert "daybook_kept" not in talking.get_input_jsonschema()["properties"]
    assert words(daybook) == [("I moved to Bath. Do I need an umbrella?", "Take an umbrella.")]


def test_a_thread_is_a_session_and_a_run_without_one_is_kept_by_its_day(
    daybook: Daybook, agent: BuildAgent
) -> None:
    talking = agent(*["Hello."] * 4, saved=True)

    for text, thread in (("I sing.", "one"), ("I paint.", "one"), ("I cook.", "two")):
        talking.invoke(say(text), run_of("ada", thread))
    agent(owner="ada").invoke(say("I swim."))

    said = {name: [text for text, _ in words(daybook, name)] for name in ("one", "two", TODAY)}
    assert said == {"one": ["I sing.", "I paint."], "two": ["I cook."], TODAY: ["I swim."]}


def test_what_a_failed_run_was_told_is_kept_by_the_next(daybook: Daybook, agent: BuildAgent) -> None:
    talking = agent("Nice.", AWAY, calls("weather", city="Bath"), AWAY, "Nicest.", saved=True)

    talking.invoke(say("I sing."), ADA)
    for text in ("I paint.", "I cook."):
        with pytest.raises(TimeoutError):
            talking.invoke(say(text), ADA)
    assert words(daybook) == [("I sing.", "Nice.")]
    talking.invoke(say("I swim."), ADA)

    rest = [("I paint.", ""), ("I cook.", ""), ("I swim.", "Nicest.")]
    assert words(daybook) == [("I sing.", "Nice."), *rest]


def test_a_run_that_waits_for_a_person_is_kept_once_when_it_is_over(
    daybook: Daybook, agent: BuildAgent
) -> None:
    asking = HumanInTheLoopMiddleware(interrupt_on={"weather": True})
    talking = agent(calls("weather", city="Bath"), "Take an umbrella.", beside=[asking], saved=True)

    assert talking.invoke(say("I moved to Bath."), ADA)["__interrupt__"]
    assert kept(daybook) == []
    talking.invoke(Command(resume={"decisions": [{"type": "approve"}]}), ADA)

    assert words(daybook) == [("I moved to Bath.", "Take an umbrella.")]


def test_a_reply_is_not_lost_over_a_memory_that_is_busy_and_its_turn_is_kept_later(
    daybook: Daybook, agent: BuildAgent, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def busy(*_: object, **__: object) -> Any:
        raise StoreBusy("another process is writing")

    talking = agent("Nice.", "Nicer.", saved=True)

    with monkeypatch.context() as patch, caplog.at_level(logging.WARNING, "daybook"):
        patch.setattr(daybook, "acontext_for", busy)
        patch.setattr(daybook, "aappend", busy)
        state = talking.invoke(say("I sing."), ADA)
    assert state["messages"][-1].text == "Nice."
    assert caplog.messages == [
        "the agent replies without memory: another process is writing",
        "a turn is not kept yet, and will be with the thread's next one: another process is writing",
    ]
    assert kept(daybook) == []
    talking.invoke(say("I paint."), ADA)

    assert words(daybook) == [("I sing.", "Nice."), ("I paint.", "Nicer.")]


@pytest.mark.parametrize(
    ("message", "reply", "sources"),
    [(CAT, PIXEL, ()), (CAT, "Pixel!", ()), (f"{CAT} I have to tell the vet.", PIXEL, None)],
)
def test_nothing_is_learned_from_a_reply_that_repeats_memory(
    daybook: Daybook, agent: BuildAgent, message: str, reply: str, sources: tuple[str, ...] | None
) -> None:
    cat = kept(daybook, "cat")[0].round_id
    before, answer = daybook.ledger.records(owner="ada"), daybook.ask(CAT, owner="ada").text

    agent(reply).invoke(say(message), ADA)

    [round_] = kept(daybook)
    assert [turn.sources for turn in round_.turns] == [sources, (cat,)]
    assert daybook.ledger.records(owner="ada") == before
    assert daybook.search("grey cat Pixel", owner="ada", limit=1).candidates[0].round.round_id == cat
    if sources == ():
        assert daybook.ask(CAT, owner="ada").text == answer


def test_a_reply_of_its_own_can_be_found_and_what_a_tool_showed_is_its_source(
    daybook: Daybook, agent: BuildAgent
) -> None:
    searching = [calls("search", query="red bicycle", limit=1), "It fetched ninety."]

    agent("The Silver Spoon on Gay Street.").invoke(say("Where should I eat tonight?"), ADA)
    agent(*searching, tools=memory_tools(daybook)).invoke(say("Look it up, will you?"), ADA)

    bike = kept(daybook, "bike")[0].round_id
    assert [round_.turns[-1].sources for round_ in kept(daybook)] == [None, (bike,)]


@pytest.mark.parametrize(
    "message", ["Forget that I sold my bicycle.", "I live in Bath, but that is off the record."]
)
def test_a_message_that_asks_to_forget_or_not_to_keep_is_not_kept(
    daybook: Daybook, agent: BuildAgent, message: str
) -> None:
    talking = agent("Very well.", "Hello.", saved=True)

    talking.invoke(say(message), ADA)
    talking.invoke(say("I sing."), ADA)

    assert words(daybook) == [("I sing.", "Hello.")]


def test_what_a_program_says_in_the_users_name_is_not_theirs(
    daybook: Daybook, agent: BuildAgent, model: ScriptedModel
) -> None:
    summary = ScriptedModel.of("The user lives in Oslo.", "The user lives in Oslo.")
    summing = SummarizationMiddleware(summary, trigger=("messages", 4), keep=("messages", 1))
    talking = agent("Nice.", "Nicer.", "Nicest.", beside=[summing], saved=True)

    for text in ("I sing.", "I paint.", "I cook."):
        talking.invoke(say(text), ADA)

    assert "Oslo" in repr(model.requests[2])
    assert words(daybook) == [("I sing.", "Nice."), ("I paint.", "Nicer."), ("I cook.", "Nicest.")]


def test_an_agent_that_a_tool_calls_reads_and_keeps_nothing(daybook: Daybook, agent: BuildAgent) -> None:
    inner = ScriptedModel.of("Her name is Pixel.")
    helper = create_agent(inner, middleware=[DaybookMiddleware(daybook)])

    @tool
    def ask_helper(task: str) -> str:
        """Ask the helper."""
        return str(helper.invoke(say(task))["messages"][-1].text)

    asking = calls("ask_helper", task="I live in Oslo. What is my cat called?")
    agent(asking, "Pixel.", tools=[ask_helper]).invoke(say("Find my cat's name."), ADA)

    assert "named her Pixel" in inner.requests[0][1].text
    assert words(daybook) == [("Find my cat's name.", "Pixel.")]
    assert "Oslo" not in [record.value for record in daybook.ledger.records(owner="ada")]


def test_a_middleware_that_only_reads_keeps_nothing(
    daybook: Daybook, agent: BuildAgent, model: ScriptedModel
) -> None:
    agent("Pixel.", keep=False).invoke(say(CAT), ADA)

    assert "Pixel" in model.requests[0][1].text
    assert kept(daybook) == []
