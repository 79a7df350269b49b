"""Builds the dense index of an owner over its Chroma collection."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from daybook.embedding.protocol import Vectors
from daybook.settings import Keying
from daybook.store.chroma import Chroma
from daybook.store.collections import collection_name
from daybook.store.indexing import Indexer
from daybook.store.keys import FieldName
from daybook.store.vectors import OwnerVectors

T = TypeVar("T")

_SEARCHED: dict[Keying, tuple[FieldName, ...]] = {
    Keying.USER_ONLY: ("user", "statement"),
    Keying.CONCAT: ("both",),
    Keying.MIXTURE: ("user", "assistant", "statement"),
    Keying.MAX_SIM: ("user", "assistant", "statement"),
}


def vectors_of(indexer: Indexer, owner: str) -> OwnerVectors:
    """Build the dense index of an owner."""
    return OwnerVectors(
        partial(indexer.keys_of_owner, owner), _ChromaKeys(indexer, owner), _SEARCHED[indexer.keying]
    )


@dataclass(frozen=True, slots=True)
class _ChromaKeys:
    indexer: Indexer
    owner: str

    async def nearest(self, queries: Vectors, count: int, ids: Sequence[str] | None) -> list[list[str]]:
        return await self._with_retry(
            lambda chroma, name: chroma.nearest(name, queries, count=count, ids=ids)
        )

    async def fetch(self, ids: Sequence[str]) -> Vectors:
        return await self._with_retry(lambda chroma, name: chroma.vectors(name, ids))

    async def _with_retry(self, work: Callable[[Chroma, str], T]) -> T:
        """Query Chroma; after damage, rebuild the vectors under the same ids and retry."""
        while True:
            state = await to_thread(self.indexer.queries.index_state, self.owner)
            name = collection_name(self.owner, state)
            answer = await self.indexer.with_recovery(self.owner, partial(work, self.indexer.chroma, name))
            if answer is not None:
                return answer
            await self.indexer.index_pending(self.owner)
