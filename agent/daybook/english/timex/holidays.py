"""Days with a name: the ones of the Western calendar and of the United States.

Feasts of lunar calendars are left out: a wrong date is worse than none.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache

from dateutil.easter import easter

from daybook.english.timex.recurring import Recurring
from daybook.english.timex.spans import Grain, TimeSpan, day_at, midnight, unit_at
from daybook.english.timex.tokens import Cursor, Parse

DayOfYear = Callable[[int], datetime]


def _on(month: int, day: int) -> DayOfYear:
    return lambda year: midnight(year, month, day)


def _nth(which: int, weekday: int, month: int) -> DayOfYear:
    def day(year: int) -> datetime:
        first = midnight(year, month, 1)
        ahead = (weekday - first.weekday()) % 7 + 7 * (which - 1)
        return first + timedelta(days=ahead)

    return day


def _last(weekday: int, month: int) -> DayOfYear:
    def day(year: int) -> datetime:
        end = midnight(year, month, 31)
        return end - timedelta(days=(end.weekday() - weekday) % 7)

    return day


def _easter(days: int = 0) -> DayOfYear:
    def day(year: int) -> datetime:
        sunday = easter(year)
        return midnight(sunday.year, sunday.month, sunday.day) + timedelta(days=days)

    return day


def _thanksgiving(days: int = 0) -> DayOfYear:
    return lambda year: _nth(4, 3, 11)(year) + timedelta(days=days)


@cache
def _holidays() -> dict[str, DayOfYear]:
    """Names as the tokeniser leaves them: lower case, no possessive."""
    return {
        "new year day": _on(1, 1),
        "new year": _on(1, 1),
        "new years day": _on(1, 1),
        "new years": _on(1, 1),
        "martin luther king day": _nth(3, 0, 1),
        "mlk day": _nth(3, 0, 1),
        "groundhog day": _on(2, 2),
        "valentine day": _on(2, 14),
        "valentines day": _on(2, 14),
        "valentine": _on(2, 14),
        "presidents day": _nth(3, 0, 2),
        "president day": _nth(3, 0, 2),
        "st . patrick day": _on(3, 17),
        "st patrick day": _on(3, 17),
        "saint patrick day": _on(3, 17),
        "april fools day": _on(4, 1),
        "april fool day": _on(4, 1),
        "april fools": _on(4, 1),
        "ash wednesday": _easter(-46),
        "palm sunday": _easter(-7),
        "good friday": _easter(-2),
        "easter sunday": _easter(),
        "easter monday": _easter(1),
        "easter day": _easter(),
        "easter": _easter(),
        "earth day": _on(4, 22),
        "cinco de mayo": _on(5, 5),
        "may day": _on(5, 1),
        "mother day": _nth(2, 6, 5),
        "mothers day": _nth(2, 6, 5),
        "mothers' day": _nth(2, 6, 5),
        "memorial day": _last(0, 5),
        "juneteenth": _on(6, 19),
        "father day": _nth(3, 6, 6),
        "fathers day": _nth(3, 6, 6),
        "canada day": _on(7, 1),
        "independence day": _on(7, 4),
        "fourth of july": _on(7, 4),
        "bastille day": _on(7, 14),
        "labor day": _nth(1, 0, 9),
        "labour day": _nth(1, 0, 9),
        "columbus day": _nth(2, 0, 10),
        "indigenous peoples day": _nth(2, 0, 10),
        "halloween": _on(10, 31),
        "all saints day": _on(11, 1),
        "guy fawkes night": _on(11, 5),
        "veterans day": _on(11, 11),
        "thanksgiving day": _thanksgiving(),
        "thanksgiving": _thanksgiving(),
        "black friday": _thanksgiving(1),
        "cyber monday": _thanksgiving(4),
        "christmas eve": _on(12, 24),
        "christmas day": _on(12, 25),
        "christmas": _on(12, 25),
        "xmas": _on(12, 25),
        "boxing day": _on(12, 26),
        "new year eve": _on(12, 31),
        "new years eve": _on(12, 31),
    }


@cache
def _by_first_word() -> dict[str, list[tuple[str, DayOfYear]]]:
    grouped: dict[str, list[tuple[str, DayOfYear]]] = {}
    for name, day in sorted(_holidays().items(), key=lambda item: -len(item[0].split())):
        grouped.setdefault(name.split()[0], []).append((name, day))
    return grouped


def first_words() -> frozenset[str]:
    """The words that a holiday can begin with."""
    return frozenset(_by_first_word())


def holiday(at: Cursor) -> Parse[Recurring] | None:
    """A day with a name, as what recurs every year; the longest name that fits."""
    for name, day in _by_first_word().get(at.token.text, ()):
        rest = at.phrase(name)
        if rest is not None and (weekend := rest.take("weekend")):
            return Parse(Recurring(Grain.YEAR, _nearest_weekend(day)), weekend)
        if rest is not None:
            return Parse(Recurring(Grain.YEAR, _in_year(day)), rest)
    return None


def _nearest_weekend(day: DayOfYear) -> Callable[[datetime], TimeSpan | None]:
    """The weekend before a Monday or Tuesday, else that week's; a free Monday or Friday belongs to it."""

    def in_year(start: datetime) -> TimeSpan:
        holiday = day_at(day(start.year))
        weekday = day(start.year).weekday()
        near = unit_at(day(start.year), Grain.WEEKEND, -1 if weekday < 2 else 0)
        first = holiday.start if weekday == 4 else near.start
        return TimeSpan(first, holiday.end if weekday == 0 else near.end, Grain.WEEKEND)

    return in_year


def _in_year(day: DayOfYear) -> Callable[[datetime], TimeSpan | None]:
    return lambda start: day_at(day(start.year))
