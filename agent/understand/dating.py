"""When something that was told had happened."""

from __future__ import annotations

from datetime import datetime

from agent.conversation import TimeRange
from agent.understand.timex import Lean, find_times


def date_of(sentence: str, said_at: datetime) -> TimeRange | None:
    """Date what a sentence tells of, by the first time in it that had begun when it was said.

    Returns:
        The time that it names, in the time zone of `said_at`; None where it names none, or only what was
        still to come, or no beginning.
    """
    for mention in find_times(sentence, said_at, lean=Lean.PAST):
        if mention.range.start is not None and mention.range.start <= said_at:
            return mention.range
    return None
