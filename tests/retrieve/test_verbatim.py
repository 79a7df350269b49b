from datetime import UTC, datetime

import pytest

from daybook.conversation import Candidate, Role, Round, Turn
from daybook.retrieve.verbatim import lift_verbatim
from daybook.text.unicode_text import analyzer_of

SAID = datetime(2026, 3, 2, tzinfo=UTC)


def first_of(query: str, *said: str) -> str:
    """Rank what was said for a query; search alone has it in this order."""
    candidates = [
        Candidate(Round(text, "me", text, 0, 0, SAID, Turn(Role.USER, text), None), 1.0 - place / 10)
        for place, text in enumerate(said)
    ]
    return lift_verbatim(candidates, query, analyzer_of("en"))[0].round.round_id


@pytest.mark.parametrize(
    ("query", "other", "right"),
    [
        ("ticket TKT-100 record", "Ticket TKT-1000 record.", "The record of ticket TKT-100 is closed."),
        ("TKT-100", "TKT-100-7 is another.", "It is TKT-100."),
        ("Is order_2024_001 paid?", "order_2024_0010 is paid", "order_2024_001 is late"),
        ("what broke 9defb39", "9defb3 broke it", "9defb39 broke it"),
        ("Rye  bread", "I like bread with rye.", "I baked rye bread."),
        ("Dr Moss?", "Moss grows on the drive.", "I saw dr moss today."),
        ("東京", "京都東部に行きました。", "東京タワーに行きました。"),
        ("dormer window", "A dormer windowless wall.", "The dormer window leaks."),
    ],
)
def test_what_holds_the_words_as_they_were_typed_leads(query: str, other: str, right: str) -> None:
    assert first_of(query, other, right) == right


def test_a_question_is_not_led_by_its_own_repetition() -> None:
    assert first_of("Where do I live?", "I live in Alta.", "Where do I live?") == "I live in Alta."
    assert first_of("the shed key", "It hangs there.", "Where is the shed key?") == "It hangs there."


def test_a_time_and_a_number_are_no_identifiers() -> None:
    assert first_of("Did I run 27:12 on the 2nd?", "I ran.", "27:12 on the 2nd it was.") == "I ran."
