"""`daybook forget`, `daybook reindex` and `daybook doctor`."""

from __future__ import annotations

import os
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from agent.interfaces.cli.opening import open_daybook, settings_for
from agent.interfaces.cli.options import DEFAULT_OWNER, AsJson, DataDir, Owner

if TYPE_CHECKING:
    from agent.daybook import Daybook
    from agent.store import Receipt


def forget(
    session: Annotated[
        str | None, typer.Option("--session", help="Forget this session.", metavar="ID")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Forget everything of this owner.")] = False,
    owner: Owner = DEFAULT_OWNER,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask first.")] = False,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Forget for good: rounds, vectors and words. It cannot be undone, and no import brings it back.

    Examples:
      daybook forget --session 2025-02-19-whippet
      daybook forget --all --owner ada --yes
    """
    from agent.interfaces.forgetting import forget_sessions
    from agent.interfaces.rendering.memory import show_receipt
    from agent.interfaces.rendering.screen import Screen
    from agent.interfaces.rendering.shapes import as_json as written
    from agent.interfaces.rendering.shapes import receipt_shape

    if (session is None) is not everything:
        raise typer.BadParameter("name what to forget: --session ID, or --all")
    with open_daybook(data_dir) as daybook:
        chosen = _chosen(daybook, session, owner)
        if not yes:
            _confirm(daybook, session, owner)
        receipt: Receipt = forget_sessions(daybook, chosen, owner=owner)
    if as_json:
        typer.echo(written(receipt_shape(receipt)))
    else:
        show_receipt(Screen(), receipt)


def reindex(
    owner: Annotated[
        str | None, typer.Option("--owner", help="Whose memory. Default: all.", metavar="NAME")
    ] = None,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Make the vectors and words anew.

    It is needed after a change of the embedder.

    Examples:
      DAYBOOK_EMBEDDER=minilm:fp32 daybook reindex
    """
    from agent.interfaces.rendering.memory import show_reindexed
    from agent.interfaces.rendering.progress import progress_bar
    from agent.interfaces.rendering.screen import Screen
    from agent.interfaces.rendering.shapes import as_json as written
    from agent.interfaces.rendering.shapes import reindex_shape

    began = perf_counter()
    with open_daybook(data_dir) as daybook:
        with progress_bar() as begin:
            daybook.reindex(owner=owner, progress=begin("reindex"))
        counted = daybook.stats(owner=owner)
    seconds = perf_counter() - began
    if as_json:
        typer.echo(written(reindex_shape(counted, seconds)))
    else:
        show_reindexed(Screen(), counted, seconds)


def doctor(data_dir: DataDir = None, owner: Owner = DEFAULT_OWNER, as_json: AsJson = False) -> None:
    """Look whether everything is in order.

    It says what is installed and in force, whether the store is sound, and what leaves this machine. The
    exit code is 1 where something is not sound. All owners are looked at, whatever --owner says.
    """
    from agent.interfaces.doctor import diagnose
    from agent.interfaces.rendering.memory import show_diagnosis
    from agent.interfaces.rendering.screen import Screen
    from agent.interfaces.rendering.shapes import as_json as written
    from agent.interfaces.rendering.shapes import diagnosis_shape

    diagnosis = diagnose(settings_for(data_dir), os.environ)
    if as_json:
        typer.echo(written(diagnosis_shape(diagnosis)))
    else:
        show_diagnosis(Screen(), diagnosis)
    if not diagnosis.sound:
        raise typer.Exit(1)


def _chosen(daybook: Daybook, session: str | None, owner: str) -> list[str]:
    """Name the sessions to forget; an id that is not there is an error before anything is asked."""
    if session is not None:
        daybook.rounds(owner=owner, session_id=session)
        return [session]
    return list(dict.fromkeys(item.session_id for item in daybook.sessions(owner=owner)))


def _confirm(daybook: Daybook, session: str | None, owner: str) -> None:
    rounds = (
        len(daybook.rounds(owner=owner, session_id=session))
        if session is not None
        else daybook.stats(owner=owner).rounds
    )
    what = f"session {session!r}" if session is not None else "everything"
    typer.confirm(f"Forget {what} of {owner!r} ({rounds} rounds) for good?", abort=True, err=True)
