"""`daybook pin` and `daybook check`."""

from __future__ import annotations

from typing import Annotated

import typer

from daybook.interfaces.cli.opening import open_daybook
from daybook.interfaces.cli.options import DEFAULT_OWNER, AsJson, AskedAt, DataDir, Owner, moment_of


def pin(
    question: Annotated[str, typer.Argument(help="In plain English.", show_default=False)],
    expects: Annotated[
        list[str] | None,
        typer.Option(
            "--expects", help="A round that must be found; may be given several times.", metavar="ROUND"
        ),
    ] = None,
    remove: Annotated[bool, typer.Option("--remove", help="Remove the pin of this question.")] = False,
    owner: Owner = DEFAULT_OWNER,
    asked_at: AskedAt = None,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Remember that a question must find certain rounds, for `daybook check`.

    The ids of rounds are those that `daybook search --json` shows. Forgetting a session removes the pins
    that name its rounds.

    Examples:
      daybook pin "Where did I park?" --expects rd3f1c0ffee5a1b2c3d4e5f60
      daybook pin "Where did I park?" --remove
    """
    from daybook.errors import UnknownItem
    from daybook.graph.event_loop import run
    from daybook.interfaces.rendering.pins import show_pinned
    from daybook.interfaces.rendering.screen import Screen
    from daybook.interfaces.rendering.shapes import as_json as written
    from daybook.interfaces.rendering.shapes import pin_shape, unpinned_shape
    from daybook.library.pins import pin as keep

    if remove is bool(expects):
        raise typer.BadParameter("name the rounds that are to be found: --expects ROUND; or --remove the pin")
    asked = moment_of(asked_at)
    with open_daybook(data_dir) as daybook:
        if remove:
            if not daybook.parts.store.pins.remove(owner, question):
                raise UnknownItem(f"{owner!r} has no pin of that question: `daybook check` lists the pins")
            typer.echo(written(unpinned_shape(question)) if as_json else "Removed.")
            return
        pinned = run(keep(daybook, question, expects or [], owner=owner, asked_at=asked))
    if as_json:
        typer.echo(written(pin_shape(pinned)))
    else:
        show_pinned(Screen(), pinned)


def check(
    accept: Annotated[
        bool, typer.Option("--accept", help="Compare with the ranks of now from now on.")
    ] = False,
    owner: Owner = DEFAULT_OWNER,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Ask every pinned question again and say what moved.

    Each is asked as of the moment that it was pinned with. The exit code is 1 where a round that was
    among the first ten is not among them any more; use it after a change of model, prompt or setting.

    Examples:
      DAYBOOK_EMBEDDER=minilm:fp32 daybook reindex && DAYBOOK_EMBEDDER=minilm:fp32 daybook check
    """
    from daybook.graph.event_loop import run
    from daybook.interfaces.rendering.pins import show_replayed
    from daybook.interfaces.rendering.screen import Screen
    from daybook.interfaces.rendering.shapes import as_json as written
    from daybook.interfaces.rendering.shapes import check_shape
    from daybook.library.pins import replay

    with open_daybook(data_dir) as daybook:
        replayed = run(replay(daybook, owner=owner, accept=accept))
    if as_json:
        typer.echo(written(check_shape(replayed)))
    elif replayed:
        show_replayed(Screen(), replayed)
    else:
        typer.echo(f"daybook: {owner!r} has no pins; `daybook pin` makes one", err=True)
    if any(one.lost for one in replayed):
        raise typer.Exit(1)
