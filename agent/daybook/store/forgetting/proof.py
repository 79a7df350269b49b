"""Searches tables, indexes and bytes for anything left of what was forgotten."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from daybook.english.redaction import holds
from daybook.store.collections import collection_name
from daybook.store.forgetting.erasing import Duties
from daybook.store.forgetting.events import told_by
from daybook.store.indexing import Indexer
from daybook.store.keys import Key
from daybook.store.ledger import Ledgers
from daybook.store.needles import SHORTEST, Needles
from daybook.store.schema import escaped

_PROBE = 32
"""Characters of one stretch of text that is looked for on disk."""


def is_gone(indexer: Indexer, ledgers: Ledgers, data_dir: Path, owner: str, duties: Duties) -> bool:
    """Search the tables, the vectors and the bytes of the data directory for what was forgotten.

    The same words said elsewhere are not forgotten and may be found; texts too short to be looked for
    in bytes are proven by the tables alone.
    """
    indexer.chroma.tidy()
    return (
        not _in_tables(indexer, ledgers, owner, duties)
        and not _in_vectors(indexer, owner, duties)
        and not _in_bytes(indexer, ledgers, data_dir, duties)
    )


def _in_tables(indexer: Indexer, ledgers: Ledgers, owner: str, duties: Duties) -> bool:
    if indexer.reading.rounds(owner, duties.names):
        return True
    events = ledgers.events(owner)
    named = Needles(name.encode() for name in duties.names)
    if named.found_in("\n".join(map(str, events)).encode("utf-8", "replace")):
        return True
    if not duties.phrases:
        return False
    said = (turn.content for round_ in indexer.reading.all_rounds(owner) for turn in round_.turns)
    return any(holds(text, duties.phrases) for text in chain(said, told_by(events)))


def _in_vectors(indexer: Indexer, owner: str, duties: Duties) -> bool:
    name = collection_name(owner, indexer.reading.index_state(owner))
    kept = {Key.parse(text).round_id for text in indexer.chroma.ids(name) or ()}
    indexer.chroma.tidy()
    return not kept.isdisjoint(duties.names)


def _in_bytes(indexer: Indexer, ledgers: Ledgers, data_dir: Path, duties: Duties) -> bool:
    probes = dict(chain.from_iterable(_probes(text) for text in (*duties.texts, *duties.phrases)))
    names = [name.encode() for name in duties.names]
    found = Needles([*probes, *names]).found_below(data_dir)
    pieces = {probes[needle] for needle in found if needle in probes}
    if len(found & set(names)):
        return True
    return bool(pieces) and not pieces <= _said_elsewhere(indexer, ledgers, pieces)


def _said_elsewhere(indexer: Indexer, ledgers: Ledgers, pieces: Iterable[str]) -> set[str]:
    """Say which pieces stand in what is kept of anybody."""
    encoded = {piece.encode("utf-8", "surrogatepass"): piece for piece in pieces}
    needles = Needles(encoded)
    found: set[bytes] = set()
    for owner in indexer.reading.owners():
        said = (turn.content for round_ in indexer.reading.all_rounds(owner) for turn in round_.turns)
        kept = "\0".join(chain(said, told_by(ledgers.events(owner))))
        found |= needles.found_in(kept.encode("utf-8", "surrogatepass"))
    return {encoded[needle] for needle in found}


def _probes(text: str) -> Iterator[tuple[bytes, str]]:
    """Cut pieces out of a text's beginning, middle and end, in every form that a file may hold them in."""
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
