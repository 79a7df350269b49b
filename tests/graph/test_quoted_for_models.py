"""A model that replies or reads is told which words the owner only passed on, and what is not known."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from openai import OpenAI

from daybook.answer.model_input import round_for_model
from daybook.conversation import Candidate, Excerpt, Role, Round, Turn
from daybook.text.english import ENGLISH
from tests.interfaces.server.http_server import Served, serving
from tests.scripted_server import ScriptedServer

FORWARDED = "[forwarded from Bram]\n> The venue for the party is the Copper Quince in Bath."
PARTY = "Where is the party?"


@pytest.fixture
def served(tmp_path: Path, server: ScriptedServer) -> Iterator[Served]:
    settings = {"openai_base_url": server.url, "openai_api_key": "sk", "chat_model": "small"}
    with serving(tmp_path / "data", facts_by_model=False, **settings) as running:  # type: ignore[arg-type]
        running.daybook.append([Turn(Role.USER, FORWARDED)], owner="me")
        yield running


def test_a_completion_is_given_whose_words_they_are(served: Served, server: ScriptedServer) -> None:
    server.reply("I see.")
    client = OpenAI(base_url=f"{served.url}/v1", api_key="sk-any", max_retries=0)

    client.chat.completions.create(model="x", messages=[{"role": "user", "content": PARTY}])

    said = server.requests[-1]["messages"][-1]["content"]
    instructions, _, block = said.partition("\nmemory:")
    assert '"how": "forwarded", "by": "Bram"' in block
    assert 'Where a line says "quoted"' in instructions


def test_a_reader_is_told_which_words_of_a_round_are_anothers(served: Served, server: ScriptedServer) -> None:
    assert served.daybook.parts.models.model is not None
    answer = {
        "notes": [],
        "reasoning": "",
        "counted": [],
        "intervals": [],
        "not_known": True,
        "missing": "it",
    }
    server.always(lambda _: json.dumps({**answer, "answer": "I do not know."}))

    served.daybook.ask(PARTY, owner="me")

    asked = [request for request in server.requests if "First take notes" in str(request["messages"])]
    rounds = asked[0]["messages"][-1]["content"]
    assert '"quoted": [{"words": "' in rounds
    assert '"how": "forwarded", "by": "Bram"}]' in rounds
    assert '"quoted", in a round' in asked[0]["messages"][0]["content"]


def named_words(text: str) -> list[dict[str, str]]:
    round_ = Round("r", "me", "s", 0, 0, datetime(2026, 2, 19, tzinfo=UTC), Turn(Role.USER, text), None)
    excerpt = Excerpt(Candidate(round_, 1.0), (), 0)
    return list(round_for_model(1, excerpt, ENGLISH).get("quoted", []))  # type: ignore[arg-type]


def test_a_reader_is_not_told_what_signs_show() -> None:
    photo, code = "[image: a photo of a cake]", "```\nx = 1\n```"

    (words,) = named_words(f"I had to smile.\n{photo}\n{code}\n{FORWARDED}")

    assert (words["how"], words["by"]) == ("forwarded", "Bram")


def test_of_pasted_lines_in_a_row_the_first_is_named() -> None:
    pasted = "Here is the form I was sent:\n\nName: Linda Woo\nAge: 58 years old\nOccupation: potter\n"

    assert [words["words"] for words in named_words(pasted)] == ["Name: Linda Woo"]
