"""A day is the one that the owner had when something was said, wherever that was and wherever it is asked."""

from datetime import UTC, date, datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given, settings, strategies as st

from daybook.conversation import TimeRange
from daybook.conversation.zones import SystemZone, find_zone, local, offset_of, told_at
from daybook.text.english import ENGLISH

# Of whole, half and quarter hours, with summer time from midnight on, of half an hour, and without any.
ZONES = [
    ZoneInfo(name)
    for name in (
        "Pacific/Auckland",
        "America/Los_Angeles",
        "Asia/Kathmandu",
        "America/St_Johns",
        "Australia/Lord_Howe",
        "Africa/Cairo",
        "Europe/Dublin",
        "UTC",
    )
]
CAIRO, AUCKLAND, LOS_ANGELES = ZONES[5], ZONES[0], ZONES[1]
TURNING = [  # of clocks, of months with a leap day, and of years
    date(2024, 2, 28), date(2024, 2, 29), date(2024, 3, 1), date(2023, 12, 31), date(2024, 1, 1),
    date(2024, 3, 10), date(2024, 11, 3), date(2024, 4, 7), date(2024, 9, 29), date(2024, 4, 26),
]  # fmt: skip
days = st.sampled_from(TURNING) | st.dates(date(2015, 1, 1), date(2035, 12, 31))
clocks = st.sampled_from([time(0), time(0, 1), time(1, 30), time(12), time(22, 45), time(23, 59)])


def said_on(day: date, clock: time, zone: ZoneInfo) -> datetime:
    """The moment at which a clock of the zone shows that, or would if it were not put forward just then."""
    return datetime.combine(day, clock, zone).astimezone(UTC).astimezone(zone)


@settings(max_examples=60)
@given(days, clocks, st.sampled_from(ZONES), st.sampled_from(ZONES))
@example(date(2024, 4, 26), time(0, 30), CAIRO, AUCKLAND)  # 00:30 was 01:30 in Cairo
@example(date(2024, 2, 29), time(23, 59), LOS_ANGELES, AUCKLAND)
def test_what_is_kept_is_told_on_the_day_on_which_it_was_said(
    day: date, clock: time, zone: ZoneInfo, asked_in: ZoneInfo
) -> None:
    moment = said_on(day, clock, zone)
    kept = moment.astimezone(UTC)  # as the database has it, which drops zones

    at_home = told_at(kept, None, zone)
    travelling = told_at(kept, offset_of(moment), asked_in if offset_of(moment) else zone)

    for told in (at_home, travelling):
        assert (told, told.date(), told.time()) == (moment, moment.date(), moment.time())
    tomorrow = moment.date() + timedelta(days=1)
    [(_, resolved)] = ENGLISH.dates("My exam is tomorrow.", travelling)
    assert resolved == f"{tomorrow.day} {tomorrow:%B %Y}"


@settings(max_examples=60)
@given(days, clocks, clocks, st.sampled_from(ZONES))
@example(date(2024, 11, 3), time(0), time(23, 59), LOS_ANGELES)  # a day of 25 hours
@example(date(2024, 4, 26), time(23, 59), time(1, 30), CAIRO)  # and one of 23, which begins at 01:00
def test_a_question_about_today_is_about_the_owners_day(
    day: date, asked: time, said: time, zone: ZoneInfo
) -> None:
    asked_at = local(said_on(day, asked, zone).astimezone(UTC), zone)
    period = ENGLISH.read_question("What did I do today?", asked_at).period
    assert period is not None

    for other in (-1, 0, 1):
        moment = told_at(said_on(day + timedelta(days=other), said, zone).astimezone(UTC), None, zone)
        assert (moment in period) == (moment.date() == asked_at.date())


def test_only_a_moment_in_utc_or_without_an_offset_is_told_in_the_zone() -> None:
    oslo = ZoneInfo("Europe/Oslo")

    assert local(datetime.fromisoformat("2024-07-01T23:00"), oslo).isoformat() == "2024-07-01T23:00:00+02:00"
    assert local(datetime(2024, 7, 1, 23, tzinfo=UTC), oslo).isoformat() == "2024-07-02T01:00:00+02:00"
    abroad = datetime(2024, 7, 1, 23, tzinfo=timezone(timedelta(hours=-7)))
    assert local(abroad, oslo) is abroad


def test_two_moments_in_the_hour_that_a_clock_shows_twice_keep_their_order() -> None:
    first = datetime(2024, 11, 3, 8, 50, tzinfo=UTC)  # 01:50 of summer time in Los Angeles
    second = first + timedelta(minutes=20)  # 01:10 after it

    told = [told_at(moment, None, LOS_ANGELES) for moment in (second, first)]

    assert sorted(told) == [first, second]


def test_a_day_is_the_same_day_whichever_zone_it_was_named_in() -> None:
    def fifth_of_may(zone: ZoneInfo) -> TimeRange:
        return TimeRange(datetime(2024, 5, 5, tzinfo=zone), datetime(2024, 5, 6, tzinfo=zone))

    assert fifth_of_may(AUCKLAND).overlaps(fifth_of_may(LOS_ANGELES))
    next_day = TimeRange(datetime(2024, 5, 6, tzinfo=LOS_ANGELES), datetime(2024, 5, 7, tzinfo=LOS_ANGELES))
    assert not fifth_of_may(AUCKLAND).overlaps(next_day)


def test_the_machines_own_zone_has_its_summer_time(monkeypatch: pytest.MonkeyPatch) -> None:
    import time as clock

    monkeypatch.setenv("TZ", "Europe/Oslo")
    clock.tzset()
    try:
        told = [local(datetime(2024, month, 1, 12, tzinfo=UTC), SystemZone()) for month in (1, 7)]
        assert [moment.hour for moment in told] == [13, 14]
    finally:
        monkeypatch.undo()
        clock.tzset()


def test_a_zone_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="'Europe/Atlantis' is no time zone such as Europe/Oslo"):
        find_zone("Europe/Atlantis")
