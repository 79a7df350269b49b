"""Verifies a forgetting: searches tables, indexes and bytes for anything that is left."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from daybook.english.redaction import holds
from daybook.store.byte_search import SHORTEST, BytePatterns
from daybook.store.collections import collection_name
from daybook.store.forgetting.erasing import CleanupTasks
from daybook.store.forgetting.ledger_rewrite import ledger_texts
from daybook.store.indexing import Indexer
from daybook.store.keys import Key
from daybook.store.ledger import Ledgers
from daybook.store.schema import escaped

_PROBE = 32
"""Characters of one stretch of text that is looked for on disk."""


def is_gone(indexer: Indexer, ledgers: Ledgers, data_dir: Path, owner: str, tasks: CleanupTasks) -> bool:
    """Whether a search of the tables, the vectors and the bytes on disk finds nothing that was forgotten.

    The same words said elsewhere may be found; texts too short for a byte search are checked in the
    tables alone.
    """
    indexer.chroma.tidy_files()
    return (
        not _in_tables(indexer, ledgers, owner, tasks)
        and not _in_vectors(indexer, owner, tasks)
        and not _in_bytes(indexer, ledgers, data_dir, tasks)
    )


def _in_tables(indexer: Indexer, ledgers: Ledgers, owner: str, tasks: CleanupTasks) -> bool:
    if indexer.queries.rounds(owner, tasks.names):
        return True
    events = ledgers.events(owner)
    named = BytePatterns(name.encode() for name in tasks.names)
    if named.found_in("\n".join(map(str, events)).encode("utf-8", "replace")):
        return True
    if not tasks.phrases:
        return False
    said = (turn.content for round_ in indexer.queries.all_rounds(owner) for turn in round_.turns)
    return any(holds(text, tasks.phrases) for text in chain(said, ledger_texts(events)))


def _in_vectors(indexer: Indexer, owner: str, tasks: CleanupTasks) -> bool:
    name = collection_name(owner, indexer.queries.index_state(owner))
    kept = {Key.parse(text).round_id for text in indexer.chroma.ids(name) or ()}
    indexer.chroma.tidy_files()
    return not kept.isdisjoint(tasks.names)


def _in_bytes(indexer: Indexer, ledgers: Ledgers, data_dir: Path, tasks: CleanupTasks) -> bool:
    probes = dict(chain.from_iterable(_probes(text) for text in (*tasks.texts, *tasks.phrases)))
    names = [name.encode() for name in tasks.names]
    found = BytePatterns([*probes, *names]).found_in_folder(data_dir)
    pieces = {probes[pattern] for pattern in found if pattern in probes}
    if len(found & set(names)):
        return True
    return bool(pieces) and not pieces <= _said_elsewhere(indexer, ledgers, pieces)


def _said_elsewhere(indexer: Indexer, ledgers: Ledgers, pieces: Iterable[str]) -> set[str]:
    """Return the pieces that occur in what is stored of any owner."""
    encoded = {piece.encode("utf-8", "surrogatepass"): piece for piece in pieces}
    patterns = BytePatterns(encoded)
    found: set[bytes] = set()
    for owner in indexer.queries.owners():
        said = (turn.content for round_ in indexer.queries.all_rounds(owner) for turn in round_.turns)
        kept = "\0".join(chain(said, ledger_texts(ledgers.events(owner))))
        found |= patterns.found_in(kept.encode("utf-8", "surrogatepass"))
    return {encoded[pattern] for pattern in found}


def _probes(text: str) -> Iterator[tuple[bytes, str]]:
    """Yield pieces of a text's beginning, middle and end, in every encoding that a file may hold."""
    for start in {0, max(0, len(text) // 2 - _PROBE // 2), max(0, len(text) - _PROBE)}:
        piece = text[start : start + _PROBE]
        if len(piece.encode("utf-8", "surrogatepass")) < SHORTEST:
            continue
        forms = {
            escaped(piece),
            json.dumps(escaped(piece), ensure_ascii=False)[1:-1],
            json.dumps(piece)[1:-1],
        }
        for form in forms:
            yield form.encode(), piece
