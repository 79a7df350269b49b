"""`daybook kb`: the documents that answers may rest on beside rounds."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from daybook.interfaces.cli.command_options import (
    DEFAULT_OWNER,
    AsJson,
    DataDir,
    Owner,
    Yes,
    open_daybook,
    print_result,
    tell,
)

if TYPE_CHECKING:
    from daybook.library.results import Changes

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
    from daybook.interfaces.rendering.live import progress_bar

    began = perf_counter()
    with open_daybook(data_dir) as daybook, progress_bar() as begin:
        changes = daybook.documents.add(
            paths, owner=owner, collection=collection, shared=shared, progress=begin("documents")
        )
    _print_changes(changes, perf_counter() - began, as_json=as_json)


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


def _print_changes(changes: Changes, seconds: float, *, as_json: bool) -> None:
    """Print what was done, and each file that could not be read on standard error."""
    from daybook.interfaces.operations.memory_json import changes_json
    from daybook.interfaces.rendering.import_output import show_changes
    from daybook.interfaces.rendering.safe import one_line
    from daybook.library.results import Outcome

    refused = changes.of(Outcome.REFUSED)
    if as_json or len(refused) < len(changes.changes) or not refused:
        print_result(as_json, changes_json, show_changes, changes, seconds)
    for change in refused:
        tell(f"{one_line(change.source)}: {one_line(change.problem)}")
    if refused:
        raise typer.Exit(2)
