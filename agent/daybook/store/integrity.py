"""Checks a store, part by part, and changes nothing."""

from dataclasses import dataclass

from sqlalchemy import select

from daybook.conversation import round_id
from daybook.conversation.errors import EmbedderMismatch, StoreBusy, StoreError
from daybook.store.fact_queue import ModelQueue
from daybook.store.index_rows import intact
from daybook.store.indexing import Indexer
from daybook.store.item_store import Items
from daybook.store.round_queries import RoundQueries
from daybook.store.search_index import ApproximateIndex
from daybook.store.sql.columns import Garbled
from daybook.store.sql.database import Database, schema_version
from daybook.store.sql.sql_tables import HEAD, checksum, sessions


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One line of the store's check of itself."""

    name: str
    ok: bool
    detail: str


_NAMED = 5
"""Ids of rounds that one finding names."""


@dataclass(frozen=True, slots=True)
class Checker:
    """Looks at the parts of one store."""

    database: Database
    queries: RoundQueries
    indexer: Indexer
    approximate: ApproximateIndex
    items: Items

    def check(self) -> list[CheckResult]:
        """Check the database, its schema, rounds, sessions, what is to be indexed, embedder and vectors."""
        findings = [self._database(), self._schema()]
        if not findings[0].ok:
            return findings
        findings += [self._rounds(), self._sessions(), self._indexing(), self._embedder(), self._rows()]
        return [*findings, *self._items(), *self._graphs(), *self._facts_by_model()]

    def _database(self) -> CheckResult:
        try:
            problems = self.database.problems()
        except StoreError as error:
            return CheckResult("database", False, str(error))
        return CheckResult("database", not problems, "; ".join(problems) or "sound")

    def _schema(self) -> CheckResult:
        try:
            with self.database.reading(None) as connection:
                version = schema_version(connection)
        except StoreError as error:
            return CheckResult("schema", False, str(error))
        return CheckResult("schema", version == HEAD, f"version {version}")

    def _rounds(self) -> CheckResult:
        """Compare every round with its id, which is a hash of it; a text is never quoted."""
        wrong: list[str] = []
        for owner in self.queries.owners():
            readable, unreadable = self.queries.read_all(owner)
            wrong += unreadable
            for found in readable:
                place = (owner, found.session_id, found.occurrence, found.position)
                if found.round_id != round_id(*place, found.user, found.assistant):
                    wrong.append(found.round_id)
        if wrong:
            named = ", ".join(wrong[:_NAMED]) + (f" and {len(wrong) - _NAMED} more" if wrong[_NAMED:] else "")
            text = f"{len(wrong)} of them are not as they were said: {named}; put a copy of the database back"
            return CheckResult("rounds", False, text)
        if left := self.indexer.table.count_left_behind():
            text = f"{left} indexes are of owners whose rounds were lost: put a copy of the database back"
            return CheckResult("rounds", False, text)
        return CheckResult("rounds", True, "all are as they were said")

    def _sessions(self) -> CheckResult:
        columns = (sessions.c[name] for name in ("session_id", "occurrence", "started_at", "checksum"))
        wrong = sum(
            isinstance(name, Garbled)
            or started_at is None
            or checked != checksum(name, occurrence, started_at)
            for name, occurrence, started_at, checked in self.database.rows(None, select(*columns))
        )
        text = f"{wrong} of them are not as they were kept: put a copy of the database back"
        return CheckResult("sessions", not wrong, text if wrong else "all are as they were kept")

    def _indexing(self) -> CheckResult:
        left = self.indexer.table.rows.count_lacking(None)
        waiting = f"{left} rounds yet to be indexed: done at the next question"
        return CheckResult("indexing", True, waiting if left else "every round is indexed")

    def _embedder(self) -> CheckResult:
        try:
            for owner in self.queries.owners():
                self.indexer.index_of(owner)
        except EmbedderMismatch as error:
            return CheckResult("embedder", False, str(error))
        return CheckResult("embedder", True, self.indexer.embedder.fingerprint)

    def _items(self) -> list[CheckResult]:
        if not self.items.table.count():
            return []
        there = unreadable = damaged = 0
        for owner in self.items.table.owners():
            stored, wrong = self.items.table.all_of(owner)
            there, unreadable = there + len(stored) + wrong, unreadable + wrong
            damaged += sum(len(wrong) for _, wrong in self.items.vectors.after(owner, 0))
        if unreadable:
            text = f"{unreadable} of them are not as they were put: put a copy of the database back"
            return [CheckResult("items", False, text)]
        if damaged:
            text = f"what {damaged} of them are found by is damaged: the next search makes it anew"
            return [CheckResult("items", False, text)]
        documents, passages = self.items.table.count_documents()
        of_documents = f", of these {documents} documents and {passages} passages" if documents else ""
        return [CheckResult("items", True, f"{there} items{of_documents}, all as they were put")]

    def _graphs(self) -> list[CheckResult]:
        try:
            problem = self.approximate.problem()
        except StoreBusy:
            return [CheckResult("graphs", True, "another process has them")]
        return [CheckResult("graphs", False, problem)] if problem else []

    def _facts_by_model(self) -> list[CheckResult]:
        counts, parts = ModelQueue(self.database).counts(), []
        if counts.wanted:
            parts.append(f"{counts.wanted} rounds wait for the chat model: read after the next reply")
        if counts.given_up:
            parts.append(
                f"{counts.given_up} given up, as the model failed on them again and again: `daybook import` "
                "with --facts-by-model tries once more"
            )
        return [CheckResult("facts by model", True, "; ".join(parts))] if parts else []

    def _rows(self) -> CheckResult:
        rows = keys = damaged = missing = 0
        for owner in self.queries.owners():
            for index in self.indexer.table.all_of(owner):
                for part in self.indexer.table.rows.after(owner, index.index_pk, 0):
                    sound, wrong = intact(part)
                    rows, damaged = rows + len(part), damaged + len(wrong)
                    keys += sum(row.keys for row in sound)
                missing += len(self.indexer.table.rows.missing(owner, index.index_pk))
        if damaged or missing:
            text = f"{damaged} rows are damaged and {missing} are missing: `daybook reindex` makes them anew"
            return CheckResult("vectors", False, text)
        return CheckResult("vectors", True, f"{keys} vectors of {rows} rounds, all as they were made")
