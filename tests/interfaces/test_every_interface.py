"""One memory through every interface: the same answer and evidence, and what is known is known at each."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.messages import HumanMessage

from daybook import DaybookMiddleware, Role, Session, Turn, build_recall_graph, memory_tools
from daybook.interfaces.mcp.mcp_server import memory_server
from tests.interfaces.agents.scripted_model import ScriptedModel
from tests.interfaces.daybook_command import Command
from tests.interfaces.mcp_client import InProcess, call
from tests.interfaces.server.http_server import Served, client_of, serving
from tests.scripted_server import ScriptedServer

SAID = datetime(2026, 3, 5, 9, tzinfo=UTC)
KNOWN = [
    ("My favourite colour is ochre.", "What is my favourite colour?", "ochre"),
    ("My blood type is AB negative.", "whats my blood type", "AB negative"),
    ("I hid the spare key under the rain barrel.", "Where is the spare key?", "rain barrel"),
    ("I left the ladder at my uncle's barn.", "Do you remember where I left the ladder?", "barn"),
    ("My dentist is Dr Marchetti.", "remind me who my dentist is", "Marchetti"),
    ("My friend Tilda is learning to fly gliders.", "What is my friend Tilda learning to fly?", "gliders"),
    ("My shoe size is 41.", "Not sure what my shoe size is any more", "41"),
    ("The vet of our dog is called Brandt.", "I forgot, what's the name of our dog's vet?", "Brandt"),
    ("I parked on deck five.", "where did i park", "deck five"),
    ("The boiler was serviced on 9 April.", "When was the boiler serviced?", "9 April"),
    ("We paid 480 euros for the wardrobe.", "How much did we pay for the wardrobe?", "480"),
    ("The plumber is called Osei.", "The sink leaks again, what was the plumber called?", "Osei"),
]
"""A statement, a question, and the answer's text, which is the name of the owner as well."""
WORLD = ["hello!", "What's the capital of Mongolia?", "write a limerick about rain", "thanks a lot"]
LINE = "worker-77 lost its lease to a heron"
_FILLING = "\n".join(f"10:{minute:03} INFO shard {minute} is healthy" for minute in range(600))
LOG = f"Here is the log of last night:\n{_FILLING}\n{LINE}\n{_FILLING}\nWhat do you think?"


@dataclass
class Told:
    """Answers of the interfaces to a question."""

    answers: dict[str, str] = field(default_factory=dict)
    """Of interfaces that answer."""
    evidence: dict[str, list[str]] = field(default_factory=dict)
    """The rounds that the same interfaces cite."""
    shown: dict[str, str] = field(default_factory=dict)
    """Other interfaces' output: shown, found, or handed to a model."""

    def gave(self, interface: str, answer: str, evidence: list[dict[str, Any]]) -> None:
        self.answers[interface] = answer
        self.evidence[interface] = [cited["round_id"] for cited in evidence]

    @property
    def texts(self) -> dict[str, str]:
        return {
            interface: text.replace("&#39;", "'") for interface, text in (self.answers | self.shown).items()
        }


async def through_every_interface(served: Served, command: Command, question: str, owner: str) -> Told:
    """Ask the same question through all of them."""
    daybook, told = served.daybook, Told()
    says: Any = {"messages": [HumanMessage(question)]}

    data_dir = str(daybook.settings.data_dir)
    asked = command("ask", question, "--owner", owner, "--json", DAYBOOK_DATA_DIR=data_dir).json
    told.gave("command", asked["answer"], asked["evidence"])
    state = await build_recall_graph(daybook.parts, owner=owner).ainvoke(says)
    told.gave("node of a graph", state["answer"], state["evidence"])
    (tool,) = (offered for offered in memory_tools(daybook, owner=owner) if offered.name == "recall")
    called = {"name": tool.name, "args": {"question": question}, "id": "1", "type": "tool_call"}
    artifact = (await tool.ainvoke(called)).artifact
    told.gave("LangChain tool", artifact["answer"], artifact["evidence"])
    recalled = await call(InProcess(memory_server(daybook, lambda: owner)), "recall", question=question)
    told.gave("MCP", recalled["answer"], recalled["evidence"])

    model = ScriptedModel.of("I see.")
    await create_agent(model, middleware=[DaybookMiddleware(daybook, owner, keep=False)]).ainvoke(says)
    told.shown["middleware"] = model.requests[-1][-1].text
    told.shown["context"] = (await daybook.acontext_for(question, owner=owner)).text
    with served.client(owner) as http:
        asked = http.post("/v1/ask", json={"question": question}).json()
        told.gave("HTTP", asked["answer"], asked["evidence"])
        told.shown["HTTP search"] = http.post("/v1/search", json={"query": question}).text
        told.shown["HTTP context"] = http.post("/v1/context", json={"message": question}).json()["text"]
        told.shown["page"] = http.post(
            "/ask",
            data={"message": question, "owner": owner},
            headers={"Sec-Fetch-Site": "same-origin"},
            follow_redirects=True,
        ).text
    told.shown["chat"] = (await daybook.achat(question, owner=owner)).text
    return told


