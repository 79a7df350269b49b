"""A chat that WhatsApp exported as text. Each phone writes a line its own way: date, time, who, and what."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import islice, pairwise
from pathlib import Path
from typing import NamedTuple

from daybook.conversation import Role, Session, Turn
from daybook.conversation.errors import BadInput
from daybook.interfaces.importers.conversations import (
    attached,
    require_owner,
    sessions_by_silence,
)
from daybook.interfaces.importers.fields import whole_characters
from daybook.interfaces.importers.formats import ChatFormat, DateOrder, FileReading
from daybook.interfaces.importers.import_sources import Source, ZipMember, lines_of

_MARKS = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\ufeff"
"""Signs that only steer in which direction text runs."""
_BY_WHATSAPP = "\u200e"
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
_ATTACHED = re.compile(
    r"\u200e?<[^<>:]{2,30}:\s?([^<>]{1,200})>|\u200e?(\S[^\n]{0,200}\.\w{2,5}) \([^()\n]{3,40}\)"
)
"""A file: "<attached: photo.jpg>" of an iPhone, "photo.jpg (file attached)" of others, in any language."""
_LEFT_OUT = re.compile(r"<[^<>\n]{3,40}>")
"""A mark such as "<Media omitted>", in any language."""


def _read_whatsapp(reading: FileReading) -> Iterator[Session]:
    speakers: Counter[str] = Counter()

    def heads() -> Iterator[_Head]:
        for head in filter(None, map(_head_of, lines_of(reading.source, reading.options.limit))):
            speakers[head.speaker] += bool(head.speaker) and not head.text.startswith(_BY_WHATSAPP)
            yield head

    order = _order(heads(), reading)
    me = require_owner(reading.options.me, +speakers, str(reading.source))
    said = (message for given in _whole(reading, order) if (message := _message(given, me, reading)))
    for session in sessions_by_silence("whatsapp", said, title=_title(reading.source)):
        # Files are renamed, so the chat is known by who begins it and not by its file's name.
        yield replace(session, session_id=f"{session.session_id}-{session.turns[0].speaker}")


def _title(source: Source) -> str:
    """Name a chat by its file; an iPhone calls every file "_chat.txt", and names the zip."""
    name = source.name.removesuffix(".gz").removesuffix(".txt")
    if name != "_chat":
        return name
    if isinstance(source, ZipMember):
        return source.archive.stem
    return source.absolute().parent.name if isinstance(source, Path) else ""


def _order(heads: Iterator[_Head], reading: FileReading) -> DateOrder:
    found = list(dict.fromkeys((head.figures, head.sign) for head in heads))
    if not found:
        raise BadInput("no line of it begins a message of WhatsApp", source=str(reading.source))
    if order := reading.options.date_order or _infer_order(found):
        return order
    figures, sign = found[0]
    raise BadInput(
        f"its dates, such as {sign.join(figures)}, may have the day first or the month: "
        "say which with --date-order dmy or --date-order mdy",
        source=str(reading.source),
    )


class _Given(NamedTuple):
    """A message or a notice with all its lines."""

    head: _Head
    said_at: datetime
    lines: list[str]


def _whole(reading: FileReading, order: DateOrder) -> Iterator[_Given]:
    """Yield messages with all their lines; a line whose date is none goes on with the one before."""
    given: _Given | None = None
    for line in lines_of(reading.source, reading.options.limit):
        head = _head_of(line)
        moment = head.moment(order) if head else None
        if head is not None and moment is not None:
            if given is not None:
                yield given
            given = _Given(head, moment, [head.text])
        elif given is not None:
            given.lines.append(line)
        elif line.strip():
            reading.left_out["lines before the first message"] += 1
    if given is not None:
        yield given


def _message(given: _Given, me: str, reading: FileReading) -> Turn | None:
    head, said_at, (first, *others) = given
    file = _ATTACHED.fullmatch(first.strip())
    if file:
        first = attached((file[1] or file[2]).strip())
    text = str(whole_characters("\n".join([first, *others]))).strip()
    if not head.speaker or (first.startswith(_BY_WHATSAPP) and not others):
        reading.left_out["notices of WhatsApp"] += 1
    elif _LEFT_OUT.fullmatch(text):
        reading.left_out["media without text"] += 1
    elif not text.strip(_BY_WHATSAPP):
        reading.left_out["messages without text"] += 1
    else:
        role = Role.USER if head.speaker == me else Role.ASSISTANT
        return Turn(role, text.replace(_BY_WHATSAPP, ""), said_at, head.speaker)
    return None


@dataclass(frozen=True, slots=True)
class _Head:
    figures: tuple[str, str, str]
    """Those of the date, in the order of the file."""
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


def _head_of(line: str) -> _Head | None:
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
    return _Head(
        (found[3], found[5], found[6]),
        found[4],
        (hour, int(found["minute"]), int(found["second"] or 0)),
        speaker,
        (who[2] or "") if who and speaker else found["rest"],
    )


def _infer_order(dates: Collection[tuple[tuple[str, str, str], str]]) -> DateOrder | None:
    """Tell the order of day, month and year from the dates of a chat; None where it cannot be told.

    It is that in which most of them are dates; of two, the one in which the chat runs forward in time; then
    what a full stop between the figures says, which is written behind days only.
    """
    moments = {
        order: [_Head(figures, sign, (12, 0, 0), "", "").moment(order) for figures, sign in dates]
        for order in DateOrder
    }
    counts = {order: sum(moment is not None for moment in found) for order, found in moments.items()}
    counts[DateOrder.YMD] = sum(len(figures[0]) == 4 for figures, _ in dates)  # else 29/12/23 may be 2029
    best = [order for order, count in counts.items() if count == max(counts.values()) and count]
    if len(best) > 1:
        back = {}
        for order in best:
            dated = (moment for moment in moments[order] if moment is not None)
            back[order] = sum(later < earlier for earlier, later in pairwise(dated))
        best = [order for order in best if back[order] == min(back.values())]
    if len(best) > 1 and all(moments[order] == moments[best[0]] for order in best):
        return best[0]
    if len(best) > 1 and DateOrder.DMY in best and all(sign == "." for _, sign in dates):
        return DateOrder.DMY
    return best[0] if len(best) == 1 else None


def _half(text: str | None) -> str:
    return re.sub(r"[\s.]", "", text or "").lower()


def _begins_like(text: str) -> bool:
    lines = (line for line in text.splitlines() if line.strip())
    return any(map(_head_of, islice(lines, 5)))


WHATSAPP = ChatFormat(
    "WhatsApp",
    "in a chat: ⋮ → More → Export chat; without media is enough",
    begins_like=_begins_like,
    read_sessions=_read_whatsapp,
)
