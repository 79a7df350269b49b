from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from pydantic import SecretStr

from daybook.conversation import Polarity, Role, Round, Turn
from daybook.llm.openai import Backoff, OpenAIChat, OpenAIServer
from daybook.remember import Act, facts_by_model
from daybook_prompts import load_prompt
from tests.scripted_server import ScriptedServer, scripted_server

SAID_AT = datetime(2024, 5, 20, 9, tzinfo=UTC)
PROMPT = load_prompt("extract_facts")
Reply = Callable[..., dict[str, Any]]


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with scripted_server() as script:
        yield script


@pytest.fixture
async def chat(server: ScriptedServer) -> AsyncIterator[OpenAIChat]:
    there = OpenAIServer(url=server.url, key=SecretStr("sk-test"), concurrency=1)
    yield OpenAIChat(there, "small", deadline=5.0, backoff=Backoff(retries=0, first=0.01))
    await there.aclose()


def a_round(text: str, *, number: int = 1, sources: tuple[str, ...] | None = None) -> Round:
    turn = Turn(Role.USER, text, SAID_AT, sources=sources)
    return Round(f"r{number}", "me", "s1", 0, number, SAID_AT, turn, Turn(Role.ASSISTANT, "You are a pilot."))


def found(quote: str, slot: str, value: str, text: str, **more: Any) -> dict[str, Any]:
    return {"round": 1, "quote": quote, "slot": slot, "value": value, "text": text, **more}


async def test_a_fact_of_a_model_rests_on_the_words_that_it_quotes(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    text = "Long day. Since 2019 Leeds has been where my heart and my bed are."
    server.reply(
        {"facts": [found("Since 2019 Leeds has been", "identity.residence", "Leeds", "I live in Leeds.")]}
    )

    [fact] = await facts_by_model([a_round(text)], chat, PROMPT)

    assert (fact.slot, fact.value, fact.polarity, fact.act) == (
        "identity.residence",
        "Leeds",
        Polarity.POSITIVE,
        Act.STATES,
    )
    assert text[fact.support.start : fact.support.stop] == fact.support.quote == "Since 2019 Leeds has been"
    assert fact.happened is not None
    assert fact.happened.start == datetime(2019, 1, 1, tzinfo=UTC)
    server.assert_spent()


async def test_only_the_owners_own_words_are_sent(server: ScriptedServer, chat: OpenAIChat) -> None:
    server.reply({"facts": []})
    text = 'I paint. My boss wrote "I own two hotels and a golf course".\n```\nname = "Bo"\n```'

    await facts_by_model([a_round(text), a_round("I am Al", number=2, sources=("r9",))], chat, PROMPT)

    sent = server.requests[0]["messages"][1]["content"]
    assert "I paint." in sent
    assert not any(words in sent for words in ("hotels", "Bo", "pilot", "Al"))
    server.assert_spent()


async def test_a_made_up_quote_is_sent_back_once_and_then_dropped(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    good = found("I keep bees", "possession.pet", "bees", "I keep bees.")
    bad = found("I keep wolves", "possession.pet", "wolves", "I keep wolves.")
    server.reply({"facts": [good, bad]})
    server.reply({"facts": [good, bad]})

    facts = await facts_by_model([a_round("By the way, I keep bees.")], chat, PROMPT)

    assert [fact.value for fact in facts] == ["bees"]
    assert "does not stand in round 1" in server.requests[1]["messages"][-1]["content"]
    server.assert_spent()


@pytest.mark.parametrize(
    "more",
    [
        pytest.param({"hedged": True}, id="hedged"),
        pytest.param({"value": "that place"}, id="pointing elsewhere"),
        pytest.param({"value": ""}, id="without a value"),
        pytest.param({"text": " "}, id="without a sentence"),
    ],
)
async def test_what_is_no_fact_is_dropped(
    server: ScriptedServer, chat: OpenAIChat, more: dict[str, Any]
) -> None:
    server.reply({"facts": [found("I moved there", "identity.residence", "Rome", "I live in Rome.") | more]})

    assert await facts_by_model([a_round("I moved there.")], chat, PROMPT) == []
    server.assert_spent()


async def test_denials_changes_and_endings_are_kept_apart(server: ScriptedServer, chat: OpenAIChat) -> None:
    text = "I don't eat meat, I swapped coffee for tea and I quit."
    server.reply(
        {
            "facts": [
                found("I don't eat meat", "constraint.diet", "the meat", "I do not eat meat.", denied=True),
                found(
                    "I swapped coffee for tea",
                    "preference.food",
                    "tea",
                    "I drink tea.",
                    act="Changes",
                    instead_of="coffee",
                ),
                found("I quit", "identity.work", "", "I quit my job.", act="ends"),
            ]
        }
    )

    diet, tea, work = await facts_by_model([a_round(text)], chat, PROMPT)

    assert (diet.value, diet.polarity) == ("meat", Polarity.NEGATIVE)
    assert (tea.act, tea.instead_of) == (Act.CHANGES, "coffee")
    assert (work.act, work.value) == (Act.ENDS, "")
    server.assert_spent()


async def test_no_model_is_called_where_the_owner_said_nothing(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    assert await facts_by_model([a_round("```\nx = 1\n```")], chat, PROMPT) == []
    assert server.requests == []
