"""Reads values that are measured (quantities, frequencies, times of day), so that two wordings compare."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from daybook.text.english.patterns import cased_regex, regex
from daybook.text.english.word_tables import ONES, TENS

_UNITS = tomllib.loads((Path(__file__).parent / "units.toml").read_text("utf-8"))
_SCALES: Mapping[str, tuple[str, float]] = MappingProxyType(
    {
        unit: (dimension, size)
        for dimension, sizes in _UNITS.items()
        for units, size in sizes.items()
        for unit in units.split()
    }
)
"""Units with what they measure, and how many of the first unit of that one is."""
_COUNT = "count"  # the dimension of what has no unit, or counts things
_MAGNITUDES = {"hundred": 100, "thousand": 1e3, "million": 1e6, "dozen": 12, "k": 1e3, "m": 1e6}
_WORDS = {
    **{word: float(value) for word, value in {**ONES, **TENS}.items()},
    "a": 1.0, "an": 1.0, "half": 0.5, "couple": 2.0, "once": 1.0, "twice": 2.0, "thrice": 3.0,
}  # fmt: skip
_NUMBER_WORDS = "|".join(sorted(_WORDS, key=len, reverse=True))
_NUMBER = rf"""
    (?:\d+(?:,\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+)?
    |\b(?:{"|".join(TENS)})[\s-](?:{"|".join(list(ONES)[1:10])})\b|\b(?:{_NUMBER_WORDS})\b)"""
_AMOUNT = regex(rf"""
    (?P<sign>[$€£])?\s*(?P<n>{_NUMBER})(?P<more>[km](?!\w)
    |(?: (?:hundred|thousand|million|dozen)\b)?)(?:\s*(?:-|\u2013|to|or|and)\s*[$€£]?
    (?P<n2>{_NUMBER}))?[\s-]*(?P<unit>%
    |per\s?cent|[a-z]+)?
""")
_PLAINER = (
    (regex(r"\bhalf an?\b"), "half"),
    (regex(r"\ba (?=dozen|hundred|thousand|million)"), "one "),
    (regex(r"\ba couple(?: of)?\b"), "two"),
)
"""Wordings of amounts, and plainer ones."""
_CLOCKED = re.compile(r"(?<![\d:])(\d{1,3}):(\d{2})(?::(\d{2}))?(?![\d:])")
_PERIODS = {
    "hour": 1 / 24, "weekday": 7 / 5, "week": 7.0, "weekend": 7.0, "fortnight": 14.0, "month": 30.4375,
    "year": 365.25,
}  # fmt: skip
"""Days between two of a period; a day, a morning and a night are one."""
_EVERY = {
    "hourly": 24.0, "daily": 1.0, "nightly": 1.0, "weekly": 1 / 7, "biweekly": 1 / 14,
    "fortnightly": 1 / 14, "monthly": 12 / 365.25, "quarterly": 4 / 365.25, "yearly": 1 / 365.25,
    "annually": 1 / 365.25,
}  # fmt: skip
_PERIOD_OF = {"daily": "day", "weekly": "week", "monthly": "month", "yearly": "year"}
_PERIODICAL = cased_regex(rf"(?<=[\dxs]) ({'|'.join(_PERIOD_OF)})\b")
"""What follows a number of times: "2x weekly"."""
_PERIOD = "hour|day|night|morning|evening|afternoon|weekend|weekday|week|fortnight|month|year"
_TIMES = regex(rf"""
    (?P<n>{_NUMBER})(?:\s*(?:-|\u2013|to|or)\s*(?P<n2>{_NUMBER}))?\s*(?:x|times?|[a-z]+s?)?\s*(?:\ba\b
    |\ban\b|\bper\b|\beach\b|\bevery\b|/)\s*(?P<period>{_PERIOD})s?\b
""")
_EACH = regex(rf"\b(?:every|each) (?P<other>other |second |(?P<n>{_NUMBER}) )?(?P<period>{_PERIOD})s?\b")
_OTHER_WEEK = cased_regex(r"\b(?:every|each) (?:other|second)\b|\balternate\b")
_WEEKDAY = regex(r"\b(mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|ur)?(?:day)?s?\b")
_WEEKDAYS = {"weekend": ("sat", "sun"), "weekday": ("mon", "tue", "wed", "thu", "fri")}
_TIME_OF_DAY = regex(r"""
    \b(?P<hour>\d{1,2})(?:[:.](?P<minute>\d{2}))?\s*(?P<half>[ap])?\.?(?:m\b)?|\b(?P<word>noon|midday
    |midnight)\b
""")


_PAST = regex(rf"""
    \b(?P<part>half|quarter) (?P<side>past|to) (?P<hour>\d{{1,2}}|{"|".join(list(ONES)[1:13])})\b
