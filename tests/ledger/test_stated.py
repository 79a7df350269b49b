"""What code takes for stated of what a model read into a quote."""

from datetime import UTC, datetime

import pytest
from daybook.text.english.facts.stated import Quote, names, states
from hypothesis import example, given, settings, strategies as st

from daybook.conversation import SLOTS, Act, Polarity, Role, Round, Turn
from daybook.ledger import facts_by_model
from daybook.ledger.facts_by_model import REPLY_TYPE
from daybook.text.english import ENGLISH
from daybook_prompts import load_prompt
from tests.ledger.test_model_addresses import Says

SAID_AT = datetime(2024, 5, 20, 9, tzinfo=UTC)
ALLERGY, DIET, FOOD, HOME, JOB = (
    "constraint.allergy",
    "constraint.diet",
    "preference.food",
    "identity.residence",
    "identity.work",
)


def stated(
    sentence: str, quote: str, slot: str, value: str, *, denied: bool = False, ends: bool = False
) -> bool:
    start = sentence.index(quote)
    polarity = Polarity.NEGATIVE if denied else Polarity.POSITIVE
    act = Act.ENDS if ends else Act.STATES
    return states(Quote(sentence, start, start + len(quote)), slot, value, polarity, act)


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("I'm allergic to peanuts", "peanut"),
        ("I turn thirty-four in June", "34"),
        ("we have 3 cats", "three cats"),
        ("born on the 3rd of May", "May 3"),
        ("I teach maths", "maths teacher"),
        ("my mom Ann", "mother Ann"),
        ("I hike with my wife", "married"),
        ("I don't eat meat", "vegetarian"),
        ("we stopped eating meat", "vegetarian"),
        ("the Café Zoë", "cafe zoe"),
    ],
)
def test_a_value_stands_in_the_words_or_follows_from_them(words: str, value: str) -> None:
    assert names(words, value)


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("I", "shellfish"),
        ("I love shellfish", "allergic to shellfish"),
        ("I eat meat", "vegetarian"),
        ("my boss is nice", "married"),
        ("I have 3 cats", "four cats"),
        ("I live in York", "New York"),
        ("anything", ""),
        ("it is the one", "the"),
    ],
)
def test_a_value_that_was_not_said_does_not_follow(words: str, value: str) -> None:
    assert not names(words, value)


@pytest.mark.parametrize(
    ("sentence", "quote", "slot", "value"),
    [
        ("I'm allergic to peanuts, any snack ideas?", "I'm allergic to peanuts", ALLERGY, "peanuts"),
        ("I can't eat gluten.", "I can't eat gluten", ALLERGY, "gluten"),
        ("Shellfish makes my throat swell.", "Shellfish makes my throat swell", ALLERGY, "shellfish"),
        ("I can't live without coffee.", "I can't live without coffee", FOOD, "coffee"),
        ("I can't wait to visit Rome.", "can't wait to visit Rome", "goal.aim", "visit Rome"),
        ("If you need to know: I'm vegan.", "I'm vegan", DIET, "vegan"),
        ("I must avoid shellfish.", "I must avoid shellfish", ALLERGY, "shellfish"),
        ("I want to paint my kitchen.", "I want to paint my kitchen", "goal.aim", "paint kitchen"),
        ("My wife and I live in Leeds.", "My wife and I live in Leeds", HOME, "Leeds"),
    ],
)
def test_what_the_words_state_is_taken(sentence: str, quote: str, slot: str, value: str) -> None:
    assert stated(sentence, quote, slot, value)


