"""The lines of a WhatsApp chat: a date, a time, who wrote, and what. Each phone writes them its own way."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise

from daybook.interfaces.importers.reading import DateOrder

_MARKS = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\ufeff"
"""Signs that only steer in which direction text runs."""
BY_WHATSAPP = "\u200e"
"""With this sign begins what an iPhone writes itself: a notice, or a mark for something left out."""
_HEAD = re.compile(
    rf"[{_MARKS}]*(?P<bracket>\[)?"
    r"(?P<date>(\d{1,4})([./\-])\s?(\d{1,2})\4\s?(\d{1,4}))[.,]{0,2}\s"
    r"(?:(?P<before>[^\W\d]{1,4})\.?\s?)?"
    r"(?P<hour>\d{1,2})[:.](?P<minute>\d{2})(?:[:.](?P<second>\d{2}))?"
    r"(?:\s?(?P<after>[^\W\d]{1,2}\.?\s?[^\W\d]?\.?))?"
    r"(?(bracket)\]|\s[-–])\s(?P<rest>.*)",
    re.DOTALL,
)
_WHO = re.compile(r"([^:\n\"“„«]{1,60}):(?:\s(.*))?", re.DOTALL)
_AM = frozenset({"am", "오전", "上午", "午前", "ص", "πμ"})
_PM = frozenset({"pm", "오후", "下午", "午後", "م", "μμ"})


@dataclass(frozen=True, slots=True)
class Head:
    """The first line of a message or a notice."""

    figures: tuple[str, str, str]
    """Of the date, in the order of the file."""
    sign: str
    """What stands between them."""
    clock: tuple[int, int, int]
    speaker: str
    """"" where WhatsApp itself speaks."""
    text: str

    def moment(self, order: DateOrder) -> datetime | None:
        """Read its date; WhatsApp writes no time zone, so it counts as UTC. None where it is no date."""
        first, second, third = self.figures
        year, month, day = {
            DateOrder.DMY: (third, second, first),
            DateOrder.MDY: (third, first, second),
            DateOrder.YMD: (first, second, third),
        }[order]
        if len(year) not in (2, 4):
            return None
        full_year = int(year) + (2000 if len(year) == 2 else 0)
        if full_year < 2:
            return None
        try:
            return datetime(full_year, int(month), int(day), *self.clock, tzinfo=UTC)
        except ValueError:
            return None


def head_of(line: str) -> Head | None:
    """Read the line with which a message begins; None for a line that goes on with the one before."""
    found = _HEAD.fullmatch(line)
    if not found:
        return None
    hour = int(found["hour"])
    halves = {_half(found["before"]), _half(found["after"])}
    if halves & _PM and hour < 12:
        hour += 12
    elif halves & _AM and hour == 12:
        hour = 0
    who = _WHO.fullmatch(found["rest"])
    speaker = who[1].strip(f"{_MARKS} ~\u202f") if who else ""
    return Head(
        (found[3], found[5], found[6]),
        found[4],
        (hour, int(found["minute"]), int(found["second"] or 0)),
        speaker,
        (who[2] or "") if who and speaker else found["rest"],
    )


def infer_order(heads: Iterable[Head]) -> DateOrder | None:
    """Tell the order of day, month and year from the dates of a chat; None where it cannot be told.

    That order is meant in which most of them are dates; of two, the one in which a chat runs forward in
    time; then what a full stop between the figures says, which is written behind days only.
    """
    dates = dict.fromkeys((head.figures, head.sign) for head in heads)
    moments = {order: [_noon(figures, sign).moment(order) for figures, sign in dates] for order in DateOrder}
    counts = {order: sum(one is not None for one in found) for order, found in moments.items()}
    counts[DateOrder.YMD] = sum(len(figures[0]) == 4 for figures, _ in dates)  # else 29/12/23 may be 2029
    best = [order for order, count in counts.items() if count == max(counts.values()) and count]
    if len(best) > 1:
        back = {order: _steps_back(moments[order]) for order in best}
        best = [order for order in best if back[order] == min(back.values())]
    if len(best) > 1 and all(moments[order] == moments[best[0]] for order in best):
        return best[0]
    if len(best) > 1 and DateOrder.DMY in best and all(sign == "." for _, sign in dates):
        return DateOrder.DMY
    return best[0] if len(best) == 1 else None


def _noon(figures: tuple[str, str, str], sign: str) -> Head:
    return Head(figures, sign, (12, 0, 0), "", "")


def _steps_back(moments: Iterable[datetime | None]) -> int:
    return sum(later < earlier for earlier, later in pairwise(one for one in moments if one is not None))


def _half(text: str | None) -> str:
    return re.sub(r"[\s.]", "", text or "").lower()


def heads_of(lines: Iterable[str]) -> Iterator[Head]:
    """Yield the beginnings of messages and notices; lines that go on with them are passed over."""
    for line in lines:
        if head := head_of(line):
            yield head