""")
_LATE = regex(r"\b(?:in the (?:afternoon|evening)|at night|tonight)\b")


@dataclass(frozen=True, slots=True)
class Measure:
    """A value that can be compared by its size."""

    dimension: str
    low: float
    high: float
    days: frozenset[str] = frozenset()
    """The weekdays that it is of, in three letters; none where it names none."""

    def equals(self, other: Measure) -> bool:
        """True if both measure the same; rounding of units does not count."""
        near = all(
            abs(one - two) <= 1e-3 * max(abs(one), abs(two), 1e-9)
            for one, two in ((self.low, other.low), (self.high, other.high))
        )
        return self.dimension == other.dimension and self.days == other.days and near


@lru_cache(maxsize=10_000)
def quantity(text: str) -> Measure | None:
    """Read a number, or a range of numbers, with its unit; None where there is none."""
    if match := _CLOCKED.search(text):
        hours, minutes, seconds = match[1], match[2], match[3]
        size = (
            int(hours) * 3600 + int(minutes) * 60 + int(seconds)
            if seconds
            else int(hours) * 60 + int(minutes)
        )
        return Measure("time", size, size)
    for wording, plainer in _PLAINER:
        text = wording.sub(plainer, text)
    found = [amount for match in _AMOUNT.finditer(text) if (amount := _amount(match))]
    if not found:
        return None
    first = found[0]
    if first.dimension == "time":  # "1 hour 20 minutes"
        parts = [amount for amount in found if amount.dimension == "time"]
        return Measure("time", sum(amount.low for amount in parts), sum(amount.high for amount in parts))
    return first


def counts_things(text: str) -> bool:
    """True if a text has a number without a unit of measure."""
    size = quantity(text)
    return size is not None and size.dimension == _COUNT


@lru_cache(maxsize=10_000)
def frequency(text: str) -> Measure | None:
    """Read how often, in times a day; None where that is not said in numbers."""
    lowered = _PERIODICAL.sub(lambda match: f" per {_PERIOD_OF[match[1]]}", text.lower())
    for word, rate in _EVERY.items():
        if re.search(rf"\b{word}\b", lowered):
            return Measure("frequency", rate, rate)
    if match := _TIMES.search(lowered):
        days = _PERIODS.get(match["period"], 1.0)
        low = _number(match["n"])
        high = _number(match["n2"]) if match["n2"] else low
        return Measure("frequency", low / days, high / days)
    if days_named := weekdays(lowered):
        rate = len(days_named) / (14 if _OTHER_WEEK.search(lowered) else 7)
        return Measure("frequency", rate, rate, days_named)
    if match := _EACH.search(lowered):
        step = 2.0 if match["other"] and not match["n"] else _number(match["n"]) if match["n"] else 1.0
        rate = 1 / (step * _PERIODS.get(match["period"], 1.0))
        return Measure("frequency", rate, rate)
    return None


@lru_cache(maxsize=10_000)
def clock_time(text: str) -> Measure | None:
    """Read a time of day in minutes after midnight, with its weekdays; None where it names none."""
    days = weekdays(text)
    text = _PAST.sub(_in_figures, text)
    times = (found for found in _TIME_OF_DAY.finditer(text) if found["word"] or int(found["hour"]) < 25)
    match = next(times, None)
    if match is None:
        return None
    if match["word"]:
        minutes = 0.0 if match["word"].lower() == "midnight" else 720.0
    else:
        hour = int(match["hour"]) % 12 if match["half"] else int(match["hour"])
        late = (match["half"] or "").lower() == "p" or (_LATE.search(text) and 0 < hour < 12)
        hour += 12 if late else 0
        minutes = hour * 60.0 + int(match["minute"] or 0)
    return Measure("clock", minutes, minutes, days)


def _in_figures(match: re.Match[str]) -> str:
    """Write "half past six" as "6:30"."""
    hour = int(_number(match["hour"]))
    minutes = {"half": 30, "quarter": 15}.get(match["part"].lower(), 0)
    past = match["side"].lower() == "past"
    return f"{hour}:{minutes:02}" if past else f"{hour - 1}:{60 - minutes:02}"


def weekdays(text: str) -> frozenset[str]:
    """Return the weekdays that a text names, each in three letters."""
    lowered = text.lower()
    grouped = [
        day for word, days in _WEEKDAYS.items() if re.search(rf"\b{word}s?\b", lowered) for day in days
    ]
    return frozenset([*grouped, *(match[1].lower() for match in _WEEKDAY.finditer(lowered))])


def _amount(match: re.Match[str]) -> Measure | None:
    unit = (match["sign"] or match["unit"] or "").lower()
    if match["n"].lower() in ("a", "an") and unit not in _SCALES:
        return None
    dimension, factor = _SCALES.get(unit, (_COUNT, 1.0))
    factor *= _MAGNITUDES.get(match["more"].strip().lower(), 1.0)
    low = _number(match["n"])
    high = _number(match["n2"]) if match["n2"] else low
    return Measure(dimension, low * factor, high * factor)


def _number(text: str) -> float:
    plain = text.lower().replace(",", "")
    if plain in _WORDS:
        return _WORDS[plain]
    try:
        return float(plain)
    except ValueError:
        return sum(_WORDS.get(part, 0.0) for part in re.split(r"[\s-]+", plain))
