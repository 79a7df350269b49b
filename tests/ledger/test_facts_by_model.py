"""Facts that a model finds, through a server: what is sent, what is read, and which records it is shown."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest
from pydantic import SecretStr

from daybook.conversation import MODEL_SLOTS, SLOTS, Act, Fact, Polarity, Record, Role, Round, Support, Turn
from daybook.conversation.errors import UnreadableReply
from daybook.ledger import Policy, facts_by_model
from daybook.ledger.facts_by_model import MOST_RECORDS, nearest_records, statements_of
from daybook.ledger.write_policy import allowed_facts
from daybook.models.llm.openai_chat import Backoff, OpenAIChat, OpenAIServer
from daybook.text.english import ENGLISH
from daybook_prompts import load_prompt
from tests.nonsense import KINDS
from tests.scripted_server import ScriptedServer

SAID_AT = datetime(2024, 5, 20, 9, tzinfo=UTC)


@pytest.fixture
async def chat(server: ScriptedServer) -> AsyncIterator[OpenAIChat]:
    there = OpenAIServer(url=server.url, key=SecretStr("sk-test"), concurrency=1)
    yield OpenAIChat(there, "small", deadline=60.0, backoff=Backoff(retries=0, first=0.01))
    await there.aclose()


def a_round(text: str, *, number: int = 1, sources: tuple[str, ...] | None = None) -> Round:
    turn = Turn(Role.USER, text, SAID_AT, sources=sources)
    return Round(f"r{number}", "me", "s1", 0, number, SAID_AT, turn, Turn(Role.ASSISTANT, "You are a pilot."))


async def read(chat: OpenAIChat, *rounds: Round) -> list[Fact]:
    return await facts_by_model(rounds, chat, load_prompt("extract_facts"), language=ENGLISH)


def found(quote: str, slot: str, value: str, **more: Any) -> dict[str, Any]:
    return {"round": 1, "quote": quote, "slot": slot, "value": value, **more}


async def test_a_fact_of_a_model_rests_on_the_words_that_it_quotes(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    text = "Long day. Since 2019 Leeds has been where my heart and my bed are."
    server.reply({"facts": [found("Since 2019 Leeds has been", "identity.residence", "Leeds")]})

    [fact] = await read(chat, a_round(text))

    assert (fact.slot, fact.value, fact.polarity, fact.act) == (
        "identity.residence",
        "Leeds",
        Polarity.POSITIVE,
        Act.STATES,
    )
    assert text[fact.support.start : fact.support.stop] == fact.support.quote == "Since 2019 Leeds has been"
    assert fact.happened is not None
    assert fact.happened.start == datetime(2019, 1, 1, tzinfo=UTC)


async def test_only_the_owners_own_words_are_sent(server: ScriptedServer, chat: OpenAIChat) -> None:
    server.reply({"facts": []})
    text = 'I paint. My boss wrote "I own two hotels and a golf course".\n```\nname = "Bo"\n```'

    await read(chat, a_round(text), a_round("I am Al", number=2, sources=("r9",)))

    sent = server.requests[0]["messages"][1]["content"]
    assert "I paint." in sent
    assert not any(words in sent for words in ("hotels", "Bo", "pilot", "Al"))


async def test_what_nothing_can_be_used_of_is_sent_back_once_and_then_dropped(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    server.reply({"facts": [found("I keep wolves", "possession.pet", "wolves")]})
    server.reply({"facts": [found("I keep bees", "possession.pet", "bees")]})

    facts = await read(chat, a_round("By the way, I keep bees."))

    assert [fact.value for fact in facts] == ["bees"]
    assert "does not stand in round 1" in server.requests[1]["messages"][-1]["content"]


async def test_a_bad_fact_costs_neither_the_good_ones_nor_another_call(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    bees = found("I keep bees", "possession.pet", "bees")
    wolves = found("I keep wolves", "possession.pet", "wolves")
    server.reply({"facts": [wolves, bees, bees | {"slot": "pets"}, bees | {"round": 2}]})

    facts = await read(chat, a_round("By the way, I keep bees."))

    assert [fact.value for fact in facts] == ["bees"]


async def test_the_slots_are_an_enumeration_that_the_server_can_hold_the_model_to(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    server.reply({"facts": []})

    await read(chat, a_round("I keep bees."))

    schema = server.requests[0]["response_format"]["json_schema"]["schema"]
    assert schema["$defs"]["FactFound"]["properties"]["slot"]["enum"] == list(MODEL_SLOTS)
    assert set(SLOTS) - set(MODEL_SLOTS) == {
        "plan.condition",
        *(name for name in SLOTS if name.endswith(".note")),
    }


@pytest.mark.parametrize(
    "more",
    [
        pytest.param({"hedged": True}, id="hedged"),
        pytest.param({"value": "that place"}, id="pointing elsewhere"),
        pytest.param({"value": ""}, id="without a value"),
        pytest.param({"value": "Paris"}, id="a value that was not said"),
        pytest.param({"quote": "I", "value": "shellfish", "slot": "constraint.allergy"}, id="a pronoun"),
        pytest.param({"quote": "moved to Ro"}, id="half a word"),
    ],
)
async def test_what_is_no_fact_is_dropped(
    server: ScriptedServer, chat: OpenAIChat, more: dict[str, Any]
) -> None:
    given = {"facts": [found("I moved to Rome", "identity.residence", "Rome") | more]}
    server.reply(given)
    if "hedged" not in more:
        server.reply(given)

    assert await read(chat, a_round("I moved to Rome.")) == []


async def test_what_is_sensitive_goes_where_the_policy_guards_it_whatever_the_model_calls_it(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    text = "I live at 12 Elm Street. I keep my insulin in the fridge. I am diabetic."
    server.reply(
        {
            "facts": [
                found("I live at 12 Elm Street", "identity.residence", "12 Elm Street"),
                found("I keep my insulin in the fridge", "possession.thing", "insulin"),
                found("I am diabetic", "identity.trait", "diabetic"),
            ]
        }
    )

    facts = await read(chat, a_round(text))

    assert [fact.slot for fact in facts] == ["identity.address", "health.treatment", "health.condition"]
    assert allowed_facts(facts, Policy()) == ()


async def test_denials_changes_and_endings_are_kept_apart(server: ScriptedServer, chat: OpenAIChat) -> None:
    text = "I don't eat meat, I swapped coffee for tea and I quit."
    server.reply(
        {
            "facts": [
                found("I don't eat meat", "constraint.diet", "the meat", denied=True),
                found(
                    "I swapped coffee for tea", "preference.food", "tea", act="Changes", instead_of="coffee"
                ),
                found("I quit", "identity.work", "", act="ends"),
            ]
        }
    )

    diet, tea, work = await read(chat, a_round(text))

    assert (diet.value, diet.polarity) == ("meat", Polarity.NEGATIVE)
    assert (tea.act, tea.instead_of) == (Act.CHANGES, "coffee")
    assert (work.act, work.value) == (Act.ENDS, "")


async def test_no_model_is_called_where_the_owner_said_nothing(
    server: ScriptedServer, chat: OpenAIChat
) -> None:
    assert await read(chat, a_round("```\nx = 1\n```")) == []
    assert server.requests == []


@pytest.mark.parametrize("kind", list(KINDS))
async def test_a_reply_that_is_no_list_of_facts_gives_none(
    server: ScriptedServer, chat: OpenAIChat, kind: str
) -> None:
    for _ in range(2):
        server.reply(KINDS[kind])

    with pytest.raises(UnreadableReply):
        await read(chat, a_round("I keep bees. I live in Leeds."))


STRANGE: dict[str, dict[str, Any]] = {
    "updates nothing known": {"updates": "m7"},
    "updates a sentence": {"updates": "whatever I said before"},
    "rests on a text": {"rests_on": "m1"},
    "rests on itself": {"rests_on": ["me: pet"]},
    "rests on a lot": {"rests_on": [f"m{place}" for place in range(90)]},
    "until a word": {"until": "for ever"},
    "until long ago": {"until": "1999-01-01"},
    "until no day": {"until": "2024-13-45"},
    "an unknown type": {"type": "beekeeping"},
    "an endless attribute": {"attribute": "bees " * 500},
    "an act in capitals": {"act": "STATES"},
    "fields that nobody asked for": {"mood": "sunny"},
}


@pytest.mark.parametrize("kind", list(STRANGE))
async def test_what_is_strange_about_a_fact_is_left_out_and_costs_no_other(
    server: ScriptedServer, chat: OpenAIChat, kind: str
) -> None:
    bees = found("I keep bees", "possession.pet", "bees")
    leeds = found("I live in Leeds", "identity.residence", "Leeds")
    strange = bees | STRANGE[kind]
    server.reply({"facts": [strange, leeds]})

    facts = await read(chat, a_round("I keep bees. I live in Leeds."))

    assert [fact.value for fact in facts if fact.value != "bees"] == ["Leeds"]
    assert all((fact.updates, fact.until, fact.rests_on) == ("", None, ()) for fact in facts)


NOON = datetime(2024, 5, 20, tzinfo=UTC)


def records(count: int) -> list[Record]:
    return [
        Record(
            f"m{place}",
            "possession.thing",
            f"thing {place}",
            Polarity.POSITIVE,
            f"I have thing {place}",
            NOON,
            NOON,
            0.8,
            (Support("r0", "s0", 0, 1, "I", NOON),),
        )
        for place in range(count)
    ]


def unit(*values: float) -> np.ndarray:
    vectors = np.array(values, dtype=np.float32).reshape(-1, 1)
    return np.hstack([vectors, np.sqrt(1 - vectors**2)]).astype(np.float32)


EAST = np.array([[1.0, 0.0]], dtype=np.float32)


def test_the_nearest_come_and_those_that_are_far_do_not() -> None:
    known = records(4)

    assert nearest_records(known, unit(0.1, 0.9, 0.3, 0.2), [EAST]) == [known[1], known[2]]
    assert nearest_records([], unit(), [EAST]) == []
    assert nearest_records(known, unit(0.9, 0.9, 0.9, 0.9), []) == []


def test_they_are_few_and_every_round_has_its_nearest_among_them() -> None:
    known = records(40)
    vectors = np.vstack([unit(*([0.9] * 39)), [[0.0, -1.0]]]).astype(np.float32)
    south = np.array([[0.0, -1.0]], dtype=np.float32)

    shown = nearest_records(known, vectors, [EAST, south])

    assert len(shown) == MOST_RECORDS
    assert known[39] in shown


def test_a_round_is_compared_by_its_sentences() -> None:
    text = 'I moved to Leeds. It rains. """Lorem ipsum"""'
    said = Round("r1", "me", "s", 0, 0, NOON, Turn(Role.USER, text), Turn(Role.ASSISTANT, "Oh."))

    assert statements_of(said, ENGLISH.analyzer)[:2] == ["I moved to Leeds.", "It rains."]
    assert "Oh." not in statements_of(said, ENGLISH.analyzer)
