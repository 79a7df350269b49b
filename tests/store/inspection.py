"""Looks into a store: its bytes, and the results by vectors and by words."""

from collections.abc import Collection
from pathlib import Path

import numpy as np

from daybook.conversation import Round, Support
from daybook.models.embedding.embedder import Vectors
from daybook.store import Store
from daybook.store.keys import KeyVectors

ANY: Vectors = np.full((1, 64), 0.125, dtype=np.float32)
"""A query that is no nearer to one round than to another."""


def holds_bytes(folder: Path, *needles: bytes) -> bool:
    """True if a file below a folder holds one of those bytes."""
    contents = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
    return any(needle in content for content in contents for needle in needles)


async def near(
    store: Store,
    queries: Vectors = ANY,
    *,
    limit: int = 5,
    owner: str = "ada",
    within: Collection[str] | None = None,
) -> KeyVectors:
    """Return the keys of the rounds that are nearest to queries."""
    return await (await store.index(owner)).near(queries, limit=limit, within=within)


async def sessions_with(store: Store, word: str, owner: str = "ada") -> list[str]:
    """Return the sessions of the rounds that have a word, best first."""
    hits = (await store.index(owner)).words.search(word, limit=9)
    return [round_.session_id for round_ in store.rounds(owner, [name for name, _ in hits])]


def user_support(round_: Round, quote: str) -> Support:
    """Return the place of a quote in what the user said."""
    assert round_.user is not None
    start = round_.user.content.index(quote)
    return Support(round_.round_id, round_.session_id, start, start + len(quote), quote, round_.said_at)
