"""Keeping what files hold, each owner's sessions in one go."""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby

from daybook.conversation import Session
from daybook.conversation.errors import DaybookError
from daybook.interfaces.importers.formats import FileReading, ImportOptions, read_histories
from daybook.interfaces.importers.import_survey import ImportFile
from daybook.interfaces.rendering.live import Report
from daybook.library.daybook import Daybook
from daybook.settings import DEFAULT_OWNER
from daybook.store import Added

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
