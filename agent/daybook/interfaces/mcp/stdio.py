"""Serving the program that started this one, over standard input and output."""

from __future__ import annotations

from contextlib import suppress

from daybook.interfaces.mcp.server import memory_server
from daybook.library.daybook import Daybook


def serve_stdio(daybook: Daybook, owner: str) -> None:
    """Serve one owner's memory until the input ends, or Ctrl-C.

    Meanwhile file descriptor 1 leads to standard error, so that nothing else gets between the messages.
    """
    with suppress(KeyboardInterrupt):
        memory_server(daybook, lambda: owner).run("stdio")
