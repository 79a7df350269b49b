"""Closed lists of words: months, weekdays and numbers."""

from collections.abc import Mapping
from datetime import date, datetime
from types import MappingProxyType

_MONTHS = (
    *("january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug"),
    *("september sept sep", "october oct", "november nov", "december dec"),
)
_WEEKDAYS = (
    *("monday mon", "tuesday tues tue", "wednesday weds wed", "thursday thurs thur thu"),
    *("friday fri", "saturday sat", "sunday sun"),
)
MONTH_NAMES = tuple(names.split()[0] for names in _MONTHS)
WEEKDAY_NAMES = tuple(names.split()[0] for names in _WEEKDAYS)
MONTHS: Mapping[str, int] = MappingProxyType(
    {name: number for number, names in enumerate(_MONTHS, start=1) for name in names.split()}
)
"""Every name and short form of a month, in small letters; January is 1."""
WEEKDAYS: Mapping[str, int] = MappingProxyType(
    {name: number for number, names in enumerate(_WEEKDAYS) for name in names.split()}
)
"""Every name and short form of a weekday; Monday is 0, as in `datetime.weekday()`."""
MONTH_NAME = f"(?:{'|'.join(MONTH_NAMES)})"
"""Matches a month that is written out."""
WEEKDAY_NAME = f"(?:{'|'.join(WEEKDAY_NAMES)})"
"""Matches a weekday that is written out."""


def written_date(moment: date | datetime) -> str:
    """Write a date as "3 May 2023", in English wherever it runs."""
    return f"{moment.day} {MONTH_NAMES[moment.month - 1].capitalize()} {moment.year}"


def _from(start: int, step: int, words: str) -> Mapping[str, int]:
    return MappingProxyType({word: start + step * place for place, word in enumerate(words.split())})


ONES = _from(
    0,
    1,
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen",
)
TENS = _from(20, 10, "twenty thirty forty fifty sixty seventy eighty ninety")
ORDINALS = _from(
    1,
    1,
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth",
)
TENTHS = _from(20, 10, "twentieth thirtieth")
DECADES: Mapping[str, int] = MappingProxyType({f"{word[:-1]}ies": value for word, value in TENS.items()})
"""The words for decades: "nineties"."""
