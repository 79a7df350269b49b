"""Days and times as the page writes them, in UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from daybook.conversation import DiaryEntry, Sureness
from daybook.english.calendar_words import written_date
from daybook.errors import BadInput
from daybook.interfaces.moments import written_moment

_DAY = timedelta(days=1)


def day(moment: datetime) -> str:
    """Write "3 May 2023"."""
    return written_date(moment.astimezone(UTC))


def day_and_time(moment: datetime) -> str:
    """Write "3 May 2023, 14:05"."""
    return f"{day(moment)}, {moment.astimezone(UTC):%H:%M}"


def days_of(entry: DiaryEntry) -> str:
    """Write when an entry of the diary was: "3 May 2023", "about 9 May 2023", "1 May to 7 May 2023"."""
    last = entry.ended - _DAY
    if entry.sure is Sureness.ABOUT:
        return f"about {day(entry.middle)}"
    if last <= entry.began:
        return day(entry.began)
    start = day(entry.began)
    if entry.began.year == last.year:
        start = start.removesuffix(f" {last.year}")
        if entry.began.month == last.month:
            start = str(entry.began.day)
    return f"{start} to {day(last)}"


def chosen(text: str, name: str) -> datetime | None:
    """Read a day, or a day and time, out of a field; None where it is empty.

    Raises:
        BadInput: it is neither.
    """
    if not text.strip():
        return None
    try:
        return written_moment(text)
    except ValueError as error:
        raise BadInput(str(error), source=name) from None
