"""Forgetting for good: out of the tables, the vectors, the caches, and the bytes on disk."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Protocol, runtime_checkable

from agent.conversation import Round
from agent.errors import UnknownItem
from agent.settings import Keying
from agent.store.chroma import VectorsDamaged
from agent.store.collections import collection_name
from agent.store.files import found_in
from agent.store.indexing import Indexer
from agent.store.keys import Key, keys_of
from agent.store.schema import escaped
from agent.store.values import IndexState, Receipt

_PROBE = 32
"""Characters of one stretch of text that is looked for on disk."""
_SHORTEST = 12
"""A text of fewer bytes stands in a file by chance; its absence is proven by the tables alone."""


@runtime_checkable
class ForgetsTexts(Protocol):
    """An embedder that remembers vectors, and can be made to forget those of some texts."""

    def forget(self, texts: Sequence[str]) -> int:
        """Erase the vectors of those texts; returns how many there were."""


async def forget_session(indexer: Indexer, data_dir: Path, owner: str, session_id: str) -> Receipt:
    """Forget every session of that id, and prove it.

    Raises:
        UnknownItem: the owner has no such session.
        StoreBusy: another process has the vector index; nothing is forgotten.
    """
    return await asyncio.to_thread(_forget, indexer, data_dir, owner, session_id)


def _forget(indexer: Indexer, data_dir: Path, owner: str, session_id: str) -> Receipt:
    with indexer.lock:
        indexer.open()
        going = indexer.reading.session_rounds(owner, session_id)
        if not going:
            raise UnknownItem(f"{owner!r} has no session {session_id!r}: `daybook sessions` lists them")
        # The cache first: once the texts are gone nobody could say which of its vectors to erase.
        cached = _forget_cached(indexer, going)
        before = indexer.reading.index_state(owner)
        counts = indexer.reading.vector_counts(owner)
        sessions, gone = indexer.truth.forget_session(owner, session_id)
        indexer.rings.pop(owner, None)
        indexer.changed(owner)
        _carry_over(indexer, owner, before, counts)
        indexer.sweep()
        removed = {
            "sessions": sessions,
            "rounds": len(gone),
            "turns": sum(len(round_.turns) for round_ in gone),
            "vectors": sum(counts.get(round_.round_id) or 0 for round_ in gone),
            "cached_vectors": cached,
        }
        return Receipt(removed, verified=_is_gone(indexer, data_dir, owner, gone))


def _forget_cached(indexer: Indexer, rounds: Iterable[Round]) -> int:
    embedder = indexer.embedder
    if not isinstance(embedder, ForgetsTexts):
        return 0
    layouts = (Keying.MAX_SIM, Keying.CONCAT)
    texts = {text for round_ in rounds for keying in layouts for _, text in keys_of(round_, embedder, keying)}
    return embedder.forget(sorted(texts))


def _carry_over(indexer: Indexer, owner: str, before: IndexState, counts: dict[str, int | None]) -> None:
    """Copy the vectors that stay into the owner's new collection, whole rounds only.

    Chroma keeps a deleted vector in its file, so the old collection goes as a whole. What cannot be
    copied is embedded again at the next need.
    """
    staying = set(indexer.reading.vector_counts(owner))
    try:
        old = collection_name(owner, before)
        keys = [Key.parse(text) for text in indexer.chroma.ids(old) or ()]
        found = Counter(key.round_id for key in keys)
        whole = {name: found[name] for name in staying if counts.get(name) == found[name]}
        ids = [str(key) for key in keys if key.round_id in whole]
        if ids:
            new = collection_name(owner, indexer.reading.index_state(owner))
            indexer.chroma.upsert(new, ids, indexer.chroma.vectors(old, ids))
        indexer.truth.mark_indexed(whole)
    except VectorsDamaged:
        return


def _is_gone(indexer: Indexer, data_dir: Path, owner: str, gone: Sequence[Round]) -> bool:
    """Search the tables, the vectors and the bytes of the data directory for what was forgotten.

    The same words said elsewhere are not forgotten and may be found.
    """
    names = [round_.round_id for round_ in gone]
    name = collection_name(owner, indexer.reading.index_state(owner))
    kept_keys = {Key.parse(text).round_id for text in indexer.chroma.ids(name) or ()}
    indexer.chroma.tidy()
    if indexer.reading.rounds(owner, names) or kept_keys & set(names):
        return False
    probes = dict(chain.from_iterable(_probes(turn.content) for round_ in gone for turn in round_.turns))
    found = found_in(data_dir, chain(probes, (one.encode() for one in names)))
    return all(probe in probes and indexer.reading.is_said(probes[probe]) for probe in found)


def _probes(text: str) -> Iterator[tuple[bytes, str]]:
    """Cut pieces out of a text's beginning, middle and end, as bytes of the file and as they are."""
    for start in {0, max(0, len(text) // 2 - _PROBE // 2), max(0, len(text) - _PROBE)}:
        piece = text[start : start + _PROBE]
        written = escaped(piece).encode()
        if len(written) >= _SHORTEST:
            yield written, piece
