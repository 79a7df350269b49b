"""Questions of the demo by Daybook with every step done by a chat model, over HTTP."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from daybook import Daybook
from daybook.conversation import Role, Turn, plain_answer
from daybook.interfaces.demo.demonstration import bundled_history
from daybook.interfaces.operations.command_shapes import why_shape
from tests.interfaces.daybook_command import Command
from tests.interfaces.scripted_demo import ASKED_AT, FASTEST, OFFER, RACES, TIME_RANGE, Spoken, script
from tests.scripted_server import ScriptedServer, scripted_server

SEARCHED = ["classify", "expand", "time_range"]
"""Steps that run side by side, in the order of the alphabet."""


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedServer]:
    with scripted_server() as script:
        monkeypatch.setenv("DAYBOOK_CHAT_MODEL", "reader")
        monkeypatch.setenv("DAYBOOK_PRICES", "reader=2/10")
        monkeypatch.setenv("OPENAI_BASE_URL", script.url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-loopback")
        yield script


@pytest.fixture
def demo(daybook: Command) -> Command:
    """The command over the demo's memory."""
    with Daybook.open() as memory:
        memory.add(bundled_history(), owner="me")
    return daybook


def ask(demo: Command, server: ScriptedServer, spoken: Spoken) -> Any:
    script(server, spoken)
    done = demo("ask", spoken.question, "--asked-at", ASKED_AT, "--why", "--json")
    assert done.code == 0
    server.assert_spent()
    return done.json


def test_a_length_of_time_is_counted_between_the_dates_that_the_model_named(
    demo: Command, server: ScriptedServer
) -> None:
    answer = ask(demo, server, OFFER)

    assert answer["answer"] == "12 days: from 2 April to 14 April 2025."
    assert [item["session_id"] for item in answer["evidence"]] == [
        "2025-04-03-museum-interview",
        "2025-04-14-the-offer",
    ]
    assert (answer["unsupported"], answer["degraded"]) == ([], [])
    assert answer["why"]["plan"]["kinds"]["temporal"] == 0.95
    assert answer["why"]["plan"]["phrasings"][0] == OFFER.question
    assert answer["why"]["plan"]["phrasings"][1] == "I had my interview at the museum yesterday"


def test_what_reranking_raised_comes_first_and_its_score_is_shown(
    demo: Command, server: ScriptedServer
) -> None:
    answer = ask(demo, server, OFFER)

    why = answer["why"]
    scored = [candidate for candidate in why["candidates"] if candidate["signals"]["rerank"] == 0.95]
    assert why["reranked"] is True
    assert {one["round_id"] for one in scored} == {item["round_id"] for item in answer["evidence"]}
    assert all(one["ranked_rank"] <= one["found_rank"] for one in scored)
    assert min(one["ranked_rank"] for one in scored) == 1
    assert all(one["packed"]["tokens"] > 0 for one in scored)


def test_a_count_rests_on_a_quote_for_each_thing_counted(demo: Command, server: ScriptedServer) -> None:
    answer = ask(demo, server, RACES)

    assert answer["answer"].startswith("Three: ")
    assert len(answer["evidence"]) == 3
    assert answer["unsupported"] == []
    assert answer["why"]["plan"]["time_range"]["start"].startswith("2025-01-01T00:00:00")


def test_every_call_is_listed_with_its_model_tokens_cost_and_time(
    demo: Command, server: ScriptedServer
) -> None:
    answer = ask(demo, server, OFFER)

    calls = answer["why"]["calls"]
    assert sorted(call["stage"] for call in calls[:3]) == SEARCHED
    assert [call["stage"] for call in calls[3:]] == ["rerank", "read"]
    assert {call["model"] for call in calls} == {"reader"}
    assert (calls[4]["input_tokens"], calls[4]["output_tokens"]) == (8_300, 310)
    assert calls[4]["cost"] == pytest.approx((8_300 * 2 + 310 * 10) / 1_000_000)
    assert all(call["ms"] > 0 for call in calls)
    assert answer["usage"]["calls"] == 5


def test_in_a_dialogue_the_question_is_first_made_to_stand_alone(
    server: ScriptedServer, demo: Command
) -> None:
    dialogue = (
        Turn(Role.USER, "What was my best 5k in February?"),
        Turn(Role.ASSISTANT, "31:20, round the reservoir."),
    )
    script(server, FASTEST)

    with Daybook.open() as daybook:
        explanation = daybook.explain(
            FASTEST.question, owner="me", asked_at=datetime.fromisoformat(ASKED_AT), dialogue=dialogue
        )

    shape, why = plain_answer(explanation.answer), why_shape(explanation)
    assert why["calls"][0]["stage"] == "rewrite"
    assert why["plan"]["question"] == "What is my fastest 5k now?"
    assert shape["answer"] == "28:45, round the reservoir; in February it was 31:20."
    assert (shape["unsupported"], shape["degraded"]) == ([], [])
    assert len(why["calls"]) == 6


def test_a_step_whose_model_failed_is_named_in_plain_words(
    demo: Command, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAYBOOK_MODEL_RETRIES", "0")
    server.fail(500, "out of order", when=TIME_RANGE)
    script(server, replace(OFFER, period=None))

    out = demo("ask", OFFER.question, "--asked-at", ASKED_AT, "--why").out

    notice = re.compile(r"done by rules: finding the time range \(http.* is out of order: status 500.*\)\n")
    assert out.startswith("12 days: ")
    assert notice.search(out)
    assert "\n4 calls, " in out
    assert re.search("\ntime_range\treader\t0\t0\t.*\tfailed\n", out)
