"""Which way times lean by the tense of their clause, and the expressions that weeks are counted with."""

from datetime import UTC, date, datetime, timedelta

import pytest

from daybook.language.english.timex import find_times

WEDNESDAY = datetime(2026, 3, 11, 12, tzinfo=UTC)


def day_in(text: str) -> date | None:
    (mention,) = find_times(text, WEDNESDAY)
    start, end = mention.range.start, mention.range.end
    assert start is not None
    assert end is not None
    return start.date() if end - start <= timedelta(days=1) else None


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("My son starts school on Monday.", "2026-03-16"),
        ("My son started school on Monday.", "2026-03-09"),
        ("She turns forty on the 29th.", "2026-03-29"),
        ("We flew home on Friday.", "2026-03-06"),
        ("We're flying home on Friday.", "2026-03-13"),
        ("I booked a table for Saturday.", "2026-03-14"),
        ("The dentist moved my appointment to Tuesday.", "2026-03-17"),
        ("I quit on Monday.", "2026-03-09"),
        ("They've painted the hall on Sunday.", "2026-03-08"),
        ("The hall is painted on Sunday.", "2026-03-15"),
        ("My lease runs out on the 4th and I haven't packed.", "2026-04-04"),
        ("I was tired, but my exam is on Thursday.", "2026-03-12"),
        ("On Monday, we drove to Leeds.", "2026-03-09"),
        ("a week on Friday", "2026-03-20"),
        ("three weeks today", "2026-04-01"),
        ("tomorrow week", "2026-03-19"),
        ("Friday week", "2026-03-20"),
        ("a week last Tuesday", "2026-02-24"),
        ("the Tuesday before last", "2026-03-03"),
        ("the Monday after next", "2026-03-23"),
        ("Sunday just gone", "2026-03-08"),
        ("Thursday coming", "2026-03-12"),
        ("next month, on the 14th", "2026-04-14"),
    ],
)
def test_a_time_leans_as_its_clause_says(text: str, day: str) -> None:
    assert day_in(text) == date.fromisoformat(day)
