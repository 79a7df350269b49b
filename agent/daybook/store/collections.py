"""An owner's collection in Chroma: its name, and its keys held against the truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from hashlib import sha256

from daybook.store.chroma import Chroma
from daybook.store.keys import Key
from daybook.store.values import IndexState


def collection_name(owner: str, state: IndexState) -> str:
    """Name the collection of an owner's vectors; nothing can be read out of the name."""
    parts = (owner, state.fingerprint, state.layout, str(state.generation))
    return "d" + sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:40]


def read_keys(chroma: Chroma, name: str, counts: Mapping[str, int | None]) -> tuple[list[Key], set[str]]:
    """Read the keys of a collection, taking out those that should not be there.

    Args:
        chroma: where the collection is.
        name: of the collection; one that is missing has no keys.
        counts: of every round that is kept, how many keys it should have; None where it is not indexed.

    Returns:
        The keys of the rounds that are indexed, and the rounds that have not the keys they should have.
    """
    keys = [Key.parse(text) for text in chroma.ids(name) or ()]
    found = Counter(key.round_id for key in keys)
    wrong = {one for one, count in counts.items() if count is not None and count != found[one]}
    strays = [str(key) for key in keys if key.round_id in wrong or key.round_id not in counts]
    if strays:
        chroma.remove(name, strays)
    return [key for key in keys if counts.get(key.round_id) is not None], wrong
