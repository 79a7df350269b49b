"""Rules for stretches that end or begin now: "the last two weeks", "the next 3 days", "within a year"."""

from __future__ import annotations

from datetime import timedelta

from daybook.english.timex.amounts import TimeAmount, amount, single_amount
from daybook.english.timex.lexicon import LAST, NEXT, PAST, UNITS
from daybook.english.timex.meaning import Meaning, Now
from daybook.english.timex.numbers import cardinal
from daybook.english.timex.spans import Grain, TimeSpan, day_at, floor, length, unit_at
from daybook.english.timex.tokens import Cursor, Parse

WHOLE = (Grain.QUARTER, Grain.DECADE, Grain.CENTURY)
"""Units counted whole ("the next two quarters"); the others roll from the day of speaking."""

NO_SLACK = timedelta(0)


def stretch(at: Cursor) -> Parse[Meaning] | None:
    """A stretch up to now or from now: "the last two weeks", "the next 3 days", "within 9 months"."""
    here = at.skip("the")
    if rest := at.take("within"):
        ahead = rest.skip("the").skip(*NEXT)
        parsed = amount(ahead)
        return parsed and Parse(_from_now(parsed.value), parsed.rest)
    before = here.phrase("this past") or here.take(*LAST, *PAST)
    after = here.take(*NEXT)
    if before or after:
        parsed = amount(before or after or here)
        if parsed is not None and parsed.rest.token.text == "ago":
            parsed = single_amount(before or after or here)
        if parsed is None:
            return None
        return Parse(rolling(parsed.value, -1 if before else 1), parsed.rest)
    return _inverted(here)


def _inverted(at: Cursor) -> Parse[Meaning] | None:
    """The adjective behind the count: "the two past weeks"."""
    count = cardinal(at)
    if count is None:
        return None
    sign = -1 if count.rest.take(*LAST, *PAST) else 1 if count.rest.take(*NEXT) else 0
    word = count.rest.step().token.text
    grain = UNITS.get(word)
    if not sign or grain is None or (count.value > 1) != word.endswith("s"):
        return None
    value = TimeAmount(length(grain, count.value), grain, count.value, NO_SLACK)
    return Parse(rolling(value, sign), count.rest.step(2))


def rolling(value: TimeAmount, sign: int) -> Meaning:
    """The amount up to now (sign -1), from its first day on, or the amount from tomorrow on (+1)."""

    def resolve(now: Now) -> TimeSpan:
        if value.grain in WHOLE and value.count >= 1:
            return _whole(value, sign, now)
        if value.is_clock:
            other = now.moment + value.delta * sign
            return TimeSpan(min(now.moment, other), max(now.moment, other), value.grain)
        if sign < 0:
            return TimeSpan(floor(now.moment - value.delta, Grain.DAY), now.moment, value.grain)
        start = day_at(now.moment, 1).start
        return TimeSpan(start, start + value.delta if start else None, value.grain)

    return Meaning(resolve)


def _whole(value: TimeAmount, sign: int, now: Now) -> TimeSpan:
    count = int(value.count)
    first = unit_at(now.moment, value.grain, 1 if sign > 0 else -count)
    last = unit_at(now.moment, value.grain, count if sign > 0 else -1)
    return TimeSpan(first.start, last.end, value.grain)


def _from_now(value: TimeAmount) -> Meaning:
    def resolve(now: Now) -> TimeSpan:
        start = now.moment if value.is_clock else floor(now.moment, Grain.DAY)
        return TimeSpan(start, start + value.delta, value.grain)

    return Meaning(resolve)
