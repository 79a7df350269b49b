"""`daybook export`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from daybook.interfaces.cli.opening import open_daybook
from daybook.interfaces.cli.options import DEFAULT_OWNER, AsJson, DataDir, Owner


def export(
    file: Annotated[Path, typer.Argument(help="The file to write, JSON Lines.", show_default=False)],
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
    owner: Owner = DEFAULT_OWNER,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Write a memory to a file: rounds word for word, the ledger with its evidence, agents' items.

    `daybook import` reads it, here or elsewhere, without asking any model. What is forgotten later is
    taken out of the file as well, as long as it stays where it was written.

    Examples:
      daybook export ada.jsonl --owner ada
      daybook import ada.jsonl --data-dir elsewhere
    """
    from daybook.errors import BadInput, UnknownItem
    from daybook.interfaces.rendering.screen import Screen
    from daybook.interfaces.rendering.shapes import as_json as written
    from daybook.library.archive import write_archive

    if file.exists() and not force:
        raise BadInput("is there already; --force writes over it", source=file)
    with open_daybook(data_dir) as daybook:
        store = daybook.parts.store
        if owner not in store.owners() and not store.items.table.count(owner):
            raise UnknownItem(f"nothing is kept for {owner!r}; --owner names another memory")
        done = write_archive(store, file, owner=owner, written_at=daybook.parts.clock())
    if as_json:
        counts = {"rounds": done.rounds, "records": done.records, "items": done.items}
        typer.echo(written({"path": str(done.path), **counts}))
    else:
        Screen().line(
            (
                f"{done.rounds:,} rounds, {done.records:,} records and {done.items:,} items written to "
                f"{done.path}",
                "green",
            )
        )
