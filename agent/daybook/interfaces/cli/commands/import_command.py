"""`daybook import`, with the facts that a chat model finds in it, and `daybook kb`: what is brought in."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import tzinfo
from functools import reduce
from operator import add as plus
from pathlib import Path
from shlex import quote
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from daybook.conversation.errors import BadInput
from daybook.interfaces.cli.command_options import (
    DEFAULT_OWNER,
    AsJson,
    DataDir,
    On,
    Owner,
    WorkPlace,
    Yes,
    first_moment,
    open_daybook,
    open_daybook_on,
    print_json,
    print_result,
    settings_for,
    tell,
    zone_of,
)
from daybook.interfaces.importers.formats import (
    FORMATS,
    DateOrder,
    ImportOptions,
    format_places,
    zone_named,
)

if TYPE_CHECKING:
    from daybook.interfaces.rendering.import_output import FactsRead
    from daybook.library.daybook import Daybook
    from daybook.store import Added

_FORMATS = ("auto", *FORMATS)
_STANDARD_INPUT = Path("-")


def import_history(
    file: Annotated[
        Path,
        typer.Argument(
            help="A file (plain or gzip), a zip, a folder, or - for standard input.", show_default=False
        ),
    ],
    format_name: Annotated[
        str, typer.Option("--format", help=f"One of {', '.join(_FORMATS)}.", metavar="FORMAT")
    ] = "auto",
    me: Annotated[
        str | None,
        typer.Option(
            "--me",
            help="In chats between people (Telegram, WhatsApp): who of them you are.",
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
    time_zone: Annotated[
        str | None,
        typer.Option(
            "--time-zone",
            help="In which zone times are read that are written without one, as WhatsApp's are: Europe/Oslo. "
            "Default: yours.",
            metavar="ZONE",
        ),
    ] = None,
    dry_run: Annotated[
        bool,
        typer.Option("--dry-run", help="Say what would be imported, and keep nothing."),
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
        bool,
        typer.Option(
            "--facts-by-model",
            help="Have the chat model find further facts in what it has not read yet, after saying how many "
            "calls and tokens that takes.",
        ),
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Agree to that without being asked.")] = False,
    on: On = WorkPlace.LOCAL,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Bring in old chats: exports of ChatGPT, Claude and many others.

    Each file is recognised by what it holds: exports of ChatGPT, Claude and DeepSeek (as downloaded, or
    unpacked), Google Takeout's activity of Gemini, Telegram's result.json, WhatsApp's text, ShareGPT,
    OpenAI's lines for fine-tuning, LongMemEval, LoCoMo, an archive that `daybook export` wrote, and messages
    {"role", "content", "timestamp", "session_id"?} as JSON or JSON Lines. docs/import.md says of each where
    to get it, what is kept and what is left out.

    All of it is read once before anything is kept, and nothing is where something in it is wrong. Importing
    again adds only what is new: a conversation that has grown gains the rest. What was kept when an import is
    interrupted stays, and the same command goes on from there.

    With --on ray the texts are embedded by the workers of a Ray cluster, for imports of many thousand
    rounds; what is kept is the same.

    Examples:
      daybook import chatgpt-export.zip --dry-run
      daybook import chatgpt-export.zip
      daybook import exports/                    (a folder with exports of any kind)
      daybook import "WhatsApp Chat with Bo.txt" --me Ada --date-order dmy --time-zone Europe/Oslo
      daybook import result.json --me "Ada Byron"
      daybook import sharegpt.json --date 2023-05-30
      gunzip -c messages.jsonl.gz | daybook import -
      daybook import longmemeval_s.json.gz --question-id 8fb83627
      daybook import messages.jsonl --facts-by-model
      RAY_ADDRESS=10.0.0.5:6379 daybook import years.json.gz --on ray
    """
    from daybook.interfaces.importers.import_run import choose_files, import_files, survey
    from daybook.interfaces.importers.import_sources import Source, standard_input
    from daybook.interfaces.operations.memory_json import import_json, preview_json
    from daybook.interfaces.rendering.import_output import show_facts_read, show_imported, show_preview
    from daybook.interfaces.rendering.live import progress_bar
    from daybook.interfaces.rendering.screen import Screen

    began = perf_counter()
    names = ("auto", *format_places())
    if format_name not in names:
        raise typer.BadParameter(f"--format is one of {', '.join(names)}, not {format_name!r}")
    kind = None if format_name == "auto" else format_name
    settings = settings_for(data_dir)
    zone = zone_named(time_zone) if time_zone else zone_of(owner or DEFAULT_OWNER, data_dir)
    options = _options(me, date, date_order, zone, settings.import_limit, question_ids or ())
    with ExitStack() as stack:
        given: Source = file
        if file == _STANDARD_INPUT:
            given = stack.enter_context(standard_input(sys.stdin.buffer, settings.import_limit))
        with progress_bar() as begin:
            looking = begin("looking at files")
            chosen = choose_files(given, kind, settings.import_limit, lambda done: looking(done, None))
        with progress_bar() as begin:
            reading = begin("reading")
            found = survey(chosen.files, options, lambda done: reading(done, None))
        if dry_run:
            print_result(
                as_json,
                lambda: preview_json(chosen, found),
                lambda screen: show_preview(screen, chosen, found),
            )
            return
        if (count := found.histories["locomo"]) > 1 and owner is None:
            tell(f"all {count} conversations go to one memory, {DEFAULT_OWNER!r}")
        with open_daybook_on(on, data_dir) as daybook:
            with progress_bar() as begin:
                added = import_files(daybook, chosen.files, options, owner, found.sessions, tell, begin)
            seconds = perf_counter() - began
            if not as_json:
                show_imported(Screen(), added, seconds, chosen, found)
                _say_what_is_next(daybook, added)
            owners = [part.owner for part in added]
            may_ask = not as_json and sys.stdin.isatty()
            facts = _find_facts(daybook, owners, yes=yes, may_ask=may_ask) if facts_by_model else None
    if as_json:
        print_json(import_json(added, found, chosen, seconds, facts))
    elif facts:
        show_facts_read(Screen(), facts)


