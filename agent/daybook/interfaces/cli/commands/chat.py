"""`daybook chat` and `daybook demo`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from daybook.interfaces.cli.opening import open_daybook, settings_for
from daybook.interfaces.cli.options import DEFAULT_OWNER, AsJson, AskedAt, DataDir, Owner, moment_of


def chat(
    owner: Owner = DEFAULT_OWNER,
    session: Annotated[
        str | None,
        typer.Option("--session", help="Go on with this session. Default: a new one.", metavar="ID"),
    ] = None,
    asked_at: AskedAt = None,
    data_dir: DataDir = None,
) -> None:
    """Talk, and be remembered.

    What you tell it is kept, and what you ask about it is answered with quotes. /help says what else it
    understands. Lines may also come from a pipe.

    Examples:
      daybook chat
      echo "Where did I park?" | daybook chat --owner ada
    """
    from daybook.interfaces.rendering.screen import Screen
    from daybook.interfaces.repl.conversation import Conversation, new_session_id
    from daybook.interfaces.repl.loop import converse

    began = moment_of(asked_at)
    with open_daybook(data_dir) as daybook:
        session_id = session or new_session_id(daybook, owner, began)
        conversation = Conversation(daybook, owner, session_id, began if asked_at else None)
        converse(conversation, Screen())


def demo(
    data_dir: Annotated[
        Path | None,
        typer.Option("--data-dir", help="Keep the memory here. Default: thrown away.", metavar="DIR"),
    ] = None,
    owner: Annotated[str, typer.Option("--owner", help="Whose memory.", metavar="NAME")] = DEFAULT_OWNER,
    why: Annotated[
        bool, typer.Option("--why", help="Show the notes and quotes that the answers rest on.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """See it work on fifteen sessions of somebody's life.

    Examples:
      daybook demo
      daybook demo --why
      daybook demo --data-dir demo-memory && daybook chat --data-dir demo-memory
    """
    from daybook.interfaces.demo.run import run_demo

    run_demo(settings_for(data_dir), keep=data_dir is not None, owner=owner, why=why, as_json=as_json)
