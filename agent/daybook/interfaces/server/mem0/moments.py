"""Moments as Mem0's clients write them: ISO 8601, a day alone, or seconds since 1970."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from daybook.conversation import as_utc
from daybook.errors import BadInput

_DAY = len("2026-11-22")


def moment_of(value: object) -> datetime:
    """Read a moment; without a time zone it is UTC's, and a day is its midnight.

    Raises:
        BadInput: it is none, or not within the calendar.
    """
    try:
        if isinstance(value, str):
            return as_utc(datetime.fromisoformat(value))
        if isinstance(value, int | float) and not isinstance(value, bool):
            return as_utc(datetime.fromtimestamp(value, UTC))
    except (ValueError, OverflowError, OSError):
        pass
    raise BadInput(f"{value!r:.60} is no moment: ISO 8601 or seconds since 1970 are")


def end_of(value: str) -> datetime:
    """Read a moment that something ends with, where a day alone is all of that day."""
    moment = moment_of(value)
    return moment + timedelta(days=1, microseconds=-1) if len(value.strip()) == _DAY else moment
