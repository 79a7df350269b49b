"""Sixty messages and a model that writes down whatever it can, of whomever.

Thirty pass on somebody else's words, thirty state facts of their own; all were written before any was run,
and no form was mended on them. Source: ours, in the kinds of messages that importers bring.
"""

import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pydantic import SecretStr

from daybook.conversation import Role, Round, Turn
from daybook.ledger import facts_by_model
from daybook.models.llm.openai_chat import Backoff, OpenAIChat, OpenAIServer
from daybook.text.english import ENGLISH
from daybook_prompts import load_prompt
from tests.scripted_server import Body, ScriptedServer

LINES = Path(__file__).with_name("sixty_messages.jsonl").read_text("utf-8").splitlines()
MESSAGES = [json.loads(line) for line in LINES]
LEFT_TO_THE_MODEL = {
    "degree in chemistry",
    "heart attack",
    "blue pills",
    "celiac disease",
    "eat no eggs",
    "smoking for twenty years",
    "hate the piano",
    "allergisch gegen Nüsse",
    "moving back to Ghent",
}
"""No form tells that these are somebody else's: whoever extracts has to."""
LOST = {"I sold the boat last year"}
"""Announced by a colon."""
SAID_AT = datetime(2026, 3, 2, 9, tzinfo=UTC)


@pytest.fixture
async def chat(server: ScriptedServer) -> AsyncIterator[OpenAIChat]:
    there = OpenAIServer(url=server.url, key=SecretStr("sk-test"), concurrency=1)
    yield OpenAIChat(there, "small", deadline=60.0, backoff=Backoff(retries=0, first=0.01))
    await there.aclose()


async def written(text: str, phrase: str, chat: OpenAIChat, server: ScriptedServer) -> bool:
    """True if the phrase stands in a fact, where the model quotes it, every line and every sentence."""
    sentences = [text[start:stop] for start, stop in ENGLISH.sentences(text)]
    quotes = dict.fromkeys([phrase, *sentences, *text.splitlines()])
    kinds = ("constraint.allergy", "other.fact")

    def everything(_: Body) -> str:
        facts = [
            {"round": 1, "quote": quote, "attribute": "note", "value": phrase, "slot": slot}
            for slot in kinds
            for quote in quotes
            if quote.strip()
        ]
        return json.dumps({"facts": facts[:14]})

    server.always(everything)
    round_ = Round("r", "me", "s", 0, 0, SAID_AT, Turn(Role.USER, text, SAID_AT), None)
    facts = await facts_by_model([round_], chat, load_prompt("extract_facts"), ENGLISH)
    return any(phrase in (fact.support.quote, fact.value) for fact in facts)


async def test_of_somebody_elses_words_only_what_no_form_tells_becomes_a_fact(
    chat: OpenAIChat, server: ScriptedServer
) -> None:
    others = [message for message in MESSAGES if not message["own"]]

    carried = {it["phrase"] for it in others if await written(it["text"], it["phrase"], chat, server)}

    assert len(others) == 30
    assert carried <= LEFT_TO_THE_MODEL


async def test_next_to_none_of_ones_own_words_is_lost(chat: OpenAIChat, server: ScriptedServer) -> None:
    own = [message for message in MESSAGES if message["own"]]

    lost = {it["phrase"] for it in own if not await written(it["text"], it["phrase"], chat, server)}

    assert len(own) == 30
    assert lost <= LOST
