"""Verifies a forgetting: searches tables, indexes and bytes for anything that is left."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from daybook.english.redaction import holds
from daybook.store.byte_search import SHORTEST, BytePatterns, pieces_within
from daybook.store.columns import escaped
from daybook.store.forgetting.erasing import CleanupTasks
from daybook.store.forgetting.ledger_rewrite import ledger_texts
from daybook.store.forgetting.narrow_queries import rounds_holding, turn_texts
from daybook.store.index_table import IndexTable
from daybook.store.item_table import ItemTable
from daybook.store.item_values import item_id
from daybook.store.ledger import Ledgers
from daybook.store.round_queries import RoundQueries

_PROBE = 32
"""Characters of one stretch of text that is looked for on disk."""


@dataclass(frozen=True, slots=True)
class Verifier:
    """Looks for what an owner's forgetting removed.

    The same words said elsewhere may be found; texts too short for a byte search are looked for in the
    tables alone.
    """

    queries: RoundQueries
    table: IndexTable
    ledgers: Ledgers
    items: ItemTable
    owner: str
    tasks: CleanupTasks

    def is_gone_from_tables(self) -> bool:
        """Whether neither rounds nor rows of an index nor items nor events have it."""
        names, phrases = self.tasks.names, self.tasks.phrases
        if self.queries.rounds(self.owner, names) or self.table.rows.has_rows_of(self.owner, names):
            return False
        events = self.ledgers.events(self.owner)
        named = BytePatterns(name.encode() for name in names)
        if named.found_in("\n".join(map(str, events)).encode("utf-8", "replace")):
            return False
        items, _ = self.items.all_of(self.owner)
        if any(item_id(self.owner, item.namespace, item.key) in names for item in items):
            return False
        if not phrases:
            return True
        said = (turn.content for turn in turn_texts(self.queries.database, self.owner))
        put = (text for item in items for text in item.texts)
        return not any(holds(text, phrases) for text in chain(said, put, ledger_texts(events)))

    def is_gone_from_files(self, data_dir: Path) -> bool:
        """Whether no file of the data directory has it; what was said elsewhere as well does not count."""
        tasks = self.tasks
        probes = dict(chain.from_iterable(_probes(text) for text in (*tasks.texts, *tasks.phrases)))
        names = [name.encode() for name in tasks.names]
        found = BytePatterns([*probes, *names]).found_in_folder(data_dir)
        pieces = {probes[pattern] for pattern in found if pattern in probes}
        if len(found & set(names)):
            return False
        return not pieces or pieces <= self._said_elsewhere(pieces)

    def _said_elsewhere(self, pieces: set[str]) -> set[str]:
        """Return the pieces that occur in what is stored of any owner."""
        found = {piece for piece in pieces if self._is_in_rounds(piece)}
        for owner in self.queries.owners() if found != pieces else ():
            found |= pieces_within(pieces - found, ledger_texts(self.ledgers.events(owner)))
        for owner in self.items.owners() if found != pieces else ():
            kept, _ = self.items.all_of(owner)
            texts = (text for item in kept for text in (*item.namespace, *item.texts, *item.said))
            found |= pieces_within(pieces - found, texts)
        return found | pieces_within(pieces - found, [self.owner])

    def _is_in_rounds(self, piece: str) -> bool:
        """Whether a round of anybody holds a piece; one that cannot be read does not count."""
        for owner, name in rounds_holding(self.queries.database, piece):
            for round_ in self.queries.rounds(owner, [name]):
                if any(piece in turn.content for turn in round_.turns):
                    return True
        return False


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
