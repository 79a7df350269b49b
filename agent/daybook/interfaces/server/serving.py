"""Runs the application until it is told to stop, and then lets it finish what is under way."""

from __future__ import annotations

import socket
from collections.abc import Callable
from types import FrameType

import uvicorn
from fastapi import FastAPI

from daybook.errors import BadSettings


def listen(host: str, port: int) -> socket.socket:
    """Open the socket of a server: from here on a client that connects waits, and is not refused.

    Raises:
        BadSettings: the address is not this machine's, or is taken.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    opened = socket.socket(family, socket.SOCK_STREAM)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        opened.bind((host, port))
        opened.listen()
    except OSError as error:
        opened.close()
        reason = error.strerror or error
        raise BadSettings(f"cannot listen on {host} port {port}: {reason}; --port takes another") from None
    return opened


def serve(
    app: FastAPI, listening: socket.socket, *, stop_timeout: float, started: Callable[[], None]
) -> None:
    """Serve until SIGINT or SIGTERM: then no request is taken any more, and those under way are finished.

    Args:
        app: the application.
        listening: its socket.
        stop_timeout: seconds that requests under way are given.
        started: called when the first request can be taken.
    """
    _Server(config_of(app, stop_timeout), started).run(sockets=[listening])


def config_of(app: FastAPI, stop_timeout: float) -> uvicorn.Config:
    """Give how an application is served: by h11, since httptools takes lines and headers of any length."""
    return uvicorn.Config(
        app,
        http="h11",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=max(1, round(stop_timeout)),
    )


class _Server(uvicorn.Server):
    """Tells when it has started; a signal ends it as asked for, so the process ends well."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._tell = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._tell()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; on a second signal at once. uvicorn would raise the signal again when it is done."""
        self.force_exit, self.should_exit = self.should_exit, True
