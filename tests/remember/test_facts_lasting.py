"""What is wished for, planned or liked for the moment only is not written."""

from __future__ import annotations

import pytest

from daybook.remember.gate import Gate, GateDecision
from tests.remember.said import signed, told

GATE = Gate()


def written(text: str) -> list[str]:
    return [signed(fact) for fact in told(text) if GATE.decide(fact.reliability) is GateDecision.WRITE]


@pytest.mark.parametrize(
    "text",
    [
        "I want to read up on tidal locks.",
        "I want to learn about dry stone walls.",
        "I'm planning to hold a workshop on knots.",
        "I'm planning a dinner for Friday.",
        "I plan to visit the lighthouse museum.",
        "I'm going to ask you three things.",
        "I'm curious about peat.",
        "I'm interested in the second recipe.",
        "I'm looking for a good rhyme.",
        "I'm looking to improve my essay.",
        "I'm trying to understand tariffs.",
        "I've been wanting to get new socks.",
        "I've been reading reviews.",
        "I need a title for a speech.",
        "I don't understand logarithms.",
        "I like the second idea.",
        "I love this suggestion.",
        "I'm adopting some of these.",
        "I've been doing a lot lately.",
        "I want to track my meals, moods and sleep patterns.",
    ],
)
def test_a_wish_or_an_errand_of_the_moment_is_not_written(text: str) -> None:
    assert written(text) == []


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I want to learn Breton.", "goal.aim +learn Breton"),
        ("I've always wanted to see a glacier.", "goal.aim +see a glacier"),
        ("I'd like to keep sheep one day.", "goal.aim +keep sheep"),
        ("I want to write a memoir.", "goal.aim +write a memoir"),
        ("My goal is to write a novel.", "goal.aim +write a novel"),
        ("I've set myself the goal of rowing the Danube.", "goal.aim +rowing the Danube"),
        ("I'm trying to quit smoking.", "goal.aim +quit smoking"),
        ("I'm planning to adopt a child.", "plan.intention +adopt a child"),
        ("I'm planning a trip to Malta.", "plan.intention +trip to Malta"),
        ("I have always been fascinated by moss.", "preference.other +moss"),
    ],
)
def test_what_is_aimed_at_for_longer_is_written(text: str, fact: str) -> None:
    assert fact in written(text)


def test_an_errand_is_not_even_kept_waiting_and_another_wish_is() -> None:
    [errand] = told("I'm planning to make a poster about moss.")
    [wish] = told("I want to taste durian.")

    assert GATE.decide(errand.reliability) is GateDecision.DROP
    assert GATE.decide(wish.reliability) is GateDecision.QUARANTINE


@pytest.mark.parametrize(
    "text", ["Write a novel in which I am a baron.", "I want to write a story where I'm a spy."]
)
def test_a_piece_of_fiction_that_is_asked_for_is_no_aim(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    "text", ["I got a new snake plant.", "I painted my cat sculpture.", "My pet food is late."]
)
def test_a_thing_named_after_an_animal_is_no_pet(text: str) -> None:
    assert not [fact for fact in told(text) if fact.slot == "possession.pet"]