def fill(served: Served) -> None:
    """Keep each line in the memory of an owner of its own."""
    for line, _, value in KNOWN:
        turns = (Turn(Role.USER, line), Turn(Role.ASSISTANT, "Thanks for telling me."))
        served.daybook.add([Session(f"s-{value}", SAID, turns)], owner=value)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path / "data", needs_token=True) as running:
        fill(running)
        yield running


@pytest.mark.parametrize(
    ("question", "held"),
    [
        ("Where did I park the car?", "level four"),
        ("What is the name of my sister's parrot?", "Coco"),
        ("Which violin strings suit Oswald?", None),
    ],
)
async def test_the_same_question_gets_the_same_answer_and_evidence_through_every_interface(
    served: Served, daybook: Command, question: str, held: str | None
) -> None:
    for owner, text in (
        ("ada", "I parked the car on level four."),
        ("ada", "My sister adopted a parrot named Coco."),
        ("bob", "I parked the car in Lagos."),
    ):
        served.daybook.add([Session(text, SAID, (Turn(Role.USER, text),))], owner=owner)
    expected = await served.daybook.aask(question, owner="ada")

    told = await through_every_interface(served, daybook, question, "ada")

    assert set(told.answers.values()) == {expected.text}, told.answers
    cited = [evidence.round_id for evidence in expected.evidence]
    assert all(given == cited for given in told.evidence.values()), told.evidence
    assert expected.not_known is (held is None)
    assert held is None or [name for name, text in told.texts.items() if held not in text] == []
    assert "Lagos" not in str(told)


@pytest.mark.slow
async def test_what_ask_knows_every_interface_gives(served: Served, daybook: Command) -> None:
    missing = []
    for _, question, value in KNOWN:
        told = await through_every_interface(served, daybook, question, value)
        missing += [(question, name, text[:90]) for name, text in told.texts.items() if value not in text]

    assert missing == []


@pytest.mark.slow
def test_what_ask_knows_reaches_the_model_of_a_chat_completion(
    tmp_path: Path, server: ScriptedServer
) -> None:
    with relaying(tmp_path, server) as served:
        fill(served)
        missing = []
        for _, question, value in KNOWN:
            server.reply("I see.")
            client_of(served, served.token(value)).chat.completions.create(
                model="small", messages=[{"role": "user", "content": question}]
            )
            if value not in server.requests[-1]["messages"][-1]["content"]:
                missing.append((question, server.requests[-1]["messages"][-1]["content"][:200]))

    assert missing == []


def relaying(tmp_path: Path, server: ScriptedServer) -> Any:
    """Serve a memory whose chats are replied to by a model."""
    given: dict[str, Any] = {"openai_base_url": server.url, "openai_api_key": "sk-upstream"}
    return serving(tmp_path / "data", needs_token=True, chat_model="small", facts_by_model=False, **given)


async def test_what_asks_nothing_of_memory_or_is_not_known_gets_nothing(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("daybook.retrieve.relevance.FLOOR", 0.35)  # for hashed words, of which few are alike
    for message in WORLD:
        context = await served.daybook.acontext_for(message, owner="ochre")
        reply = await served.daybook.achat(message, owner="ochre")
        assert (context.text, reply.evidence) == ("", ()), message

    context = await served.daybook.acontext_for("What is my passport number?", owner="deck five")
    assert (context.items, context.lines, context.text) == ((), [], "")
    answer = await served.daybook.aask("hello!", owner="deck five")
    assert (answer.not_known, answer.evidence) == (True, ())
    assert answer.text == "Nothing that I remember comes near that."


def test_a_long_message_is_kept_word_for_word_and_found(tmp_path: Path) -> None:
    assert len(LOG) > 30_000
    with serving(tmp_path / "data", needs_token=True) as served:
        with served.client("me") as http:
            assert http.post("/v1/chat", json={"message": LOG}).status_code == 200

        [kept] = served.daybook.all_rounds(owner="me")
        answer = served.daybook.ask("Which worker lost its lease to a heron?", owner="me")

    assert [turn.content for turn in kept.turns][:1] == [LOG]
    assert LINE in answer.text
