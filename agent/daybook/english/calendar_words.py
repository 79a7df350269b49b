"""The names of months and weekdays."""

from __future__ import annotations

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
ANY_MONTH = f"(?:{'|'.join(MONTHS)})"
"""Matches one of `MONTHS`, in small letters."""
MONTH_NAME = f"(?:{'|'.join(MONTH_NAMES)})"
"""Matches a month that is written out."""
WEEKDAY_NAME = f"(?:{'|'.join(WEEKDAY_NAMES)})"
"""Matches a weekday that is written out."""


def written_date(moment: date | datetime) -> str:
    """Write a date as "3 May 2023", in English wherever it runs."""
    return f"{moment.day} {MONTH_NAMES[moment.month - 1].capitalize()} {moment.year}"
