from datetime import date

from daybook.text.english.word_tables import (
    DECADES,
    MONTHS,
    ONES,
    ORDINALS,
    TENS,
    WEEKDAYS,
    written_date,
)
from daybook.text.english.words import words_of


def test_months_count_from_one_and_weekdays_from_monday() -> None:
    assert (MONTHS["january"], MONTHS["sept"], MONTHS["dec"]) == (1, 9, 12)
    assert (WEEKDAYS["monday"], WEEKDAYS["thu"], WEEKDAYS["sunday"]) == (0, 3, 6)


def test_a_date_is_written_in_english() -> None:
    assert written_date(date(2023, 5, 3)) == "3 May 2023"


def test_number_words_have_their_values() -> None:
    assert (ONES["zero"], ONES["nineteen"], TENS["ninety"], DECADES["sixties"]) == (0, 19, 90, 60)
    assert (ORDINALS["first"], ORDINALS["nineteenth"]) == (1, 19)


def test_case_accents_possessives_and_stop_words_do_not_count() -> None:
    assert words_of("The Caf\u00e9's 1,200 follow-ups") == ["cafe", "1200", "follow", "up"]
