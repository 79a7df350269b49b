"""The words of the grammar, each with the value that the rules compute with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TypeVar

from daybook.english.timex.spans import Grain

ValueT = TypeVar("ValueT")


def _spelled(rows: Iterable[tuple[str, ValueT]]) -> Mapping[str, ValueT]:
    return MappingProxyType({word: value for words, value in rows for word in words.split()})


MONTHS = _spelled(
    (
        ("january jan", 1),
        ("february feb", 2),
        ("march mar", 3),
        ("april apr", 4),
        ("may", 5),
        ("june jun", 6),
        ("july jul", 7),
        ("august aug", 8),
        ("september sept sep", 9),
        ("october oct", 10),
        ("november nov", 11),
        ("december dec", 12),
    )
)

WEEKDAYS = _spelled(
    (
        ("monday mon", 0),
        ("tuesday tues tue", 1),
        ("wednesday weds wed", 2),
        ("thursday thurs thur thu", 3),
        ("friday fri", 4),
        ("saturday sat", 5),
        ("sunday sun", 6),
    )
)
"""Monday is 0, as in `datetime.weekday()`."""

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

ONES = _spelled(
    (word, value)
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
        "sixteen seventeen eighteen nineteen".split()
    )
)

TENS = _spelled(
    (word, value * 10)
    for value, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), start=2)
)

ORDINALS = _spelled(
    (word, value)
    for value, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
        "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth".split(),
        start=1,
    )
)

TENTHS = _spelled((("twentieth", 20), ("thirtieth", 30)))

DECADES = _spelled((f"{word[:-1]}ies", value) for word, value in TENS.items())
"""The words for decades: "nineties"."""

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
