"""Rules for days so far from now: "two weeks ago", "3 weeks from now", "in a month", "two Fridays ago"."""

from __future__ import annotations

from daybook.english.calendar_words import WEEKDAYS
from daybook.english.timex.amounts import amount
from daybook.english.timex.lexicon import WEEKDAY_PLURALS
from daybook.english.timex.meaning import Meaning, Now, now_meaning, shifted
from daybook.english.timex.numbers import cardinal
from daybook.english.timex.spans import Grain, TimeSpan, day_at, unit_at
from daybook.english.timex.tokens import Cursor, Parse


def ago(at: Cursor) -> Parse[Meaning] | None:
    """A day so far back or ahead: "two weeks ago", "3 weeks from now"; of weekends the whole one."""
    parsed = amount(at.skip("about", "around", "roughly"))
    if parsed is None:
        return None
    if rest := parsed.rest.any_phrase("ago today", "ago", "back"):
        if parsed.value.grain is Grain.WEEKEND:
            return Parse(_weekend_on(-int(parsed.value.count)), rest)
        return Parse(shifted(now_meaning(), parsed.value, -1), rest)
    if rest := parsed.rest.any_phrase("from now", "hence"):
        return Parse(shifted(now_meaning(), parsed.value, 1), rest)
    return None


def _weekend_on(offset: int) -> Meaning:
    return Meaning(lambda now: unit_at(now.moment, Grain.WEEKEND, offset))


def weekdays_ago(at: Cursor) -> Parse[Meaning] | None:
    """As in "two Fridays ago": the last Friday is one Friday ago."""
    count = cardinal(at)
    if count is None:
        return None
    word = count.rest.token.text
    day = WEEKDAY_PLURALS.get(word, WEEKDAYS.get(word))
    rest = count.rest.step().take("ago")
    if day is None or rest is None:
        return None

    def resolve(now: Now) -> TimeSpan:
        back = (now.moment.weekday() - day - 1) % 7 + 1
        return day_at(now.moment, -back - 7 * (count.value - 1))

    return Parse(Meaning(resolve), rest)


def in_amount(at: Cursor) -> Parse[Meaning] | None:
    """The day that "in two weeks" leads to."""
    rest = at.take("in")
    parsed = amount(rest) if rest else None
    if parsed is None:
        return None
    return Parse(shifted(now_meaning(), parsed.value, 1), parsed.rest.skip("time"))
