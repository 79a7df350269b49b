"""Keeping what files hold, each owner's sessions in one go; and an estimate of what that would take."""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby, islice
from tempfile import TemporaryDirectory
from time import perf_counter

from daybook.conversation import Session
from daybook.conversation.errors import DaybookError
from daybook.graph.event_loop import run
from daybook.interfaces.importers.formats import FileReading, ImportOptions, read_histories
from daybook.interfaces.importers.import_survey import ImportFile, Survey
from daybook.interfaces.rendering.live import Report
from daybook.library.archive import Archive
from daybook.library.daybook import Daybook
from daybook.settings import DEFAULT_OWNER, Settings
from daybook.store import Added
from daybook.store.keys import keys_of

_MEASURED = 40
"""Rounds that are embedded to see how long it takes."""
_BESIDE = 0.006
"""Seconds that a round takes to be stored, and read for facts by rules (docs/import.md has both)."""
Begin = Callable[[str], Report]


def estimate(found: Survey, settings: Settings) -> float | None:
    """Estimate the seconds from a sample of the sessions, which is neither stored nor sent.

    Returns None if the embedder is a server, which is not asked for a preview.
    """
    if not any(found.sample) or settings.embedder.startswith("openai:"):
        return None
    with TemporaryDirectory(prefix="daybook-preview-") as scratch:
        empty = settings.changed(data_dir=scratch, database_url=None, chroma_url=None)
        with Daybook.open(settings=empty) as daybook:
            return _seconds_a_round(found, daybook) * found.rounds


def _seconds_a_round(found: Survey, daybook: Daybook) -> float:
    rounds = list(islice((round_ for rounds in found.sample for round_ in rounds), _MEASURED))
    embedder, keying = daybook.embedder, daybook.settings.options.search.keying
    analyzer = daybook.analyzer
    texts = [text for round_ in rounds for _, text in keys_of(round_, embedder, keying, analyzer)]
    run(embedder.embed(texts[:1]))  # loads the model
    began = perf_counter()
    run(embedder.embed(texts))
    return (perf_counter() - began) / len(rounds) + _BESIDE


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
                done = [_restore(daybook, archive, its_owner, begin) for archive in archives]
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
    """Add sessions; each stage has a bar of its own, which begins with its first report."""
    storing = begin(f"storing, {owner}")
    stages: dict[str, Report] = {}

    def counted() -> Iterator[Session]:
        for place, session in enumerate(sessions):
            storing(place, total)
            yield session

    def stage(name: str) -> Report:
        def report(done: int, of: int | None) -> None:
            if name not in stages:
                stages[name] = begin(f"{name}, {owner}")
            stages[name](done, of)

        return report

    return daybook.add(counted(), owner=owner, progress=stage("embedding"))


def _restore(daybook: Daybook, archive: Archive, owner: str, begin: Begin) -> Added:
    return daybook.restore(archive, owner=owner, progress=begin(owner))
