"""What is sensitive is asked for at every door, once for each kind, and the answer counts at that door.

So is what is not to be mentioned: it holds in its own session, and in every one after a yes.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest
from langchain.agents import create_agent
from langchain_core.messages import HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from openai.types.chat import ChatCompletionMessageParam

from daybook import Daybook, DaybookMiddleware, memory_tools
from daybook.conversation import Role, Session, Status, Turn
from daybook.interfaces.mcp.mcp_server import memory_server
from daybook.text.english import ENGLISH
from tests.interfaces.agents.conftest import run_of, say
from tests.interfaces.agents.scripted_model import ScriptedModel, calls
from tests.interfaces.mcp_client import InProcess, call, failure
from tests.interfaces.server.http_server import Served, client_of, serving
from tests.scripted_server import ScriptedServer

ILL, HOME, ALSO = "I have diabetes.", "I live at 12 Elm Street, Leeds.", "I take insulin every morning."
WISH, ASKS = "Please never mention my brother again.", "What is the capital of Mongolia?"
SUN = "The sun is out."
TEXTS = ENGLISH.texts
GIVEN, DECLINED, HEEDED = TEXTS.consent_given, TEXTS.consent_declined, TEXTS.heeded
HEALTH, ADDRESS, HEED = TEXTS.consent("health"), TEXTS.consent("identity"), TEXTS.heed(WISH)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path / "data") as running:
        yield running


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
    again = daybook.chat(SUN, owner="me", session_id="first")
    agreed = daybook.chat("Yes.", owner="me", session_id="first", consent=asked.consent)

    assert asked.consent is not None
    assert asked.consent["question"] == HEED
    assert (told.consent, again.consent, agreed.text) == (None, None, HEEDED)
    assert (before, heeded(daybook)) == (([WISH], []), [WISH])
    assert daybook.stats(owner="me").rounds == 3


def test_a_no_keeps_a_wish_out_of_other_sessions_and_of_what_waits(served: Served) -> None:
    daybook = served.daybook

    asked = daybook.chat(WISH, owner="me", session_id="first")
    waiting = daybook.ledger.waiting(owner="me")
    declined = daybook.chat("No.", owner="me", session_id="first", consent=asked.consent)

    assert [question.question for question in waiting] == [HEED]
    assert (declined.text, heeded(daybook)) == (TEXTS.not_heeded, [])
    assert daybook.ledger.waiting(owner="me") == []


def test_an_import_asks_nothing_loses_nothing_and_review_has_the_question(served: Served) -> None:
    daybook, said_at = served.daybook, datetime(2024, 5, 15, 12, tzinfo=UTC)

    daybook.add([Session("old", said_at, (Turn(Role.USER, WISH),))], owner="me")
    next_reply = daybook.chat(SUN, owner="me", session_id="new")
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

    asked, again, home = [await call(client, "remember", user_said=said) for said in (ILL, ALSO, HOME)]

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

    assert (wish["consent"]["question"], heard["note"]) == (HEED, HEEDED)
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
    assert (wish["question"], heard.json()["note"]) == (HEED, HEEDED)
    assert heeded(served.daybook, owner="ada") == [WISH]


def test_on_the_page_the_reply_asks_and_a_button_answers(served: Served) -> None:
    headers = {"accept": "text/html", "origin": served.url}
    with httpx.Client(base_url=served.url, headers=headers, follow_redirects=True, timeout=60) as page:
        asked = page.post("/ask", data={"owner": "me", "how": "say", "message": ILL})
        before, key = known(served.daybook), asked.url.path.rpartition("/")[2]
        again = page.post("/ask", data={"owner": "me", "how": "say", "message": ALSO})
        given = page.post("/ask", data={"owner": "me", "how": "say", "after": key, "message": "Yes"})

    assert HEALTH in unescape(asked.text)
    assert 'name="message" value="Yes"' in asked.text
    assert (HEALTH in unescape(again.text), before) == (False, set())
    assert GIVEN.split(":")[0] in unescape(given.text)
    assert known(served.daybook) == {"health.condition", "health.treatment"}
    assert served.daybook.stats(owner="me").rounds == 2


class Talk:
    """A conversation over completions, as a chat program has it: it sends back whatever it was sent."""

    def __init__(self, served: Served, *, streams: bool) -> None:
        self.client, self.streams = client_of(served), streams
        self.messages: list[ChatCompletionMessageParam] = []

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


def relaying(tmp_path: Path, server: ScriptedServer, *replies: str) -> AbstractContextManager[Served]:
    """Serve a memory whose chats are replied to by a model that says this."""
    for reply in replies:
        server.reply(reply)
    given: dict[str, Any] = {"chat_model": "small", "openai_base_url": server.url, "openai_api_key": "sk"}
    return serving(tmp_path / "data", facts_by_model=False, **given)


def told(server: ScriptedServer) -> str:
    """What the model was sent last: memory's words stand as JSON in it."""
    return str(server.requests[-1]["messages"][-1]["content"])


@pytest.mark.parametrize("streams", [False, True])
def test_in_completions_a_wish_is_asked_about_and_answered(
    tmp_path: Path, server: ScriptedServer, streams: bool
) -> None:
    with relaying(tmp_path, server, "I see.", "Fine.") as served:
        talk = Talk(served, streams=streams)
        asked, agreed = talk.say(WISH), talk.say("yes")
        holds = heeded(served.daybook)

    assert asked == f"I see.\n\n{HEED}"
    assert (agreed, holds) == ("Fine.", [WISH])
    assert HEEDED in told(server)


