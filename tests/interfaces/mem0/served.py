"""A memory served on a free port, with the tokens of two owners and one that opens any."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import httpx

from daybook import Daybook
from daybook.interfaces.server.access import Access
from daybook.interfaces.server.app import build_app
from tests.interfaces.server.http_server import running

if TYPE_CHECKING:
    from mem0 import AsyncMemoryClient, MemoryClient

# Read when mem0 is first imported: what it would report, and where it notes who it runs for.
os.environ["MEM0_TELEMETRY"] = "False"
os.environ["MEM0_DIR"] = tempfile.mkdtemp(prefix="mem0-")

NOW = datetime(2026, 11, 22, 9, 0, tzinfo=UTC)
"""What the clock of the served memory says."""


@dataclass(frozen=True)
class Served:
    url: str
    daybook: Daybook
    tokens: dict[str, str]
    """By owner; of "*" for any."""
    connections: list[httpx.Client]
    """Of the clients that were made, to be closed in the end."""

    def client(self, owner: str) -> MemoryClient:
        return self.client_with(self.tokens[owner])

    def client_with(self, token: str) -> MemoryClient:
        from mem0 import MemoryClient  # takes seconds

        connection = httpx.Client(timeout=60)
        self.connections.append(connection)
        return MemoryClient(api_key=token, host=self.url, client=connection)

    def async_client(self, owner: str) -> AsyncMemoryClient:
        from mem0 import AsyncMemoryClient

        return AsyncMemoryClient(api_key=self.tokens[owner], host=self.url)

    def header(self, owner: str) -> dict[str, str]:
        return {"X-API-Key": self.tokens[owner]}


@contextmanager
def serving(data_dir: Path) -> Iterator[Served]:
    daybook = Daybook.open(data_dir, clock=lambda: NOW)
    owners: dict[str, str | None] = {"alice": "alice", "bob": "bob", "*": None}
    make = daybook.parts.store.tokens.make
    tokens = {name: make(owner, made_at=NOW)[0] for name, owner in owners.items()}
    connections: list[httpx.Client] = []
    with running(build_app(daybook, Access(needs_token=True))) as url:
        try:
            yield Served(url, daybook, tokens, connections)
        finally:
            for connection in connections:
                connection.close()
