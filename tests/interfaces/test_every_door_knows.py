"""What `ask` knows of one stated line, every door gives: the same plain questions through all of them."""

import os
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import httpx
import pytest
from langchain.agents import create_agent

os.environ["MEM0_TELEMETRY"] = "False"  # read when mem0 is first imported
os.environ.setdefault("MEM0_DIR", tempfile.mkdtemp(prefix="mem0-"))

from mem0 import MemoryClient
from openai import OpenAI

from daybook import DaybookMiddleware, Role, Session, Turn
from daybook.interfaces.mcp.mcp_server import memory_server
from tests.interfaces.agents.conftest import say
from tests.interfaces.agents.scripted_model import ScriptedModel
from tests.interfaces.mcp_client import InProcess, call
from tests.interfaces.server.http_server import Served, serving
from tests.scripted_server import ScriptedServer

SAID = datetime(2026, 3, 5, 9, tzinfo=UTC)
KNOWN = [
    ("My favourite colour is ochre.", "What is my favourite colour?", "ochre"),
    ("My blood type is AB negative.", "whats my blood type", "AB negative"),
    ("I hid the spare key under the rain barrel.", "Where is the spare key?", "rain barrel"),
    ("I left the ladder at my uncle's barn.", "Do you remember where I left the ladder?", "barn"),
    ("My dentist is Dr Marchetti.", "remind me who my dentist is", "Marchetti"),
    ("My friend Tilda is learning to fly gliders.", "What did I tell you about Tilda?", "gliders"),
    ("My shoe size is 41.", "Not sure what my shoe size is any more", "41"),
    ("The vet of our dog is called Brandt.", "I forgot, what's the name of our dog's vet?", "Brandt"),
    ("I parked on deck five.", "where did i park", "deck five"),
    ("The boiler was serviced on 9 April.", "When was the boiler serviced?", "9 April"),
    ("We paid 480 euros for the wardrobe.", "How much did we pay for the wardrobe?", "480"),
    ("The plumber is called Osei.", "The sink leaks again, what was the plumber called?", "Osei"),
    ("My bicycle lock opens with 7302.", "I forgot what number opens my bicycle lock", "7302"),
    ("I am reading a novel called Solaris.", "what novel am i reading", "Solaris"),
    ("I joined the gym Foundry.", "Which gym did I join again?", "Foundry"),
    ("The recycling goes out on Tuesdays.", "Which day does the recycling go out?", "Tuesdays"),
    ("I lent my tent to Priya.", "Who did I lend my tent to?", "Priya"),
    ("Our wifi is called Burrow.", "Guests are here, what's our wifi called?", "Burrow"),
    ("My ring size is K.", "Did I ever tell you my ring size?", "ring size is K"),
    ("The hallway paint is Elephant's Breath.", "I've no idea which paint the hallway has", "Elephant"),
    ("My sister lives in Ghent.", "Where does my sister live? And is it raining?", "Ghent"),
    ("My car takes 5W-30 oil.", "I'm at the shop and they ask which oil my car takes, what is it", "5W-30"),
]
WORLD = ["hello!", "What's the capital of Mongolia?", "write a limerick about rain", "thanks a lot"]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path / "data", needs_token=True) as one:
        fill(one)
        yield one


@pytest.fixture
def relaying(tmp_path: Path, server: ScriptedServer) -> Iterator[Served]:
    with serving(
        tmp_path / "relayed",
        needs_token=True,
        chat_model="small",
        openai_base_url=server.url,
        openai_api_key="sk-upstream",
        facts_by_model=False,
    ) as one:
        fill(one)
        yield one


def fill(served: Served) -> None:
    """Keep each line in the memory of an owner of its own."""
    for line, _, value in KNOWN:
        turns = (Turn(Role.USER, line), Turn(Role.ASSISTANT, "Thanks for telling me."))
        served.daybook.add([Session(f"s-{value}", SAID, turns)], owner=value)


@pytest.mark.slow
async def test_what_ask_knows_every_door_gives(served: Served) -> None:
    daybook = served.daybook
    missing = []
    for _, question, value in KNOWN:
        told = {"ask": (await daybook.aask(question, owner=value)).text}
        told["context"] = (await daybook.acontext_for(question, owner=value)).text
        model = ScriptedModel()
        model.script = ["I see."]
        agent = create_agent(model, middleware=[DaybookMiddleware(daybook, value, keep=False)])
        await agent.ainvoke(say(question))
        told["middleware"] = model.requests[-1][-1].text
        mcp = InProcess(memory_server(daybook, partial(str, value)))
        told["MCP"] = (await call(mcp, "recall", question=question))["answer"]
        with served.client(value) as http:
            told["HTTP ask"] = http.post("/v1/ask", json={"question": question}).json()["answer"]
            told["HTTP context"] = http.post("/v1/context", json={"message": question}).json()["text"]
            told["page"] = http.post(
                "/ask",
                data={"message": question, "owner": value},
                headers={"Sec-Fetch-Site": "same-origin"},
                follow_redirects=True,
            ).text
        with httpx.Client(timeout=60) as connection:
            mem0 = MemoryClient(api_key=served.token(value), host=served.url, client=connection)
            found = mem0.search(question, filters={"user_id": value})["results"]
        told["Mem0"] = " ".join(memory["memory"] for memory in found)
        told["chat"] = (await daybook.achat(question, owner=value)).text
        missing += [
            (question, door, text[:90])
            for door, text in told.items()
            if value not in text.replace("&#39;", "'")
        ]

    assert missing == []


@pytest.mark.slow
def test_what_ask_knows_reaches_the_model_of_a_chat_completion(
    relaying: Served, server: ScriptedServer
) -> None:
    missing = []
    for _, question, value in KNOWN:
        server.reply("I see.")
        with OpenAI(base_url=f"{relaying.url}/v1", api_key=relaying.token(value), max_retries=0) as client:
            client.chat.completions.create(model="small", messages=[{"role": "user", "content": question}])
        if value not in server.requests[-1]["messages"][-1]["content"]:
            missing.append((question, server.requests[-1]["messages"][-1]["content"][:200]))

    assert missing == []


async def test_what_asks_nothing_of_memory_gets_nothing(served: Served) -> None:
    for message in WORLD:
        context = await served.daybook.acontext_for(message, owner="ochre")
        reply = await served.daybook.achat(message, owner="ochre")

        assert context.text == "", message
        assert reply.evidence == (), message


async def test_what_is_not_known_of_its_writer_is_said_to_be(served: Served) -> None:
    context = await served.daybook.acontext_for("What is my passport number?", owner="deck five")

    assert context.items == ()
    assert context.lines == [{"kind": "not known", "question": "What is my passport number?"}]


async def test_a_greeting_put_to_memory_is_greeted(served: Served) -> None:
    answer = await served.daybook.aask("hello!", owner="ochre")

    assert answer.not_known
    assert answer.evidence == ()
    assert answer.text.startswith("Hello. Tell me something")
