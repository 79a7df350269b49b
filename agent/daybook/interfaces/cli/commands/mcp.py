"""`daybook mcp`."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout

from daybook.interfaces.cli.opening import open_daybook
from daybook.interfaces.cli.options import DEFAULT_OWNER, DataDir, Owner


def mcp(owner: Owner = DEFAULT_OWNER, data_dir: DataDir = None) -> None:
    """Serve memory to an assistant or editor that speaks MCP, on standard input and output.

    Such a program starts this command by itself; docs/mcp.md has the configuration of the common ones.
    `daybook serve` offers the same over HTTP, at /mcp.

    Examples:
      daybook mcp
      daybook mcp --owner ada --data-dir ~/memory
    """
    with redirect_stdout(sys.stderr):
        from daybook.interfaces.mcp.stdio import serve_stdio

        daybook = open_daybook(data_dir)
    with daybook:
        serve_stdio(daybook, owner)
