"""What new records are compared with: the active records, by session, by what they share and by vector."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from itertools import count
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from daybook.conversation import Draft, Ledger, Record, Relation, RelationKind, Status, Support
from daybook.conversation.language import Values
from daybook.ledger.indexed_ledger import IndexedLedger

Vectors = Mapping[str, NDArray[np.float32]]
"""Unit vectors by text."""

_NEVER = datetime.max.replace(tzinfo=UTC)


class ActiveRecords(IndexedLedger):
    """The records of a ledger, and indexes of those that are active."""

    def __init__(self, ledger: Ledger, vectors: Vectors, values: Values) -> None:
        super().__init__(ledger, values)
        self._vectors = vectors
        self._sessions: dict[str, set[str]] = defaultdict(set)
        """Ids of records by session of a support; a record may have lost it since."""
        for record in ledger.records.values():
            self._note_sessions(record.record_id, record.support)
        self._rows: list[int] = []
        """Places of the active records, in order, once their vectors are needed."""
        self._matrix: NDArray[np.float32] | None = None
        """Their vectors in its first rows."""

    def apply(self, draft: Draft) -> dict[str, Record | None]:
        """Apply a draft."""
        before = super().apply(draft)
        for change in draft.changes:
            if change.op == "write":
                self._note_sessions(change.record.record_id, change.record.support)
            elif change.op == "reinforce" and change.record_id in before:
                self._note_sessions(change.record_id, [change.support])
        for name, old in before.items():
            if name in self.records:
                self._note_vector(old, self.records[name])
        return before

    def active_of_slot(self, slot: str) -> list[Record]:
        """List the active records of a slot."""
        return [record for record in self.of_slot(slot, since=_NEVER) if record.status is Status.ACTIVE]

    def last_said(self, record: Record) -> Record | None:
        """Return the active record before a new one: the last of its session, else of all said by then."""
        session_id = record.support[0].session_id
        said = (self.records.get(name) for name in self._sessions.get(session_id, ()))
        of_session = [
            known
            for known in said
            if known is not None
            and known.status is Status.ACTIVE
            and any(support.session_id == session_id for support in known.support)
        ]
        if of_session:
            return max(of_session, key=self.place)
        by_then = [
            known
            for known in self.records.values()
            if known.status is Status.ACTIVE and known.said_at <= record.said_at
        ]
        return max(by_then, key=lambda known: (known.said_at, self.place(known)), default=None)

    def nearest(self, text: str, most: int, *, least: float) -> list[tuple[Record, float]]:
        """List the active records nearest to a text, the nearest first, with cosines of at least `least`."""
        if not self.count(Status.ACTIVE):
            return []
        cosines = self._rows_of_active() @ self._vectors[text]
        near = np.flatnonzero(cosines >= least)
        best = near[np.argsort(-cosines[near], kind="stable")[:most]]
        records = (self.at(self._rows[row]) for row in best)
        return [
            (record, float(cosines[row]))
            for row, record in zip(best, records, strict=True)
            if record is not None
        ]

    def _note_sessions(self, name: str, support: Iterable[Support]) -> None:
        for session_id in {said.session_id for said in support}:
            self._sessions[session_id].add(name)

    def _rows_of_active(self) -> NDArray[np.float32]:
        if self._matrix is None:
            active = [record for record in self.records.values() if record.status is Status.ACTIVE]
            self._rows = [self.place(record) for record in active]
            self._matrix = np.stack([self._vectors[record.text] for record in active])
        return self._matrix[: len(self._rows)]

    def _note_vector(self, old: Record | None, record: Record) -> None:
        """Move up or down the rows behind that of a record that becomes active, or ceases to be."""
        if self._matrix is None:
            return
        row = bisect_left(self._rows, self.place(record))
        length = len(self._rows)
        if old is not None and old.status is Status.ACTIVE:
            if record.status is Status.ACTIVE and record.text == old.text:
                return
            self._matrix[row : length - 1] = self._matrix[row + 1 : length]
            del self._rows[row]
            length -= 1
        if record.status is Status.ACTIVE:
            if length == len(self._matrix):
                self._matrix = np.concatenate([self._matrix, np.empty_like(self._matrix)])
            self._matrix[row + 1 : length + 1] = self._matrix[row:length]
            self._matrix[row] = self._vectors[record.text]
            self._rows.insert(row, self.place(record))


class DependentRecords:
    """Edges of records that depend on others, by what they depend on."""

    def __init__(self, relations: Iterable[Relation]) -> None:
        self._order = count()
        self._edges: dict[str, list[tuple[int, Relation]]] = defaultdict(list)
        self.add(relations)

    def add(self, relations: Iterable[Relation]) -> None:
        """Add those relations that say that something depends on something."""
        for edge in relations:
            if edge.kind is RelationKind.DEPENDS_ON:
                self._edges[edge.target].append((next(self._order), edge))

    def on(self, names: Iterable[str]) -> list[Relation]:
        """List what depends on one of those records, in the order in which it was added."""
        found = [numbered for name in names for numbered in self._edges.get(name, ())]
        return [edge for _, edge in sorted(found, key=itemgetter(0))]
