"""Expectations worked by hand with a calendar, said on Wednesday 14 June 2023 at 15:30 unless noted."""

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from daybook.conversation import TimeRange
from daybook.text.english.timex import Grain, Lean, TimeMention, find_times
from daybook.text.english.timex.mentions import date_of

SAID = datetime(2023, 6, 14, 15, 30, tzinfo=UTC)


def only(text: str, said: datetime = SAID, lean: Lean = Lean.PAST) -> TimeMention:
    (mention,) = find_times(text, said, lean=lean)
    return mention


def moment(text: str) -> datetime | None:
    return None if text == "open" else datetime.fromisoformat(text).replace(tzinfo=UTC)


def period(text: str) -> TimeRange:
    """Read "start / end" (half-open), or one day."""
    start, _, end = (part.strip() for part in text.partition("/"))
    first = moment(start)
    return TimeRange(first, moment(end) if end else first and first + timedelta(days=1))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # days are counted from the moment of speaking
        ("today", "2023-06-14"),
        ("yesterday", "2023-06-13"),
        ("tomorrow", "2023-06-15"),
        ("the day after tomorrow", "2023-06-16"),
        ("5 days ago", "2023-06-09"),
        ("a week ago", "2023-06-07"),
        ("two months ago", "2023-04-14"),
        ("3 weeks from now", "2023-07-05"),
        ("4 months from tomorrow", "2023-10-15"),
        ("2 weeks before May 13 1999", "1999-04-29"),
        ("one and a half years ago", "2021-12-14"),
        ("a year ago today", "2022-06-14"),
        # weekdays
        ("on Monday", "2023-06-12"),
        ("on Wednesday", "2023-06-07"),
        ("last Tuesday", "2023-06-06"),
        ("this Friday", "2023-06-16"),
        ("next Friday", "2023-06-23"),
        ("this coming Friday", "2023-06-16"),
        ("two Fridays ago", "2023-06-02"),
        ("Tuesday of next week", "2023-06-20"),
        ("last week Wednesday", "2023-06-07"),
        ("the Thursday two months ago", "2023-04-13"),
        ("three weeks ago on Friday", "2023-05-26"),
        ("the Sunday before Easter", "2023-04-02"),
        ("Friday, 2 June 2023", "2023-06-02"),
        ("Mon 5th", "2023-06-05"),
        # weekends are Saturday and Sunday
        ("last weekend", "2023-06-10 / 2023-06-12"),
        ("this weekend", "2023-06-17 / 2023-06-19"),
        ("two weekends ago", "2023-06-03 / 2023-06-05"),
        ("Memorial Day weekend", "2023-05-27 / 2023-05-30"),
        # calendar units
        ("this week", "2023-06-12 / 2023-06-19"),
        ("the week before last", "2023-05-29 / 2023-06-05"),
        ("last quarter", "2023-01-01 / 2023-04-01"),
        ("the week of June 1", "2023-05-29 / 2023-06-05"),
        ("earlier this year", "2023-01-01 / 2023-06-14T15:30"),
        ("later this week", "2023-06-14 / 2023-06-19"),
        ("the rest of the month", "2023-06-14 / 2023-07-01"),
        # stretches roll up to now, or from tomorrow
        ("the last two weeks", "2023-05-31 / 2023-06-14T15:30"),
        ("the past few days", "2023-06-11 / 2023-06-14T15:30"),
        ("the next 3 days", "2023-06-15 / 2023-06-18"),
        ("within 9 months", "2023-06-14 / 2024-03-14"),
        ("for three days from June 5", "2023-06-05 / 2023-06-08"),
        # names and figures of the calendar
        ("the 3rd of June", "2023-06-03"),
        ("twenty-second of February, 2020", "2020-02-22"),
        ("31/1/2019", "2019-01-31"),
        ("1/31/2019", "2019-01-31"),
        ("05-Aug-2016", "2016-08-05"),
        ("2019/aug/01", "2019-08-01"),
        ("20161016", "2016-10-16"),
        ("December 1,2022", "2022-12-01"),
        ("Feb 29", "2020-02-29"),
        ("in March", "2023-03-01 / 2023-04-01"),
        ("in April of '87", "1987-04-01 / 1987-05-01"),
        ("in 2017 April", "2017-04-01 / 2017-05-01"),
        ("Q3", "2022-07-01 / 2022-10-01"),
        ("the second quarter of 2020", "2020-04-01 / 2020-07-01"),
        ("in 2019", "2019-01-01 / 2020-01-01"),
        ("in nineteen ninety-six", "1996-01-01 / 1997-01-01"),
        ("the 90s", "1990-01-01 / 2000-01-01"),
        ("the 21st century", "2000-01-01 / 2100-01-01"),
        # days with a name
        ("Christmas", "2022-12-25"),
        ("next Christmas", "2023-12-25"),
        ("Easter 2024", "2024-03-31"),
        ("Thanksgiving last year", "2022-11-24"),
        ("Black Friday 2010", "2010-11-26"),
        ("Mother's Day", "2023-05-14"),
        ("New Year's Eve", "2022-12-31"),
        # parts of a period
        ("mid-May", "2023-05-11 / 2023-05-21"),
        ("early 2022", "2022-01-01 / 2022-07-01"),
        ("late in March", "2023-03-16 / 2023-04-01"),
        ("the first Monday of next month", "2023-07-03"),
        ("the last day of March", "2023-03-31"),
        ("the second week of 2021", "2021-01-11 / 2021-01-18"),
        ("the first two weeks of 2021", "2021-01-04 / 2021-01-18"),
        # ranges hold the last period that they name
        ("from March to May", "2023-03-01 / 2023-06-01"),
        ("between January 5 and January 9 2023", "2023-01-05 / 2023-01-10"),
        ("November 19-20", "2022-11-19 / 2022-11-21"),
        ("from April 27th to the third", "2023-04-27 / 2023-05-04"),
        ("from Nov to Feb 2017", "2016-11-01 / 2017-03-01"),
        ("from Jan 2019 to today", "2019-01-01 / 2023-06-15"),
        ("since the start of the year", "2023-01-01 / open"),
        ("since March", "2023-03-01 / open"),
        ("from 2018 on", "2018-01-01 / open"),
        ("before the end of March", "open / 2023-04-01"),
        ("until Friday", "open / 2023-06-10"),
        # times of day narrow a day
        ("yesterday morning", "2023-06-13T05:00 / 2023-06-13T12:00"),
        ("last night", "2023-06-13T18:00 / 2023-06-14"),
        ("at 5pm tomorrow", "2023-06-15T17:00 / 2023-06-15T17:01"),
        ("on Friday from 2 to 4pm", "2023-06-09T14:00 / 2023-06-09T16:00"),
        ("the morning of May 3", "2023-05-03T05:00 / 2023-05-03T12:00"),
        ("next month at 6", "2023-07-01 / 2023-08-01"),
    ],
)
def test_a_day_or_period_is_what_it_says(text: str, expected: str) -> None:
    assert only(text).range == period(expected)


