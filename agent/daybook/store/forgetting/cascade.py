"""Permanent deletion from the tables, the indexes and the bytes on disk, then verified."""

import json
import logging
import secrets
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from itertools import chain
from pathlib import Path

from sqlalchemy import Connection, delete, insert, select, update

from daybook.conversation import Event, Round
from daybook.conversation.errors import StoreBusy
from daybook.conversation.language import Analyzer
from daybook.store.forgetting.byte_search import SHORTEST, BytePatterns, pieces_within
from daybook.store.forgetting.owner_data import (
    OwnerData,
    has_vector_with,
    read_owner,
    rounds_holding,
    turn_texts,
)
from daybook.store.forgetting.planning import ForgetPlan, plan_forgetting
from daybook.store.forgetting.rewriting import ledger_texts
from daybook.store.forgetting.selectors import Selector
from daybook.store.index_rows import drop_if_empty, note_added, note_removed, rename_collections
from daybook.store.indexing import IndexTable
from daybook.store.item_store import count_vectors
from daybook.store.item_table import ItemTable, delete_items
from daybook.store.item_values import item_id
from daybook.store.ledger_table import Ledgers, draft_json, keep_only, note_rewrite
from daybook.store.round_queries import RoundQueries, round_checksum, turn_rows
from daybook.store.round_table import RoundTable, drop_empty_sessions
from daybook.store.search_index import ApproximateIndex
from daybook.store.sql.columns import escaped
from daybook.store.sql.database import Database
from daybook.store.sql.sql_tables import (
    change_in,
    checksum,
    drop_meta,
    index_rows,
    key_of_owner,
    ledger_events,
    owned,
    read_meta,
    read_metas,
    rounds,
    rows_in,
    sessions,
    to_index,
    turns,
    write_meta,
)
from daybook.text.redaction import holds

LOG = logging.getLogger(__name__)
_PROBE = 32
"""Characters of one stretch of text, or bytes of a vector, that are looked for on disk."""
_PAGE = 4096
"""Bytes of a page of SQLite's."""
CLEANUP = "forgetting"
"""Prefix of the metadata names under which cleanup tasks are stored, one for each forgetting."""
_SCRUB = "scrub"
"""The metadata name under which it is noted that bytes of what was deleted may be left in the file."""


@dataclass(frozen=True, slots=True)
class Preview:
    """A preview of a forgetting."""

    removed: Mapping[str, int]
    """As in `Receipt`, of what is in the database."""
    texts: tuple[str, ...]
    """The texts that would go, word for word: whole turns, sentences, and what records say."""
    rounds: tuple[str, ...] = ()
    """The first words that would go of each round, in their order."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """The receipt of a forgetting."""

    removed: Mapping[str, int]
    """How many of each lost something or went: "rounds", and of these "redacted", which lost sentences
    only; "titles" of sessions that lost something or held a phrase; "sessions" without a round;
    "turns", "records", "relations", "events"; "items", and of these "documents" of
    knowledge bases and their "passages"; "vectors", "cached_vectors"."""
    verified: bool
    """A search of the tables, every index, the caches and the bytes of the data directory found nothing
    left."""
    unreached: tuple[str, ...] = ()
    """Places that could not be cleaned, and why: a server's files, the files of documents; a line each."""


@dataclass(frozen=True, slots=True)
class CleanupTasks:
    """Cleanup still due outside of the database, which holds it, forgotten texts too, until then."""

    names: Sequence[str]
    """Ids of rounds and records."""
    texts: Sequence[str]
    """Deleted texts of turns and records."""
    phrases: Sequence[str]
    """Phrases that may occur nowhere any more."""
    collections: Sequence[str] = ()
    """Collections in Chroma that held it."""
    name: str = field(default_factory=lambda: f"{CLEANUP}-{secrets.token_hex(8)}")
    """The metadata name of these tasks."""


