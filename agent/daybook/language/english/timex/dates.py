"""Rules for the names of the calendar: dates, months, quarters, seasons, weekdays, and days with a name.

Days with a name are those of the Western calendar and of the United States. Feasts of lunar calendars are
left out: a wrong date is worse than none.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from dateutil.easter import easter
from dateutil.relativedelta import FR, MO, SU, TH, relativedelta, weekday as weekday_of

from daybook.language.english.timex.amounts import SEASONS
from daybook.language.english.timex.cursor import Cursor, Parse, cardinal, longest, ordinal, year
from daybook.language.english.timex.spans import (
    DAY,
    WEEKENDS,
    Grain,
    Recurring,
    TimeSpan,
    day_at,
    every_weekday,
    length,
    midnight,
    unit_at,
)
from daybook.language.english.word_tables import MONTHS, WEEKDAYS

DayOfYear = Callable[[int], datetime]


def _on(month: int, day: int, weekday: weekday_of | None = None) -> DayOfYear:
    """A day of a month; with a weekday the n-th such day from there on, or back where n is negative."""
    return lambda year: midnight(year) + relativedelta(month=month, day=day, weekday=weekday)


def _easter(days: int = 0) -> DayOfYear:
    def day(year: int) -> datetime:
        sunday = easter(year)
        return midnight(sunday.year, sunday.month, sunday.day) + timedelta(days=days)

    return day


_HOLIDAYS = (
    ("new year day, new year, new years day, new years", _on(1, 1)),
    ("martin luther king day, mlk day", _on(1, 1, MO(3))),
    ("groundhog day", _on(2, 2)),
    ("valentine day, valentines day, valentine", _on(2, 14)),
    ("presidents day, president day", _on(2, 1, MO(3))),
    ("st . patrick day, st patrick day, saint patrick day", _on(3, 17)),
    ("april fools day, april fool day, april fools", _on(4, 1)),
    ("ash wednesday", _easter(-46)),
    ("palm sunday", _easter(-7)),
    ("good friday", _easter(-2)),
    ("easter sunday, easter day, easter", _easter()),
    ("easter monday", _easter(1)),
    ("earth day", _on(4, 22)),
    ("cinco de mayo", _on(5, 5)),
    ("may day", _on(5, 1)),
    ("mother day, mothers day, mothers' day", _on(5, 1, SU(2))),
    ("memorial day", _on(5, 31, MO(-1))),
    ("juneteenth", _on(6, 19)),
    ("father day, fathers day", _on(6, 1, SU(3))),
    ("canada day", _on(7, 1)),
    ("independence day, fourth of july", _on(7, 4)),
    ("bastille day", _on(7, 14)),
    ("labor day, labour day", _on(9, 1, MO(1))),
    ("columbus day, indigenous peoples day", _on(10, 1, MO(2))),
    ("halloween", _on(10, 31)),
    ("all saints day", _on(11, 1)),
    ("guy fawkes night", _on(11, 5)),
    ("veterans day", _on(11, 11)),
    ("thanksgiving day, thanksgiving", _on(11, 1, TH(4))),
    ("black friday", _on(11, 23, FR(1))),
    ("cyber monday", _on(11, 26, MO(1))),
    ("christmas eve, xmas eve", _on(12, 24)),
    ("christmas day, christmas, xmas", _on(12, 25)),
    ("boxing day", _on(12, 26)),
    ("new year eve, new years eve", _on(12, 31)),
)
"""Names as the tokeniser leaves them: lower case, no possessive."""
_AFTER_A_DAY = frozenset("at from between in on and or of to until till before after with for".split())


def _by_first_word() -> Mapping[str, list[tuple[str, DayOfYear]]]:
    """Group the names by their first words, the longest of each first."""
    grouped: dict[str, list[tuple[str, DayOfYear]]] = defaultdict(list)
    named = [(name, day) for names, day in _HOLIDAYS for name in names.split(", ")]
    for name, day in sorted(named, key=lambda item: -len(item[0].split())):
        grouped[name.split()[0]].append((name, day))
    return dict(grouped)


HOLIDAYS = _by_first_word()
"""The names of holidays, and their days of a year, by first words."""


def holiday(at: Cursor) -> Parse[Recurring] | None:
    """A day with a name, as what recurs every year; the longest name that fits."""
    named = HOLIDAYS.get(at.token.text, ())
    found = next(((day, rest) for name, day in named if (rest := at.phrase(name))), None)
    if found is None:
        return None
    day, rest = found
    if weekend := rest.take("weekend"):
        return Parse(Recurring(Grain.YEAR, _nearest_weekend(day)), weekend)
    return Parse(Recurring(Grain.YEAR, lambda start: day_at(day(start.year))), rest)


def _nearest_weekend(day: DayOfYear) -> Callable[[datetime], TimeSpan | None]:
    """The weekend before a Monday or Tuesday, else that week's; a free Monday or Friday belongs to it."""

    def in_year(start: datetime) -> TimeSpan:
        date = day(start.year)
        holiday, near = day_at(date), unit_at(date, Grain.WEEKEND, -1 if date.weekday() < 2 else 0)
        first = holiday.start if date.weekday() == 4 else near.start
        return TimeSpan(first, holiday.end if date.weekday() == 0 else near.end, Grain.WEEKEND)

    return in_year


