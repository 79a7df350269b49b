"""Which slots a question is about, by the words that describe them."""

from __future__ import annotations

from daybook.remember import SLOTS, slot_descriptions
from daybook.understand import asked_slots


def test_a_word_that_few_slots_are_described_by_names_them() -> None:
    described = {
        "a.food": "food and drink",
        "a.film": "films",
        "b.work": "what the owner does",
        "c.pet": "pets",
    }

    assert asked_slots("Which film with some food?", described) == {"a.food", "a.film"}


def test_a_word_that_describes_many_slots_names_none() -> None:
    described = {name: f"{name} of the owner" for name in ("tea", "boat", "dog", "work")}

    assert asked_slots("Who is the owner of the boat?", described) == {"boat"}
    assert asked_slots("Is it raining?", described) == frozenset()


def test_the_slots_of_the_ledger_can_be_told_apart() -> None:
    assert asked_slots("Which pets are mine?", slot_descriptions()) == {"possession.pet"}
    assert set(slot_descriptions()) == set(SLOTS)
