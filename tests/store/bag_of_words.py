"""The embedder without a model, which remembers what it was asked, and stores that are opened with it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from daybook.models.embedding.embedder import Embedder, Vectors
from daybook.settings import Keying
from daybook.store import Store, StorePlace, open_store
from daybook.text.english import ENGLISH
from daybook_eval.embedders import HashedWords

WINDOW = 60
"""Characters that fit one window."""


class BagOfWords(HashedWords):
    """Hashes every word to a direction and adds them up; remembers what it was asked."""

    def __init__(self, fingerprint: str = "bag-of-words", dim: int = 64) -> None:
        super().__init__(dim, WINDOW, fingerprint)
        self.embedded: list[str] = []

    async def embed(self, texts: Sequence[str]) -> Vectors:
        self.embedded += texts
        return await super().embed(texts)


def opened(place: StorePlace | Path, embedder: Embedder | None = None, **options: Any) -> Store:
    """Open a store with English and, unless another is given, this embedder."""
    given = {"keying": Keying.MAX_SIM, "analyzer": ENGLISH, **options}
    return open_store(place, embedder=embedder or BagOfWords(), **given)
