"""The formats of chat histories: what one is, the table of them, and how files are recognised and read.

A format is a `ChatFormat` in a module of its own: Daybook's are rows of `FORMATS`, yours an entry point of
your package in the group "daybook.formats", loaded in the same way.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import islice
from typing import TYPE_CHECKING

from daybook.conversation import Session
from daybook.conversation.errors import BadInput
from daybook.interfaces.importers.import_sources import Source, modified_at, text_of
from daybook.interfaces.importers.json_reader import JsonObject, JsonReader, JsonRecord, read_records

if TYPE_CHECKING:
    from daybook.library.archive import Archive

GROUP = "daybook.formats"
"""The group of entry points by which other packages add formats."""
_HERE = "daybook.interfaces.importers"
FORMATS: Mapping[str, str] = {
    "longmemeval": f"{_HERE}.benchmarks:LONGMEMEVAL",
    "locomo": f"{_HERE}.benchmarks:LOCOMO",
    "messages": f"{_HERE}.messages:MESSAGES",
    "archive": f"{_HERE}.archive_reader:ARCHIVE",
    "chatgpt": f"{_HERE}.assistant_exports:CHATGPT",
    "claude": f"{_HERE}.assistant_exports:CLAUDE",
    "gemini": f"{_HERE}.gemini:GEMINI",
    "telegram": f"{_HERE}.telegram:TELEGRAM",
    "whatsapp": f"{_HERE}.whatsapp:WHATSAPP",
    "sharegpt": f"{_HERE}.assistant_exports:SHAREGPT",
    "finetuning": f"{_HERE}.assistant_exports:FINETUNING",
    "mem0": f"{_HERE}.agent_memories:MEM0",
    "langgraph": f"{_HERE}.agent_memories:LANGGRAPH",
}
"""Where each is, by the name that `daybook import --format` knows it by; it is loaded when it is needed."""
UNDATED = "conversations without a date"
_HTML = re.compile(r"\s*<(?:!doctype html|html|head|body|div)\b", re.IGNORECASE)
_TAKEOUT_HTML = re.compile(r"<title>(?=[^<]*My Activity)|class=\"outer-cell\b", re.IGNORECASE)
"""What Google's pages of activity have, in any language the second."""
_EXPECTED = "what can be imported is in docs/import.md (ChatGPT, Claude, Telegram, …); --format names it"


