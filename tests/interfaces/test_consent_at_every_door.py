"""What is sensitive is asked for at every door, once for each kind, and the answer counts at that door."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.messages import HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from openai import OpenAI
from openai.types.chat import ChatCompletionMessageParam

from daybook import Daybook, DaybookMiddleware, memory_tools
from daybook.conversation import Status
from daybook.english import ENGLISH
from daybook.interfaces.mcp.mcp_server import memory_server
from tests.interfaces.agents.scripted_model import ScriptedModel, calls
from tests.interfaces.mcp_client import InProcess, call, failure
from tests.interfaces.server.http_server import Served, serving
from tests.interfaces.server.test_completions_by_rules import Heard
from tests.scripted_server import scripted_server

ILL, HOME, ALSO = "I have diabetes.", "I live at 12 Elm Street, Leeds.", "I take insulin every morning."
GIVEN, DECLINED = ENGLISH.texts.consent_given, ENGLISH.texts.consent_declined
HEALTH, ADDRESS = ENGLISH.texts.consent("health"), ENGLISH.texts.consent("identity")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path / "data") as one:
        yield one


def known(daybook: Daybook, owner: str = "me") -> set[str]:
    """The sensitive slots of which something is known."""
    records = daybook.ledger.records(owner=owner, statuses=[Status.ACTIVE])
    return {record.slot for record in records} & {"health.condition", "health.treatment", "identity.address"}


async def test_over_mcp_the_result_asks_and_the_next_call_answers(served: Served) -> None:
    client = InProcess(memory_server(served.daybook, lambda: "me"))

    asked = await call(client, "remember", user_said=ILL)
    again = await call(client, "remember", user_said=ALSO)
    home = await call(client, "remember", user_said=HOME)

    assert asked["consent"] == {"family": "health", "question": HEALTH}
    assert again["consent"] is None
    assert home["consent"] == {"family": "identity", "question": ADDRESS}
    assert known(served.daybook) == set()
    wrong = await failure(client, "remember", user_said="Yes.", consent="helth")
    assert "nothing of 'helth' needs your consent" in wrong

    given = await call(client, "remember", user_said="Yes, please.", consent="health")
    declined = await call(client, "remember", user_said="No thanks.", consent="identity")

    assert (given["stored"], given["note"], declined["note"]) == (False, GIVEN, DECLINED)
    assert "health.condition" in {fact["slot"] for fact in given["learned"]}
    assert known(served.daybook) == {"health.condition", "health.treatment"}
    assert served.daybook.stats(owner="me").rounds == 3


def test_over_http_a_round_that_is_kept_asks_and_the_next_answers(served: Served) -> None:
    with served.client() as http:
        asked = http.post("/v1/rounds", json={"user": ILL, "owner": "ada"}).json()
        given = http.post("/v1/rounds", json={"user": "Yes.", "consent": "health", "owner": "ada"})

    assert asked["consent"] == {"family": "health", "question": HEALTH}
    assert (given.status_code, given.json()["note"]) == (200, GIVEN)
    assert known(served.daybook, "ada") == {"health.condition"}


class Talk:
    """A conversation over completions, as a chat program has it: it sends back whatever it was sent."""

    def __init__(self, url: str, *, streams: bool) -> None:
        self.client = OpenAI(base_url=f"{url}/v1", api_key="sk-anything", max_retries=0)
        self.streams, self.messages = streams, list[ChatCompletionMessageParam]()

    def say(self, text: str, **given: Any) -> str:
        self.messages.append({"role": "user", "content": text})
        create = self.client.chat.completions.create
        if self.streams:
            chunks = list(create(model="x", messages=self.messages, stream=True, **given))
            choices = [chunk.choices[0] for chunk in chunks if chunk.choices]
            reply = "".join(choice.delta.content or "" for choice in choices)
            assert [choice.finish_reason for choice in choices if choice.finish_reason] == ["stop"]
        else:
            reply = create(model="x", messages=self.messages, **given).choices[0].message.content or ""
        self.messages.append({"role": "assistant", "content": reply})
        return reply


@pytest.mark.parametrize("streams", [False, True])
@pytest.mark.parametrize("by", ["rules", "a server", "a model of ours"])
def test_in_completions_the_reply_asks_and_the_next_message_answers(
    tmp_path: Path, by: str, streams: bool
) -> None:
    with scripted_server() as model:
        given: dict[str, Any] = {
            "rules": {},
            "a server": {"chat_model": "small", "openai_base_url": model.url, "facts_by_model": False},
            "a model of ours": {"chat_model": Heard(["I see."] * 3), "facts_by_model": False},
        }[by]
        if by == "a server":
            for _ in range(3):
                model.reply("I see.")
        with serving(tmp_path / "data", openai_api_key="sk", **given) as served:
            talk = Talk(served.url, streams=streams)
            asked, again = talk.say(ILL), talk.say(ALSO)
            home = talk.say(HOME)
            waiting = known(served.daybook)
            declined = talk.say("No, thank you.")
            talk.messages[-3:] = [{"role": "assistant", "content": f"So?\n\n{HEALTH}"}]
            agreed = talk.say("yes")
            kept = [
                (round_.user.content, round_.assistant.content)
                for round_ in served.daybook.all_rounds(owner="me")
                if round_.user and round_.assistant
            ]

            assert asked.endswith(f"\n\n{HEALTH}")
            assert "yes/no" not in again
            assert home.endswith(f"\n\n{ADDRESS}")
            assert (declined, agreed) == (DECLINED, GIVEN)
            assert waiting == set()
            assert known(served.daybook) == {"health.condition", "health.treatment"}
            assert sorted(said for said, _ in kept) == sorted([ILL, ALSO, HOME])
            assert not any("yes/no" in reply for _, reply in kept)
        model.assert_spent()


def test_a_completion_that_a_program_reads_asks_nothing_and_the_next_in_words_does(tmp_path: Path) -> None:
    with scripted_server() as model:
        model.reply('{"mood": "low"}')
        model.reply("I see.")
        settings: dict[str, Any] = {
            "chat_model": "small",
            "openai_base_url": model.url,
            "openai_api_key": "sk",
        }
        with serving(tmp_path / "data", facts_by_model=False, **settings) as served:
            talk = Talk(served.url, streams=False)
            shaped = talk.say(ILL, response_format={"type": "json_object"})
            asked = talk.say("It has been raining all day.")

    assert shaped == '{"mood": "low"}'
    assert asked == f"I see.\n\n{HEALTH}"


@pytest.mark.parametrize("has_checkpointer", [True, False])
def test_an_agents_state_asks_and_the_next_message_answers(served: Served, has_checkpointer: bool) -> None:
    model = ScriptedModel.of("I see.", "I see.", "Nice weather.")
    saver = InMemorySaver() if has_checkpointer else None
    agent = create_agent(model, middleware=[DaybookMiddleware(served.daybook)], checkpointer=saver)
    run: Any = {"configurable": {"owner": "ada", "thread_id": "talk"}}
    state: dict[str, Any] = {}

    def say(text: str) -> dict[str, Any]:
        nonlocal state
        before = () if has_checkpointer else state.get("messages", ())
        handed = {} if has_checkpointer else {"daybook_consent": state.get("daybook_consent")}
        given: Any = {"messages": [*before, HumanMessage(text)], **handed}
        state = agent.invoke(given, run)
        return state

    asked = say(ILL)["daybook_consent"]
    given = say("Yes please")
    again = say(ALSO)
    talk = say("The sun is out.")

    assert asked == {"family": "health", "question": HEALTH}
    assert given["messages"][-1].text == GIVEN
    assert (given["daybook_consent"], again["daybook_consent"], talk["daybook_consent"]) == (None, None, None)
    assert known(served.daybook, "ada") == {"health.condition", "health.treatment"}
    said = [round_.user.content for round_ in served.daybook.all_rounds(owner="ada") if round_.user]
    assert sorted(said) == sorted([ILL, ALSO, "The sun is out."])
    assert model.script == []


async def test_an_agents_question_that_is_not_answered_is_not_put_again(served: Served) -> None:
    model = ScriptedModel.of("I see.", "Hm.", "Well.")
    agent = create_agent(
        model, middleware=[DaybookMiddleware(served.daybook, "ada")], checkpointer=InMemorySaver()
    )
    run: Any = {"configurable": {"thread_id": "talk"}}

    states = [
        await agent.ainvoke({"messages": [HumanMessage(text)]}, run) for text in (ILL, "It rains.", "Yes.")
    ]

    assert [bool(state.get("daybook_consent")) for state in states] == [True, False, False]
    assert states[-1]["messages"][-1].text == "Well."
    assert known(served.daybook, "ada") == set()
    (waiting,) = await served.daybook.ledger.awaiting(owner="ada")
    assert waiting.family == "health"


def test_the_tool_asks_and_takes_no_answer_before_the_users_next_message(served: Served) -> None:
    model = ScriptedModel.of(
        calls("remember", "1", user_said=ILL),
        calls("remember", "2", user_said="Yes.", consent="health"),
        "Shall I remember that?",
        calls("remember", "3", user_said="Yes.", consent="health"),
        "Done.",
    )
    agent = create_agent(model, memory_tools(served.daybook, "ada"), checkpointer=InMemorySaver())
    run: Any = {"configurable": {"thread_id": "talk"}}

    agent.invoke({"messages": [HumanMessage(ILL)]}, run)
    before = known(served.daybook, "ada")
    state = agent.invoke({"messages": [HumanMessage("Yes.")]}, run)

    told = [message for message in state["messages"] if isinstance(message, ToolMessage)]
    assert HEALTH in told[0].text
    assert told[0].artifact["consent"] == {"family": "health", "question": HEALTH}
    assert (told[1].status, before) == ("error", set())
    assert "show the user first the question and ask" in told[1].text
    assert told[2].text.startswith(GIVEN)
    assert known(served.daybook, "ada") == {"health.condition"}
