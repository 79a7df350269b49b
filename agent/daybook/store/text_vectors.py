"""Vectors of what the ledger says, kept in the database so that no process embeds it twice."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
from sqlalchemy import Connection, delete, insert, select

from daybook.conversation import Ledger
from daybook.embedding.protocol import Embedder, Vectors
from daybook.store.database import Database
from daybook.store.row_codec import VECTOR
from daybook.store.rows import chunked
from daybook.store.schema import owners, text_vectors

Token = Callable[[str], str]
"""Makes the keyed hash that a text is kept under."""


class TextVectors:
    """Embeds texts of owners' ledgers; in memory it holds those of each ledger until it changes."""

    def __init__(self, database: Database, embedder: Embedder, token: Token) -> None:
        self._database, self._embedder, self._token = database, embedder, token
        self._held: dict[str, tuple[Ledger, Vectors]] = {}

    async def embed(self, owner: str, texts: Sequence[str]) -> Vectors:
        """Embed texts of an owner of whom something is stored: each once, for as long as it is in the ledger.

        Raises:
            ModelError: the embedder failed.
            StoreError: what is stored cannot be read.
        """
        if not texts:
            return await self._embedder.embed(texts)
        known = await to_thread(self._read, owner, texts)
        missing = [text for text in dict.fromkeys(texts) if text not in known]
        if missing:
            made = dict(zip(missing, await self._embedder.embed(missing), strict=True))
            await to_thread(self._keep, owner, made)
            known |= made
        return np.stack([known[text] for text in texts])

    async def of(self, owner: str, ledger: Ledger, texts: Sequence[str]) -> Vectors:
        """Embed the texts of an owner's ledger; returns those held if the ledger is the same object.

        Raises:
            ModelError, StoreError: as of `embed`.
        """
        held = self._held.get(owner)
        if held is None or held[0] is not ledger:
            held = self._held[owner] = (ledger, await self.embed(owner, texts))
        return held[1]

    def drop(self, owner: str) -> None:
        """Let go of what is held of an owner."""
        self._held.pop(owner, None)

    def _read(self, owner: str, texts: Sequence[str]) -> dict[str, Vectors]:
        with self._database.reading(owner) as connection:
            return self._known(connection, owner, texts)

    def _known(self, connection: Connection, owner: str, texts: Sequence[str]) -> dict[str, Vectors]:
        tokens = {self._token(text): text for text in texts}
        query = select(text_vectors.c.token, text_vectors.c.vector).join(owners)
        query = query.where(owners.c.owner == owner, text_vectors.c.fingerprint == self._embedder.fingerprint)
        return {
            tokens[token]: np.frombuffer(vector, dtype=VECTOR)
            for some in chunked(sorted(tokens))
            for token, vector in connection.execute(query.where(text_vectors.c.token.in_(some)))
        }

    def _keep(self, owner: str, made: Mapping[str, Vectors]) -> None:
        with self._database.writing(owner) as connection:
            owner_pk = connection.execute(select(owners.c.owner_pk).where(owners.c.owner == owner)).scalar()
            if owner_pk is None:
                return
            known = self._known(connection, owner, list(made))  # by another process, in the meantime
            fingerprint = self._embedder.fingerprint
            rows = [
                {
                    "owner_pk": owner_pk,
                    "fingerprint": fingerprint,
                    "token": self._token(text),
                    "vector": np.ascontiguousarray(vector, dtype=VECTOR).tobytes(),
                }
                for text, vector in made.items()
                if text not in known
            ]
            if rows:
                connection.execute(insert(text_vectors), rows)


def keep_only(connection: Connection, owner: str, texts: Iterable[str], token: Token) -> int:
    """Delete the vectors of all of an owner's texts but those; returns how many there were."""
    owner_pk = connection.execute(select(owners.c.owner_pk).where(owners.c.owner == owner)).scalar()
    there = connection.execute(select(text_vectors.c.token).where(text_vectors.c.owner_pk == owner_pk))
    gone = set(there.scalars()) - {token(text) for text in texts}
    for some in chunked(sorted(gone)):
        connection.execute(
            delete(text_vectors).where(text_vectors.c.owner_pk == owner_pk, text_vectors.c.token.in_(some))
        )
    return len(gone)
