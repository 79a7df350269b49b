"""The words of the grammar, each with the value that the rules compute with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TypeVar

from daybook.english.calendar_words import WEEKDAYS
from daybook.english.timex.spans import Grain

ValueT = TypeVar("ValueT")


def _spelled(rows: Iterable[tuple[str, ValueT]]) -> Mapping[str, ValueT]:
    return MappingProxyType({word: value for words, value in rows for word in words.split()})


WEEKDAY_PLURALS = MappingProxyType({f"{name}s": day for name, day in WEEKDAYS.items() if len(name) > 5})

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

THIS = ("this", "current")
LAST = ("last", "previous", "prior")
NEXT = ("next", "following", "coming", "upcoming")
PAST = ("past", "preceding")

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
