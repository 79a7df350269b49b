"""How phones write the half of the day, in every language.

`python tools/make_day_periods.py` makes `day_periods.json` anew, from the CLDR by the `babel` library.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from unicodedata import category, normalize


def folded(mark: str) -> str:
    """Keep of a mark what phones agree on: letters, without capitals, points, spaces and quotes."""
    letters = (sign for sign in normalize("NFKC", mark) if category(sign)[0] in "LM")
    return normalize("NFKC", "".join(letters).casefold())


@cache
def _tables() -> tuple[Mapping[str, frozenset[int]], frozenset[str]]:
    """Return the hours of the day of each mark, and the words that only stand between date and time."""
    text = files("daybook.interfaces.importers").joinpath("day_periods.json").read_text("utf-8")
    given = json.loads(text)
    hours = {
        mark: frozenset(hour for hour in range(24) if int(mask, 16) >> hour & 1)
        for mask, marks in given["hours"].items()
        for mark in marks.split()
    }
    return hours, frozenset(given["between"].split())


def period_in(words: str) -> str | None:
    """Return the mark that stands in words beside a time: "" where they are none, such as "kl." or "г.,".

    None where they are not known. Words that only stand between date and time may be around the mark.
    """
    hours, between = _tables()
    mark = folded(words)
    if mark not in hours:
        parts = (part for word in words.split() if (part := folded(word)) and part not in between)
        mark = "" if mark in between else "".join(parts)
    return mark if not mark or mark in hours else None


def hour_of_day(mark: str, hour: int) -> int:
    """Read the hour of a clock of twelve, beside a mark, as that of the day.

    Of the two that it may mean it is the one of the mark; else the one in the half of the day that all its
    hours are in, as some phones write "afternoon" for every PM; else the one nearest to the mark's.
    """
    if not mark or not 1 <= hour <= 12:
        return hour
    meant, choices = _tables()[0][mark], (hour % 12, hour % 12 + 12)
    halves = {at >= 12 for at in meant}
    if len(halves) == 1 and not meant.intersection(choices):
        return choices[halves.pop()]
    return min(choices, key=lambda each: min(min((each - at) % 24, (at - each) % 24) for at in meant))
