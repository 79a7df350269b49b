from __future__ import annotations

import pytest

from agent.understand.bridges import bridged
from agent.understand.frames import strip_frame
from agent.understand.parts import parts_of
from agent.understand.phrasings import LIMIT, phrasings_of
from agent.understand.statements import past_tense, to_statement


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("Which language did I study with?", "I studied with language"),
        ("What kind of tree did I plant in the garden?", "I planted tree in the garden"),
        ("When did I sell my car?", "I sold my car"),
        ("How many letters have I written this year?", "I have written letters this year"),
        ("How many violins do I currently own?", "I currently own violins"),
        ("Where is she?", None),  # nothing would be left
        ("What was my first salary at the bank?", "my first salary at the bank"),
        ("How long was I in Peru?", "I was in Peru"),
        ("Tell me about Peru.", None),
        ("", None),
    ],
)
def test_a_question_becomes_the_statement_that_would_answer_it(question: str, statement: str | None) -> None:
    assert to_statement(question) == statement


@pytest.mark.parametrize(
    ("verb", "past"),
    [("buy", "bought"), ("bake", "baked"), ("try", "tried"), ("play", "played"), ("go", "went")],
)
def test_verbs_get_their_past(verb: str, past: str) -> None:
    assert past_tense(verb) == past


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "How many days passed between the day I planted the roses and the day I sold the barn?",
            ("I planted the roses", "I sold the barn"),
        ),
        ("How long was it between the wedding and the move?", ("the wedding", "the move")),
        (
            "Which did I buy first, a kayak or a tent?",
            ("Which did I buy first a kayak", "Which did I buy first a tent"),
        ),
        ("How old was my son when I sold the barn?", ()),
        (
            "How many weeks passed since I sold the barn when I moved to Oslo?",
            ("I sold the barn", "I moved to Oslo"),
        ),
        ("What did I plant?", ()),
    ],
)
def test_a_question_about_two_things_falls_into_its_parts(question: str, parts: tuple[str, ...]) -> None:
    assert parts_of(question) == parts


@pytest.mark.parametrize(
    ("text", "core"),
    [
        ("Can you remind me of the bakery that you praised?", "the bakery that you praised?"),
        ("I was wondering if you could tell me what the third option was?", "what the third option was?"),
        (
            "I was looking at our previous conversation about tea. Can you remind me which water is best?",
            "tea: which water is best?",
        ),
        ("Which water is best?", "Which water is best?"),
        ("Do you remember it?", "Do you remember it?"),  # nothing would be left
    ],
)
def test_the_courtesy_around_a_question_goes(text: str, core: str) -> None:
    assert strip_frame(text) == core


def test_other_words_are_added_where_the_text_lacks_them() -> None:
    assert (
        bridged("How long is my commute?")
        == "How long is my commute? (travel time to work, drive, train, bus)"
    )
    assert bridged("How many siblings, sister included?") == "How many siblings, sister included? (brother)"
    assert bridged("Who is Tom?") is None


def test_the_question_comes_first_as_it_was_given_and_none_comes_twice() -> None:
    question = "How long is my commute?"

    found = phrasings_of(question)

    assert found[0] == question
    assert 1 < len(found) <= LIMIT
    assert len({text.casefold() for text in found}) == len(found)


def test_a_plain_message_has_one_phrasing() -> None:
    assert phrasings_of("Good evening") == ("Good evening",)
    assert phrasings_of("") == ("",)
