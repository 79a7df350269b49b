"""A chat that WhatsApp exported as text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import islice
from pathlib import Path

from daybook.conversation import Role, Session
from daybook.errors import BadInput
from daybook.interfaces.importers.attachments import attached
from daybook.interfaces.importers.conversations import Message, sessions_by_silence
from daybook.interfaces.importers.fields import whole_characters
from daybook.interfaces.importers.people import require_owner
from daybook.interfaces.importers.reading import DateOrder, Reading
from daybook.interfaces.importers.sources import Source, ZipMember
from daybook.interfaces.importers.text import lines_of
from daybook.interfaces.importers.whatsapp_lines import BY_WHATSAPP, Head, head_of, heads_of, infer_order

_LOOKED_AT = 5
"""Lines of which one has to begin a message."""
_ATTACHED = re.compile(
    r"\u200e?<[^<>:]{2,30}:\s?([^<>]{1,200})>|\u200e?(\S[^\n]{0,200}\.\w{2,5}) \([^()\n]{3,40}\)"
)
"""A file: "<attached: photo.jpg>" of an iPhone, "photo.jpg (file attached)" of others, in any language."""
_LEFT_OUT = re.compile(r"<[^<>\n]{3,40}>")
"""A mark such as "<Media omitted>", in any language."""


def looks_like(lines: Iterator[str]) -> bool:
    """Whether one of the first lines begins a message, or a notice, of WhatsApp."""
    return any(head_of(line) for line in islice((line for line in lines if line.strip()), _LOOKED_AT))


def read_whatsapp(source: Source, reading: Reading) -> Iterator[Session]:
    """Read a chat: the owner's messages are the user's side, those of others the assistant's, with names.

    Raises:
        BadInput: the file cannot be read, no line of it begins a message, nobody says who of the names is
            the owner, or its dates can be read in two ways.
    """
    speakers: Counter[str] = Counter()

    def heads() -> Iterator[Head]:
        for head in heads_of(lines_of(source, reading.limit)):
            speakers[head.speaker] += bool(head.speaker) and not head.text.startswith(BY_WHATSAPP)
            yield head

    order = _order(heads(), reading, source)
    me = require_owner(reading.options.me, +speakers, str(source))
    said = (message for given in _whole(source, reading, order) if (message := _message(given, me, reading)))
    for session in sessions_by_silence("whatsapp", said, title=_title(source)):
        # Files are renamed, so the chat is told from others by who begins it and not by its file's name.
        yield replace(session, session_id=f"{session.session_id}-{session.turns[0].speaker}")


def _title(source: Source) -> str:
    """Name a chat by its file; an iPhone calls every file "_chat.txt", and names the zip."""
    name = source.name.removesuffix(".gz").removesuffix(".txt")
    if name != "_chat":
        return name
    if isinstance(source, ZipMember):
        return source.archive.stem
    return source.absolute().parent.name if isinstance(source, Path) else ""


def _order(heads: Iterator[Head], reading: Reading, source: Source) -> DateOrder:
    found = list(dict.fromkeys((head.figures, head.sign) for head in heads))
    if not found:
        raise BadInput("no line of it begins a message of WhatsApp", source=str(source))
    given = reading.options.date_order
    order = given or infer_order(Head(figures, sign, (0, 0, 0), "", "") for figures, sign in found)
    if order is not None:
        return order
    figures, sign = found[0]
    problem = (
        f"its dates, such as {sign.join(figures)}, may have the day first or the month: "
        "say which with --date-order dmy or --date-order mdy"
    )
    raise BadInput(problem, source=str(source))


@dataclass(slots=True)
class _Given:
    """A message or a notice with all its lines."""

    head: Head
    said_at: datetime
    lines: list[str] = field(default_factory=list)


def _whole(source: Source, reading: Reading, order: DateOrder) -> Iterator[_Given]:
    """Yield messages with all their lines; a line whose date is none goes on with the one before."""
    given: _Given | None = None
    for line in lines_of(source, reading.limit):
        head = head_of(line)
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


def _message(given: _Given, me: str, reading: Reading) -> Message | None:
    first, *others = given.lines
    file = _ATTACHED.fullmatch(first.strip())
    if file:
        first = attached((file[1] or file[2]).strip())
    text = str(whole_characters("\n".join([first, *others]))).strip()
    if not given.head.speaker or (first.startswith(BY_WHATSAPP) and not others):
        reading.left_out["notices of WhatsApp"] += 1
    elif _LEFT_OUT.fullmatch(text):
        reading.left_out["media without text"] += 1
    elif not text.strip(BY_WHATSAPP):
        reading.left_out["messages without text"] += 1
    else:
        role = Role.USER if given.head.speaker == me else Role.ASSISTANT
        return Message(role, text.replace(BY_WHATSAPP, ""), given.said_at, given.head.speaker)
    return None
