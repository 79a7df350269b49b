"""Opening memory for a command."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from daybook.interfaces.cli.options import Place

if TYPE_CHECKING:
    from daybook.library.daybook import Daybook
    from daybook.settings import Settings


def settings_for(data_dir: Path | None) -> Settings:
    """Read the settings from the environment; `--data-dir` beats it.

    A `.env` file is not read: one that lies in somebody else's folder could send memory elsewhere.

    Raises:
        BadSettings: a setting is unknown or out of range.
    """
    from daybook.settings.environment import read_settings

    return read_settings(data_dir=data_dir)


def open_daybook(data_dir: Path | None) -> Daybook:
    """Open the memory that the settings name.

    Raises:
        UserError, StoreError: see `settings_for` and `Daybook.open`.
    """
    from daybook.library.daybook import Daybook

    return Daybook.open(settings=settings_for(data_dir))


@contextmanager
def open_daybook_on(place: Place, data_dir: Path | None) -> Iterator[Daybook]:
    """Open the memory that the settings name, with its embedder at work in this process or on Ray.

    Whatever is stored is written by this process. Where Ray works is said on standard error.

    Raises:
        BadSettings: RAY_ADDRESS names no cluster.
        UserError, StoreError: see `open_daybook`.
    """
    if place is Place.LOCAL:
        with open_daybook(data_dir) as daybook:
            yield daybook
        return
    from daybook.embedding.ray_embedder import EmbedderSpec, ray_embedder
    from daybook.library.daybook import Daybook

    settings = settings_for(data_dir)
    spec = EmbedderSpec(settings.embedder, settings.openai_api_key, settings.openai_base_url)
    # Ray prints to standard output what it thinks of a worker that died, amid what belongs there.
    with redirect_stdout(sys.stderr), ray_embedder(spec) as embedder:
        typer.echo(f"daybook: embedding on {embedder.cluster}", err=True)
        with Daybook.open(settings=settings, embedder=embedder) as daybook:
            yield daybook
