"""A Chroma server, which many processes on many machines use at once."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from daybook.errors import StoreError
from daybook.settings.urls import without_password


class ChromaServer:
    """Chroma behind an HTTP address. What it has on its disks is its own to keep in order."""

    keeps = "the Chroma server keeps the files of a dropped collection: docs/operations.md says how they go"

    def __init__(self, url: str) -> None:
        self._url = url
        self.client: Any = None

    def open(self) -> None:
        """Connect.

        Raises:
            StoreError: the server cannot be reached.
        """
        if self.client is not None:
            return
        import chromadb
        from chromadb.config import Settings
        from chromadb.errors import ChromaError

        parts = urlsplit(self._url)
        try:
            self.client = chromadb.HttpClient(
                host=parts.hostname or "",
                port=parts.port or (443 if parts.scheme == "https" else 80),
                ssl=parts.scheme == "https",
                settings=Settings(anonymized_telemetry=False),
            )
        except (ChromaError, ValueError, OSError) as error:
            at = without_password(self._url)
            raise StoreError(
                f"the Chroma server at {at} cannot be reached: start it, or change DAYBOOK_CHROMA_URL"
            ) from error

    def begin_use(self, collection: Any) -> None:
        """Do nothing: the server looks after its files."""

    def end_use(self) -> None:
        """Do nothing: the server looks after its files."""

    def vacuum(self) -> None:
        """Do nothing: a server vacuums its files by `chroma vacuum`, where its operator says so."""

    def close(self) -> None:
        """Close the connections."""
        if self.client is not None:
            for part in (self.client, getattr(self.client, "_admin_client", None)):
                session = getattr(getattr(part, "_server", None), "_session", None)
                if session is not None:  # Chroma's client leaves its sockets open
                    session.close()
            self.client.close()
            self.client = None
