"""Rules for dates with their year in figures, and for years, decades and centuries."""

from daybook.language.english.timex.cursor import Cursor, Parse, decade, ordinal, year
from daybook.language.english.timex.dates import month_and_day, quarter
from daybook.language.english.timex.meaning import Meaning, fixed
from daybook.language.english.timex.spans import Grain, TimeSpan, day_at, length, midnight, unit_at
from daybook.language.english.word_tables import MONTHS

MARKS = ("-", "/", ".")
_MONTH_FIGURES = frozenset(f"{month:02d}" for month in range(1, 13)) | {str(month) for month in range(1, 10)}


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
    if marks[0].text not in MARKS or not marks[0].glued or not parts[1].glued:
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
    pair = _named(others) or _numbered(others[::-1] if day_first and years[0] == 2 else others)
    return _date(int(texts[years[0]]), *pair, rest) if pair else None


def _named(texts: list[str]) -> tuple[int, int] | None:
    for month, day in (texts, texts[::-1]):
        if month in MONTHS and day.isdecimal() and len(day) <= 2:
            return MONTHS[month], int(day)
    return None


def _numbered(texts: list[str]) -> tuple[int, int] | None:
    if not all(text.isdecimal() and len(text) <= 2 for text in texts):
        return None
    return month_and_day(int(texts[0]), int(texts[1]))


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
