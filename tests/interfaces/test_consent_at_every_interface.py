"""What is sensitive is asked for at every interface with its words, once for each kind, and never beside a
message that it has nothing to do with; the answer counts where it was asked."""

import json
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest
from langchain.agents import create_agent
from langchain_core.messages import HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver

from daybook import Daybook, DaybookMiddleware, memory_tools
from daybook.conversation import Status
from daybook.conversation.errors import BadInput
from daybook.interfaces.mcp.mcp_server import memory_server
from daybook.models.embedding import Embedder
from daybook.text import own_replies
from daybook_prompts.replies import FactFound
from tests.interfaces.agents.conftest import run_of, say
from tests.interfaces.agents.scripted_model import ScriptedModel, calls
from tests.interfaces.mcp_client import InProcess, call, failure
from tests.interfaces.server.http_server import Served, serving
from tests.scripted_server import ScriptedServer
from tests.small_memory import OpenDaybook, models_at

ILL, HOME, ALSO = "I have diabetes.", "I live at 12 Elm Street, Leeds.", "I take insulin every morning."
SUN, RAIN = "The sun is out.", "It has been raining all day."

GIVEN, DECLINED = own_replies.CONSENT_GIVEN, own_replies.CONSENT_DECLINED
ILLNESS, WHERE = "What illness do I have?", "At which address do I live?"
HEALTH = (
    "You mentioned something about your health: “I have diabetes.” Shall I remember such things? (yes/no)"
)
ADDRESS = own_replies.consent_text("identity", HOME)
FACTS = {
    ILL: {"attribute": "illness", "value": "diabetes", "quote": ILL},
    ALSO: {"attribute": "treatment", "value": "insulin", "quote": ALSO},
    HOME: {"attribute": "address", "value": "12 Elm Street, Leeds", "quote": HOME},
}


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path / "data") as running:
        yield running


def known(daybook: Daybook, owner: str = "me") -> set[str]:
    """The sensitive slots of which something is known."""
    records = daybook.ledger.records(owner=owner, statuses=[Status.ACTIVE])
    return {record.slot for record in records} & {"health.condition", "health.treatment", "identity.address"}


def tell(daybook: Daybook, text: str, owner: str = "me") -> None:
    """Keep a round with its fact by an interface that asks nothing."""
    daybook.append(text, owner=owner, facts=[FactFound(**FACTS[text])])


def test_in_chat_a_reply_that_rests_on_the_words_asks_once_and_the_next_message_answers(
    served: Served,
) -> None:
    daybook = served.daybook
    tell(daybook, ILL)

    beside, asked, again = [
        daybook.chat(text, owner="me", session_id="first") for text in (SUN, ILLNESS, ILLNESS)
    ]
    given = daybook.chat("Yes.", owner="me", session_id="first", consent=asked.consent)
    tell(daybook, HOME)
    home = daybook.chat(WHERE, owner="me", session_id="second")
    declined = daybook.chat("No.", owner="me", session_id="second", consent=home.consent)

    assert asked.consent == {"family": "health", "question": HEALTH}
    assert (beside.consent, again.consent, given.text) == (None, None, GIVEN)
    assert home.consent == {"family": "identity", "question": ADDRESS}
    assert (declined.text, daybook.ledger.waiting(owner="me")) == (DECLINED, [])
    kept = {round_.user.content for round_ in daybook.all_rounds(owner="me") if round_.user}
    assert kept == {ILL, SUN, ILLNESS, HOME, WHERE}


@pytest.mark.parametrize("family", ["health", "helth"])
def test_a_yes_to_what_was_not_asked_allows_nothing(served: Served, family: str) -> None:
    tell(served.daybook, ILL)

    with pytest.raises(BadInput, match=f"'{family}' was not asked about"):
        served.daybook.chat("Yes.", owner="me", consent={"family": family})

    assert len(served.daybook.ledger.waiting(owner="me")) == 1


def test_with_a_model_the_turn_that_tells_it_asks(open_daybook: OpenDaybook, server: ScriptedServer) -> None:
    daybook = open_daybook(**models_at(server, chat_model="small"))
    server.reply("Thank you for telling me.", when="a running conversation")
    found = {"round": 1, "quote": ILL, "slot": "health.condition", "value": "diabetes"}
    server.reply({"facts": [found]}, when="health.condition")

    turn = daybook.chat(f"Long day. {ILL}", owner="zoe")

    assert turn.consent == {"family": "health", "question": HEALTH}


async def test_over_mcp_the_result_asks_and_the_next_call_answers(served: Served) -> None:
    client = InProcess(memory_server(served.daybook, lambda: "me"))

    async def remember(text: str) -> Any:
        return await call(client, "remember", user_said=text, facts=[FACTS[text]])

    asked, again, home = [await remember(text) for text in (ILL, ALSO, HOME)]

    assert asked["consent"] == {"family": "health", "question": HEALTH}
    assert again["consent"] is None
    assert home["consent"] == {"family": "identity", "question": ADDRESS}
    assert known(served.daybook) == set()
    wrong = await failure(client, "remember", user_said="Yes.", consent="helth")
    assert "'helth' was not asked about" in wrong

    given = await call(client, "remember", user_said="Yes, please.", consent="health")
    declined = await call(client, "remember", user_said="No thanks.", consent="identity")

    assert (given["stored"], given["note"], declined["note"]) == (False, GIVEN, DECLINED)
    assert served.daybook.stats(owner="me").rounds == 3
    await remember(ILL)
    await remember(HOME)
    assert known(served.daybook) == {"health.condition"}