@dataclass(frozen=True, slots=True)
class Forgetting:
    """Deletes from one store.

    One transaction deletes everything in the database and stores the cleanup tasks outside of it. A crash
    before its end leaves everything; after a later crash the next opening of the store completes the tasks.
    """

    database: Database
    round_table: RoundTable
    queries: RoundQueries
    table: IndexTable
    approximate: ApproximateIndex
    ledgers: Ledgers
    items: ItemTable
    data_dir: Path
    analyzer: Analyzer

    def preview(self, owner: str, selector: Selector) -> Preview:
        """Return what `forget` would remove: see `Store.preview_forget`."""
        plan = plan_forgetting(selector, self._read(owner))
        rounds = tuple(next(redaction.texts, "") for redaction in plan.redactions.values())
        return Preview(plan.removed, plan.texts, rounds)

    def forget(self, owner: str, selector: Selector) -> Receipt:
        """Delete what a selector names, and verify that it is gone: see `Store.forget`."""
        collections = self.table.collections(owner)
        with self.approximate.held() if collections else nullcontext():  # so that they can go
            with self.database.writing(owner) as connection:
                # Nobody else can write in between.
                plan = plan_forgetting(selector, self._read(owner))
                titles = _forget_titles(connection, owner, plan.redactions.keys(), plan.phrases)
                if plan.is_empty and not titles:
                    return Receipt({**plan.removed, **titles}, verified=True)
                rows = self.table.rows.vectors_of(connection, plan.redactions)
                vectors = sum(count for count, _ in rows)
                vectors += count_vectors(connection, [item.item_pk for item in plan.items])
                tasks = CleanupTasks(plan.names, plan.texts, plan.phrases, tuple(collections))
                cached = _erase(connection, self.round_table, plan, tasks)
            self.ledgers.changed(owner)
            self._clean(tasks)
        removed = {
            **plan.removed,
            **titles,
            "vectors": vectors,
            "cached_vectors": cached,
        }
        unreached = plan.unreached
        if tasks.collections and self.approximate.keeps:
            unreached = (*unreached, self.approximate.keeps)
        probes = frozenset(chain.from_iterable(_vector_probes(count, stored) for count, stored in rows))
        return Receipt(removed, self._is_verified(owner, tasks, probes), unreached)

    def finish(self) -> None:
        """Complete what a crash left undone of a forgetting, unless another process has the graphs."""
        if self.database.unwritable:
            return
        with self.database.reading(None) as connection:
            left = read_metas(connection, CLEANUP)
        for text in left.values():
            try:
                self._clean(CleanupTasks(**json.loads(text)))
            except StoreBusy as busy:
                LOG.warning("what was forgotten is still in the graphs: %s", busy)
        with self.database.reading(None) as connection:
            needs_scrub = read_meta(connection, _SCRUB) == "wanted"
        if needs_scrub and not self.database.is_remote and self.database.vacuum():
            self._note_scrubbed()

    def _read(self, owner: str) -> OwnerData:
        return read_owner(owner, self.database, self.queries, self.ledgers, self.items, self.analyzer)

    def _clean(self, tasks: CleanupTasks) -> None:
        if tasks.collections:
            self.approximate.drop(set(tasks.collections))
        with self.database.writing(None) as connection:
            drop_meta(connection, tasks.name)
            write_meta(connection, _SCRUB, "wanted")

    def _note_scrubbed(self) -> None:
        with self.database.writing(None) as connection:
            write_meta(connection, _SCRUB, "done")

    def _is_verified(self, owner: str, tasks: CleanupTasks, vectors: frozenset[bytes]) -> bool:
        """Search tables, indexes and bytes for anything left; short texts in tables only.

        The same words said elsewhere may be found.
        """
        if not self._is_gone_from_tables(owner, tasks):
            return False
        if self.database.is_remote:
            return True
        self.database.checkpoint()
        is_gone = self._is_gone_from_files(owner, tasks, vectors) or (
            # A page that was split long ago may hold a copy of what was moved out of it then.
            self.database.vacuum() and self._is_gone_from_files(owner, tasks, vectors)
        )
        if is_gone:
            self._note_scrubbed()
        return is_gone

    def _is_gone_from_tables(self, owner: str, tasks: CleanupTasks) -> bool:
        names, phrases = tasks.names, tasks.phrases
        if self.queries.rounds(owner, names) or self.table.rows.has_rows_of(owner, names):
            return False
        events = self.ledgers.events(owner)
        if pieces_within(names, map(str, events)):
            return False
        items, _ = self.items.all_of(owner)
        if any(item_id(owner, item.namespace, item.key) in names for item in items):
            return False
        if not phrases:
            return True
        said = (turn.content for turn in turn_texts(self.database, owner))
        put = (text for item in items for text in item.texts)
        return not any(holds(text, phrases) for text in chain(said, put, ledger_texts(events)))

    def _is_gone_from_files(self, owner: str, tasks: CleanupTasks, vectors: frozenset[bytes]) -> bool:
        """True if no file of the data directory has it; what was said elsewhere as well does not count.

        `vectors` are pieces of the vectors that went.
        """
        probes = dict(chain.from_iterable(_probes(text) for text in (*tasks.texts, *tasks.phrases)))
        names = {name.encode() for name in tasks.names}
        found = BytePatterns([*probes, *names, *vectors]).found_in_folder(self.data_dir)
        if not all(has_vector_with(self.database, piece) for piece in found & vectors):
            return False
        pieces = {probes[pattern] for pattern in found if pattern in probes}
        if found & names:
            return False
        return not pieces or pieces <= self._said_elsewhere(owner, pieces)

    def _said_elsewhere(self, owner: str, pieces: set[str]) -> set[str]:
        found = {  # a round that cannot be read does not count
            piece
            for piece in pieces
            for whose, name in rounds_holding(self.database, piece)
            for round_ in self.queries.rounds(whose, [name])
            if any(piece in turn.content for turn in round_.turns)
        }
        for other in self.queries.owners() if found != pieces else ():
            found |= pieces_within(pieces - found, ledger_texts(self.ledgers.events(other)))
        for other in self.items.owners() if found != pieces else ():
            items, _ = self.items.all_of(other)
            texts = (text for item in items for text in (*item.namespace, *item.texts, *item.said))
            found |= pieces_within(pieces - found, texts)
        return found | pieces_within(pieces - found, [owner])


