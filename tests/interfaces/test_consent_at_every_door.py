"""What is sensitive is asked for at every door, once for each kind, and the answer counts at that door.

So is what is not to be mentioned: it holds in its own session, and in every one after a yes.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest
from langchain.agents import create_agent
from langchain_core.messages import HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from openai import OpenAI
from openai.types.chat import ChatCompletionMessageParam

from daybook import Daybook, DaybookMiddleware, memory_tools
from daybook.conversation import Role, Session, Status, Turn
from daybook.interfaces.mcp.mcp_server import memory_server
from daybook.language.english import ENGLISH
from tests.interfaces.agents.scripted_model import ScriptedModel, calls
from tests.interfaces.mcp_client import InProcess, call, failure
from tests.interfaces.server.http_server import Served, serving
from tests.interfaces.server.test_completions_by_rules import Heard
from tests.scripted_server import scripted_server

ILL, HOME, ALSO = "I have diabetes.", "I live at 12 Elm Street, Leeds.", "I take insulin every morning."
GIVEN, DECLINED = ENGLISH.texts.consent_given, ENGLISH.texts.consent_declined
WISH, ASKS = "Please never mention my brother again.", "What is the capital of Mongolia?"
HEEDED, NOT_HEEDED = ENGLISH.texts.heeded, ENGLISH.texts.not_heeded
HEALTH, ADDRESS = ENGLISH.texts.consent("health"), ENGLISH.texts.consent("identity")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path / "data") as one:
        yield one


def known(daybook: Daybook, owner: str = "me") -> set[str]:
    """The sensitive slots of which something is known."""
    records = daybook.ledger.records(owner=owner, statuses=[Status.ACTIVE])
    return {record.slot for record in records} & {"health.condition", "health.treatment", "identity.address"}


def heeded(daybook: Daybook, session_id: str = "another", owner: str = "me") -> list[str]:
    """What a reply to a question of the world must heed in a session."""
    context = daybook.context_for(ASKS, owner=owner, session_id=session_id)
    return [item.quote for item in context.constraints]


def test_in_chat_a_wish_holds_in_its_session_and_after_a_yes_in_all(served: Served) -> None:
    daybook = served.daybook

    asked = daybook.chat(WISH, owner="me", session_id="first")
    before = heeded(daybook, "first"), heeded(daybook)
    told = daybook.chat("I'm allergic to peanuts.", owner="me", session_id="first")
    again = daybook.chat("The sun is out.", owner="me", session_id="first")
    agreed = daybook.chat("Yes.", owner="me", session_id="first", consent=asked.consent)

    assert asked.consent is not None
    assert asked.consent["question"] == ENGLISH.texts.heed(WISH)
    assert (told.consent, again.consent, agreed.text) == (None, None, HEEDED)
    assert (before, heeded(daybook)) == (([WISH], []), [WISH])
    assert daybook.stats(owner="me").rounds == 3


def test_a_no_keeps_a_wish_out_of_other_sessions_and_of_what_waits(served: Served) -> None:
    daybook = served.daybook

    asked = daybook.chat(WISH, owner="me", session_id="first")
    waiting = daybook.ledger.waiting(owner="me")
    declined = daybook.chat("No.", owner="me", session_id="first", consent=asked.consent)

    assert [question.question for question in waiting] == [ENGLISH.texts.heed(WISH)]
    assert (declined.text, heeded(daybook)) == (NOT_HEEDED, [])
    assert daybook.ledger.waiting(owner="me") == []


def test_an_import_asks_nothing_loses_nothing_and_review_has_the_question(served: Served) -> None:
    daybook, said_at = served.daybook, datetime(2024, 5, 15, 12, tzinfo=UTC)

    daybook.add([Session("old", said_at, (Turn(Role.USER, WISH),))], owner="me")
    next_reply = daybook.chat("The sun is out.", owner="me", session_id="new")
    (waiting,) = daybook.ledger.waiting(owner="me")
    found = daybook.search("What did I say about my brother?", owner="me")
    assert waiting.record is not None
    before = heeded(daybook)
    daybook.ledger.confirm(waiting.record.record_id, owner="me")

    assert (next_reply.consent, waiting.record.status) == (None, Status.ACTIVE)
    assert found.candidates[0].round.session_id == "old"
    assert (before, heeded(daybook)) == ([], [WISH])


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

    wish = await call(client, "remember", user_said=WISH)
    heard = await call(client, "remember", user_said="Yes.", consent=wish["consent"]["family"])
    recalled = await call(client, "recall", question=ASKS)

    assert (wish["consent"]["question"], heard["note"]) == (ENGLISH.texts.heed(WISH), HEEDED)
    assert recalled["constraints"] == [WISH]


def test_over_http_a_round_that_is_kept_asks_and_the_next_answers(served: Served) -> None:
    with served.client() as http:
        asked = http.post("/v1/rounds", json={"user": ILL, "owner": "ada"}).json()
        given = http.post("/v1/rounds", json={"user": "Yes.", "consent": "health", "owner": "ada"})
        wish = http.post("/v1/rounds", json={"user": WISH, "owner": "ada"}).json()["consent"]
        heard = http.post("/v1/rounds", json={"user": "Yes.", "consent": wish["family"], "owner": "ada"})

    assert asked["consent"] == {"family": "health", "question": HEALTH}
    assert (given.status_code, given.json()["note"]) == (200, GIVEN)
    assert known(served.daybook, "ada") == {"health.condition"}
    assert (wish["question"], heard.json()["note"]) == (ENGLISH.texts.heed(WISH), HEEDED)
    assert heeded(served.daybook, owner="ada") == [WISH]


@pytest.mark.parametrize(("path", "field"), [("/ask", "message"), ("/remember", "text")])
def test_on_the_page_the_reply_asks_and_a_button_answers(served: Served, path: str, field: str) -> None:
    headers = {"accept": "text/html", "origin": served.url}
    with httpx.Client(base_url=served.url, headers=headers, follow_redirects=True) as page:
        asked = page.post(path, data={"owner": "me", field: ILL})
        before, key = known(served.daybook), asked.url.path.rpartition("/")[2]
        again = page.post(path, data={"owner": "me", field: ALSO})
        given = page.post("/ask", data={"owner": "me", "after": key, "message": "Yes"})

    assert HEALTH in unescape(asked.text)
    assert 'name="message" value="Yes"' in asked.text
    assert (HEALTH in unescape(again.text), before) == (False, set())
    assert GIVEN.split(":")[0] in unescape(given.text)
    assert known(served.daybook) == {"health.condition", "health.treatment"}
    assert served.daybook.stats(owner="me").rounds == 2


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
def test_in_completions_a_wish_is_asked_about_and_answered(tmp_path: Path, streams: bool) -> None:
    with scripted_server() as model:
        model.reply("I see.")
        given: dict[str, Any] = {"chat_model": "small", "openai_base_url": model.url, "facts_by_model": False}
        with serving(tmp_path / "data", openai_api_key="sk", **given) as served:
            talk = Talk(served.url, streams=streams)
            asked, agreed = talk.say(WISH), talk.say("yes")
            holds = heeded(served.daybook)
        model.assert_spent()

    assert asked == f"I see.\n\n{ENGLISH.texts.heed(WISH)}"
    assert (agreed, holds) == (HEEDED, [WISH])


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


def test_an_agents_state_asks_about_a_wish(served: Served) -> None:
    model = ScriptedModel.of("I see.")
    agent = create_agent(
        model, middleware=[DaybookMiddleware(served.daybook, "ada")], checkpointer=InMemorySaver()
    )
    run: Any = {"configurable": {"thread_id": "talk"}}

    states = [agent.invoke({"messages": [HumanMessage(text)]}, run) for text in (WISH, "Yes.")]

    assert states[0]["daybook_consent"]["question"] == ENGLISH.texts.heed(WISH)
    assert states[1]["messages"][-1].text == HEEDED
    assert heeded(served.daybook, owner="ada") == [WISH]


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
