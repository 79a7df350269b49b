import re
from datetime import date

import pytest
from hypothesis import given, strategies as st

from daybook.text.english.word_tables import (
    ANY_MONTH,
    CARDINAL,
    DECADES,
    MONTHS,
    ONES,
    ORDINAL,
    ORDINALS,
    TENS,
    WEEKDAYS,
    written_date,
)
from daybook.text.english.words import BASES, Vocabulary, past_tense, stems_of


def test_months_count_from_one_and_weekdays_from_monday() -> None:
    assert (MONTHS["january"], MONTHS["sept"], MONTHS["dec"]) == (1, 9, 12)
    assert (WEEKDAYS["monday"], WEEKDAYS["thu"], WEEKDAYS["sunday"]) == (0, 3, 6)
    assert re.fullmatch(ANY_MONTH, "august")


def test_a_date_is_written_in_english() -> None:
    assert written_date(date(2023, 5, 3)) == "3 May 2023"


def test_number_words_have_their_values() -> None:
    assert (ONES["zero"], ONES["nineteen"], TENS["ninety"], DECADES["sixties"]) == (0, 19, 90, 60)
    assert (ORDINALS["first"], ORDINALS["nineteenth"]) == (1, 19)
    assert re.fullmatch(CARDINAL, "eleven")
    assert not re.fullmatch(CARDINAL, "zero")
    assert not re.fullmatch(ORDINAL, "eleventh")


@pytest.mark.parametrize(
    ("verb", "past"),
    [("buy", "bought"), ("bake", "baked"), ("try", "tried"), ("play", "played"), ("go", "went")],
)
def test_verbs_get_their_past(verb: str, past: str) -> None:
    assert past_tense(verb) == past


def test_irregular_forms_share_the_stem_of_their_verb() -> None:
    assert BASES["bought"] == "buy"
    assert BASES["written"] == BASES["wrote"] == "write"
    assert "found" in BASES


@pytest.mark.parametrize(
    ("question", "text", "held"),
    [
        ("studies", "I studied a study.", {"studi"}),
        ("buy", "She bought it.", {"buy"}),
        ("1200 steps", "1,200 of them, step by step", {"1200", "step"}),
        ("keep", "housekeeping", set()),
        ("cafe", "the Caf\u00e9's door", {"cafe"}),
        ("the", "the", set()),
    ],
)
def test_the_words_of_a_question_are_found_in_every_form(question: str, text: str, held: set[str]) -> None:
    assert Vocabulary.of(question).in_text(text) == held


@given(st.lists(st.sampled_from("buy bought running ran guitar's e-mail 1,200 3.5 knives the".split(" "))))
def test_looking_for_beginnings_finds_what_stemming_everything_finds(words: list[str]) -> None:
    vocabulary = Vocabulary.of("buy run guitars email mail 1200 3.5 knife")
    text = " ".join(words)

    assert vocabulary.in_text(text) == vocabulary.stems & stems_of(text)