def _erase(connection: Connection, round_table: RoundTable, plan: ForgetPlan, tasks: CleanupTasks) -> int:
    """Apply a plan to the database: delete, redact, store the cleanup tasks. Return how many vectors went.

    Index rows of a round go with it; a redacted round is indexed anew.
    """
    redacted = {name: change.after for name, change in plan.redactions.items() if change.after is not None}
    round_table.add_tombstones(connection, (*plan.names, *plan.barred))
    _erase_rounds(connection, plan, redacted)
    delete_items(connection, [item.item_pk for item in plan.items])
    _rewrite_events(connection, plan.owner, plan.events)
    note_removed(connection, plan.owner)
    drop_if_empty(connection, plan.owner)
    rename_collections(connection, plan.owner)
    write_meta(connection, tasks.name, json.dumps(asdict(tasks)))
    return keep_only(connection, plan.owner, ledger_texts(plan.events), round_table.token)


def _forget_titles(
    connection: Connection, owner: str, round_ids: Collection[str], phrases: Sequence[str]
) -> dict[str, int]:
    """Remove titles of sessions that lose something, and titles that hold a phrase; count them."""
    titled = select(sessions.c.session_pk, sessions.c.title).where(owned(sessions, owner))
    titled = titled.where(sessions.c.title.is_not(None))
    found = {key: title for key, title in connection.execute(titled)}
    gone = {key for key, title in found.items() if title and holds(title, phrases)}
    touched = rows_in(connection, select(rounds.c.session_pk).distinct(), rounds.c.round_id, round_ids)
    gone |= found.keys() & {key for (key,) in touched}
    change_in(connection, update(sessions).values(title=None), sessions.c.session_pk, gone)
    return {"titles": len(gone)} if gone else {}


def _erase_rounds(connection: Connection, plan: ForgetPlan, redacted: Mapping[str, Round]) -> None:
    owner_pk = key_of_owner(connection, plan.owner)
    change_in(connection, delete(rounds), rounds.c.round_id, plan.redactions.keys() - redacted.keys())
    for table in (turns, index_rows, to_index):
        change_in(connection, delete(table), table.c.round_id, redacted)
    for name, after in redacted.items():
        values = {"round_id": after.round_id, "checksum": round_checksum(after)}
        connection.execute(update(rounds).where(rounds.c.round_id == name).values(values))
    if redacted:
        connection.execute(insert(turns), turn_rows(redacted.values(), owner_pk))
        note_added(connection, owner_pk, [after.round_id for after in redacted.values()])
    drop_empty_sessions(connection, plan.owner)


def _rewrite_events(connection: Connection, owner: str, events: Sequence[Event]) -> None:
    """Replace all of the owner's events by `events`; only rows that differ are written."""
    after = {event.event_id: (event.posted_at, draft_json(event.draft)) for event in events}
    query = select(ledger_events.c.ledger_event_pk, ledger_events.c.draft)
    rows = connection.execute(query.where(owned(ledger_events, owner))).all()
    gone = [key for key, _ in rows if key not in after]
    change_in(connection, delete(ledger_events), ledger_events.c.ledger_event_pk, gone)
    for key, draft in rows:
        if key in after and after[key][1] != draft:
            changed = update(ledger_events).where(ledger_events.c.ledger_event_pk == key)
            connection.execute(changed.values(draft=after[key][1], checksum=checksum(*after[key])))
    note_rewrite(connection, owner)


def _vector_probes(count: int, stored: bytes) -> Iterator[bytes]:
    """Yield pieces of vectors: the beginning and end of each within a page, the only part that SQLite moves.

    Pieces of few different bytes, which stand anywhere, are left out.
    """
    size = len(stored) // count if count else 0
    for start in range(0, min(len(stored), _PAGE), size or _PAGE):
        for piece in (stored[start : start + _PROBE], stored[start + size - _PROBE : start + size]):
            if len(piece) >= SHORTEST and len(set(piece)) > SHORTEST:
                yield piece


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