def test_over_http_a_round_that_is_kept_asks_and_the_next_answers(served: Served) -> None:
    told = {"user": ILL, "facts": [FACTS[ILL]], "owner": "ada"}
    with served.client() as http:
        asked = http.post("/v1/rounds", json=told).json()
        given = http.post("/v1/rounds", json={"user": "Yes.", "consent": "health", "owner": "ada"})
        before = known(served.daybook, "ada")
        http.post("/v1/rounds", json=told)

    assert asked["consent"] == {"family": "health", "question": HEALTH}
    assert (given.status_code, given.json()["note"]) == (200, GIVEN)
    assert (before, known(served.daybook, "ada")) == (set(), {"health.condition"})


def test_on_the_page_the_reply_asks_and_a_button_answers(served: Served) -> None:
    headers = {"accept": "text/html", "origin": served.url}
    tell(served.daybook, ILL)
    with httpx.Client(base_url=served.url, headers=headers, follow_redirects=True, timeout=60) as page:
        beside = page.post("/ask", data={"owner": "me", "how": "say", "message": RAIN})
        waiting = page.get("/review")
        asked = page.post("/ask", data={"owner": "me", "how": "say", "message": ILLNESS})
        key = asked.url.path.rpartition("/")[2]
        given = page.post("/ask", data={"owner": "me", "how": "say", "after": key, "message": "Yes"})

    assert HEALTH in unescape(asked.text)
    assert 'name="message" value="Yes"' in asked.text
    assert HEALTH not in unescape(beside.text)
    assert HEALTH.removesuffix(" (yes/no)") in unescape(waiting.text)
    assert GIVEN.split(":")[0] in unescape(given.text)
    assert served.daybook.stats(owner="me").rounds == 3


@pytest.mark.parametrize("has_checkpointer", [True, False])
def test_an_agents_state_asks_and_the_next_message_answers(served: Served, has_checkpointer: bool) -> None:
    model = ScriptedModel.of("Nice weather.", "You said: I have diabetes.", "Nice weather.")
    saver = InMemorySaver() if has_checkpointer else None
    agent = create_agent(model, middleware=[DaybookMiddleware(served.daybook)], checkpointer=saver)
    tell(served.daybook, ILL, "ada")
    states: list[dict[str, Any]] = [{}]
    for text in (RAIN, ILLNESS, "Yes please", SUN):
        before = () if has_checkpointer else states[-1].get("messages", ())
        handed = {} if has_checkpointer else {"daybook_consent": states[-1].get("daybook_consent")}
        given: Any = {"messages": [*before, HumanMessage(text)], **handed}
        states.append(agent.invoke(given, run_of("ada")))

    beside, asked, *rest = [state.get("daybook_consent") for state in states[1:]]
    assert (beside, asked) == (None, {"family": "health", "question": HEALTH})
    assert states[3]["messages"][-1].text == GIVEN
    assert rest == [None, None]
    said = [round_.user.content for round_ in served.daybook.all_rounds(owner="ada") if round_.user]
    assert sorted(said) == sorted([ILL, RAIN, ILLNESS, SUN])
    assert model.script == []


def test_an_agents_own_model_reads_the_turn_and_its_run_asks(tmp_path: Path, minilm: Embedder) -> None:
    found = {"round": 1, "slot": "health.condition", "value": "diabetes", "quote": ILL}
    model = ScriptedModel.of("I see.", json.dumps({"facts": [found]}))
    with Daybook.open(tmp_path / "data", chat_model=model, embedder=minilm) as daybook:
        agent = create_agent(model, middleware=[DaybookMiddleware(daybook)])
        state = agent.invoke(say(ILL), run_of("ada"))

    assert state["daybook_consent"] == {"family": "health", "question": HEALTH}
    assert model.script == []


async def test_an_agents_question_that_is_not_answered_is_not_put_again(served: Served) -> None:
    model = ScriptedModel.of("You said: I have diabetes.", "Hm.", "Well.")
    middleware = [DaybookMiddleware(served.daybook)]
    agent = create_agent(model, middleware=middleware, checkpointer=InMemorySaver())
    await served.daybook.aappend(ILL, owner="bob", facts=[FactFound(**FACTS[ILL])])

    states = [await agent.ainvoke(say(text), run_of("bob")) for text in (ILLNESS, RAIN, "Yes.")]

    assert [bool(state.get("daybook_consent")) for state in states] == [True, False, False]
    assert states[-1]["messages"][-1].text == "Well."
    (waiting,) = await served.daybook.ledger.awaiting(owner="bob")
    assert waiting.family == "health"


def test_the_tool_asks_and_takes_no_answer_before_the_users_next_message(served: Served) -> None:
    model = ScriptedModel.of(
        calls("remember", "1", user_said=ILL, facts=[FACTS[ILL]]),
        calls("remember", "2", user_said="Yes.", consent="health"),
        "Shall I remember that?",
        calls("remember", "3", user_said="Yes.", consent="health"),
        calls("remember", "4", user_said=ILL, facts=[FACTS[ILL]]),
        "Done.",
    )
    agent = create_agent(model, memory_tools(served.daybook), checkpointer=InMemorySaver())

    agent.invoke(say(ILL), run_of("ada"))
    before = known(served.daybook, "ada")
    state = agent.invoke(say("Yes."), run_of("ada"))

    asked, hasty, done, _ = (message for message in state["messages"] if isinstance(message, ToolMessage))
    assert HEALTH in asked.text
    assert asked.artifact["consent"] == {"family": "health", "question": HEALTH}
    assert (hasty.status, before) == ("error", set())
    assert "show the user first the question and ask" in hasty.text
    assert done.text.startswith(GIVEN)
    assert known(served.daybook, "ada") == {"health.condition"}
