"""A question of the demo by the command, with every step done by a chat model, over HTTP."""

import re
from collections.abc import Iterator

import pytest

from daybook import Daybook
from daybook.interfaces.demo.demonstration import bundled_history
from tests.interfaces.daybook_command import Command
from tests.interfaces.scripted_demo import ASKED_AT, OFFER, RERANK, script
from tests.scripted_server import ScriptedServer, scripted_server

ASK = ("ask", OFFER, "--asked-at", ASKED_AT, "--why")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedServer]:
    with scripted_server() as script:
        monkeypatch.setenv("DAYBOOK_CHAT_MODEL", "reader")
        monkeypatch.setenv("OPENAI_BASE_URL", script.url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-loopback")
        yield script


@pytest.fixture
def demo(daybook: Command) -> Command:
    """The command over the demo's memory."""
    with Daybook.open() as memory:
        memory.add(bundled_history(), owner="me")
    return daybook


def test_an_answer_shows_what_the_model_did_in_every_step(demo: Command, server: ScriptedServer) -> None:
    script(server)

    done = demo(*ASK, "--json")

    answer, why = done.json, done.json["why"]
    assert answer["answer"] == "12 days: from 2 April to 14 April 2025."
    cited = [item["session_id"] for item in answer["evidence"]]
    assert cited == ["2025-04-03-museum-interview", "2025-04-14-the-offer"]
    assert answer["degraded"] == []
    assert "temporal" in answer["plan"]["kinds"]

    # what reranking raised comes first, and its score is shown
    scored = [candidate for candidate in why["candidates"] if candidate["signals"].get("rerank") == 0.95]
    assert answer["pipeline"]["reranked"] is True
    assert {found["round_id"] for found in scored} == {item["round_id"] for item in answer["evidence"]}
    assert all(found["ranked_rank"] <= found["found_rank"] for found in scored)
    assert min(found["ranked_rank"] for found in scored) == 1
    assert all(found["packed_tokens"] > 0 for found in scored)

    reranking, reading = why["calls"]
    assert [reranking["stage"], reading["stage"]] == ["rerank", "read"]
    assert {call["model"] for call in why["calls"]} == {"reader"}
    assert (reading["input_tokens"], reading["output_tokens"]) == (8_300, 310)
    assert all(call["ms"] > 0 for call in why["calls"])
    assert answer["usage"]["calls"] == 2


def test_a_step_whose_model_failed_is_named_in_plain_words(demo: Command, server: ScriptedServer) -> None:
    server.fail(500, "out of order", when=RERANK)
    script(server, scores=False)

    out = demo(*ASK, DAYBOOK_MODEL_RETRIES="0").out

    notice = re.compile(r"done without a model: reranking \(http.* is out of order: status 500.*\)\n")
    assert out.startswith("12 days: ")
    assert notice.search(out)
    assert "\n1 call, " in out
    assert re.search("\nrerank\treader\t0\t0\t.*\tfailed\n", out)
