"""The embedder without a model, which remembers what it was asked."""

from collections.abc import Sequence

from daybook.models.embedding.embedder import Vectors
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