@pytest.mark.parametrize("streams", [False, True])
def test_in_completions_the_reply_asks_and_the_next_message_answers(
    tmp_path: Path, server: ScriptedServer, streams: bool
) -> None:
    with relaying(tmp_path, server, *["I see."] * 5) as served:
        talk = Talk(served, streams=streams)
        asked, again, home = [talk.say(text) for text in (ILL, ALSO, HOME)]
        waiting = known(served.daybook)
        talk.say("No, thank you.")
        declined = told(server)
        talk.messages[-3:] = [{"role": "assistant", "content": f"So?\n\n{HEALTH}"}]
        talk.say("yes")

        assert asked.endswith(f"\n\n{HEALTH}")
        assert "yes/no" not in again
        assert home.endswith(f"\n\n{ADDRESS}")
        assert (DECLINED in declined, GIVEN in told(server), waiting) == (True, True, set())
        assert known(served.daybook) == {"health.condition", "health.treatment"}
        kept = [[turn.content for turn in round_.turns] for round_ in served.daybook.all_rounds(owner="me")]
        assert sorted(said for said, _ in kept) == sorted([ILL, ALSO, HOME])
        assert not any("yes/no" in reply for _, reply in kept)


def test_a_completion_that_a_program_reads_asks_nothing_and_the_next_in_words_does(
    tmp_path: Path, server: ScriptedServer
) -> None:
    with relaying(tmp_path, server, '{"mood": "low"}', "I see.") as served:
        talk = Talk(served, streams=False)
        shaped = talk.say(ILL, response_format={"type": "json_object"})
        asked = talk.say("It has been raining all day.")

    assert shaped == '{"mood": "low"}'
    assert asked == f"I see.\n\n{HEALTH}"


@pytest.mark.parametrize("has_checkpointer", [True, False])
def test_an_agents_state_asks_and_the_next_message_answers(served: Served, has_checkpointer: bool) -> None:
    model = ScriptedModel.of("I see.", "I see.", "Nice weather.")
    saver = InMemorySaver() if has_checkpointer else None
    agent = create_agent(model, middleware=[DaybookMiddleware(served.daybook)], checkpointer=saver)
    states: list[dict[str, Any]] = [{}]
    for text in (ILL, "Yes please", ALSO, SUN):
        before = () if has_checkpointer else states[-1].get("messages", ())
        handed = {} if has_checkpointer else {"daybook_consent": states[-1].get("daybook_consent")}
        given: Any = {"messages": [*before, HumanMessage(text)], **handed}
        states.append(agent.invoke(given, run_of("ada")))

    asked, *rest = [state["daybook_consent"] for state in states[1:]]
    assert asked == {"family": "health", "question": HEALTH}
    assert states[2]["messages"][-1].text == GIVEN
    assert rest == [None, None, None]
    assert known(served.daybook, "ada") == {"health.condition", "health.treatment"}
    said = [round_.user.content for round_ in served.daybook.all_rounds(owner="ada") if round_.user]
    assert sorted(said) == sorted([ILL, ALSO, SUN])
    assert model.script == []


async def test_an_agents_question_about_a_wish_is_answered_and_one_that_is_not_is_not_put_again(
    served: Served,
) -> None:
    model = ScriptedModel.of("I see.", "I see.", "Hm.", "Well.")
    middleware = [DaybookMiddleware(served.daybook)]
    agent = create_agent(model, middleware=middleware, checkpointer=InMemorySaver())

    wished = [await agent.ainvoke(say(text), run_of("ada")) for text in (WISH, "Yes.")]
    states = [await agent.ainvoke(say(text), run_of("bob")) for text in (ILL, "It rains.", "Yes.")]

    assert wished[0]["daybook_consent"]["question"] == HEED
    assert wished[1]["messages"][-1].text == HEEDED
    assert heeded(served.daybook, owner="ada") == [WISH]
    assert [bool(state.get("daybook_consent")) for state in states] == [True, False, False]
    assert states[-1]["messages"][-1].text == "Well."
    assert known(served.daybook, "bob") == set()
    (waiting,) = await served.daybook.ledger.awaiting(owner="bob")
    assert waiting.family == "health"


def test_the_tool_asks_and_takes_no_answer_before_the_users_next_message(served: Served) -> None:
    model = ScriptedModel.of(
        calls("remember", "1", user_said=ILL),
        calls("remember", "2", user_said="Yes.", consent="health"),
        "Shall I remember that?",
        calls("remember", "3", user_said="Yes.", consent="health"),
        "Done.",
    )
    agent = create_agent(model, memory_tools(served.daybook), checkpointer=InMemorySaver())

    agent.invoke(say(ILL), run_of("ada"))
    before = known(served.daybook, "ada")
    state = agent.invoke(say("Yes."), run_of("ada"))

    asked, hasty, done = (message for message in state["messages"] if isinstance(message, ToolMessage))
    assert HEALTH in asked.text
    assert asked.artifact["consent"] == {"family": "health", "question": HEALTH}
    assert (hasty.status, before) == ("error", set())
    assert "show the user first the question and ask" in hasty.text
    assert done.text.startswith(GIVEN)
    assert known(served.daybook, "ada") == {"health.condition"}
