"""Searches the passages of documents, by meaning and by words, as rounds are searched."""

from asyncio import to_thread
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from threading import Lock

import numpy as np

from daybook.conversation import FoundPassage
from daybook.documents.stored_documents import SHARED, is_document, passage_of
from daybook.models.embedding.embedder import Vectors
from daybook.retrieve.dense_search import ABSENT, Scores, has_key, score_texts
from daybook.retrieve.fusion import (
    ASKED_WEIGHT,
    DENSE_WEIGHT,
    LEAST_SPREAD,
    LEAST_WORD_SPREAD,
    ROUND_WEIGHT,
    Values,
    fuse_scores,
    standardise,
)
from daybook.retrieve.ranking_signal import WindowsOf
from daybook.store import Store
from daybook.store.arrays import Places
from daybook.store.indexing import IndexVersion
from daybook.store.item_values import DOCUMENTS
from daybook.store.owner_index import OwnerIndex

_Entry = tuple[OwnerIndex, int]
"""A passage: the index that it is in, and the key of its item."""
RankPassages = Callable[[list[FoundPassage], WindowsOf], Awaitable[list[FoundPassage]]]
"""Ranks passages anew."""
PASSAGES_FOUND = 20
"""Passages that a search ranks."""
_MAX_SHELVES = 256
"""Owners whose passages are remembered."""
"""Passages do not expire, so any moment finds all of them."""


@dataclass(frozen=True, slots=True)
class _Shelf:
    """The passages of one owner among that owner's items."""

    owner: str
    index: OwnerIndex
    places: Places
    """Of the passages, on the axis of the index."""

    def cosines(self, queries: Vectors) -> Scores:
        """Give the greatest cosine of a window of each passage, shape (queries, passages)."""
        scores = score_texts(self.index, queries).keyed
        if scores is None:  # the vectors are not held in memory
            return np.full((len(queries), len(self.places)), ABSENT, dtype=np.float32)
        return scores[:, self.places]

    def word_scores(self, phrasings: Sequence[str]) -> Values:
        """Give the BM25 score of each passage, shape (phrasings, passages)."""
        return np.stack([self.index.words.scores(phrasing).values[self.places] for phrasing in phrasings])


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
        as_of: datetime | None = None,
        rank: RankPassages | None = None,
    ) -> list[FoundPassage]:
        """Find the passages that bear on a question, of the owner's documents and of the shared ones.

        Scores of both are on the scale of all passages together; the rarity of a word is each owner's.
        Without documents nothing else is read.

        Args:
            phrasings: the question in stand-alone form first.
            queries: their unit vectors, shape (phrasings, dim).
            owner: whose documents, beside the shared ones.
            as_of: what was added after it is not seen.
            rank: ranks what was found anew, as a paper does; None does not.

        Returns:
            Passages, best first, with the signals "fused", "dense", "bm25" and, where it is on, "attention".
        """
        table = self._store.items.table
        names = dict.fromkeys((owner, SHARED))
        having = await to_thread(lambda: list(filter(table.has_documents, names)))
        shelves = [shelf for name in having if (shelf := await self._shelf(name)) is not None]
        if not shelves:
            return []
        dense = np.concatenate([shelf.cosines(queries) for shelf in shelves], axis=1)
        words = np.concatenate([shelf.word_scores(phrasings) for shelf in shelves], axis=1)
        fused = _fused(dense, words)
        best = np.argsort(-fused, kind="stable")[:PASSAGES_FOUND]
        entries = _entries_at(shelves, best)
        item_pks = [item_pk for _, item_pk in entries]
        stored = [await to_thread(table.of_keys, shelf.owner, item_pks) for shelf in shelves]
        items = {item.item_pk: item for of_owner in stored for item in of_owner}
        found: list[FoundPassage] = []
        indexed: dict[str, _Entry] = {}
        for column, (index, item_pk) in zip(best.tolist(), entries, strict=True):
            item = items.get(item_pk)
            if item is None or is_document(item) or (as_of is not None and item.created_at > as_of):
                continue
            signals = {"fused": float(fused[column]), "bm25": float(words[:, column].max())}
            if dense[:, column].max() > ABSENT:
                signals["dense"] = float(dense[:, column].max())
            passage = FoundPassage(passage_of(item), float(fused[column]), signals)
            found.append(passage)
            indexed[passage.place] = index, item_pk
        if rank is None or any(shelf.index.matrix is None for shelf in shelves):
            return found

        def windows_of(passage: FoundPassage) -> Vectors:
            index, item_pk = indexed[passage.place]
            return index.some_keys([str(item_pk)]).matrix

        return await rank(found, windows_of)

    async def _shelf(self, owner: str) -> _Shelf | None:
        index = await self._store.items.index(owner)
        with self._remembering:
            version, places = self._places.get(owner, (None, None))
        if version != index.version or places is None:
            item_pks = await to_thread(self._store.items.table.matching, owner, DOCUMENTS, {})
            places = index.rounds.among(map(str, item_pks))
            places = places[has_key(index)[places]]
            with self._remembering:
                self._places[owner] = (index.version, places)
                self._places.move_to_end(owner)
                while len(self._places) > _MAX_SHELVES:
                    self._places.popitem(last=False)
        return _Shelf(owner, index, places) if len(places) else None


def _entries_at(shelves: Sequence[_Shelf], columns: Places) -> list[_Entry]:
    numbers = np.repeat(np.arange(len(shelves)), [len(shelf.places) for shelf in shelves])[columns]
    places = np.concatenate([shelf.places for shelf in shelves])[columns]
    indexes = [shelves[number].index for number in numbers.tolist()]
    return [(index, int(index.rounds[place])) for index, place in zip(indexes, places.tolist(), strict=True)]


def _fused(dense: Scores, words: Values) -> Values:
    of_words = ROUND_WEIGHT + ASKED_WEIGHT
    return fuse_scores(
        [
            [
                (DENSE_WEIGHT, standardise(cosines, cosines > ABSENT, least=LEAST_SPREAD)),
                (of_words, standardise(shared, least=LEAST_WORD_SPREAD)),
            ]
            for cosines, shared in zip(dense, words, strict=True)
        ]
    )