def _say_what_is_next(daybook: Daybook, added: Sequence[Added]) -> None:
    """Say at a terminal what to type after the first import to a memory."""
    if sys.stderr.isatty() and len(added) == 1:
        owner = added[0].owner
        if 0 < added[0].added == daybook.stats(owner=owner).rounds:
            where = "" if owner == DEFAULT_OWNER else f" --owner {quote(owner)}"
            tell(f"`daybook ask QUESTION{where}` answers from them, `daybook serve` shows them in a browser")


def _options(
    me: str | None,
    date: str | None,
    date_order: str | None,
    zone: tzinfo,
    limit: int,
    question_ids: Sequence[str],
) -> ImportOptions:
    moment = None if date is None else first_moment(date, "--date", zone)
    if date_order is not None and date_order not in frozenset(DateOrder):
        raise BadInput(f"{date_order!r} is none of {', '.join(DateOrder)}", source="--date-order")
    return ImportOptions(
        me=me,
        date=moment,
        date_order=DateOrder(date_order) if date_order else None,
        zone=zone,
        limit=limit,
        question_ids=question_ids,
    )


def _find_facts(daybook: Daybook, owners: Sequence[str], *, yes: bool, may_ask: bool) -> FactsRead:
    """Say what finding facts by a model would take in unread rounds, and have it done if agreed."""
    from daybook.interfaces.rendering.import_output import FactsRead
    from daybook.interfaces.rendering.live import progress_bar

    estimate = reduce(plus, (daybook.estimate_facts(owner=owner) for owner in owners))
    if not estimate.calls:
        return FactsRead(estimate, agreed=False)
    able = f"model {estimate.model} can read {estimate.rounds:,} rounds for further facts"
    tell(f"{able}: about {estimate.calls:,} calls")
    if not (yes or (may_ask and typer.confirm("Have the model find further facts?", err=True))):
        tell("nothing was sent; --facts-by-model --yes does it without asking")
        return FactsRead(estimate, agreed=False)
    events = before = 0
    with progress_bar() as begin:
        for owner in owners:
            before += daybook.unread_by_model(owner=owner)
            try:
                events += len(daybook.remember(owner=owner, by_model=True, progress=begin(owner)).drafts)
            except KeyboardInterrupt:
                left = daybook.waiting_for_model(owner=owner).wanted
                tell(f"what was found is kept; {left} rounds of {owner!r} wait: import again for the rest")
                raise
    left = sum(daybook.unread_by_model(owner=owner) for owner in owners)
    return FactsRead(estimate, True, before - left, left, events)


