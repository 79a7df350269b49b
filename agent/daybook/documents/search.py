"""Search of the passages of documents: by meaning and by words, merged as the searches of rounds are."""

from __future__ import annotations

from asyncio import to_thread
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from threading import Lock

import numpy as np

from daybook.conversation import FoundPassage, TimeRange
from daybook.documents.attention import attention_of, ranked_by_attention
from daybook.documents.kept import SHARED, is_document, passage_of
from daybook.embedding.protocol import Vectors
from daybook.retrieve.keying import ABSENT, Scores, keyed_scores, score_fields
from daybook.retrieve.score_fusion import LEAST_SPREAD, LEAST_WORD_SPREAD, Values, standardise
from daybook.settings import DocumentAttention, Keying, Options
from daybook.store import Store
from daybook.store.index_table import IndexVersion
from daybook.store.item_values import DOCUMENTS, StoredItem
from daybook.store.owner_index import OwnerIndex
from daybook.store.round_axis import Places

_MOST_SHELVES = 256
"""Owners whose passages are remembered."""
_MOMENT = timedelta(microseconds=1)
"""A half-open range that ends so much later holds the moment itself."""
_EVER = datetime.max.replace(tzinfo=UTC)
"""Passages do not expire, so any moment finds all of them."""


@dataclass(frozen=True, slots=True)
class _Shelf:
    """The passages of one owner among that owner's items."""

    owner: str
    index: OwnerIndex
    places: Places
    """Of the passages, on the axis of the index."""


