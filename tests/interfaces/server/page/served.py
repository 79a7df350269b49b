"""A server of a memory in this process, for whoever looks at its page with a real browser."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

import uvicorn

from daybook.interfaces.server.app import build_app, listen
from daybook.library.daybook import Daybook

CHROMIUM = Path("/usr/bin/chromium")
_PATIENCE = 20.0
"""Seconds in which it has to begin."""


@contextmanager
def served(daybook: Daybook, *, needs_token: bool = False) -> Iterator[str]:
    """Serve a memory, which stays open, on a free port; yield the address without "/" at its end."""
    listening = listen("127.0.0.1", 0)
    config = uvicorn.Config(
        build_app(daybook, needs_token=needs_token), lifespan="off", log_config=None, access_log=False
    )
    server = uvicorn.Server(config)
    thread = Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    end = monotonic() + _PATIENCE
    while not server.started:
        if monotonic() > end:
            raise TimeoutError("the server did not begin")
        sleep(0.01)
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listening.close()
