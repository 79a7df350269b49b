import tomllib
from pathlib import Path

import pytest

import daybook.text.english.questions.slot_questions as slot_questions
from daybook.conversation import SLOTS
from daybook.text.english.questions.slot_questions import slots_asked

TABLE = tomllib.loads(Path(slot_questions.__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def test_every_slot_of_the_table_is_a_slot_of_the_ledger() -> None:
    named = {slot for row in TABLE["cue"] for slot in row["slots"].replace("+", " ").split()} | set(
        TABLE["tastes"]
    )

    assert named - set(SLOTS) == set()


def test_every_favourite_of_the_ledger_can_be_asked_for() -> None:
    steps = [name.split(".") for name in SLOTS]

    assert {last for *first, last in steps if first == ["preference", "favourite"]} <= set(
        TABLE["favourites"]
    )


@pytest.mark.parametrize(
    ("question", "slot"),
    [
        ("When do I get up these days?", "habit.routine.waking"),
        ("What time do I go to bed?", "habit.routine.bedtime"),
        ("Who do I live with?", "identity.household"),
        ("Where was I born?", "identity.birthplace"),
        ("Where did I grow up?", "identity.upbringing"),
        ("Which band is my favourite now?", "preference.favourite.artist"),
        ("What's my favourite movie?", "preference.favourite.film"),
        ("What car do I drive now?", "possession.vehicle"),
        ("What am I scared of?", "preference.fear"),
        ("Who's my girlfriend?", "family.partner"),
        ("What's my diet?", "constraint.diet"),
        ("Which instrument am I learning?", "skill.ability"),
        ("What am I saving for?", "goal.aim"),
        ("How old am I?", "identity.age"),
    ],
)
def test_the_first_slot_that_a_question_asks_for(question: str, slot: str) -> None:
    asked = next(slots_asked(question))

    assert slot in asked.slots
    assert asked.required == frozenset()


@pytest.mark.parametrize(
    "question", ["When do I?", "Where does Rachel live?", "What is the capital of Peru?"]
)
def test_some_questions_ask_for_no_slot(question: str) -> None:
    assert list(slots_asked(question)) == []