class DocumentSearch:
    """Searches the documents of owners, together with those that everybody is answered from."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._places: OrderedDict[str, tuple[IndexVersion, Places]] = OrderedDict()
        self._remembering = Lock()

    async def find(
        self,
        phrasings: Sequence[str],
        queries: Vectors,
        *,
        owner: str,
        options: Options,
        as_of: datetime | None = None,
    ) -> list[FoundPassage]:
        """Find the passages that bear on a question, of the owner's documents and of the shared ones.

        The scores of both are put on one scale, that of all passages together; how rare a word is, each
        owner's documents say for themselves. Where there are no documents, nothing is read but that.

        Args:
            phrasings: the question in stand-alone form first.
            queries: their unit vectors, shape (phrasings, dim).
            owner: whose documents, beside the shared ones.
            options: of the search, and of the documents.
            as_of: what was added after it is not seen.

        Returns:
            Passages, best first, with "fused", "dense" and "bm25" among their signals; "attention" as well
            where it is on.

        Raises:
            ModelError: the embedder failed, for passages that lack their vectors.
            StoreBusy, StoreError: the documents cannot be read.
        """
        having = await to_thread(self._owners_with_documents, owner)
        shelves = [shelf for name in having if (shelf := await self._shelf(name)) is not None]
        if not shelves:
            return []
        dense = np.concatenate([_cosines(shelf, queries) for shelf in shelves], axis=1)
        words = np.concatenate([_word_scores(shelf, phrasings) for shelf in shelves], axis=1)
        fused = _fused(dense, words, options)
        best = np.argsort(-fused, kind="stable")[: options.documents.passages_found].tolist()
        counted = np.cumsum([0, *(len(shelf.places) for shelf in shelves)])
        owners = [int(np.searchsorted(counted, place, side="right")) - 1 for place in best]
        names = [
            (number, shelves[number].index.rounds[int(shelves[number].places[place - counted[number]])])
            for number, place in zip(owners, best, strict=True)
        ]
        items = await self._items(shelves, names)
        found, kept = [], []
        for place, name in zip(best, names, strict=True):
            item = items.get(name)
            if item is None or is_document(item) or (as_of is not None and item.created_at > as_of):
                continue
            signals = {"fused": float(fused[place]), "bm25": float(words[:, place].max())}
            if dense[:, place].max() > ABSENT:
                signals["dense"] = float(dense[:, place].max())
            found.append(FoundPassage(passage_of(item), float(fused[place]), signals))
            kept.append(name)
        if options.documents.document_attention is DocumentAttention.OFF or not found:
            return found
        return await self._attended(found, kept, shelves, queries[:1], owner, options, as_of)

    def _owners_with_documents(self, owner: str) -> list[str]:
        names = dict.fromkeys((owner, SHARED))
        return [name for name in names if self._store.items.table.has_documents(name)]

    async def _shelf(self, owner: str) -> _Shelf | None:
        """Look up which items of an owner are passages; None where none is."""
        index = await self._store.items.index(owner)
        with self._remembering:
            version, places = self._places.get(owner, (None, None))
        if version != index.version or places is None:
            item_pks = await to_thread(
                self._store.items.table.matching, owner, DOCUMENTS, at=_EVER, wanted={}
            )
            has_keys = np.zeros(len(index.rounds), dtype=bool)
            has_keys[index.round_places.rows] = True
            places = index.rounds.among(map(str, item_pks))
            places = places[has_keys[places]]
            with self._remembering:
                self._places[owner] = (index.version, places)
                self._places.move_to_end(owner)
                while len(self._places) > _MOST_SHELVES:
                    self._places.popitem(last=False)
        return _Shelf(owner, index, places) if len(places) else None

    async def _items(
        self, shelves: Sequence[_Shelf], names: Sequence[tuple[int, str]]
    ) -> dict[tuple[int, str], StoredItem]:
        found: dict[tuple[int, str], StoredItem] = {}
        for number, shelf in enumerate(shelves):
            item_pks = [int(name) for of, name in names if of == number]
            items = await to_thread(self._store.items.table.of_keys, shelf.owner, item_pks)
            found |= {(number, str(item.item_pk)): item for item in items}
        return found

    async def _attended(
        self,
        found: list[FoundPassage],
        names: Sequence[tuple[int, str]],
        shelves: Sequence[_Shelf],
        question: Vectors,
        owner: str,
        options: Options,
        as_of: datetime | None,
    ) -> list[FoundPassage]:
        """Rank what was found by nearness to the owner's earlier questions as well."""
        turns = options.documents.document_attention_turns
        index = await self._store.index(owner)
        until = None if as_of is None else TimeRange(None, as_of + _MOMENT)
        seen = None if until is None else await to_thread(self._store.rounds_said, owner, until)
        history = await index.near(question, limit=options.search.search_limit, within=seen)
        if any(shelf.index.matrix is None for shelf in shelves) or not len(history):
            return found
        windows = [shelves[number].index.some_keys([name]).matrix for number, name in names]
        return ranked_by_attention(
            found, attention_of(windows, question, history, turns=turns), options.documents
        )


def _cosines(shelf: _Shelf, queries: Vectors) -> Scores:
    """Give the greatest cosine of a window of each passage, shape (queries, passages); ABSENT if not held."""
    keys = shelf.index.all_keys()
    if keys is None:
        return np.full((len(queries), len(shelf.places)), ABSENT, dtype=np.float32)
    scores = keyed_scores(score_fields(keys, queries), Keying.USER_ONLY, alpha=0)
    return scores[:, shelf.places]


def _word_scores(shelf: _Shelf, phrasings: Sequence[str]) -> Values:
    """Give the BM25 score of each passage, shape (phrasings, passages)."""
    return np.stack([shelf.index.words.scores(one).values[shelf.places] for one in phrasings])


def _fused(dense: Scores, words: Values, options: Options) -> Values:
    """Merge the scores of the phrasings, shape (passages,), with the weights that rounds have."""
    search = options.search
    totals = np.zeros(dense.shape[1])
    for number, (cosines, shared) in enumerate(zip(dense, words, strict=True)):
        scores = search.dense_weight * standardise(cosines, cosines > ABSENT, least=LEAST_SPREAD)
        scores += (search.round_weight + search.asked_weight) * standardise(shared, least=LEAST_WORD_SPREAD)
        totals += scores if number == 0 else scores * search.phrasings_weight / (len(dense) - 1)
    return totals