@pytest.mark.parametrize(
    ("sentence", "quote", "slot", "value"),
    [
        pytest.param("I love shellfish.", "I love shellfish", ALLERGY, "shellfish", id="no allergy"),
        pytest.param(
            "I'm allergic to nuts but love shellfish.",
            "love shellfish",
            ALLERGY,
            "shellfish",
            id="of another",
        ),
        pytest.param("I don't own a car.", "don't own a car", ALLERGY, "car", id="no food"),
        pytest.param("I'm not allergic to nuts.", "allergic to nuts", ALLERGY, "nuts", id="denied before it"),
        pytest.param("I don't eat meat.", "eat meat", FOOD, "meat", id="the denial left out"),
        pytest.param("My boss is allergic to nuts.", "is allergic to nuts", ALLERGY, "nuts", id="another's"),
        pytest.param("She lives in Rome.", "She lives in Rome", HOME, "Rome", id="hers"),
        pytest.param("If I were vegan I'd eat tofu.", "I'd eat tofu", FOOD, "tofu", id="supposed"),
        pytest.param("Am I allergic to nuts?", "I allergic to nuts", ALLERGY, "nuts", id="asked"),
        pytest.param("Maybe I live in Rome.", "I live in Rome", HOME, "Rome", id="doubted"),
        pytest.param("Ann says I live in Rome.", "I live in Rome", HOME, "Rome", id="reported"),
        pytest.param("I have 34 cats.", "have 34 cats", "identity.age", "34", id="no age"),
        pytest.param("I love peanuts.", "peanuts", FOOD, "peanuts", id="one word"),
    ],
)
def test_what_the_words_do_not_state_is_not(sentence: str, quote: str, slot: str, value: str) -> None:
    assert not stated(sentence, quote, slot, value)


def test_a_denial_needs_words_that_deny() -> None:
    assert stated("I hate olives.", "I hate olives", FOOD, "olives", denied=True)
    assert stated("I don't eat meat.", "I don't eat meat", DIET, "meat", denied=True)
    assert not stated("I love olives.", "I love olives", FOOD, "olives", denied=True)


def test_an_end_needs_words_that_end() -> None:
    assert stated("We sold the Honda.", "We sold the Honda", "possession.vehicle", "Honda", ends=True)
    assert stated("I quit last week.", "I quit last week", JOB, "", ends=True)
    assert not stated("I'm tired of work.", "I'm tired of work", JOB, "", ends=True)
    assert not stated("I sold the Honda.", "I sold the Honda", "possession.vehicle", "Volvo", ends=True)


TEXT = "I'm Al, I moved to Rome in May and my sister Ines loves shellfish. I don't own a car."
WORDS = TEXT.replace(",", "").replace(".", "").split()
GARBAGE = {"round": 1, "quote": "I moved to Rome", "slot": "identity.age", "value": "\N{SUPERSCRIPT TWO}"}
PIECE = st.lists(st.sampled_from([*WORDS, "peanuts", "Paris", "allergic", "I", "not"]), max_size=6).map(
    " ".join
)


@settings(max_examples=100)
@given(
    st.lists(
        st.fixed_dictionaries(
            {
                "round": st.integers(0, 2),
                "quote": st.one_of(PIECE, st.sampled_from(TEXT.split(". ")), st.text(max_size=9)),
                "slot": st.one_of(st.sampled_from(list(SLOTS)), st.text(max_size=5)),
                "value": st.one_of(PIECE, st.text(max_size=9)),
                "denied": st.booleans(),
                "act": st.sampled_from([act.value for act in Act]),
                "instead_of": PIECE,
                "hedged": st.booleans(),
            }
        ),
        max_size=8,
    )
)
@example([GARBAGE])
async def test_whatever_a_model_replies_no_fact_says_what_the_owner_did_not(
    facts: list[dict[str, object]],
) -> None:
    said = Round("r1", "me", "s1", 0, 0, SAID_AT, Turn(Role.USER, TEXT), None)
    reply = REPLY_TYPE.model_validate({"facts": facts}).model_dump(mode="json")["facts"]

    for fact in await facts_by_model([said], Says(reply), load_prompt("extract_facts"), language=ENGLISH):
        support = fact.support
        assert TEXT[support.start : support.stop] == support.quote
        assert len(support.quote.split()) > 1
        assert fact.value == "" or names(support.quote, fact.value)
        assert fact.text.casefold() in TEXT.casefold()
        assert fact.slot in SLOTS
        assert fact.slot not in (ALLERGY, "identity.age")