Collection = Annotated[
    str | None, typer.Option(help="Only documents of this collection.", metavar="NAME", show_default=False)
]
Shared = Annotated[bool, typer.Option("--shared", help="Documents that every owner is answered from.")]

kb = typer.Typer(help="Keep documents that answers may rest on as well as on chats.", no_args_is_help=True)


@kb.command("add")
def add(
    paths: Annotated[
        list[Path], typer.Argument(help="Files and folders.", metavar="PATH...", show_default=False)
    ],
    collection: Annotated[
        str, typer.Option(help="The collection that they belong to.", metavar="NAME")
    ] = "documents",
    shared: Shared = False,
    owner: Owner = DEFAULT_OWNER,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Keep documents: Markdown, plain text, HTML, PDF and DOCX; folders with all folders in them.

    What is kept unchanged already is passed over, and what changed is read again. Hidden files and links in
    folders are left out. A file that cannot be read is told and hinders no other; the exit code is 2 then.
    When it is interrupted whole documents are kept, and the same command goes on from there.

    Examples:
      daybook kb add handbook.pdf notes/
      daybook kb add rules/ --collection harbour --owner ada
      daybook kb add price-list.docx --shared
    """
    from daybook.interfaces.operations.memory_json import changes_json
    from daybook.interfaces.rendering.import_output import show_changes
    from daybook.interfaces.rendering.live import progress_bar
    from daybook.interfaces.rendering.safe import one_line
    from daybook.library.results import Outcome

    began = perf_counter()
    with open_daybook(data_dir) as daybook, progress_bar() as begin:
        changes = daybook.documents.add(
            paths, owner=owner, collection=collection, shared=shared, progress=begin("documents")
        )
    refused = changes.of(Outcome.REFUSED)
    if as_json or len(refused) < len(changes.changes) or not refused:
        print_result(as_json, changes_json, show_changes, changes, perf_counter() - began)
    for change in refused:
        tell(f"{one_line(change.source)}: {one_line(change.problem)}")
    if refused:
        raise typer.Exit(2)


@kb.command("list")
def list_(
    collection: Collection = None,
    owner: Owner = DEFAULT_OWNER,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """List the documents that an owner is answered from, with the shared ones, and which files are gone.

    Examples:
      daybook kb list
      daybook kb list --json
    """
    from daybook.interfaces.operations.memory_json import DocumentsJson
    from daybook.interfaces.rendering.import_output import show_documents

    with open_daybook(data_dir) as daybook:
        found = daybook.documents.list(owner=owner, collection=collection)
    if not (found or as_json):
        tell(f"no document is kept for {owner!r}: `daybook kb add FILE` keeps one")
        return
    print_result(as_json, DocumentsJson.listing, show_documents, found)


@kb.command("remove")
def remove(
    document_ids: Annotated[
        list[str],
        typer.Argument(help="As `daybook kb list` shows them.", metavar="ID...", show_default=False),
    ],
    shared: Shared = False,
    owner: Owner = DEFAULT_OWNER,
    yes: Yes = False,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Take documents out, all that are named or none; the files stay, and may be added again.

    `daybook forget --phrase` is for what is to be gone for good.

    Examples:
      daybook kb remove k3f1c0ffee5a1
      daybook kb remove k3f1c0ffee5a1 k5a1b2c3d4e5f --yes
    """
    from daybook.interfaces.operations.memory_json import RemovedJson
    from daybook.interfaces.rendering.import_output import show_removed
    from daybook.interfaces.rendering.safe import one_line

    with open_daybook(data_dir) as daybook:
        named = daybook.documents.named(document_ids, owner=owner, shared=shared)
        if not yes:
            titles = ", ".join(f"{one_line(document.title)!r} ({document.document_id})" for document in named)
            typer.confirm(f"Take {titles} out?", abort=True, err=True)
        gone = daybook.documents.remove(document_ids, owner=owner, shared=shared)
    print_result(as_json, RemovedJson.of, show_removed, gone)
