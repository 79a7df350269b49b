"""The diary for a reader: a timeline by month."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import groupby

from daybook.conversation import DiaryEntry, EntryStatus, Sureness
from daybook.interfaces.rendering.record_words import show_support
from daybook.interfaces.rendering.safe import one_line
from daybook.interfaces.rendering.screen import Screen
from daybook.language.english import MONTH_NAMES

_DAY = timedelta(days=1)
_STYLES = {
    EntryStatus.HAPPENED: "",
    EntryStatus.PLANNED: "green",
    EntryStatus.UNCONFIRMED: "yellow",
    EntryStatus.CANCELLED: "red",
    EntryStatus.NOTED: "",
}


def show_diary(screen: Screen, entries: Sequence[DiaryEntry], now: datetime) -> None:
    """Print entries by month with their words, plans as of `now`; in a pipe a line for each."""
    if not screen.is_terminal:
        rows = (
            (
                entry.entry_id,
                f"{entry.began:%Y-%m-%d}",
                f"{entry.ended - _DAY:%Y-%m-%d}",
                str(entry.status_at(now)),
                entry.what,
                one_line(entry.support[-1].quote),
            )
            for entry in entries
        )
        screen.table(("=entry", "=from", "=to", "state", "what", "said"), rows)
        return
    for (year, month), group in groupby(entries, key=lambda entry: (entry.began.year, entry.began.month)):
        screen.line((f"{MONTH_NAMES[month - 1].capitalize()} {year}", "bold"))
        for entry in group:
            _show_entry(screen, entry, now)


def show_entry(screen: Screen, entry: DiaryEntry, now: datetime) -> None:
    """Print everything about one entry."""
    screen.line((entry.what, "bold"))
    rows = [
        ("entry", entry.entry_id),
        ("state", str(entry.status_at(now))),
        ("when", f"{entry.began:%Y-%m-%d} to {entry.ended - _DAY:%Y-%m-%d}, {entry.sure}"),
        ("who", ", ".join(entry.who)),
        ("where", entry.where),
        ("told by", entry.speaker),
        ("sure", f"{entry.confidence:.2f}"),
    ]
    screen.table(("what", "value"), [row for row in rows if row[1]])
    show_support(screen, entry.support)


def _show_entry(screen: Screen, entry: DiaryEntry, now: datetime) -> None:
    status = entry.status_at(now)
    stands = "" if status in (EntryStatus.HAPPENED, EntryStatus.NOTED) else f" ({status})"
    speaker = f"{entry.speaker}: " if entry.speaker else ""
    others = [name for name in entry.who if name not in entry.what]
    company = f" (with {', '.join(others)})" if others else ""
    screen.text(
        f"{_days(entry)}  {speaker}{one_line(entry.what)}{company}{stands}", _STYLES[status], indent=2
    )
    screen.text(f"\u201c{one_line(entry.support[-1].quote)}\u201d  {entry.entry_id}", style="dim", indent=4)


def _days(entry: DiaryEntry) -> str:
    """Write the days of an entry, which stands under its month: "6", "~9", "week of 6", "20 to 2 June"."""
    first, last = entry.began, entry.ended - _DAY
    if entry.sure is Sureness.ABOUT:
        middle = entry.middle
        return f"~{middle.day}{_month(middle, first)}"
    if last <= first:
        return f"{first.day}"
    if entry.happened.is_week:
        return f"week of {first.day}"
    return f"{first.day} to {last.day}{_month(last, first)}"


def _month(moment: datetime, heading: datetime) -> str:
    if (moment.year, moment.month) == (heading.year, heading.month):
        return ""
    year = "" if moment.year == heading.year else f" {moment.year}"
    return f" {MONTH_NAMES[moment.month - 1].capitalize()}{year}"
