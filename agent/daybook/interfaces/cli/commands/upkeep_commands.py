"""`daybook export`, `forget`, `reindex`, `migrate` and `doctor`: keeping memory in order."""

import os
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from daybook.conversation.errors import BadInput, UnknownItem
from daybook.interfaces.cli.command_options import (
    DEFAULT_OWNER,
    AsJson,
    DataDir,
    Owner,
    OwnerOrAll,
    Yes,
    open_daybook,
    print_result,
    settings_for,
    zone_of,
)


def export(
    file: Annotated[Path, typer.Argument(help="The file to write, JSON Lines.", show_default=False)],
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
    owner: Owner = DEFAULT_OWNER,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Write a memory to a file.

    It holds the rounds word for word, the ledger with its evidence and agents' items; `daybook import` reads
    it, here or elsewhere, without asking any model. What is forgotten later stays in the file.

    Examples:
      daybook export ada.jsonl --owner ada
      daybook import ada.jsonl --data-dir elsewhere
    """
    if str(file) == "-":
        raise BadInput("name a file", source="-")
    if file.exists() and not force:
        raise BadInput("is there already; --force writes over it", source=file)
    with open_daybook(data_dir) as daybook:
        if not daybook.has_anything(owner=owner):
            raise UnknownItem(f"nothing is kept for {owner!r}; --owner names another memory")
        done = daybook.export(file, owner=owner)
    shape = {"path": str(done.path), "rounds": done.rounds, "records": done.records, "items": done.items}
    written = f"{done.rounds:,} rounds, {done.records:,} records and {done.items:,} items"
    line = f"{written} written to {done.path}"
    print_result(as_json, lambda: shape, lambda screen: screen.line((line, "green")))


def forget(
    session: Annotated[str | None, typer.Option(help="Forget this session.", metavar="ID")] = None,
    round_: Annotated[str | None, typer.Option("--round", help="Forget this round.", metavar="ID")] = None,
    record: Annotated[
        str | None,
        typer.Option(help="Forget this record of the ledger.", metavar="ID"),
    ] = None,
    slot: Annotated[
        str | None, typer.Option(help="Forget a slot, or a family of slots.", metavar="SLOT")
    ] = None,
    phrase: Annotated[
        str | None, typer.Option(help="Forget the sentences that hold these words.", metavar="TEXT")
    ] = None,
    between: Annotated[
        tuple[str, str] | None,
        typer.Option(help="Forget what was said from A on and before B.", metavar="A B"),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Forget everything of this owner.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would go; change nothing.")] = False,
    owner: Owner = DEFAULT_OWNER,
    yes: Yes = False,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Forget for good: sessions, sentences, facts or everything.

    Vectors and whatever recalled it go as well. It cannot be undone, and no import brings it back. Without
    --yes it says what would go, and asks.

    Examples:
      daybook forget --session 2025-02-19-whippet
      daybook forget --phrase "Auntie Bríd" --dry-run
      daybook forget --slot identity.residence
      daybook forget --record m3f1c0ffee5a1b2c3
      daybook forget --between 2025-02-01 2025-03-01
      daybook forget --all --owner ada --yes
    """
    from daybook.interfaces.operations.memory_json import PreviewJson, ReceiptJson
    from daybook.interfaces.operations.memory_operations import described, selector_of
    from daybook.interfaces.rendering.memory_output import show_preview, show_receipt
    from daybook.interfaces.rendering.screen import Screen

    selector = selector_of(
        session=session,
        round=round_,
        record=record,
        slot=slot,
        phrase=phrase,
        between=between,
        everything=everything,
        zone=zone_of(owner, data_dir),
    )
    with open_daybook(data_dir) as daybook:
        if dry_run:
            print_result(as_json, PreviewJson.of, show_preview, daybook.preview_forget(selector, owner=owner))
            return
        if not yes:
            show_preview(Screen(stderr=True), daybook.preview_forget(selector, owner=owner))
            typer.confirm(f"Forget {described(selector)} of {owner!r} for good?", abort=True, err=True)
        receipt = daybook.forget(selector, owner=owner)
    print_result(as_json, ReceiptJson.of, show_receipt, receipt)


def reindex(
    owner: OwnerOrAll = None,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Make the vectors and words anew.

    It is needed after a change of the embedder. What was there answers until the new is whole, and is
    dropped then.

    Examples:
      DAYBOOK_EMBEDDER=onnx:models/bge daybook reindex
    """
    from daybook.interfaces.rendering.live import progress_bar

    began = perf_counter()
    with open_daybook(data_dir) as daybook:
        with progress_bar() as begin:
            daybook.reindex(owner=owner, progress=begin("reindex"))
        counted = daybook.stats(owner=owner)
    seconds = round(perf_counter() - began, 3)
    shape = {"rounds": counted.rounds, "vectors": counted.vectors, "seconds": seconds}
    line = f"{counted.vectors:,} vectors of {counted.rounds:,} rounds made anew in {seconds:.1f} s"
    print_result(as_json, lambda: shape, lambda screen: screen.line((line, "green")))


def migrate(
    to: Annotated[
        str,
        typer.Option(
            "--to",
            help="An empty database: sqlite:///PATH or postgresql+psycopg://USER:PASSWORD@HOST/NAME.",
            metavar="URL",
            show_default=False,
        ),
    ],
    data_dir: DataDir = None,
    owner: Owner = DEFAULT_OWNER,
    as_json: AsJson = False,
) -> None:
    """Copy all memory to another database.

    What the settings name is copied, all owners of it, whatever --owner says, and stays as it is. Nothing
    should write to it meanwhile. It is copied as a whole or not at all; then every table is compared on
    both sides, and the exit code is 1 where one differs. After that set DAYBOOK_DATABASE_URL to the new
    database.

    Examples:
      daybook migrate --to postgresql+psycopg://daybook:secret@db.example/memory
      DAYBOOK_DATABASE_URL=postgresql+psycopg://daybook@/memory daybook migrate --to
      sqlite:////srv/memory.sqlite
    """
    from daybook.interfaces.operations.memory_json import migrated_json
    from daybook.interfaces.rendering.live import progress_bar
    from daybook.interfaces.rendering.memory_output import show_migrated
    from daybook.library.wiring import place_of
    from daybook.store import migrate as copy_store

    place = place_of(settings_for(data_dir))
    with progress_bar() as begin:
        tables = copy_store(place, to, begin)
    print_result(as_json, migrated_json, show_migrated, to, tables)


def doctor(
    offline: Annotated[bool, typer.Option("--offline", help="Call no chat model.")] = False,
    local: Annotated[bool, typer.Option("--local", help="Look for models on this machine.")] = False,
    data_dir: DataDir = None,
    owner: Owner = DEFAULT_OWNER,
    as_json: AsJson = False,
) -> None:
    """Look whether everything is in order.

    It says what is installed and in force, whether the store is sound, what the next question waits for, and
    what leaves this machine. Each chat model that is configured gets one small call, without anything of
    memory in it, unless --offline is given. Where none is, --local asks Ollama, LM Studio and llama.cpp at
    their usual addresses on this machine. The exit code is 1 where something is not sound. All owners are
    looked at, whatever --owner says.

    Examples:
      daybook doctor
      daybook doctor --local
      DAYBOOK_CHAT_MODEL=llama3 OPENAI_BASE_URL=http://localhost:11434/v1 daybook doctor
    """
    from daybook.interfaces.cli.doctor import LOCAL_SERVERS, diagnose
    from daybook.interfaces.operations.memory_json import diagnosis_json
    from daybook.interfaces.rendering.memory_output import show_diagnosis

    diagnosis = diagnose(
        settings_for(data_dir), os.environ, offline=offline, local=LOCAL_SERVERS if local else None
    )
    print_result(as_json, diagnosis_json, show_diagnosis, diagnosis)
    if not diagnosis.sound:
        raise typer.Exit(1)
