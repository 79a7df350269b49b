"""Keeping what files hold: each owner's sessions in one go, with a bar for each stage."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import groupby

from daybook.conversation import Session
from daybook.errors import DaybookError
from daybook.interfaces.formats import Format
from daybook.interfaces.import_survey import Survey, histories_of
from daybook.interfaces.importers.choose import ImportFile
from daybook.interfaces.importers.histories import History
from daybook.interfaces.importers.reading import ReadOptions
from daybook.interfaces.rendering.progress import Report, progress_bar
from daybook.library.archive import Archive, restore_archive
from daybook.library.daybook import Daybook
from daybook.store import Added

OWN_OWNERS = frozenset({Format.LONGMEMEVAL, Format.ARCHIVE})
"""Formats of which every history says whose it is."""
_DEFAULT_OWNER = "me"
Begin = Callable[[str], Report]


def import_files(
    daybook: Daybook,
    files: Collection[ImportFile],
    wanted: Collection[str],
    options: ReadOptions,
    owner: str | None,
    found: Survey,
    tell: Callable[[str], None],
) -> list[Added]:
    """Add what the files hold: to one owner, or each history to the owner that its id names.

    What one owner gets is stored first, then indexed, then read for facts in the order in which it was said,
    so that the order of the files does not matter.

    Args:
        daybook: open.
        files: to read; they were surveyed.
        wanted: question ids of LongMemEval or LoCoMo; all when empty.
        options: what the user says about the files.
        owner: whose it is; None where the files say it, or else for "me".
        found: what the survey found.
        tell: is told in a line what an interruption leaves.

    Raises:
        DaybookError: something could not be kept; the message says what was kept before it.
    """
    added: dict[str, Added] = {}
    histories = histories_of(files, wanted, options)
    keyed = groupby(histories, key=lambda one: (_owner_of(one[0], one[1], owner), one[1].archive is not None))
    with progress_bar() as begin:
        for (whose, archived), group in keyed:
            with _telling_what_is_kept(daybook, whose, tell):
                if archived:
                    done = [_restore(daybook, one.archive, whose, begin) for _, one in group if one.archive]
                else:
                    sessions = (session for _, history in group for session in history.sessions)
                    done = [_add(daybook, sessions, whose, begin, found.sessions)]
            for one in done:
                added[whose] = _together(added[whose], one) if whose in added else one
    return list(added.values())


def _owner_of(file: ImportFile, history: History, owner: str | None) -> str:
    return owner or (history.source_id if file.kind in OWN_OWNERS else _DEFAULT_OWNER)


@contextmanager
def _telling_what_is_kept(daybook: Daybook, whose: str, tell: Callable[[str], None]) -> Iterator[None]:
    before = daybook.stats(owner=whose).rounds
    try:
        yield
    except DaybookError as error:
        error.args = ("; ".join([str(error), *getattr(error, "__notes__", ())]),)
        raise
    except KeyboardInterrupt:
        kept = daybook.stats(owner=whose).rounds - before
        tell(f"{kept} new rounds of {whose!r} are kept; import the file again for the rest")
        raise


def _add(daybook: Daybook, sessions: Iterable[Session], whose: str, begin: Begin, total: int) -> Added:
    """Add sessions; each stage has a bar of its own, which begins with its first report."""
    storing = begin(f"storing, {whose}")
    stages: dict[str, Report] = {}

    def counted() -> Iterator[Session]:
        for place, session in enumerate(sessions):
            storing(place, total)
            yield session

    def stage(name: str) -> Report:
        def report(done: int, of: int | None) -> None:
            if name not in stages:
                stages[name] = begin(f"{name}, {whose}")
            stages[name](done, of)

        return report

    return daybook.add(
        counted(), owner=whose, progress=stage("embedding"), facts_progress=stage("finding facts")
    )


def _restore(daybook: Daybook, archive: Archive, owner: str, begin: Begin) -> Added:
    from daybook.graph.event_loop import run

    parts = daybook.parts
    work = restore_archive(parts.store, archive, owner=owner, posted_at=parts.clock(), progress=begin(owner))
    added = run(work)
    if parts.settings.ledger:
        daybook.remember(owner=owner)
    return added


def _together(one: Added, other: Added) -> Added:
    return replace(
        one,
        sessions=one.sessions + other.sessions,
        rounds=one.rounds + other.rounds,
        added=one.added + other.added,
        skipped=one.skipped + other.skipped,
    )
