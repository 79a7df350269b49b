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
        "I'm planning a trip to Malta.",
        "I'm enjoying my new lamp.",
        "I've been watching a lot of cartoons.",
        "I'm working with the seller.",
    ],
)
def test_a_wish_or_an_errand_of_the_moment_is_not_written(text: str) -> None:
    assert written(text) == []


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I want to learn Breton.", "goal.aim +learn Breton"),
        ("I've always wanted to see a glacier.", "goal.aim +see a glacier"),
        ("I want to write a memoir.", "goal.aim +write a memoir"),
        ("My goal is to write a novel.", "goal.aim +write a novel"),
        ("I'm trying to quit smoking.", "goal.aim +quit smoking"),
        ("I want to move to Malta one day.", "goal.aim +move to Malta"),
        ("I'm moving to Malta.", "plan.intention +moving to Malta"),
        ("I have always been fascinated by moss.", "preference.other +moss"),
    ],
)
def test_what_is_aimed_at_for_longer_is_written(text: str, fact: str) -> None:
    assert fact in written(text)


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
