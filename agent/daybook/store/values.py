"""Result types of the store besides rounds: counts, summaries, receipts, check results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Added:
    """The result of `add`: of `rounds`, `added` are new and `skipped` were stored already or forgotten."""

    owner: str
    sessions: int
    rounds: int
    added: int
    skipped: int


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """One session in a list of sessions."""

    session_id: str
    occurrence: int
    started_at: datetime
    rounds: int
    title: str
    """What its source calls it, or the beginning of what the user said first; "" where there is neither."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a forgetting would remove."""

    removed: Mapping[str, int]
    """As in `Receipt`, of what is in the database."""
    texts: tuple[str, ...]
    """What would go, word for word: whole turns, sentences, and what records say."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a forgetting removed."""

    removed: Mapping[str, int]
    """How many of each lost something or went: "rounds", and of these "redacted", which lost sentences
    only; "titles" of sessions that lost something or held a phrase; "sessions" of which no round is left;
    "turns", "records", "entries", "relations", "events", "pins"; "items", and of these "documents" of
    knowledge bases and their "passages"; "vectors", "cached_vectors"; "exports", and of these
    "export_lines"."""
    verified: bool
    """A search of the tables, every index, the caches, the bytes of the data directory and the known
    exports found nothing left."""
    unreached: tuple[str, ...] = ()
    """What could not be cleaned, and why: exports that are gone or no text, a server's files, the files that
    documents were read from; a line each."""


@dataclass(frozen=True, slots=True)
class Stats:
    """How much is stored."""

    owners: int
    sessions: int
    rounds: int
    vectors: int
    bytes: int
    """Size of the whole data directory, also where the other figures are one owner's."""
    embedder: str
    """Fingerprint of the embedder that made the vectors."""
    items: int = 0
    """What agents keep beside rounds."""
    documents: int = 0
    """Of knowledge bases."""
    passages: int = 0
    """Of those documents."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One line of the store's check of itself."""

    name: str
    ok: bool
    detail: str
