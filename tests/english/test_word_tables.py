from __future__ import annotations

import re
from datetime import date

import pytest

from daybook.english.calendar_words import ANY_MONTH, MONTHS, WEEKDAYS, written_date
from daybook.english.numbers import CARDINAL, DECADES, ONES, ORDINAL, ORDINALS, TENS
from daybook.english.verbs import BASES, past_tense


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
