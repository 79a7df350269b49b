"""Searches an owner's items, by meaning and by words, as rounds are searched."""

from asyncio import to_thread
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from daybook.models.embedding.embedder import Embedder
from daybook.retrieve.dense_search import DenseHits, has_key, score_texts
from daybook.retrieve.fusion import rank_entries
from daybook.store import Store
from daybook.store.item_values import Namespace, StoredItem
from daybook.store.owner_index import OwnerIndex
from daybook.text.secrets import masked


@dataclass(frozen=True, slots=True)
class FoundItem:
    """An item that a search found."""

    item: StoredItem
    score: float | None
    """The cosine of its text to the query, or of an item behind it where that is greater. None if nothing
    was asked, and for an item that is not indexed."""


async def search_items(
    store: Store,
    embedder: Embedder,
    *,
    owner: str,
    prefix: Namespace,
    query: str | None,
    wanted: Mapping[str, Any],
    limit: int,
    offset: int,
) -> list[FoundItem]:
    """List or rank the items below a namespace that match a filter, a page at a time.

    With a query the best come first and unindexed items last; without one, and among equals, the last put
    first. The order is fixed, so pages are complete while nothing changes.

    Args:
        store: has the items.
        embedder: of the query.
        owner: of the items.
        prefix: labels that the namespaces begin with.
        query: None or blank lists without ranking.
        wanted: the filter, see `item_values.matches`.
        limit: how many to return at most.
        offset: how many to leave out first.

    Raises:
        ValueError: an operator of the filter is unknown.
    """
    limit, offset = max(limit, 0), max(offset, 0)
    table = store.items.table
    sought = masked((query or "").strip())
    index = await store.items.index(owner) if sought else None
    names = list(map(str, await to_thread(table.matching, owner, prefix, wanted)))
    ranked: list[tuple[str, float | None]] = [(name, None) for name in names]
    if index is not None and names:
        ranked = await _rank(names, sought, index, embedder)
    page = ranked[offset : offset + limit]
    scores = {int(name): score for name, score in page}
    return [
        FoundItem(item, scores[item.item_pk]) for item in await to_thread(table.of_keys, owner, list(scores))
    ]


async def _rank(
    names: list[str], query: str, index: OwnerIndex, embedder: Embedder
) -> list[tuple[str, float | None]]:
    """Score items by their names in the index, best first; those without a key follow, unscored."""
    is_found = has_key(index)
    places = index.rounds.place_of_each(names).tolist()
    indexed = [name for name, place in zip(names, places, strict=True) if place >= 0 and is_found[place]]
    dense = DenseHits()
    if index.matrix is not None and is_found.any():
        dense = score_texts(index, await embedder.embed([query]))
    scored = await to_thread(rank_entries, indexed, dense=dense, index=index.words, phrasings=[query])
    left = set(names).difference(indexed)
    return [*_as_cosines(scored, dense), *((name, None) for name in names if name in left)]


def _as_cosines(ranked: Sequence[tuple[str, float]], dense: DenseHits) -> list[tuple[str, float]]:
    """Score each by its cosine, or a greater one behind it, so that scores descend as ranks do.

    Without single cosines the scores stay as they are.
    """
    if dense.keyed is None:
        return list(ranked)
    names = [name for name, _ in reversed(ranked)]
    places = dense.rounds.place_of_each(names)
    cosines = np.where(places < 0, 0.0, dense.keyed[0, places])
    return list(zip(names, np.maximum.accumulate(np.maximum(cosines, 0.0)).tolist(), strict=True))[::-1]
