"""The words for units and parts of time, and amounts: "three weeks", "1 year 2 months"."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from types import MappingProxyType
from typing import TypeVar

from dateutil.relativedelta import relativedelta

from daybook.text.english.timex.cursor import Cursor, Parse, cardinal
from daybook.text.english.timex.spans import Grain, half, length
from daybook.text.english.word_tables import ONES, TENS, WEEKDAYS

ValueT = TypeVar("ValueT")
WEEKDAY_PLURALS = MappingProxyType({f"{name}s": day for name, day in WEEKDAYS.items() if len(name) > 5})
THIS = ("this", "current")
LAST = ("last", "previous", "prior")
NEXT = ("next", "following", "coming", "upcoming")
PAST = ("past", "preceding")
CLOCK_GRAINS = (Grain.SECOND, Grain.MINUTE, Grain.HOUR)
VAGUE = {
    "a couple of": (2, 1), "a couple": (2, 1), "couple of": (2, 1), "couple": (2, 1),
    "a few": (3, 2), "few": (3, 2), "several": (4, 3), "a handful of": (4, 3),
}  # fmt: skip
"""The values of vague counts, and how many units they may be off on either side."""
_VAGUE_BEGINNINGS = frozenset(words.split()[0] for words in VAGUE)
_COUNTS = frozenset(words.split()[0] for words in (*VAGUE, "half", "an", *ONES, *TENS))
"""First words of a count."""


def _spelled(rows: Iterable[tuple[str, ValueT]]) -> Mapping[str, ValueT]:
    return MappingProxyType({word: value for words, value in rows for word in words.split()})


UNITS = _spelled(
    (
        ("second seconds sec secs", Grain.SECOND),
        ("minute minutes min mins", Grain.MINUTE),
        ("hour hours hr hrs", Grain.HOUR),
        ("day days night nights", Grain.DAY),
        ("weekend weekends", Grain.WEEKEND),
        ("week weeks wk wks", Grain.WEEK),
        ("fortnight fortnights", Grain.FORTNIGHT),
        ("month months", Grain.MONTH),
        ("quarter quarters", Grain.QUARTER),
        ("year years yr yrs", Grain.YEAR),
        ("decade decades", Grain.DECADE),
        ("century centuries", Grain.CENTURY),
    )
)

SEASONS = _spelled((("spring springtime", 3), ("summer summertime", 6), ("autumn fall", 9), ("winter", 12)))
"""The month in which each begins: seasons are the meteorological ones of the northern half."""

PARTS_OF_DAY: Mapping[str, tuple[int, int]] = _spelled(
    (
        ("daybreak dawn", (5, 8)),
        ("morning", (5, 12)),
        ("lunchtime lunch", (11, 14)),
        ("afternoon", (12, 18)),
        ("evening tonight tonite dinnertime", (18, 24)),
        ("night nighttime", (18, 24)),
        ("daytime", (8, 18)),
    )
)
"""From which hour to which."""


@dataclass(frozen=True, slots=True)
class TimeAmount:
    """A length of time on the calendar."""

    delta: relativedelta
    grain: Grain
    """The finest unit it is told in."""
    count: float
    """How many of that unit."""
    tolerance: timedelta
    """How far off the speaker may be: half a unit, nothing for a few days, more behind "a few"."""

    @property
    def is_clock(self) -> bool:
        """True if it is told in hours or less."""
        return self.grain in CLOCK_GRAINS


def amount(at: Cursor) -> Parse[TimeAmount] | None:
    """A count and a unit, and further ones behind "and" or a comma."""
    if not at.token.is_number and at.token.text not in _COUNTS:
        return None
    first = single_amount(at)
    if first is None:
        return None
    value, rest = first
    while (second := single_amount(rest.skip("and", ","))) and _days(second.value.grain) < _days(value.grain):
        delta = value.delta + second.value.delta
        value, rest = TimeAmount(delta, second.value.grain, 0, second.value.tolerance), second.rest
    return Parse(value, rest)


def single_amount(at: Cursor) -> Parse[TimeAmount] | None:
    """A count and one unit."""
    return _vague(at) or _halved(at) or _counted(at)


def _vague(at: Cursor) -> Parse[TimeAmount] | None:
    if at.token.text not in _VAGUE_BEGINNINGS:
        return None
    for words, (count, off) in VAGUE.items():
        rest = at.phrase(words)
        if rest is not None and (grain := UNITS.get(rest.token.text)):
            slack = _days(grain) * off + half(grain)
            return Parse(TimeAmount(length(grain, count), grain, count, slack), rest.step())
    return None


def _halved(at: Cursor) -> Parse[TimeAmount] | None:
    rest = at.any_phrase("half a", "half an", "a half")
    if rest is None or (grain := UNITS.get(rest.token.text)) is None:
        return None
    return Parse(TimeAmount(_scaled(grain, 0, halves=1), grain, 0.5, half(grain)), rest.step())


def _counted(at: Cursor) -> Parse[TimeAmount] | None:
    number = cardinal(at) or (Parse(1, at.step()) if at.token.text in ("a", "an") else None)
    if number is None:
        return None
    count, rest = number
    halved = rest.phrase("and a half")
    rest = (halved or rest).skip("-", "calendar", "whole", "full")
    grain = UNITS.get(rest.token.text)
    if grain is None:
        return None
    behind = None if halved else rest.step().phrase("and a half")
    if halved or behind:
        value = TimeAmount(_scaled(grain, count, halves=1), grain, count + 0.5, half(grain))
        return Parse(value, behind or rest.step())
    return Parse(TimeAmount(length(grain, count), grain, count, _slack(grain, count)), rest.step())


def _slack(grain: Grain, count: int) -> timedelta:
    """Half a unit; a day where days are told that are more than a week, since few count so far."""
    return timedelta(days=1) if grain is Grain.DAY and count > 7 else half(grain)


def _scaled(grain: Grain, count: int, *, halves: int) -> relativedelta:
    """`count` units and some halves; half a year is six months, of other units half the days."""
    if grain is Grain.YEAR:
        return relativedelta(years=count, months=6 * halves)
    whole = length(grain, count)
    if grain in CLOCK_GRAINS:
        return whole + relativedelta(seconds=round(_days(grain).total_seconds() * halves / 2))
    return whole + relativedelta(days=round(_days(grain).days * halves / 2))


def _days(grain: Grain) -> timedelta:
    """About how long a unit is."""
    unit = length(grain)
    days = unit.years * 365 + unit.months * 30 + unit.days
    return timedelta(days=days, hours=unit.hours, minutes=unit.minutes, seconds=unit.seconds)