def recurring(at: Cursor) -> Parse[Recurring] | None:
    """Anything that comes round again, told by its name."""
    return longest(
        dated_weekday(at), month_day(at), month(at), holiday(at), season(at), quarter(at),
        week_number(at), weekday(at), weekend(at), day_of_month(at),
    )  # fmt: skip


def yearly(at: Cursor) -> Parse[Recurring] | None:
    """What comes round once a year, and so can be followed by a year."""
    return longest(month_day(at), month(at), holiday(at), season(at), quarter(at), week_number(at))


def weekday(at: Cursor) -> Parse[Recurring] | None:
    """A day of the week."""
    day = WEEKDAYS.get(at.token.text)
    return None if day is None else Parse(every_weekday(day), at.step())


def weekend(at: Cursor) -> Parse[Recurring] | None:
    """The Saturday and Sunday of a week."""
    rest = at.take("weekend")
    return Parse(WEEKENDS, rest) if rest else None


def month(at: Cursor) -> Parse[Recurring] | None:
    """A month by its name."""
    number = MONTHS.get(at.token.text)
    if number is None:
        return None
    rest = at.step()
    if rest.token.text == "." and rest.step().token.is_number and len(at.token.text) <= 4:
        rest = rest.step()
    return Parse(_stretch_of_year(Grain.MONTH, number), rest)


def month_day(at: Cursor) -> Parse[Recurring] | None:
    """A day of a month, either first: "May 29", "the 3rd of June", "Oct/2", "05-Aug"."""
    return _month_first(at) or _day_first(at)


def day_of_year(month: int, day: int) -> Recurring:
    """The day of that month; years that lack it (29 February) are passed over."""

    def in_year(start: datetime) -> TimeSpan | None:
        try:
            return day_at(midnight(start.year, month, day))
        except ValueError:
            return None

    return Recurring(Grain.YEAR, in_year)


def _month_first(at: Cursor) -> Parse[Recurring] | None:
    number = MONTHS.get(at.token.text)
    if number is None:
        return None
    rest = at.step().skip(".").skip("the", "-", "/")
    day = ordinal(rest) or _day_number(rest)
    if day is None or ((in_words := year(rest)) and in_words.rest.at > day.rest.at):
        return None
    return Parse(day_of_year(number, day.value), day.rest)


def _day_first(at: Cursor) -> Parse[Recurring] | None:
    at = at.skip("the")
    day = ordinal(at) or (_day_number(at) if at.token.is_number else None)
    if day is None or not 1 <= day.value <= 31:
        return None
    rest = day.rest.skip("day").skip("of", "-", "/").skip("the")
    number = MONTHS.get(rest.token.text)
    return Parse(day_of_year(number, day.value), rest.step()) if number else None


def _day_number(at: Cursor) -> Parse[int] | None:
    """A number that can be a day of a month and is not the hour of a time."""
    day = cardinal(at)
    if day is None or not 1 <= day.value <= 31 or (len(at.token.text) == 4 and at.token.is_number):
        return None
    mark = day.rest.token
    hour = mark.text in (":", "am", "pm", "%") and (mark.glued or mark.is_word)
    return None if hour else day


def day_of_month(at: Cursor) -> Parse[Recurring] | None:
    """A day of an unnamed month: "the 18th", "the thirty-first day"."""
    here = at.skip("the")
    day = ordinal(here)
    if day is None or not 1 <= day.value <= 31:
        return None
    named = day.rest.take("day")
    if not here.token.is_number and (named is None or day.value < 13):
        return None
    return Parse(_monthly(day.value), named or day.rest)


