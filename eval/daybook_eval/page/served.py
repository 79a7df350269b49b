"""A server of a memory in this process, for whoever looks at its page with a real browser."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic, sleep

import uvicorn

from daybook.conversation import Role, Session, Turn
from daybook.interfaces.demo.demonstration import bundled_history
from daybook.interfaces.server.access import Access
from daybook.interfaces.server.app import build_app, listen
from daybook.library.daybook import Daybook

_PATIENCE = 20.0
"""Seconds in which it has to begin."""


@contextmanager
def served(daybook: Daybook, *, needs_token: bool = False) -> Iterator[str]:
    """Serve a memory, which stays open, on a free port; yield the address without "/" at its end."""
    listening = listen("127.0.0.1", 0)
    config = uvicorn.Config(
        build_app(daybook, Access(needs_token)), lifespan="off", log_config=None, access_log=False
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


NOW = datetime(2025, 6, 29, 10, tzinfo=UTC)
"""When the pictures are taken, as the page sees it."""
OWNER = "me"
_BEFORE = (
    "I live in Totterdown and I work at Ashmead Primary.",
    "My commute takes 45 minutes.",
    "My favourite food is ramen.",
    "I'm allergic to peanuts.",
    "My sister Maeve works as a nurse.",
    "My sister Maeve lives in Cork.",
)
_AFTER = (
    "My favourite food is laksa these days.",
    "I have an appointment with the dentist on 14 July.",
    "I'm going to Lisbon on 12 September.",
)
"""What makes facts be replaced, lapse and wait, which the demonstration has little of."""


@contextmanager
def shown_memory() -> Iterator[Daybook]:
    """Open a memory of its own, which is removed in the end."""
    said = [
        _session("2025-02-02-about-me", datetime(2025, 2, 2, 18, tzinfo=UTC), _BEFORE),
        *bundled_history(),
        _session("2025-06-24-small-news", datetime(2025, 6, 24, 18, tzinfo=UTC), _AFTER),
    ]
    with (
        TemporaryDirectory(prefix="daybook-page-") as folder,
        Daybook.open(Path(folder), clock=lambda: NOW) as daybook,
    ):
        daybook.add(said, owner=OWNER)
        yield daybook


def _session(name: str, began: datetime, said: tuple[str, ...]) -> Session:
    return Session(name, began, tuple(Turn(Role.USER, text) for text in said))
