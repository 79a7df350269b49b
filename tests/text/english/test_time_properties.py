from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise
from unittest.mock import patch
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings, strategies as st

from daybook.conversation import TimeRange
from daybook.text.english.questions import time_range_of
from daybook.text.english.timex import find_times, mentions
from daybook.text.english.timex.amounts import SEASONS, UNITS
from daybook.text.english.word_tables import MONTHS, ONES, ORDINALS, WEEKDAYS

PIECES = """the of in last next this ago from to between and since until before after early mid end start
week at 5pm 31 2020 9999 1000 29 century few half a - / , 90s Q3 Easter Christmas yesterday today now weekend
within past 2019-12-31 noon ' .""".split()
JOINING = """up to no later than prior throughout entire handful of hundred beyond during commencing circa
whole thru gone coming hence back only quarter first of very part p . m . o'clock ever just rest remainder
dog ran with""".split()
GRAMMAR = [*MONTHS, *WEEKDAYS, *UNITS, *ONES, *ORDINALS, *SEASONS, *PIECES]
PLACES = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"]

zones = st.one_of(
    st.just(UTC),
    st.sampled_from(PLACES).map(ZoneInfo),
    st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes))),
)
SPRING_FORWARD = (datetime(2023, 3, 24), datetime(2023, 3, 28))  # noqa: DTZ001 - bounds are given naive
moments = st.one_of(st.datetimes(timezones=zones), st.datetimes(*SPRING_FORWARD, timezones=zones))
sentences = st.lists(st.sampled_from(GRAMMAR), min_size=1, max_size=9).map(" ".join)


def is_sound(found: TimeRange) -> bool:
    bounds = [bound for bound in (found.start, found.end) if bound is not None]
    aware = all(bound.utcoffset() is not None for bound in bounds)
    return aware and (len(bounds) == 1 or bounds[0].timestamp() < bounds[1].timestamp())


@given(st.text(max_size=80), moments)
def test_no_text_raises(text: str, said: datetime) -> None:
    find_times(text, said)
    time_range_of(text, said)


@given(st.lists(st.sampled_from([*GRAMMAR, *JOINING]), min_size=2, max_size=9).map(" ".join))
def test_the_quick_look_for_a_beginning_loses_no_time(text: str) -> None:
    said = datetime(2023, 6, 14, tzinfo=UTC)
    found = find_times(text, said)

    with patch.object(mentions, "_first_fitting", lambda _, least, name: max(least, name - mentions._REACH)):
        assert find_times(text, said) == found


@pytest.mark.parametrize(
    "text",
    ["5 days " * 1000, "9" * 5000, "the end of " * 100, "5-²-2019", "1:" * 300, "from May to " * 100],
)
def test_long_and_odd_texts_do_not_raise(text: str) -> None:
    find_times(text, datetime(2023, 6, 14, tzinfo=UTC))


@pytest.mark.parametrize("year", [1, 9999])
def test_the_edges_of_the_calendar_do_not_raise(year: int) -> None:
    last = datetime(year, 12, 31, 23, 59, tzinfo=timezone(timedelta(hours=-14)))
    first = datetime(year, 1, 1, tzinfo=timezone(timedelta(hours=14)))

    for said in (first, last):
        for text in (
            "today",
            "yesterday",
            "next week",
            "last century",
            "2 years ago",
            "since May",
            "until May",
        ):
            time_range_of(text, said)


@settings(max_examples=150)
@given(sentences, moments)
def test_ranges_are_ordered_and_aware_and_mentions_do_not_overlap(text: str, said: datetime) -> None:
    mentions = find_times(text, said)

    for mention in mentions:
        assert is_sound(mention.range)
        assert all(is_sound(other) for other in mention.alternatives)
        assert 0 <= mention.start < mention.stop <= len(text)
    for mention, following in pairwise(mentions):
        assert mention.stop <= following.start


@settings(max_examples=150)
@given(sentences, moments)
def test_what_a_question_asks_about_is_none_or_sound(text: str, asked_at: datetime) -> None:
    found = time_range_of(text, asked_at)

    assert found is None or is_sound(found)
