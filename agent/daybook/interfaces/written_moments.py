"""The ways in which chat histories and people write a moment. Without a zone it is in `zone`, or UTC."""

import re
from datetime import UTC, datetime, tzinfo

from daybook.conversation import as_utc

_SLASHED = re.compile(r"(\d{4})/(\d{1,2})/(\d{1,2})(?: \([A-Za-z]{3,9}\))?(?: (\d{1,2}):(\d{2}))?")
_MILLISECONDS_FROM = 100_000_000_000
"""As seconds this is the year 5138, as milliseconds 1973."""


def slashed_moment(text: str, zone: tzinfo = UTC) -> datetime:
    """Read LongMemEval's "2023/05/30 (Tue) 10:18", also without weekday or time; else raise ValueError."""
    found = _SLASHED.fullmatch(text.strip())
    if not found:
        raise _unreadable(text, "one like '2023/05/30 (Tue) 10:18'")
    year, month, day, hour, minute = (int(part or 0) for part in found.groups())
    return _moment(text, year, month, day, hour, minute, zone)


def written_moment(text: str, zone: tzinfo = UTC) -> datetime:
    """Read a date or date-time in ISO 8601, or in LongMemEval's form with slashes; else raise ValueError."""
    if _SLASHED.fullmatch(text.strip()):
        return slashed_moment(text, zone)
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        raise _unreadable(text, "ISO 8601 like '2023-05-30' or '2023-05-30T10:18:00+02:00'") from None
    return as_utc(moment.replace(tzinfo=zone) if moment.utcoffset() is None else moment)


def is_zoneless(value: object) -> bool:
    """True if a value is a moment that is written without a time zone."""
    if not isinstance(value, str) or value.strip().isdecimal():
        return False
    try:
        return bool(_SLASHED.fullmatch(value.strip())) or datetime.fromisoformat(value.strip()).tzinfo is None
    except ValueError:
        return False


def unix_moment(number: float) -> datetime:
    """Read a Unix time in seconds, or in milliseconds where it is at least 100,000,000,000.

    ValueError is raised for what is no moment of the calendar (see `as_utc`).
    """
    try:
        seconds = number / 1000 if abs(number) >= _MILLISECONDS_FROM else number
        return as_utc(datetime.fromtimestamp(seconds, UTC))
    except (ValueError, OverflowError, OSError):
        raise ValueError(f"{_abbreviated(number)} is no Unix time in seconds or milliseconds") from None


def moment_of(value: object, zone: tzinfo = UTC) -> datetime | None:
    """Return a moment in ISO 8601 or Unix seconds or milliseconds, also as text; None for anything else."""
    try:
        if isinstance(value, datetime):
            return as_utc(value)
        if isinstance(value, str):
            figures = value.strip()
            if figures.isdecimal() and figures.isascii() and len(figures) > len("20240131"):
                return unix_moment(int(figures[:20]))
            return written_moment(figures, zone)
        if isinstance(value, int | float) and not isinstance(value, bool) and value:
            return unix_moment(value)
    except ValueError:
        return None
    return None


def first_moment(*values: object, zone: tzinfo = UTC) -> datetime | None:
    """Return the first of several values that is a moment."""
    return next((moment for value in values if (moment := moment_of(value, zone))), None)


def _moment(
    text: str, year: int, month: int, day: int, hour: int, minute: int, zone: tzinfo = UTC
) -> datetime:
    try:
        return as_utc(datetime(year, month, day, hour, minute, tzinfo=zone))
    except ValueError as error:
        raise ValueError(f"cannot read the date {_abbreviated(text)}: {error}") from None


def _unreadable(text: str, expected: str) -> ValueError:
    return ValueError(f"cannot read the date {_abbreviated(text)}; expected {expected}")


def _abbreviated(value: object) -> str:
    written = repr(value)
    return written if len(written) <= 60 else f"{written[:60]}…"
