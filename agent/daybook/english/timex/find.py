"""From a text to the times that it speaks of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from enum import StrEnum

from daybook.conversation import TimeRange
from daybook.conversation.turns import require_aware
from daybook.english.timex.context import can_begin, is_date
from daybook.english.timex.meaning import Lean, Meaning, Now
from daybook.english.timex.ranges import expression
from daybook.english.timex.spans import DAY, Grain, TimeSpan
from daybook.english.timex.tokens import Cursor, tokenise


class MentionType(StrEnum):
    """Whether a mention is of one day (or a moment in it) or of a longer stretch."""

    POINT = "point"
    RANGE = "range"


@dataclass(frozen=True, slots=True)
class TimeMention:
    """A time expression in a text, and the time that it means."""

    start: int
    stop: int
    """The characters of the text that it takes up: `start` in, `stop` out."""
    range: TimeRange
    """What it means, half-open, in the time zone of the reference: "in March" ends as April begins,
    "from Monday to Wednesday" and "until Wednesday" as Thursday begins, "the past week" now."""
    grain: Grain
    """How finely it tells the time: "two months ago" is a day told in months."""
    alternatives: tuple[TimeRange, ...] = ()
    """What else it may mean: the other direction of "Tuesday" or "in March"."""
    last: datetime | None = None
    """Where the last period of a range begins: in "from May to July" the first of July."""
    tolerance: timedelta = timedelta(0)
    """How far off the speaker may be on either side; "two weeks ago" is right to half a week."""

    @property
    def type(self) -> MentionType:
        """A point where it means a day or less."""
        start, end = self.range.start, self.range.end
        whole = start is not None and end is not None and end - start <= DAY
        return MentionType.POINT if whole else MentionType.RANGE


def find_times(text: str, reference: datetime, *, lean: Lean = Lean.PAST) -> list[TimeMention]:
    """Find the dates and periods that a text speaks of, relative to the moment when it was said.

    Times of day, durations ("for two weeks") and habits ("every Friday") are no mentions: they do
    not say when. Weeks start on Monday, weekends are Saturday and Sunday; "last Tuesday" is the latest
    before yesterday, "next Tuesday" that of next week, "this Tuesday" that of this week; "last weekend"
    is that of last week, also when said on a Sunday; "last March" is the latest that is over.

    Args:
        text: any text; nothing in it raises.
        reference: timezone-aware; its time zone is the one of the ranges.
        lean: how "Tuesday", "in March" or "Christmas" are read; the other way is an alternative.

    Returns:
        Mentions in the order of the text; they do not overlap.

    Raises:
        ValueError: `reference` has no time zone.
    """
    require_aware(reference, "reference")
    mentions: list[TimeMention] = []
    for start, stop, meaning in _expressions(text):
        ranges = _readings(meaning, reference, lean)
        if ranges:
            (first, span), *others = ranges
            alternatives = tuple(dict.fromkeys(other for other, _ in others if other != first))
            last = _aware(span.last, reference.tzinfo)
            mentions.append(TimeMention(start, stop, first, span.grain, alternatives, last, span.tolerance))
    return mentions


def _expressions(text: str) -> Iterator[tuple[int, int, Meaning]]:
    at = Cursor(tokenise(text))
    while at.at < len(at.tokens):
        parsed = expression(at) if can_begin(at.token) else None
        if parsed is None:
            at = at.step()
        elif is_date(at, parsed.rest):
            yield at.token.start, parsed.rest.previous.stop, parsed.value
            at = parsed.rest
        else:
            at = at.step()


def _readings(meaning: Meaning, reference: datetime, lean: Lean) -> list[tuple[TimeRange, TimeSpan]]:
    moment = reference.replace(tzinfo=None, fold=0)
    other = Lean.FUTURE if lean is Lean.PAST else Lean.PAST
    readings = []
    for direction in (lean, other):
        try:
            span = meaning.resolve(Now(moment, direction))
        except (OverflowError, ValueError):  # beyond the years 1 to 9999
            continue
        range_ = _range(span, reference.tzinfo) if span else None
        if span and range_:
            readings.append((range_, span))
    return readings


def _range(span: TimeSpan, zone: tzinfo | None) -> TimeRange | None:
    if not span.is_sound:
        return None
    start, end = _aware(span.start, zone), _aware(span.end, zone)
    if start is not None and end is not None and not _is_ordered(start, end):
        return None
    return TimeRange(start, end)


def _is_ordered(start: datetime, end: datetime) -> bool:
    """Whether the moments are in order on the world's clock: an hour can be skipped or run twice."""
    try:
        return start.astimezone(UTC) < end.astimezone(UTC)
    except OverflowError:
        return False


def _aware(moment: datetime | None, zone: tzinfo | None) -> datetime | None:
    return None if moment is None else moment.replace(tzinfo=zone)
