"""An owner's Chroma collection: its name, and its keys checked against the database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from hashlib import sha256

from daybook.store.chroma import Chroma
from daybook.store.keys import Key
from daybook.store.values import IndexState


def collection_name(owner: str, state: IndexState) -> str:
    """Return the name of an owner's collection: a hash, so that it reveals nothing."""
    parts = (owner, state.fingerprint, state.layout, str(state.generation))
    return "d" + sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:40]


def read_keys(chroma: Chroma, name: str, counts: Mapping[str, int | None]) -> tuple[list[Key], set[str]]:
    """Read the keys of a collection and delete the ones that do not belong there.

    Args:
        chroma: where the collection is.
        name: of the collection; one that is missing has no keys.
        counts: of every round that is kept, how many keys it should have; None where it is not indexed.

    Returns:
        The keys of the indexed rounds, and the ids of rounds whose number of keys is wrong.
    """
    keys = [Key.parse(text) for text in chroma.ids(name) or ()]
    found = Counter(key.round_id for key in keys)
    wrong = {one for one, count in counts.items() if count is not None and count != found[one]}
    unexpected = [str(key) for key in keys if key.round_id in wrong or key.round_id not in counts]
    if unexpected:
        chroma.remove(name, unexpected)
    return [key for key in keys if counts.get(key.round_id) is not None], wrong
