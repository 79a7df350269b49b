"""A chat that WhatsApp exported as text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from daybook.conversation import Role, Session, Turn
from daybook.conversation.errors import BadInput
from daybook.interfaces.importers.conversations import attached, require_owner, sessions_by_silence
from daybook.interfaces.importers.fields import whole_characters
from daybook.interfaces.importers.formats import ChatFormat, FileReading
from daybook.interfaces.importers.import_sources import Source, ZipMember, modified_at
from daybook.interfaces.importers.whatsapp_lines import (
    BY_WHATSAPP,
    Calendar,
    Head,
    calendar_of,
    head_of,
    notice_in,
    without_edited,
)

_ATTACHED = re.compile(
    r"\u200e?<[^<>:]{2,30}:\s?([^<>]{1,200})>|\u200e?(\S[^\n]{0,200}\.\w{2,5}) \([^()\n]{3,40}\)"
)
"""A file: "<attached: photo.jpg>" of an iPhone, "photo.jpg (file attached)" of others, in any language."""
_LEFT_OUT = re.compile(r"<[^<>\n]{3,40}>")
"""A mark such as "<Media omitted>", in any language."""
_NO_DATE = 2008
"""A zip's date up to this year is no date of a chat: WhatsApp began in 2009."""


def _read_whatsapp(reading: FileReading) -> Iterator[Session]:
    speakers: Counter[str] = Counter()

    def heads() -> Iterator[Head]:
        for head in filter(None, map(head_of, reading.lines())):
            speakers[head.speaker] += bool(head.speaker) and not head.text.startswith(BY_WHATSAPP)
            yield head

    options = reading.options
    try:
        calendar = calendar_of(heads(), options.date_order, options.zone, _latest_year(reading.source))
    except ValueError as error:
        raise BadInput(str(error), source=str(reading.source)) from None
    me = require_owner(options.me, +speakers, str(reading.source))
    reading.note_zone()
    said = (message for given in _whole(reading, calendar) if (message := _message(given, me, reading)))
    for session in sessions_by_silence("whatsapp", said, title=_title(reading.source)):
        # Files are renamed, so the chat is known by who begins it and not by its file's name.
        yield replace(session, session_id=f"{session.session_id}-{session.turns[0].speaker}")


def _latest_year(source: Source) -> int:
    """Say in which year a chat ends at the latest: that of its file, in any zone; now where it has none."""
    changed = modified_at(source)
    return (changed if changed.year > _NO_DATE else datetime.now(UTC)).year + (changed.month == 12)


def _title(source: Source) -> str:
    """Name a chat by its file; an iPhone calls every file "_chat.txt", and names the zip."""
    name = source.name.removesuffix(".gz").removesuffix(".txt")
    if name != "_chat":
        return name
    if isinstance(source, ZipMember):
        return source.archive.stem
    return source.absolute().parent.name if isinstance(source, Path) else ""


class _Given(NamedTuple):
    """A message or a notice with all its lines."""

    head: Head
    said_at: datetime
    lines: list[str]


def _whole(reading: FileReading, calendar: Calendar) -> Iterator[_Given]:
    """Yield messages with all their lines; a line whose date is none goes on with the one before."""
    given: _Given | None = None
    for line in reading.lines():
        head = head_of(line)
        moment = calendar.moment(head) if head else None
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
    text = without_edited(str(whole_characters("\n".join([first, *others]))).strip())
    if not head.speaker or (first.startswith(BY_WHATSAPP) and not others):
        reading.left_out["notices of WhatsApp"] += 1
    elif kind := notice_in(text):
        reading.left_out[kind] += 1
    elif _LEFT_OUT.fullmatch(text):
        reading.left_out["media without text"] += 1
    elif not text.strip(BY_WHATSAPP):
        reading.left_out["messages without text"] += 1
    else:
        role = Role.USER if head.speaker == me else Role.ASSISTANT
        return Turn(role, text.replace(BY_WHATSAPP, ""), said_at, head.speaker)
    return None


def _begins_like(text: str) -> bool:
    lines = (line for line in text.splitlines() if line.strip())
    return any(map(head_of, islice(lines, 5)))


WHATSAPP = ChatFormat(
    begins_like=_begins_like,
    read_sessions=_read_whatsapp,
)