def bare_day(at: Cursor) -> Parse[Recurring] | None:
    """A lone number as the day of an unnamed month, where a neighbour makes clear that it is one."""
    here = at.skip("the")
    day = ordinal(here) or _day_number(here)
    return day and Parse(_monthly(day.value), day.rest)


def dated_weekday(at: Cursor) -> Parse[Recurring] | None:
    """A weekday with its date: "Wed 13th" in the months where they meet, "Friday, 12 May"."""
    name = WEEKDAYS.get(at.token.text)
    if name is None:
        return None
    rest = at.step().skip(",", ".", "-").skip("the")
    dated = month_day(rest) or slashed_day(rest)
    if dated is not None:
        return dated
    day = ordinal(rest) or (_day_number(rest) if rest.token.is_number else None)
    if day is None or not (rest.token.is_number or rest.previous.text == "the"):
        return None
    behind = day.rest.token
    is_counted = behind.is_word or (behind.glued and behind.text in "-/")
    if is_counted and behind.text not in _AFTER_A_DAY:
        return None
    return Parse(_monthly(day.value, weekday=name), day.rest)


def slashed_day(at: Cursor) -> Parse[Recurring] | None:
    """Month and day with a slash, the month first where both orders are possible."""
    first, mark, second = at.token, at.step().token, at.step(2).token
    if not (first.is_number and second.is_number and mark.glued and second.glued):
        return None
    if mark.text != "/" or max(len(first.text), len(second.text)) > 2:
        return None
    pair = month_and_day(int(first.text), int(second.text))
    is_longer = at.step(3).token.glued and at.step(4).token.glued and at.step(4).token.is_number
    return Parse(day_of_year(*pair), at.step(3)) if pair and not is_longer else None


def month_and_day(first: int, second: int) -> tuple[int, int] | None:
    """Two numbers as month and day: in that order where possible, else the other way round."""
    if 1 <= first <= 12 and 1 <= second <= 31:
        return first, second
    return (second, first) if 1 <= second <= 12 and 1 <= first <= 31 else None


def season(at: Cursor) -> Parse[Recurring] | None:
    """A season: three whole months; a winter belongs to the year in which it begins."""
    first = SEASONS.get(at.token.text)
    return Parse(_stretch_of_year(Grain.SEASON, first), at.step()) if first else None


def quarter(at: Cursor) -> Parse[Recurring] | None:
    """A quarter of a year, "Q3" or "the third quarter", or a half, "H1"."""
    if at.token.text == "q" and at.step().token.glued and at.step().token.text in ("1", "2", "3", "4"):
        return Parse(_quarter(int(at.step().token.text)), at.step(2))
    if at.token.text == "h" and at.step().token.glued and at.step().token.text in ("1", "2"):
        month = 6 * int(at.step().token.text) - 5
        return Parse(_stretch_of_year(Grain.QUARTER, month, 2), at.step(2))
    which = ordinal(at.skip("the"))
    rest = which and which.rest.take("quarter")
    return Parse(_quarter(which.value), rest) if which and rest and 1 <= which.value <= 4 else None


def week_number(at: Cursor) -> Parse[Recurring] | None:
    """A week by its number in ISO 8601: "week 32"."""
    rest = at.take("week")
    which = rest and rest.token.is_number and cardinal(rest)
    if not which or not 1 <= which.value <= 53:
        return None
    number = which.value

    def in_year(start: datetime) -> TimeSpan | None:
        first = unit_at(midnight(start.year, 1, 4), Grain.WEEK, number - 1)
        belongs = first.start is not None and (first.start + 3 * DAY).year == start.year
        return first if belongs else None

    return Parse(Recurring(Grain.YEAR, in_year), which.rest)


def _quarter(which: int) -> Recurring:
    return _stretch_of_year(Grain.QUARTER, 3 * which - 2)


def _stretch_of_year(grain: Grain, month: int, count: int = 1) -> Recurring:
    """So many units from the first of a month on."""

    def in_year(start: datetime) -> TimeSpan:
        begin = midnight(start.year, month)
        return TimeSpan(begin, begin + length(grain, count), grain)

    return Recurring(Grain.YEAR, in_year)


def _monthly(day: int, weekday: int | None = None) -> Recurring:
    def in_month(start: datetime) -> TimeSpan | None:
        try:
            date_of_day = midnight(start.year, start.month, day)
        except ValueError:
            return None
        return day_at(date_of_day) if weekday in (None, date_of_day.weekday()) else None

    return Recurring(Grain.MONTH, in_month)
