"""`daybook import`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from daybook.errors import DaybookError
from daybook.interfaces.cli.commands.import_facts import offer_facts
from daybook.interfaces.cli.opening import open_daybook_on, settings_for
from daybook.interfaces.cli.options import DEFAULT_OWNER, AsJson, DataDir, On, Place
from daybook.interfaces.formats import Format

if TYPE_CHECKING:
    from daybook.interfaces.importers import History
    from daybook.interfaces.rendering.progress import Report
    from daybook.library.daybook import Daybook
    from daybook.store import Added

FORMATS = ("auto", *Format)


def import_history(
    file: Annotated[Path, typer.Argument(help="Plain or gzip.", show_default=False)],
    format_name: Annotated[
        str, typer.Option("--format", help=f"One of {', '.join(FORMATS)}.", metavar="FORMAT")
    ] = "auto",
    question_ids: Annotated[
        list[str] | None,
        typer.Option(
            "--question-id",
            help="Import this LongMemEval question (or LoCoMo sample) only; may be given several times.",
            metavar="ID",
        ),
    ] = None,
    owner: Annotated[
        str | None,
        typer.Option(
            "--owner",
            help="Whose memory. Default: me; for LongMemEval each question id is an owner of its own, for an "
            "archive whoever it is of.",
            metavar="NAME",
        ),
    ] = None,
    facts_by_model: Annotated[
        bool | None,
        typer.Option(
            "--facts-by-model/--no-facts-by-model",
            help="Have the chat model find further facts in what it has not read yet, after saying how many "
            "calls, tokens and what price that takes. Default: it is offered at a terminal.",
            show_default=False,
        ),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Agree to that without being asked.")] = False,
    on: On = Place.LOCAL,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Put a chat history into memory.

    The file is of LongMemEval or LoCoMo, or an archive that `daybook export` wrote, or holds messages as
    JSON or JSON Lines. The whole file is
    checked first, and nothing is imported where something in it is wrong. Importing it again adds
    nothing. Messages are {"role", "content", "timestamp", "session_id"?}; system and tool messages are
    left out, and without session ids a silence of 8 hours begins a new session.

    With --on ray the texts are embedded by the workers of a Ray cluster, for imports of many thousand
    rounds; what is kept is the same.

    Examples:
      daybook import messages.jsonl
      daybook import longmemeval_s.json.gz --question-id 8fb83627
      daybook import messages.jsonl --facts-by-model
      RAY_ADDRESS=10.0.0.5:6379 daybook import years.json.gz --on ray
    """
    from daybook.interfaces.importers import read_histories
    from daybook.interfaces.rendering.facts import show_facts_read
    from daybook.interfaces.rendering.memory import show_added
    from daybook.interfaces.rendering.screen import Screen
    from daybook.interfaces.rendering.shapes import as_json as written
    from daybook.interfaces.rendering.shapes import import_shape

    began = perf_counter()
    kind = _format_of(file, format_name)
    wanted = question_ids or ()
    left_out: Counter[str] = Counter()
    count = 0
    limit = settings_for(data_dir).import_limit
    for history in read_histories(file, kind, wanted, limit):
        left_out.update(history.left_out)
        count += 1
    if kind is Format.LOCOMO and owner is None and count > 1:
        typer.echo(f"daybook: all {count} conversations go to one memory, {DEFAULT_OWNER!r}", err=True)
    if owner is None and kind not in (Format.LONGMEMEVAL, Format.ARCHIVE):
        owner = DEFAULT_OWNER
    with open_daybook_on(on, data_dir) as daybook:
        added = _add(daybook, file, kind, wanted, owner)
        seconds = perf_counter() - began
        if not as_json:
            show_added(Screen(), added, left_out, seconds)
        owners = [item.owner for item in added]
        found = offer_facts(daybook, owners, wanted=facts_by_model, yes=yes, ask=not as_json)
    if as_json:
        typer.echo(written(import_shape(added, left_out, seconds, found)))
    elif found:
        show_facts_read(Screen(), found)


def _format_of(file: Path, name: str) -> Format:
    from daybook.interfaces.importers import recognise

    if name not in FORMATS:
        raise typer.BadParameter(f"--format is one of {', '.join(FORMATS)}, not {name!r}")
    return recognise(file) if name == "auto" else Format(name)


def _add(
    daybook: Daybook, file: Path, kind: Format, wanted: Collection[str], owner: str | None
) -> list[Added]:
    """Add every history of a file: to one owner, or each to the owner that its id names."""
    from daybook.interfaces.importers import read_histories
    from daybook.interfaces.rendering.progress import progress_bar

    added: dict[str, Added] = {}
    with progress_bar() as begin:
        for history in read_histories(file, kind, wanted, daybook.parts.settings.import_limit):
            whose = owner or history.source_id
            before = daybook.stats(owner=whose).rounds
            try:
                done = _add_one(daybook, history, whose, begin(whose))
            except DaybookError as error:
                error.args = ("; ".join([str(error), *getattr(error, "__notes__", ())]),)
                raise
            except KeyboardInterrupt:
                kept = daybook.stats(owner=whose).rounds - before
                told = f"{kept} new rounds of {whose!r} are kept; import the file again for the rest"
                typer.echo(f"daybook: {told}", err=True)
                raise
            added[whose] = _together(added[whose], done) if whose in added else done
    return list(added.values())


def _add_one(daybook: Daybook, history: History, owner: str, progress: Report) -> Added:
    if history.archive is None:
        return daybook.add(history.sessions, owner=owner, progress=progress)
    from daybook.graph.event_loop import run
    from daybook.library.archive import restore_archive

    parts = daybook.parts
    work = restore_archive(
        parts.store, history.archive, owner=owner, posted_at=parts.clock(), progress=progress
    )
    added = run(work)
    if parts.settings.ledger:
        daybook.remember(owner=owner)
    return added


def _together(one: Added, other: Added) -> Added:
    return type(one)(
        one.owner,
        one.sessions + other.sessions,
        one.rounds + other.rounds,
        one.added + other.added,
        one.skipped + other.skipped,
    )
