"""Rules for the names and figures of the calendar: days, weeks, months, seasons, holidays, years, decades."""

import tomllib
from collections import defaultdict
from collections.abc import Callable, Mapping
from datetime import datetime, time, timedelta
from pathlib import Path

from dateutil.easter import easter
from dateutil.relativedelta import relativedelta, weekday as weekday_of

from daybook.text.english.timex.amounts import SEASONS
from daybook.text.english.timex.cursor import Cursor, Parse, cardinal, decade, longest, ordinal, year
from daybook.text.english.timex.meaning import Meaning, fixed
from daybook.text.english.timex.spans import (
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
from daybook.text.english.word_tables import MONTHS, WEEKDAYS

_MARKS = ("-", "/", ".")
_MONTH_FIGURES = frozenset(f"{month:02d}" for month in range(1, 13)) | {str(month) for month in range(1, 10)}
_AFTER_A_DAY = frozenset("at from between in on and or of to until till before after with for".split())


DayOfYear = Callable[[int], datetime]


def _on(month: int, day: int, weekday: int | None = None, which: int = 1) -> DayOfYear:
    named = None if weekday is None else weekday_of(weekday, which)
    return lambda year: midnight(year) + relativedelta(month=month, day=day, weekday=named)


def _from_easter(days: int) -> DayOfYear:
    return lambda year: datetime.combine(easter(year), time.min) + timedelta(days=days)


def _holidays() -> Mapping[str, list[tuple[str, DayOfYear]]]:
    """Read the names of holidays and group them by their first words, the longest of each first."""
    read = tomllib.loads(Path(__file__).with_name("holidays.toml").read_text(encoding="utf-8"))
    days = {names: _on(*place) for names, place in read["days"].items()}
    days |= {names: _from_easter(count) for names, count in read["easter"].items()}
    grouped: dict[str, list[tuple[str, DayOfYear]]] = defaultdict(list)
    named = [(name, day) for names, day in days.items() for name in names.split(", ")]
    for name, day in sorted(named, key=lambda item: -len(item[0].split())):
        grouped[name.split()[0]].append((name, day))
    return dict(grouped)


HOLIDAYS = _holidays()
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
    """Read a yearly date, which a year may follow."""
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


def numeric_date(at: Cursor) -> Parse[Meaning] | None:
    """A date in figures: 2019-01-31, 31/1/2019, 1/31/2019, 05-Aug-2016, 20190131, 2019-Q1, Dec/2018.

    Month before day where both orders are possible, as American English has it; but day before month where
    dots part them, as all who write dots do.
    """
    if at.token.is_number and len(at.token.text) == 8:
        digits = at.token.text
        return _date(int(digits[:4]), int(digits[4:6]), int(digits[6:]), at.step())
    parts = [at.token, at.step(2).token, at.step(4).token]
    marks = [at.step(1).token, at.step(3).token]
    if marks[0].text not in _MARKS or not marks[0].glued or not parts[1].glued:
        return None
    if marks[1].text == marks[0].text and marks[1].glued and parts[2].glued:
        return _three([part.text for part in parts], at.step(5), day_first=marks[0].text == ".")
    return _two(at)


def _three(texts: list[str], rest: Cursor, *, day_first: bool) -> Parse[Meaning] | None:
    years = [index for index, text in enumerate(texts) if text.isdecimal() and len(text) == 4]
    if len(years) > 1:
        return None
    if not years:
        if not (texts[2].isdecimal() and len(texts[2]) == 2):
            return None
        short = int(texts[2])
        years, texts = [2], [*texts[:2], str(short + (2000 if short < 50 else 1900))]
    others = [text for index, text in enumerate(texts) if index != years[0]]
    others = others[::-1] if day_first and years[0] == 2 else others
    figures = [int(text) for text in others if text.isdecimal() and len(text) <= 2]
    named = [MONTHS[text] for text in others if text in MONTHS]
    if len(figures) == len(named) == 1:
        pair: tuple[int, int] | None = (named[0], figures[0])
    else:
        pair = month_and_day(*figures) if len(figures) == 2 else None
    return _date(int(texts[years[0]]), *pair, rest) if pair else None


def _two(at: Cursor) -> Parse[Meaning] | None:
    first, second = at.token, at.step(2).token
    if second.text in MONTHS and (parsed := year(at)):
        return Parse(_month(parsed.value, MONTHS[second.text]), at.step(3))
    if first.text in MONTHS and (parsed := year(at.step(2))):
        return Parse(_month(parsed.value, MONTHS[first.text]), parsed.rest)
    if first.text in _MONTH_FIGURES and at.step().token.text == "/" and (parsed := year(at.step(2))):
        return Parse(_month(parsed.value, int(first.text)), parsed.rest)
    if (parsed := year(at)) and (which := quarter(at.step(2))):
        return Parse(fixed(which.value.at(midnight(parsed.value))), which.rest)
    return None


def _month(year: int, month: int) -> Meaning:
    return fixed(unit_at(midnight(year, month), Grain.MONTH))


def _date(year: int, month: int, day: int, rest: Cursor) -> Parse[Meaning] | None:
    if not 1000 <= year <= 2999:
        return None
    try:
        return Parse(fixed(day_at(midnight(year, month, day))), rest)
    except ValueError:
        return None


def whole_year(at: Cursor) -> Parse[Meaning] | None:
    """A year of its own: "2019", "the year 2008"; whether it is one is for the context to say."""
    here = at.skip("the").skip("calendar").skip("year")
    parsed = year(here)
    return parsed and Parse(fixed(unit_at(midnight(parsed.value), Grain.YEAR)), parsed.rest)


def whole_decade(at: Cursor) -> Parse[Meaning] | None:
    """Ten years: "the 90s", "1990s", "the nineties"; "thirties" alone is an age."""
    parsed = decade(at.skip("the"))
    if parsed is None or (at.token.is_word and at.token.text != "the"):
        return None
    return Parse(fixed(unit_at(midnight(parsed.value), Grain.DECADE)), parsed.rest)


def whole_century(at: Cursor) -> Parse[Meaning] | None:
    """A hundred years, counted as people do: the 21st century begins with 2000."""
    which = ordinal(at.skip("the"))
    rest = which and which.rest.take("century")
    if not which or not rest or not 11 <= which.value <= 30:
        return None
    start = midnight(100 * (which.value - 1))
    return Parse(fixed(TimeSpan(start, start + length(Grain.CENTURY), Grain.CENTURY)), rest)