class DateOrder(StrEnum):
    """The order of day, month and year in dates that are all figures."""

    DMY = "dmy"
    MDY = "mdy"
    YMD = "ymd"


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What the user says about the files of an import."""

    me: str | None = None
    """The owner's name in chats between people, or a user's name where a file has those of several."""
    date: datetime | None = None
    """When undated conversations took place; None for the date of their file."""
    date_order: DateOrder | None = None
    limit: int | None = None
    """Bytes that a file may hold, unpacked; None for any number."""
    question_ids: Collection[str] = ()
    """LongMemEval question ids, or LoCoMo sample ids; all when empty."""


@dataclass(slots=True)
class FileReading:
    """One pass over one file, with counts of what was read so far."""

    source: Source
    options: ImportOptions = ImportOptions()
    left_out: Counter[str] = field(default_factory=Counter)
    """What was not kept and how many of it, such as {"tool messages": 3}."""
    notes: dict[str, int] = field(default_factory=dict)
    """What else the user should know, each with how often it was met; in the order of coming up."""

    def records(self) -> Iterator[JsonRecord]:
        """Read the records of the file; see `read_records`."""
        return read_records(self.source, self.options.limit)

    @property
    def undated_at(self) -> datetime:
        """When conversations without any date took place: as the user says, or when the file was changed."""
        return self.options.date or modified_at(self.source)

    def undated(self) -> datetime:
        """Give a conversation without a date the one for such; a millisecond apart, they keep their order."""
        self.note(UNDATED)
        return self.undated_at + timedelta(milliseconds=self.notes[UNDATED])

    def note(self, what: str, count: int = 1) -> None:
        """Count something that the user should know."""
        self.notes[what] = self.notes.get(what, 0) + count


@dataclass(frozen=True, slots=True)
class History:
    """The conversations of one person, in the order of the file."""

    source_id: str
    """The question's or the conversation's id in the file; "" where a file is one history."""
    sessions: Iterable[Session]
    """Every one with a turn at least. Those of an export are read as they are taken, once."""
    left_out: Mapping[str, int] = field(default_factory=dict)
    """How many messages were left out, by what they are: of the sessions that were taken so far."""
    notes: Mapping[str, int] = field(default_factory=dict)
    """What else the user should know, and how often; of the sessions that were taken so far."""
    archive: Archive | None = None
    """What else a file of Daybook itself holds."""
    owner: str | None = None
    """Whose it is, where the file says so."""


@dataclass(frozen=True, slots=True)
class ChatFormat:
    """A form of files that hold chats, known by `begins_like` (text) or `looks_like` (JSON).

    An export of one person's chats has `read_sessions`, anything else `read_histories`. Both raise BadInput
    where they come to something wrong.
    """

    title: str
    origin: str
    """Where its files come from, as docs/import.md says it."""
    looks_like: Callable[[JsonObject], bool] = lambda fields: False
    """True if a file whose first record has these fields is one; a list in it has its first item only."""
    begins_like: Callable[[str], bool] = lambda text: False
    """True if a file that begins with this text is one."""
    read_sessions: Callable[[FileReading], Iterator[Session]] | None = None
    """Reads the sessions of an export one at a time, and counts what it leaves out."""
    read_histories: Callable[[FileReading], Iterator[History]] | None = None
    has_questions: bool = False


def format_places() -> Mapping[str, str]:
    """Say of each format there is where it is, those of Daybook first."""
    from importlib.metadata import entry_points

    others = {entry.name: entry.value for entry in entry_points(group=GROUP) if entry.name not in FORMATS}
    return {**FORMATS, **others}


def _load(name: str, place: str) -> ChatFormat:
    from importlib.metadata import EntryPoint

    loaded: ChatFormat = EntryPoint(name, place, GROUP).load()
    return loaded


def recognise(source: Source) -> str:
    """Tell the format of a file by what it holds first; BadInput says what to do where none is recognised."""
    formats = {name: _load(name, place) for name, place in format_places().items()}
    beginning = next(text_of(source), "")
    if not beginning.strip():
        raise BadInput("the file is empty", source=str(source))
    # Text comes first: a line of an iPhone's WhatsApp begins with a bracket, as a list does.
    for name, known in formats.items():
        if known.begins_like(beginning):
            return name
    if beginning.lstrip()[0] not in "[{":
        raise BadInput(_unknown_text(beginning), source=str(source))
    reader = JsonReader(source, None)
    if reader.peek() != "[":
        first, where = reader.outline(), "line 1"
    elif next(reader.items(), None) is None:
        raise BadInput("the history is empty: the list has no items", source=str(source))
    else:
        first, where = reader.value(), "[0]"
    fields: JsonObject = first if isinstance(first, dict) else {}
    for name, known in formats.items():
        if known.looks_like(fields):
            return name
    raise BadInput(_unknown_record(fields), source=str(source), where=where)


def read_histories(source: Source, name: str, options: ImportOptions | None = None) -> Iterator[History]:
    """Read the histories of a file, plain or gzip, of the named format, one at a time.

    Raises:
        BadInput: when reading gets to something wrong, or ids are given for a format that has none.
    """
    options = options or ImportOptions()
    known = _load(name, format_places()[name])
    if options.question_ids and not known.has_questions:
        raise BadInput(f"a file of the format {name} has no questions to choose from", source="--question-id")
    reading = FileReading(source, options)
    if known.read_histories:
        yield from known.read_histories(reading)
    if known.read_sessions:
        sessions = _some_sessions(known.read_sessions(reading), name, source)
        yield History("", sessions, reading.left_out, reading.notes)


def _some_sessions(sessions: Iterator[Session], name: str, source: Source) -> Iterator[Session]:
    found = False
    for session in sessions:
        found = True
        yield session
    if not found:
        raise BadInput(f"nothing that was said is in it; it was read as {name}", source=str(source))


def _unknown_text(beginning: str) -> str:
    if _TAKEOUT_HTML.search(beginning):
        return (
            "this is Google's activity as a web page: at takeout.google.com choose My Activity, there"
            " Multiple formats → Activity records → JSON, and under All activity data included only Gemini"
            " Apps; the new export has MyActivity.json"
        )
    if _HTML.match(beginning):
        return (
            "this is a web page, and JSON is expected: choose JSON where the export is asked for "
            "(Takeout: Gemini Apps, JSON; Telegram Desktop: machine-readable JSON)"
        )
    if not beginning[:200].replace("\n", "").replace("\t", "").replace("\r", "").isprintable():
        return f"this looks like no text at all; {_EXPECTED}"
    return f"this is not JSON, and no line of it begins like one of a WhatsApp chat; {_EXPECTED}"


def _unknown_record(fields: JsonObject) -> str:
    if any("manifest" in name.lower() for name in fields) or _links_to_zips(fields):
        return (
            "this looks like a manifest, which only lists the parts of an export: download the zips that it "
            "names, and import the folder they are in"
        )
    if {"header", "title", "time"} <= fields.keys():
        return f"this is Google's activity of {fields['header']!r}; of Takeout, that of Gemini Apps is read"
    named = ", ".join(f'"{name[:30]}"' for name in islice(fields, 4))
    looks = f"its first record has the fields {named}" if named else "its first record is no object"
    return f"the format is not recognised: {looks}; {_EXPECTED}"


def _links_to_zips(fields: JsonObject) -> bool:
    values = [*fields.values()]
    values += [item for value in fields.values() if isinstance(value, list) for item in value[:9]]
    inner = [text for value in values if isinstance(value, dict) for text in value.values()]
    return any(".zip" in text.lower() for text in (*values, *inner) if isinstance(text, str))
