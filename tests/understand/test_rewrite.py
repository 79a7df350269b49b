from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daybook.conversation import Role, Turn
from daybook.understand.rewrite import rewrite_by_rules

CAST = Path(__file__).parents[3] / "shared" / "data"


def said(*texts: str) -> list[Turn]:
    return [Turn(Role.USER, text) for text in texts]


@pytest.mark.parametrize(
    ("before", "question", "alone"),
    [
        (["Tell me about basking sharks."], "Where do they live?", "Where do basking sharks live?"),
        (["What is gout?"], "Is it treatable?", "Is gout treatable?"),
        (["What is gout?"], "What are the symptoms?", "What are the symptoms of gout?"),
        (["What is gout?", "Is it treatable?"], "What causes it?", "What causes gout?"),
        (["I adopted a cat called Pixel."], "When did I get her?", "When did I get Pixel?"),
        (["Did I book the dentist?"], "And when?", "When did I book the dentist?"),
        (["What's my aunt's name?"], "And where does she live?", "And where does my aunt live?"),
        (["Do I have a nephew?"], "What is his name?", "What is my nephew's name?"),
        (["Where does my aunt Ida live?"], "What does she do?", "What does my aunt Ida do?"),
        (["Where does my aunt live?"], "And my uncle?", "Where does my uncle live?"),
        (["What is my aunt's job?"], "What about my uncle's?", "What is my uncle's job?"),
        (["Where do I live?"], "And my parents?", "Where do my parents live?"),
        (["Tell me a joke."], "And my parents?", "And my parents?"),
        (["Who is the mayor of Oslo?"], "um, so, where did I park?", "Where did I park?"),
    ],
)
def test_what_the_dialogue_leaves_open_is_filled_in(before: list[str], question: str, alone: str) -> None:
    assert rewrite_by_rules(question, said(*before)) == alone


@pytest.mark.parametrize(
    "question",
    [
        "How long is my commute?",
        "What is Rome, and why is it famous?",
        "Is it possible to swim there?",
        "How long does it take to boil an egg?",
        "If I leave the milk out, is it bad tomorrow?",
    ],
)
def test_a_good_question_is_left_alone(question: str) -> None:
    assert rewrite_by_rules(question, said("Tell me about basking sharks.")) == question


def test_without_a_dialogue_nothing_changes() -> None:
    assert rewrite_by_rules("Is it treatable?", []) == "Is it treatable?"


@given(st.text(max_size=60), st.lists(st.text(max_size=60), max_size=4))
def test_no_text_breaks_it(question: str, before: list[str]) -> None:
    rewrite_by_rules(question, said(*before))


def test_on_cast_2019_it_comes_closer_and_damages_under_two_percent() -> None:
    if not (CAST / "cast2019_topics.json").exists():
        pytest.skip("needs ../shared/data/cast2019_topics.json")
    from daybook_eval.rewriting.cast import read_cases, score

    scores = score(read_cases(CAST))

    assert scores.rewritten_f1 > scores.raw_f1 + 0.05
    assert scores.damaged / scores.good < 0.02
