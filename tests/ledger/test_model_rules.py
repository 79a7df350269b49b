"""Rules that the owner states, as a model gives them: what changes, and what is to be so then."""

from typing import Any

import pytest

from daybook.conversation import Address, Condition
from daybook.ledger import Policy, facts_by_model
from daybook.ledger.write_policy import allowed_facts
from daybook.text.english import ENGLISH
from daybook_prompts import load_prompt
from tests.ledger.test_model_addresses import Says, a_round

RESIDENCE = {"subject": "me", "attribute": "residence", "value": ""}
GYM = {"subject": "me", "attribute": "gym", "value": "Orinthal"}


def rule(quote: str, when: dict[str, str] = RESIDENCE, then: dict[str, str] = GYM) -> dict[str, Any]:
    return {"round": 1, "quote": quote, "when": when, "then": then}


async def read(text: str, given: object) -> list[Any]:
    return await facts_by_model(
        [a_round(text)], Says([], [given]), load_prompt("extract_facts"), language=ENGLISH
    )


@pytest.mark.parametrize(
    "text",
    [
        "If I move, my gym will be Orinthal.",
        "My gym will be Orinthal once I move.",
        "As soon as we move house, my gym becomes Orinthal, of course.",
    ],
)
async def test_a_rule_is_kept_as_a_condition_and_says_nothing_about_today(text: str) -> None:
    [fact] = await read(text, rule(text[:-1]))

    assert fact.condition == Condition(
        Address("identity.residence"), "", Address("other.fact", "", "gym"), "Orinthal"
    )
    assert (fact.slot, fact.value, fact.attribute) == ("plan.condition", "Orinthal", "gym")
    assert fact.text == text


async def test_a_rule_may_wait_for_one_value_and_be_about_somebody_else() -> None:
    text = "When my sister Ines finishes school, she gets my blue bicycle."
    school = {"subject": "my sister Ines", "attribute": "school", "value": ""}
    bicycle = {"subject": "my sister Ines", "attribute": "bicycle", "value": "blue bicycle"}

    [fact] = await read(text, rule("she gets my blue bicycle", school, bicycle))

    assert fact.condition.then.subject == "my sister Ines"
    move = "If I move to York, my gym will be Orinthal."
    [york] = await read(move, rule(move[:-1], RESIDENCE | {"value": "York"}))
    assert york.condition.value == "York"


async def test_a_rule_that_tells_of_an_illness_goes_where_the_policy_guards_it() -> None:
    text = "If I move, my asthma clinic will be Orinthal."

    assert allowed_facts(await read(text, rule(text[:-1])), Policy()) == ()


@pytest.mark.parametrize(
    ("text", "given"),
    [
        pytest.param("I moved and my gym is Orinthal.", rule("my gym is Orinthal"), id="no condition"),
        pytest.param("If I moved, my gym would be Orinthal.", rule("my gym would be Orinthal"), id="unreal"),
        pytest.param(
            "If I move, my gym may be Orinthal, maybe.", rule("my gym may be Orinthal"), id="doubted"
        ),
        pytest.param("If I move, will my gym be Orinthal?", rule("will my gym be Orinthal"), id="asked"),
        pytest.param("If you move, your gym is Orinthal.", rule("your gym is Orinthal"), id="of nobody"),
        pytest.param(
            "Ann says if I move my gym will be Orinthal.", rule("my gym will be Orinthal"), id="told"
        ),
        pytest.param(
            "If it rains, my gym will be Orinthal.", rule("my gym will be Orinthal"), id="no residence"
        ),
        pytest.param(
            "If I move to Orinthal, my gym will be Bonham.", rule("I move to Orinthal"), id="swapped"
        ),
        pytest.param(
            "If I move, my gym will be Orinthal.",
            rule("my gym will be Orinthal", RESIDENCE | {"value": "York"}),
            id="waits for what was not said",
        ),
        pytest.param("If I move, my gym will be Bonham.", rule("my gym will be Bonham"), id="another value"),
        pytest.param("If I move, my gym will be Orinthal.", rule("I joined Orinthal"), id="no such quote"),
        pytest.param(
            "If I move, my gym will be Orinthal.",
            rule("my gym will be Orinthal") | {"when": "residence", "then": None},
            id="of another shape",
        ),
    ],
)
async def test_what_states_no_rule_is_dropped(text: str, given: dict[str, Any]) -> None:
    assert await read(text, given) == []
