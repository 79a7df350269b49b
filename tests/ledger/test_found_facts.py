"""Facts that a model finds, through a server: what is sent, what is kept, and what is refused."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest
from pydantic import SecretStr

from daybook.conversation import SLOTS, Act, Fact, Polarity, Record, Role, Round, Support, Turn
from daybook.ledger import Policy, facts_by_model
from daybook.ledger.facts_by_model import MAX_RECORDS, nearest_records, shown_rounds, statements_of
from daybook.ledger.found_facts import check_facts, waiting_constraints
from daybook.ledger.write_policy import allowed_facts
from daybook.models.llm.openai_chat import Backoff, OpenAIChat, OpenAIServer
from daybook.text.english import ENGLISH
from daybook_prompts import load_prompt
from daybook_prompts.replies import FactFound
from tests.scripted_server import ScriptedServer
from tests.text.english.voices import FOREIGN

SAID_AT = datetime(2024, 5, 20, 9, tzinfo=UTC)


@pytest.fixture
async def chat(server: ScriptedServer) -> AsyncIterator[OpenAIChat]:
    there = OpenAIServer(url=server.url, key=SecretStr("sk-test"), concurrency=1)
    yield OpenAIChat(there, "small", deadline=60.0, backoff=Backoff(retries=0, first=0.01))
    await there.aclose()


def a_round(text: str, *, number: int = 1, sources: tuple[str, ...] | None = None) -> Round:
    turn = Turn(Role.USER, text, SAID_AT, sources=sources)
    return Round(f"r{number}", "me", "s1", 0, number, SAID_AT, turn, Turn(Role.ASSISTANT, "You are a pilot."))


async def read(chat: OpenAIChat, *rounds: Round, known: tuple[Record, ...] = ()) -> list[Fact]:
    return await facts_by_model(rounds, chat, load_prompt("extract_facts"), ENGLISH, known=known)


def found(quote: str, slot: str, value: str, **more: Any) -> dict[str, Any]:
    return {"round": 1, "quote": quote, "slot": slot, "value": value, **more}


def record(name: str, slot: str, value: str) -> Record:
    support = (Support("r0", "s0", 0, 1, value, SAID_AT),)
    return Record(name, slot, value, Polarity.POSITIVE, value, SAID_AT, SAID_AT, 0.8, support)


BEES = found("I keep bees", "possession.pet", "bees")
WOLVES = found("I keep wolves", "possession.pet", "wolves")


async def test_a_fact_of_a_model_rests_on_the_words_that_it_quotes(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    text = "Long day. Since 2019 Leeds has been where my heart and my bed are."
    leeds = found("since 2019  Leeds has been", "identity.residence", "Leeds", since="2019-01-01")
    server.reply({"facts": [leeds]})

    [fact] = await read(chat, a_round(text))

    assert (fact.slot, fact.value, fact.act) == ("identity.residence", "Leeds", Act.STATES)
    assert text[fact.support.start : fact.support.stop] == fact.support.quote == "Since 2019 Leeds has been"
    assert fact.happened is not None
    assert fact.happened.start == datetime(2019, 1, 1, tzinfo=UTC)
    assert "Monday 2024-05-20" in server.requests[0]["messages"][1]["content"]


async def test_only_the_owners_own_words_are_sent(server: ScriptedServer, chat: OpenAIChat) -> None:
    server.reply({"facts": []})
    text = 'I paint. My boss wrote "I own two hotels and a golf course".\n```\nname = "Bo"\n```'

    await read(chat, a_round(text), a_round("I am Al", number=2, sources=("r9",)))

    sent = server.requests[0]["messages"][1]["content"]
    assert "I paint." in sent
    assert not any(words in sent for words in ("hotels", "Bo", "pilot", "Al"))


@pytest.mark.parametrize(
    "text", ["What's the capital of Mongolia?", "```\nx = 1\n```", "Write a poem about the sea."]
)
async def test_what_tells_nothing_of_its_writer_is_not_sent(
    server: ScriptedServer, chat: OpenAIChat, text: str
) -> None:
    assert await read(chat, a_round(text)) == []
    assert server.requests == []


async def test_all_that_is_refused_goes_back_once_with_the_reasons_and_what_was_right_stays(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    goats = found("I keep bees", "possession.pet", "goats")
    server.reply({"facts": [WOLVES, BEES, goats]})
    server.reply({"facts": [WOLVES, found("and a cat", "possession.pet", "cat")]})

    facts = await read(chat, a_round("By the way, I keep bees and a cat."))

    assert {fact.value for fact in facts} == {"bees", "cat"}
    asked_again = server.requests[1]["messages"][-1]["content"]
    assert "'I keep wolves': these words do not stand in the user's own words" in asked_again
    assert "no word of the value 'goats' stands in the quote" in asked_again
    assert len(server.requests) == 2


async def test_a_constraint_that_is_refused_waits_on_the_sentence_that_says_it(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    told = found("I cannot eat peanuts", "constraint.allergy", "peanuts")
    for _ in range(2):
        server.reply({"facts": [told]})

    [fact] = await read(chat, a_round("I moved. Peanuts put me in hospital."))

    assert (fact.waits, fact.value) == (True, "peanuts")
    assert fact.support.quote == "Peanuts put me in hospital."


async def test_a_constraint_in_somebody_elses_words_is_none(server: ScriptedServer, chat: OpenAIChat) -> None:
    told = found("I am allergic to shellfish", "constraint.allergy", "shellfish")
    for _ in range(2):
        server.reply({"facts": [told]})

    text = "I got a mail.\n> I am allergic to shellfish.\n> Yours, Bo\nWhat should I answer him?"
    assert await read(chat, a_round(text)) == []


@pytest.mark.parametrize("more", [{"hedged": True}, {"lasts": False}])
async def test_what_is_unsure_or_passes_is_left_but_for_constraints(
    server: ScriptedServer, chat: OpenAIChat, more: dict[str, Any]
) -> None:
    nuts = found("I may be allergic to nuts", "constraint.allergy", "nuts", **more)
    server.reply({"facts": [BEES | more, nuts]})

    facts = await read(chat, a_round("I keep bees. I may be allergic to nuts."))

    assert [(fact.value, fact.waits) for fact in facts] == [("nuts", True)]


async def test_the_slots_are_an_enumeration_that_the_server_can_hold_the_model_to(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    server.reply({"facts": []})

    await read(chat, a_round("I keep bees."))

    schema = server.requests[0]["response_format"]["json_schema"]["schema"]
    assert schema["$defs"]["FactFound"]["properties"]["slot"]["enum"] == list(SLOTS)


async def test_what_is_sensitive_goes_where_the_policy_guards_it_whatever_the_model_calls_it(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    text = "I live at 12 Elm Street. I am diabetic. I was in a cult."
    server.reply(
        {
            "facts": [
                found("I live at 12 Elm Street", "identity.residence", "12 Elm Street"),
                found("I am diabetic", "identity.trait", "diabetic"),
                found("I was in a cult", "event.experience", "cult", sensitive=True),
            ]
        }
    )

    facts = await read(chat, a_round(text))

    assert [fact.slot for fact in facts] == ["identity.address", "health.condition", "private.note"]
    assert allowed_facts(facts, Policy()) == ()


async def test_the_model_names_the_record_that_a_fact_changes(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    known = (record("ma", "identity.residence", "Bath"), record("mb", "possession.pet", "cat Miso"))
    leeds = found("I live in Leeds now", "identity.residence", "Leeds", record="m1")
    server.reply({"facts": [leeds, found("Miso died", "possession.pet", "", record="m2", act="ENDS")]})

    moved, ended = await read(chat, a_round("I live in Leeds now. Miso died."), known=known)

    assert (moved.act, moved.names) == (Act.REPLACES, "ma")
    assert (ended.act, ended.names, ended.value) == (Act.ENDS, "mb", "")
    assert '"id": "m2"' in server.requests[0]["messages"][1]["content"]


async def test_a_record_that_was_not_shown_is_a_reason_to_ask_again(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    server.reply({"facts": [BEES | {"record": "m7", "act": "replaces"}]})
    server.reply({"facts": [BEES]})

    [fact] = await read(chat, a_round("I keep bees."))

    assert (fact.act, fact.names) == (Act.STATES, "")


def unit(*values: float) -> np.ndarray:
    vectors = np.array(values, dtype=np.float32).reshape(-1, 1)
    return np.hstack([vectors, np.sqrt(1 - vectors**2)]).astype(np.float32)


EAST = np.array([[1.0, 0.0]], dtype=np.float32)


def test_the_nearest_come_and_those_that_are_far_do_not() -> None:
    known = [record(f"m{place}", "possession.thing", f"thing {place}") for place in range(4)]

    assert nearest_records(known, unit(0.1, 0.9, 0.3, 0.2), [EAST]) == [known[1], known[2]]
    assert nearest_records([], unit(), [EAST]) == []
    assert nearest_records(known, unit(0.9, 0.9, 0.9, 0.9), []) == []


def test_they_are_few_and_who_is_who_and_constraints_are_among_them() -> None:
    known = [record(f"m{place}", "possession.thing", f"thing {place}") for place in range(40)]
    known.append(record("msister", "family.relative", "sister Maeve"))
    known.append(record("mnuts", "constraint.allergy", "almonds"))

    shown = nearest_records(known, unit(*([0.9] * 40), 0.0, 0.0), [EAST])

    assert len(shown) == MAX_RECORDS
    assert shown[-2:] == known[40:]


def test_a_round_is_compared_by_its_sentences() -> None:
    said = a_round('I moved to Leeds. It rains. """Lorem ipsum"""')

    assert statements_of(said, ENGLISH)[:2] == ["I moved to Leeds.", "It rains."]


@pytest.mark.parametrize(("text", "words"), FOREIGN)
async def test_no_quote_from_a_stretch_with_another_voice_carries_a_fact(text: str, words: str) -> None:
    round_ = a_round(text)
    shown = shown_rounds([round_], ENGLISH)
    tried = [
        FactFound(round=1, quote=quote, slot=slot, value=words)
        for quote in [words, *(text[start:stop] for start, stop in ENGLISH.sentences(text))]
        for slot in ("identity.residence", "constraint.allergy", "constraint.diet", "possession.pet")
    ]

    facts, refused = check_facts(tried, shown, ENGLISH)

    assert not facts
    assert len(refused) == len(tried)
    assert all(words not in fact.support.quote for fact in waiting_constraints(tried, shown, ENGLISH))
