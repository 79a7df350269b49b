"""`daybook reindex` and `daybook doctor`."""

from __future__ import annotations

import os
from time import perf_counter
from typing import Annotated

import typer

from daybook.interfaces.cli.opening import open_daybook, settings_for
from daybook.interfaces.cli.options import DEFAULT_OWNER, AsJson, DataDir, Owner


def reindex(
    owner: Annotated[
        str | None, typer.Option("--owner", help="Whose memory. Default: all.", metavar="NAME")
    ] = None,
    keep: Annotated[
        bool, typer.Option("--keep", help="Leave what other embedders made, for processes that use them.")
    ] = False,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Make the vectors and words anew.

    It is needed after a change of the embedder. What was there answers until the new is whole, and is
    dropped then; with --keep it stays, for processes that still run with the other embedder.

    Examples:
      DAYBOOK_EMBEDDER=minilm:fp32 daybook reindex
      DAYBOOK_EMBEDDER=minilm:fp32 daybook reindex --keep
    """
    from daybook.interfaces.rendering.memory import show_reindexed
    from daybook.interfaces.rendering.progress import progress_bar
    from daybook.interfaces.rendering.screen import Screen
    from daybook.interfaces.rendering.shapes import as_json as written
    from daybook.interfaces.rendering.shapes import reindex_shape

    began = perf_counter()
    with open_daybook(data_dir) as daybook:
        with progress_bar() as begin:
            daybook.reindex(owner=owner, progress=begin("reindex"), keep=keep)
        counted = daybook.stats(owner=owner)
    seconds = perf_counter() - began
    if as_json:
        typer.echo(written(reindex_shape(counted, seconds)))
    else:
        show_reindexed(Screen(), counted, seconds)


def doctor(
    fix: Annotated[bool, typer.Option("--fix", help="Keep others out of the data directory.")] = False,
    offline: Annotated[bool, typer.Option("--offline", help="Call no chat model.")] = False,
    data_dir: DataDir = None,
    owner: Owner = DEFAULT_OWNER,
    as_json: AsJson = False,
) -> None:
    """Look whether everything is in order.

    It says what is installed and in force, whether the store is sound, what the next question waits for, and
    what leaves this machine. Each chat model that is configured gets one small call, without anything of
    memory in it, unless --offline is given. The exit code is 1 where something is not sound. All owners are
    looked at, whatever --owner says.

    Examples:
      daybook doctor
      daybook doctor --fix
      DAYBOOK_CHAT_MODEL=llama3 OPENAI_BASE_URL=http://localhost:11434/v1 daybook doctor
    """
    from daybook.interfaces.doctor import diagnose
    from daybook.interfaces.rendering.memory import show_diagnosis
    from daybook.interfaces.rendering.screen import Screen
    from daybook.interfaces.rendering.shapes import as_json as written
    from daybook.interfaces.rendering.shapes import diagnosis_shape

    diagnosis = diagnose(settings_for(data_dir), os.environ, fix=fix, offline=offline)
    if as_json:
        typer.echo(written(diagnosis_shape(diagnosis)))
    else:
        show_diagnosis(Screen(), diagnosis)
    if not diagnosis.sound:
        raise typer.Exit(1)
