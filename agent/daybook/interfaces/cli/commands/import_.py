"""`daybook import`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from daybook.errors import BadInput
from daybook.interfaces.cli.commands.import_facts import offer_facts
from daybook.interfaces.cli.opening import open_daybook_on, settings_for
from daybook.interfaces.cli.options import DEFAULT_OWNER, AsJson, DataDir, On, Place
from daybook.interfaces.formats import Format
from daybook.interfaces.moments import written_moment

if TYPE_CHECKING:
    from daybook.interfaces.import_survey import Survey
    from daybook.interfaces.importers.choose import ChosenFiles
    from daybook.interfaces.importers.reading import ReadOptions
    from daybook.settings import Settings
    from daybook.store import Added

FORMATS = ("auto", *Format)
STANDARD_INPUT = Path("-")


def import_history(
    file: Annotated[
        Path,
        typer.Argument(
            help="A file (plain or gzip), a zip, a folder, or - for standard input.", show_default=False
        ),
    ],
    format_name: Annotated[
        str, typer.Option("--format", help=f"One of {', '.join(FORMATS)}.", metavar="FORMAT")
    ] = "auto",
    me: Annotated[
        str | None,
        typer.Option(
            "--me",
            help="In chats between people (Telegram, WhatsApp): who of them you are. Of exports that hold "
            "memories of several users (Mem0, LangGraph): whose are taken.",
            metavar="NAME",
        ),
    ] = None,
    date: Annotated[
        str | None,
        typer.Option(
            "--date",
            help="When undated conversations took place: 2023-05-30. Default: the date of their file.",
            metavar="DATE",
        ),
    ] = None,
    date_order: Annotated[
        str | None,
        typer.Option(
            "--date-order",
            help="How WhatsApp wrote the dates: dmy, mdy or ymd. Default: told from the dates.",
            metavar="ORDER",
        ),
    ] = None,
    dry_run: Annotated[
        bool,
        typer.Option("--dry-run", help="Say what would be imported, and what it would take; keep nothing."),
    ] = False,
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
    """Put years of chats into memory: an export of ChatGPT, Claude, Gemini, Telegram, WhatsApp, and others.

    Each file is recognised by what it holds: exports of ChatGPT and of Claude (as downloaded, or unpacked),
    Google Takeout's activity of Gemini, Telegram's result.json, WhatsApp's text, ShareGPT, OpenAI's lines for
    fine-tuning, memories of Mem0, items of a LangGraph store, LongMemEval, LoCoMo, an archive that `daybook
    export` wrote, and messages {"role", "content", "timestamp", "session_id"?} as JSON or JSON Lines.
    docs/import.md says of each where to get it, what is kept and what is left out.

    All of it is read once before anything is kept, and nothing is where something in it is wrong. Importing
    again adds only what is new: a conversation that has grown gains the rest. What was kept when an import is
    interrupted stays, and the same command goes on from there.

    With --on ray the texts are embedded by the workers of a Ray cluster, for imports of many thousand
    rounds; what is kept is the same.

    Examples:
      daybook import chatgpt-export.zip --dry-run
      daybook import chatgpt-export.zip
      daybook import exports/                    (a folder with exports of any kind)
      daybook import "WhatsApp Chat with Bo.txt" --me Ada --date-order dmy
      daybook import result.json --me "Ada Byron"
      daybook import sharegpt.json --date 2023-05-30
      gunzip -c messages.jsonl.gz | daybook import -
      daybook import longmemeval_s.json.gz --question-id 8fb83627
      daybook import messages.jsonl --facts-by-model
      RAY_ADDRESS=10.0.0.5:6379 daybook import years.json.gz --on ray
    """
    from daybook.interfaces.import_run import import_files
    from daybook.interfaces.import_survey import survey
    from daybook.interfaces.importers.choose import choose_files
    from daybook.interfaces.importers.sources import Source, standard_input
    from daybook.interfaces.rendering.facts import show_facts_read
    from daybook.interfaces.rendering.import_shapes import import_shape
    from daybook.interfaces.rendering.progress import progress_bar
    from daybook.interfaces.rendering.screen import Screen
    from daybook.interfaces.rendering.shapes import as_json as written

    began = perf_counter()
    kind = _format(format_name)
    settings = settings_for(data_dir)
    options = _options(me, date, date_order, settings.import_limit)
    with ExitStack() as stack:
        given: Source = file
        if file == STANDARD_INPUT:
            given = stack.enter_context(standard_input(sys.stdin.buffer, settings.import_limit))
        chosen = choose_files(given, kind, settings.import_limit)
        with progress_bar("sessions") as begin:
            reading = begin("reading")
            found = survey(chosen.files, question_ids or (), options, lambda done: reading(done, None))
        if dry_run:
            _preview(chosen, found, options, settings, as_json=as_json)
            return
        count = found.histories[Format.LOCOMO]
        if count > 1 and owner is None:
            typer.echo(f"daybook: all {count} conversations go to one memory, {DEFAULT_OWNER!r}", err=True)
        with open_daybook_on(on, data_dir) as daybook:
            added = import_files(daybook, chosen.files, question_ids or (), options, owner, found, _tell)
            seconds = perf_counter() - began
            if not as_json:
                _show(chosen, found, options, added, seconds)
            owners = [item.owner for item in added]
            facts = offer_facts(daybook, owners, wanted=facts_by_model, yes=yes, ask=not as_json)
    if as_json:
        typer.echo(written(import_shape(added, found, chosen, seconds, facts)))
    elif facts:
        show_facts_read(Screen(), facts)


def _tell(told: str) -> None:
    typer.echo(f"daybook: {told}", err=True)


def _format(name: str) -> Format | None:
    if name not in FORMATS:
        raise typer.BadParameter(f"--format is one of {', '.join(FORMATS)}, not {name!r}")
    return None if name == "auto" else Format(name)


def _options(me: str | None, date: str | None, date_order: str | None, limit: int) -> ReadOptions:
    """Read what the user says about the files.

    Raises:
        BadInput: a date, or an order of dates, is none.
    """
    from daybook.interfaces.importers.reading import DateOrder, ReadOptions

    try:
        moment = written_moment(date) if date is not None else None
    except ValueError as error:
        raise BadInput(str(error), source="--date") from None
    if date_order is not None and date_order not in frozenset(DateOrder):
        raise BadInput(f"{date_order!r} is none of {', '.join(DateOrder)}", source="--date-order")
    return ReadOptions(me, moment, DateOrder(date_order) if date_order else None, limit)


def _preview(
    chosen: ChosenFiles, found: Survey, options: ReadOptions, settings: Settings, *, as_json: bool
) -> None:
    from daybook.interfaces.import_preview import estimate
    from daybook.interfaces.rendering.import_shapes import preview_shape
    from daybook.interfaces.rendering.imports import show_preview
    from daybook.interfaces.rendering.screen import Screen
    from daybook.interfaces.rendering.shapes import as_json as written

    expense = estimate(found, settings)
    if as_json:
        typer.echo(written(preview_shape(chosen, found, expense)))
    else:
        show_preview(Screen(), chosen, found, expense, _undated(found, options))


def _show(
    chosen: ChosenFiles, found: Survey, options: ReadOptions, added: Sequence[Added], seconds: float
) -> None:
    from daybook.interfaces.rendering.imports import show_chosen, show_met
    from daybook.interfaces.rendering.memory import show_added
    from daybook.interfaces.rendering.screen import Screen

    screen = Screen()
    show_added(screen, added, seconds)
    show_chosen(screen, chosen)
    show_met(screen, found.left_out, found.notes)
    if told := _undated(found, options):
        screen.line(told)


def _undated(found: Survey, options: ReadOptions) -> str:
    """Say which date undated conversations get; "" where there are none."""
    from daybook.interfaces.importers.reading import UNDATED

    if not found.notes[UNDATED]:
        return ""
    given = (
        f"{options.date:%Y-%m-%d}, as --date says"
        if options.date
        else "the date of their file; --date says another"
    )
    return f"what has no date was given {given}"
