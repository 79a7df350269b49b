"""The date of the event that a sentence tells of."""

from __future__ import annotations

from datetime import datetime, timedelta

from daybook.conversation import TimeRange
from daybook.english.timex import Lean, find_times


def date_of(sentence: str, said_at: datetime) -> TimeRange | None:
    """Date what a sentence tells of, by the narrowest time in it that had begun when it was said.

    Of times of one length that in most letters counts, then the first: "the 30th" may count something else,
    "the 15th of March" does not.

    Returns:
        The time that it names, in the time zone of `said_at`; None where it names none, or only what was
        still to come, or no beginning.
    """
    begun = [
        mention
        for mention in find_times(sentence, said_at, lean=Lean.PAST)
        if mention.range.start is not None and mention.range.start <= said_at
    ]
    best = min(
        begun, key=lambda mention: (_length(mention.range), mention.start - mention.stop), default=None
    )
    return best.range if best else None


def _length(time: TimeRange) -> timedelta:
    return time.end - time.start if time.start and time.end else timedelta.max
