"""`daybook profile`."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from daybook.interfaces.cli.opening import open_daybook
from daybook.interfaces.cli.options import DEFAULT_OWNER, DataDir, Owner


def profile(
    hook: Annotated[
        bool,
        typer.Option("--hook", help="Print it as the hooks of coding assistants take it at their start."),
    ] = False,
    owner: Owner = DEFAULT_OWNER,
    data_dir: DataDir = None,
) -> None:
    """Print what is known about you on one page, as Markdown, to put before an assistant.

    Examples:
      daybook profile
      daybook profile --hook --owner ada
    """
    from daybook.graph.event_loop import run
    from daybook.interfaces.mcp.profile import profile as written

    with open_daybook(data_dir) as daybook:
        text = run(written(daybook, owner))
    if hook:
        told = {"hookEventName": "SessionStart", "additionalContext": text}
        text = json.dumps({"hookSpecificOutput": told}, ensure_ascii=False)
    typer.echo(text)
