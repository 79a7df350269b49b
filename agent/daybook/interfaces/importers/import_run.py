"""An import: which files it takes, what they hold, and keeping that, each owner's sessions in one go."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby

from daybook.conversation import Role, Round, Session, rounds_of
from daybook.conversation.errors import BadInput, DaybookError
from daybook.conversation.zones import local
from daybook.interfaces.importers.formats import (
    ChatFormat,
    FileReading,
    ImportOptions,
    forms_of,
    known_formats,
    read_histories,
)
from daybook.interfaces.importers.import_sources import Source, files_of
from daybook.interfaces.importers.unread import EXPECTED
from daybook.interfaces.rendering.live import Report
from daybook.library.daybook import Daybook
from daybook.settings import DEFAULT_OWNER
from daybook.store import Added

_NAMED = 1_000
"""People who are counted by name."""
_MEANT = re.compile(r"conversations|result|myactivity|_chat|whatsapp", re.IGNORECASE)
"""In names of files that hold chats: one of these that cannot be read is no file to pass over."""


@dataclass(frozen=True, slots=True)
class ImportFile:
    """A file, and the name of its format."""

    source: Source
    kind: str
    others: tuple[str, ...] = ()
    """Formats that it might be of as well."""


@dataclass(frozen=True, slots=True)
class ChosenFiles:
    """The files of an import."""

    files: tuple[ImportFile, ...]
    """One at least."""
    passed_over: tuple[str, ...] = ()
    """Files of a folder or a zip that are of no known format: a line for each reason."""
    told: bool = False
    """True if the user says which format they are of."""


def choose_files(
    given: Source, kind: str | None, limit: int, progress: Callable[[int], None] | None = None
) -> ChosenFiles:
    """List the files that an import of a file, a folder or a zip (of `limit` bytes, unpacked) takes.

    `kind` is the format of every file; None to tell it from each. `progress` gets the files looked at so far.

    Raises:
        BadInput: none can be imported, or a file that holds chats by its name cannot be read.
    """
    found = files_of(given, limit)
    if kind is not None:
        return ChosenFiles(tuple(ImportFile(source, kind) for source in found), told=True)
    formats = known_formats()
    if found == [given]:
        return ChosenFiles((_recognised(given, formats),))
    files = []
    refused: dict[str, list[Source]] = {}
    for place, source in enumerate(found):
        if progress and place % 100 == 0:
            progress(place)
        try:
            files.append(_recognised(source, formats))
        except BadInput as error:
            if "not JSON" in error.problem and _MEANT.search(source.name):
                raise
            refused.setdefault(error.problem, []).append(source)
    reasons = sorted(refused.items(), key=lambda reason: -len(reason[1]))
    if not files:
        problem, sources = reasons[0]
        problem = f"none of its {len(found):,} files can be imported; {sources[0].name}: {problem}"
        raise BadInput(problem, source=str(given))
    return ChosenFiles(tuple(files), tuple(_passed_over(problem, sources) for problem, sources in reasons))


def _recognised(source: Source, formats: Mapping[str, ChatFormat]) -> ImportFile:
    kind, *others = forms_of(source, formats)
    return ImportFile(source, kind, tuple(others))


def _passed_over(problem: str, sources: Sequence[Source]) -> str:
    more = f" (and {len(sources) - 1:,} more)" if len(sources) > 1 else ""
    return f"{sources[0]}{more}: {problem.removesuffix(f'; {EXPECTED}')}"


@dataclass(slots=True)
class Survey:
    """Counts over all files of an import."""

    sessions: int = 0
    rounds: int = 0
    first: datetime | None = None
    last: datetime | None = None
    histories: Counter[str] = field(default_factory=Counter)
    """How many memories the files of each format make."""
    left_out: Counter[str] = field(default_factory=Counter)
    notes: Counter[str] = field(default_factory=Counter)
    encodings: Counter[str] = field(default_factory=Counter)
    """Files, by that of their text; "" where that is not told."""
    people: Counter[tuple[str, Role]] = field(default_factory=Counter)
    """Turns, by who speaks ("" where that is not named) and for which side; of the first `_NAMED`."""

    def take(self, session: Session, rounds: Sequence[Round]) -> None:
        """Count a session."""
        for turn in (turn for round_ in rounds for turn in (round_.user, round_.assistant) if turn):
            name = turn.speaker or ""
            if turn.content and ((name, turn.role) in self.people or len(self.people) < _NAMED):
                self.people[name, turn.role] += 1
        self.sessions += 1
        self.rounds += len(rounds)
        for moment in (session.started_at, *(round_.said_at for round_ in rounds)):
            self.first = moment if self.first is None or moment < self.first else self.first
            self.last = moment if self.last is None or moment > self.last else self.last


def survey(files: Collection[ImportFile], options: ImportOptions, progress: Callable[[int], None]) -> Survey:
    """Read every file to its end, and count; `progress` gets the sessions read so far.

    Raises:
        BadInput: something in a file is wrong.
    """
    found = Survey()
    for file in files:
        reading = FileReading(file.source, options)
        for history in read_histories(reading, file.kind):
            if history.archive is not None:
                for session, rounds in history.archive.sessions:
                    found.take(session, rounds)
            else:
                for session in history.sessions:
                    found.take(session, rounds_of(session, ""))
                    progress(found.sessions)
            found.histories[file.kind] += 1
        found.left_out.update(reading.left_out)
        found.notes.update(reading.notes)
        found.encodings[reading.encoding] += 1
    if found.first and found.last:
        found.first, found.last = local(found.first, options.zone), local(found.last, options.zone)
    return found


Begin = Callable[[str], Report]


def import_files(
    daybook: Daybook,
    files: Collection[ImportFile],
    options: ImportOptions,
    owner: str | None,
    total: int,
    tell: Callable[[str], None],
    begin: Begin,
) -> list[Added]:
    """Add what the surveyed files hold: to one owner, or each history to the owner that its id names.

    One owner's sessions are stored first, then indexed, then read for facts in the order of being said, so
    that the order of files does not matter. Without an owner the files say it, or it is the default one.
    `total` counts the sessions; `tell` gets a line about what an interruption leaves;
    `begin` begins a piece of work by its name, and gives what reports on it.

    Raises:
        DaybookError: something could not be kept; the message says what was kept before it.
    """
    added: dict[str, list[Added]] = {}
    histories = (
        history for file in files for history in read_histories(FileReading(file.source, options), file.kind)
    )
    grouped = groupby(
        histories, key=lambda history: (owner or history.owner or DEFAULT_OWNER, history.archive is not None)
    )
    for (its_owner, archived), group in grouped:
        with _reporting_progress(daybook, its_owner, tell):
            if archived:
                archives = (history.archive for history in group if history.archive)
                done = [
                    daybook.restore(each, owner=its_owner, progress=begin(its_owner)) for each in archives
                ]
            else:
                sessions = (session for history in group for session in history.sessions)
                done = [_add(daybook, sessions, its_owner, begin, total)]
        added.setdefault(its_owner, []).extend(done)
    counts = ("sessions", "rounds", "added", "skipped")
    return [
        Added(name, *(sum(getattr(part, count) for part in parts) for count in counts))
        for name, parts in added.items()
    ]


@contextmanager
def _reporting_progress(daybook: Daybook, owner: str, tell: Callable[[str], None]) -> Iterator[None]:
    """Add to an error, or say where it is interrupted, how much was kept."""
    before = daybook.stats(owner=owner).rounds
    try:
        yield
    except DaybookError as error:
        error.args = ("; ".join([str(error), *getattr(error, "__notes__", ())]),)
        raise
    except KeyboardInterrupt:
        added = daybook.stats(owner=owner).rounds - before
        tell(f"{added} new rounds of {owner!r} are kept; import the file again for the rest")
        raise


def _add(daybook: Daybook, sessions: Iterable[Session], owner: str, begin: Begin, total: int) -> Added:
    """Add sessions; storing and embedding have a bar each, which begins with its first report."""
    storing = begin(f"storing, {owner}")
    embedding: list[Report] = []

    def counted() -> Iterator[Session]:
        for place, session in enumerate(sessions):
            storing(place, total)
            yield session

    def report(done: int, of: int | None) -> None:
        if not embedding:
            embedding.append(begin(f"embedding, {owner}"))
        embedding[0](done, of)

    return daybook.add(counted(), owner=owner, progress=report)
