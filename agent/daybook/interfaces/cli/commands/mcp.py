"""`daybook mcp`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from daybook.extras import needs
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
    with _output_on_stderr():
        with needs("mcp", "`daybook mcp`"):
            from daybook.interfaces.mcp.stdio import serve_stdio

        daybook = open_daybook(data_dir)
    with daybook:
        serve_stdio(daybook, owner)


@contextmanager
def _output_on_stderr() -> Iterator[None]:
    """Lead what libraries print while they are loaded away from standard output, which is the protocol's."""
    sys.stdout.flush()
    own = os.dup(1)
    os.dup2(2, 1)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(own, 1)
        os.close(own)
