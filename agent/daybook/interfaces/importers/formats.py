"""The formats of chat histories: what one is, the table of them, and how files are recognised and read.

A format is a `ChatFormat` in a module of its own: Daybook's are rows of `FORMATS`, yours an entry point of
your package in the group "daybook.formats", loaded in the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, tzinfo
from enum import StrEnum
from typing import TYPE_CHECKING

from daybook.conversation import Session
from daybook.conversation.errors import BadInput
from daybook.conversation.zones import find_zone
from daybook.interfaces.importers.import_sources import Source, lines_of, modified_at, text_of
from daybook.interfaces.importers.json_reader import JsonObject, JsonReader, JsonRecord, read_records
from daybook.interfaces.importers.unread import named_refusal, unknown_record, unknown_text
from daybook.interfaces.written_moments import first_moment, is_zoneless

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
    "chatgpt": f"{_HERE}.chatgpt:CHATGPT",
    "claude": f"{_HERE}.claude:CLAUDE",
    "claude-projects": f"{_HERE}.claude:PROJECTS",
    "deepseek": f"{_HERE}.deepseek:DEEPSEEK",
    "gemini": f"{_HERE}.gemini:GEMINI",
    "telegram": f"{_HERE}.telegram:TELEGRAM",
    "whatsapp": f"{_HERE}.whatsapp:WHATSAPP",
    "sharegpt": f"{_HERE}.training_files:SHAREGPT",
    "finetuning": f"{_HERE}.training_files:FINETUNING",
}
"""Where each is, by the name that `daybook import --format` knows it by; it is loaded when it is needed."""
UNDATED = "conversations without a date, which get the one of --date or of their file"


class DateOrder(StrEnum):
    """The order of day, month and year in dates that are all figures."""

    DMY = "dmy"
    MDY = "mdy"
    YMD = "ymd"


def zone_named(name: str) -> tzinfo:
    """Return the time zone of an IANA name; BadInput where there is none."""
    try:
        return find_zone(name)
    except ValueError as error:
        raise BadInput(str(error), source="--time-zone") from None


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """The user's choices for the files of an import."""

    me: str | None = None
    """The owner's name in chats between people."""
    date: datetime | None = None
    """When undated conversations took place; None for the date of their file."""
    date_order: DateOrder | None = None
    zone: tzinfo = UTC
    """In which moments are read that are written without an offset."""
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
    """Counts of what was not kept, such as {"tool messages": 3}."""
    notes: dict[str, int] = field(default_factory=dict)
    """Further notes for the user, each with how often it was met, in order of appearance."""
    encoding: str = ""
    """That of its text, as far as it was read."""

    def records(self) -> Iterator[JsonRecord]:
        """Read the records of the file; see `read_records`."""
        return read_records(self.source, self.options.limit, self._set_encoding)

    def json(self) -> JsonReader:
        """Begin to read the file as JSON."""
        return JsonReader(self.source, self.options.limit, self._set_encoding)

    def lines(self) -> Iterator[str]:
        """Read the lines of the file; see `lines_of`."""
        return lines_of(self.source, self.options.limit, self._set_encoding)

    def _set_encoding(self, encoding: str) -> None:
        self.encoding = encoding

    @property
    def undated_at(self) -> datetime:
        """When conversations without any date took place: as the user says, or when the file was changed."""
        return self.options.date or modified_at(self.source)

    def moment(self, *values: object) -> datetime | None:
        """Return the first of several values that is a moment; one without an offset is in `options.zone`."""
        for value in values:
            if (moment := first_moment(value, zone=self.options.zone)) is not None:
                if is_zoneless(value):
                    self.note_zone()
                return moment
        return None

    def note_zone(self) -> None:
        """Tell in which zone moments are read that are written without one."""
        self.notes[
            f"its times have no zone: they are read in {self.options.zone}; --time-zone says another"
        ] = 1

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

    sessions: Iterable[Session]
    """Every one with a turn at least. Those of an export are read as they are taken, once."""
    archive: Archive | None = None
    """The rest of a file that Daybook itself wrote."""
    owner: str | None = None
    """The owner, if the file names one."""


@dataclass(frozen=True, slots=True)
class ChatFormat:
    """A form of files that hold chats, known by `begins_like` (text) or `looks_like` (JSON).

    An export of one person's chats has `read_sessions`, anything else `read_histories`. Both raise BadInput
    where they come to something wrong.
    """

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


def known_formats() -> Mapping[str, ChatFormat]:
    """Load every format there is."""
    return {name: _load(name, place) for name, place in format_places().items()}


def forms_of(source: Source, formats: Mapping[str, ChatFormat]) -> tuple[str, ...]:
    """Name the formats that a file may be of by what it holds first; the first one counts.

    Raises:
        BadInput: none is recognised, or one that is not read; it says what to do.
    """
    beginning = next(text_of(source), "")
    if not beginning.strip():
        raise BadInput("the file is empty", source=str(source))
    # Text comes first: a line of an iPhone's WhatsApp begins with a bracket, as a list does.
    if found := tuple(name for name, known in formats.items() if known.begins_like(beginning)):
        return found
    if beginning.lstrip()[0] not in "[{":
        raise BadInput(unknown_text(beginning), source=str(source))
    reader = JsonReader(source, None)
    if reader.peek() != "[":
        first, where = reader.outline(), "line 1"
    elif next(reader.items(), None) is None:
        raise BadInput("the history is empty: the list has no items", source=str(source))
    else:
        first, where = reader.value(), "[0]"
    fields: JsonObject = first if isinstance(first, dict) else {}
    if refused := named_refusal(fields):
        raise BadInput(refused, source=str(source))
    if found := tuple(name for name, known in formats.items() if known.looks_like(fields)):
        return found
    raise BadInput(unknown_record(fields), source=str(source), where=where)


def read_histories(reading: FileReading, name: str) -> Iterator[History]:
    """Read the histories of a file, plain or gzip, of the named format, one at a time.

    Raises:
        BadInput: when reading gets to something wrong, or ids are given for a format that has none.
    """
    known = _load(name, FORMATS.get(name) or format_places()[name])
    if reading.options.question_ids and not known.has_questions:
        raise BadInput(f"a file of the format {name} has no questions to choose from", source="--question-id")
    if known.read_histories:
        yield from known.read_histories(reading)
    if known.read_sessions:
        yield History(_some_sessions(known.read_sessions(reading), name, reading.source))


def _some_sessions(sessions: Iterator[Session], name: str, source: Source) -> Iterator[Session]:
    first = next(sessions, None)
    if first is None:
        raise BadInput(f"nothing that was said is in it; it was read as {name}", source=str(source))
    yield first
    yield from sessions
