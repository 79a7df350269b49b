"""`daybook migrate`."""

from __future__ import annotations

from typing import Annotated

import typer

from daybook.interfaces.cli.opening import settings_for
from daybook.interfaces.cli.options import DEFAULT_OWNER, AsJson, DataDir, Owner


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
      DAYBOOK_DATABASE_URL=postgresql+psycopg://daybook@/memory daybook migrate --to sqlite:////srv/memory.sqlite
    """
    from daybook.interfaces.rendering.memory import show_migrated
    from daybook.interfaces.rendering.progress import progress_bar
    from daybook.interfaces.rendering.screen import Screen
    from daybook.interfaces.rendering.shapes import as_json as written
    from daybook.interfaces.rendering.shapes import migrated_shape
    from daybook.library.wiring import place_of
    from daybook.store import migrate as copy_store

    place = place_of(settings_for(data_dir))
    with progress_bar("rows") as begin:
        tables = copy_store(place, to, begin)
    if as_json:
        typer.echo(written(migrated_shape(to, tables)))
    else:
        show_migrated(Screen(), to, tables)
