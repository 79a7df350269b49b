"""One memory, one question, every door: the answer and its evidence are the same, and a wall is a wall."""

import json
import os
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from langchain_core.messages import HumanMessage

os.environ["MEM0_TELEMETRY"] = "False"  # read when mem0 is first imported
os.environ.setdefault("MEM0_DIR", tempfile.mkdtemp(prefix="mem0-"))

from mem0 import MemoryClient
from openai import OpenAI

from daybook import Role, Session, Turn, build_recall_graph, memory_tools
from daybook.interfaces.mcp.mcp_server import memory_server
from tests.interfaces.daybook_command import Command
from tests.interfaces.mcp_client import InProcess, call
from tests.interfaces.server.http_server import Served, serving

SAID = datetime(2024, 3, 5, 9, tzinfo=UTC)
PARROT = "My sister adopted a parrot named Coco."
ASKED = {
    "Where did I park the car?": "level four",
    "What is the name of my sister's parrot?": "Coco",
    "What is my blood group?": None,
}
"""What an answer holds; None where memory has none."""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    turns = [("I parked the car on level four.", "Level four it is."), (PARROT, "Welcome, Coco!")]
    sessions = [
        Session(f"s{place}", SAID, (Turn(Role.USER, said), Turn(Role.ASSISTANT, told)))
        for place, (said, told) in enumerate(turns)
    ]
    with serving(tmp_path / "data", needs_token=True) as one:
        one.daybook.add(sessions, owner="ada")
        one.daybook.add([Session("b", SAID, (Turn(Role.USER, "I parked the car in Lagos."),))], owner="bob")
        yield one


def rounds_of(evidence: list[dict[str, Any]]) -> list[str]:
    return [cited["round_id"] for cited in evidence]


@pytest.mark.parametrize("question", ASKED)
async def test_the_same_question_gets_the_same_answer_and_evidence_through_every_door(
    served: Served, question: str, daybook: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = await served.daybook.aask(question, owner="ada")
    texts = {"library": expected.text}
    evidence = {"library": [one.round_id for one in expected.evidence]}

    def gave(door: str, answer: str, cited: list[dict[str, Any]]) -> None:
        texts[door], evidence[door] = answer, rounds_of(cited)

    monkeypatch.setenv("DAYBOOK_DATA_DIR", str(served.daybook.settings.data_dir))
    command = daybook("ask", question, "--owner", "ada", "--json").json
    gave("command", command["answer"], command["evidence"])

    state = await build_recall_graph(served.daybook.parts, owner="ada").ainvoke(
        {"messages": [HumanMessage(question)]}
    )
    gave("node of a graph", state["answer"], state["evidence"])

    (tool,) = (one for one in memory_tools(served.daybook, owner="ada") if one.name == "recall")
    called = {"name": tool.name, "args": {"question": question}, "id": "1", "type": "tool_call"}
    message = await tool.ainvoke(called)
    gave("LangChain tool", message.artifact["answer"], message.artifact["evidence"])

    client = InProcess(memory_server(served.daybook, lambda: "ada"))
    recalled = await call(client, "recall", question=question)
    gave("MCP", recalled["answer"], recalled["evidence"])

    with served.client("ada") as http:
        asked = http.post("/v1/ask", json={"question": question}).json()
    gave("HTTP", asked["answer"], asked["evidence"])

    assert set(texts.values()) == {expected.text}, texts
    assert all(value == evidence["library"] for value in evidence.values()), evidence
    held = ASKED[question]
    assert held is None or held in expected.text
    assert expected.not_known is (held is None)


def test_what_has_no_answers_of_its_own_finds_or_says_the_same(served: Served) -> None:
    question = "What is the name of my sister's parrot?"
    answer = served.daybook.ask(question, owner="ada")
    token = served.token("ada")

    with served.client("ada") as http:
        found = http.post("/v1/search", json={"query": question}).json()["rounds"]
        page = http.post(
            "/ask",
            data={"message": question, "owner": "ada"},
            headers={"Sec-Fetch-Site": "same-origin"},
            follow_redirects=True,
        )
    with httpx.Client(timeout=60) as connection:
        mem0 = MemoryClient(api_key=token, host=served.url, client=connection)
        memories = mem0.search(question, filters={"user_id": "ada"})
    with OpenAI(base_url=f"{served.url}/v1", api_key=token) as client:
        said = client.chat.completions.create(
            model="daybook", messages=[{"role": "user", "content": question}]
        )

    cited = answer.evidence[0].round_id
    assert cited == found[0]["round_id"]
    assert cited == memories["results"][0]["id"]
    assert said.choices[0].message.content == answer.text
    assert "Coco" in page.text
    assert cited in page.text
    told = json.dumps([found, memories, page.text, said.choices[0].message.content])
    assert "Lagos" not in told