def test_on_a_sunday_last_weekend_is_the_one_before() -> None:
    sunday = datetime(2023, 6, 11, 20, tzinfo=UTC)

    assert only("last weekend", sunday).range == period("2023-06-03 / 2023-06-05")
    assert only("this weekend", sunday).range == period("2023-06-10 / 2023-06-12")


def test_the_other_direction_is_an_alternative() -> None:
    past, future = period("2023-06-09"), period("2023-06-16")

    assert only("on Friday").alternatives == (future,)
    assert only("on Friday", lean=Lean.FUTURE).range == future
    assert only("on Friday", lean=Lean.FUTURE).alternatives == (past,)
    assert only("last Friday").alternatives == ()


def test_a_mention_says_where_it_stands_and_how_finely_it_tells() -> None:
    text = "We met two weeks ago in Rome."
    mention = only(text)

    assert text[mention.start : mention.stop] == "two weeks ago"
    assert (mention.grain, mention.is_day) == (Grain.WEEK, True)
    assert mention.tolerance == timedelta(days=3)


def test_several_mentions_come_in_the_order_of_the_text() -> None:
    found = find_times("January and March, but not last week", SAID)

    assert [mention.range for mention in found] == [
        period("2023-01-01 / 2023-02-01"),
        period("2023-03-01 / 2023-04-01"),
        period("2023-06-05 / 2023-06-12"),
    ]


def test_ranges_are_in_the_time_zone_of_the_reference() -> None:
    tokyo = timezone(timedelta(hours=9))
    found = only("yesterday", datetime(2023, 6, 14, 1, tzinfo=tokyo)).range

    assert found.start == datetime(2023, 6, 12, 15, tzinfo=UTC)


def test_a_day_on_which_the_clocks_change_is_still_that_day() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    found = only("yesterday", datetime(2023, 3, 27, 9, tzinfo=berlin)).range

    assert found.start == datetime(2023, 3, 25, 23, tzinfo=UTC)
    assert found.end == datetime(2023, 3, 26, 22, tzinfo=UTC)


def test_a_reference_without_a_time_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone"):
        find_times("today", datetime(2023, 6, 14))  # noqa: DTZ001


@pytest.mark.parametrize(
    "text",
    [
        "May I ask what this is for?",
        "It may rain.",
        "We march on.",
        "Give me a second",
        "sitting in the sun",
        "spring rolls for dinner",
        "5 miles",
        "my iPhone 12",
        "I read 1984",
        "version 3.11.7 came out",
        "it cost $2019",
        "troponin 30/4.85",
        "open 24/7",
        "how many weeks ago she left",
        "the first time in a year",
        "how many days it lasted",
        "30 minutes every day",
        "for two weeks",
        "three days and two weeks",
        "it took three months",
        "every Friday",
        "on a Sunday",
        "twice a week",
        "it won't last two hours",
        "my 10th jog outdoors",
        "a man in his forties",
        "the file is called report-133-03-2020",
        "Sunday Riley makes creams",
        "the film Edge of Tomorrow",
        "at 5pm",
        "in the morning",
        "my best friend April",
        "31/31/2020",
        "Feb 30",
        "",
    ],
)
def test_no_date_is_invented(text: str) -> None:
    assert find_times(text, SAID) == []


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
        ("The other news is that on Thursday I got the keys.", "2026-03-05"),
        ("I said that on Friday we leave.", "2026-03-13"),
        ("I wore that red coat on Monday to work.", "2026-03-09"),
        ("On Friday I'll see her.", "2026-03-13"),
        ("On Friday we’ll see her.", "2026-03-13"),
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
    (mention,) = find_times(text, datetime(2026, 3, 11, 12, tzinfo=UTC))

    assert mention.range == period(day)


@pytest.mark.parametrize(
    ("sentence", "day"),
    [
        ("In May we moved, on the 8th of May.", "2023-05-08"),  # the narrowest
        ("We marked our 20th lesson on the 4th of March.", "2023-03-04"),  # the one named more fully
        ("We leave on 8 July 2023.", ""),  # still to come
        ("We like tea.", ""),
    ],
)
def test_one_time_of_several_dates_what_is_told(sentence: str, day: str) -> None:
    assert date_of(sentence, datetime(2023, 6, 20, 12, tzinfo=UTC)) == (period(day) if day else None)
