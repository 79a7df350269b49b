"""The data of an owner that forgetting reads: all texts, and of rounds only those that may lose something."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from sqlalchemy import func, select

from daybook.conversation import Event, Round
from daybook.conversation.errors import StoreError
from daybook.conversation.language import Analyzer
from daybook.store.item_table import ItemTable
from daybook.store.item_values import StoredItem
from daybook.store.ledger_table import Ledgers
from daybook.store.round_queries import SESSIONS, RoundQueries
from daybook.store.sql.columns import Garbled
from daybook.store.sql.database import Database
from daybook.store.sql.sql_tables import (
    index_rows,
    item_vectors,
    owned,
    owners,
    rounds,
    rows_in,
    sessions,
    text_vectors,
    turns,
)

SessionKey: TypeAlias = tuple[str, int]
"""The id of a session, and its occurrence."""


class TurnText(NamedTuple):
    """The text of a turn, and what it recalls."""

    round_id: str
    content: str
    """`Garbled` where it cannot be read."""
    sources: tuple[str, ...]
    """Ids of the rounds and records that it recalls."""


def turn_texts(database: Database, owner: str) -> list[TurnText]:
    """Read what every turn of the owner says and recalls, in round order; much cheaper than whole rounds."""
    query = (
        select(rounds.c.round_id, turns.c.content, turns.c.sources)
        .select_from(rounds.outerjoin(turns, turns.c.round_id == rounds.c.round_id))
        .where(owned(rounds, owner))
        .order_by(rounds.c.session_pk, rounds.c.position, rounds.c.round_id)
    )
    return [
        TurnText(
            name,
            Garbled() if content is None else content,  # a round without a turn
            tuple(map(str, sources)) if isinstance(sources, list) else (),
        )
        for name, content, sources in database.rows(owner, query)
    ]


def rounds_holding(database: Database, piece: str) -> list[tuple[str, str]]:
    """Return (owner, id) of every round that holds a piece; LIKE finds some others as well."""
    stored = turns.join(rounds, rounds.c.round_id == turns.c.round_id)
    stored = stored.join(owners, owners.c.owner_pk == rounds.c.owner_pk)
    query = select(owners.c.owner, turns.c.round_id).select_from(stored).distinct()
    found = database.rows(None, query.where(turns.c.content.contains(piece, autoescape=True)))
    return [(owner, name) for owner, name in found]


def has_vector_with(database: Database, piece: bytes) -> bool:
    """True if a vector of a round, a record or an item holds those bytes; in SQLite only."""
    kept = (index_rows.c.vectors, text_vectors.c.vector, item_vectors.c.vectors)
    found = (select(column).where(func.instr(column, piece) > 0).limit(1) for column in kept)
    return any(database.rows(None, query) for query in found)


@dataclass(frozen=True, slots=True)
class OwnerData:
    """The stored data of an owner; rounds are read when they are asked for."""

    owner: str
    events: tuple[Event, ...]
    texts: Mapping[str, list[TurnText]]
    """The turns of every round, by its id, in order."""
    recalled: Mapping[str, set[str]]
    """Ids of the rounds that recall a round or record, by its id."""
    items: tuple[StoredItem, ...]
    database: Database
    queries: RoundQueries
    analyzer: Analyzer
    _read: dict[str, Round] = field(default_factory=dict)

    def rounds(self, names: Iterable[str]) -> dict[str, Round]:
        """Return the rounds of those ids by id, in their order; unknown ids are skipped."""
        asked = set(names)
        wanted = [name for name in self.texts if name in asked]
        missing = [name for name in wanted if name not in self._read]
        found = self.queries.rounds(self.owner, missing)
        self._read.update((round_.round_id, round_) for round_ in found)
        _refuse([name for name in wanted if name not in self._read])
        return {name: self._read[name] for name in wanted}

    def recalling(self, names: Iterable[str]) -> set[str]:
        """Return the ids of the rounds that recall one of those, or that recall such a round, and so on."""
        found: set[str] = set()
        waiting = list(names)
        while waiting:
            more = self.recalled.get(waiting.pop(), set()) - found
            found |= more
            waiting += more
        return found

    def sizes(self, session_ids: Iterable[str]) -> Counter[SessionKey]:
        """Count the rounds of each session of those ids."""
        place = (sessions.c.session_id, sessions.c.occurrence)
        query = select(*place, func.count(rounds.c.round_id)).select_from(SESSIONS).group_by(*place)
        with self.database.reading(self.owner) as connection:
            of_owner = query.where(owned(sessions, self.owner))
            rows = rows_in(connection, of_owner, sessions.c.session_id, set(session_ids))
            return Counter({(session_id, occurrence): count for session_id, occurrence, count in rows})


def read_owner(
    owner: str,
    database: Database,
    queries: RoundQueries,
    ledgers: Ledgers,
    items: ItemTable,
    analyzer: Analyzer,
) -> OwnerData:
    """Read what the owner has; raises StoreError where something unreadable may repeat what is forgotten."""
    texts: dict[str, list[TurnText]] = defaultdict(list)
    recalled: dict[str, set[str]] = defaultdict(set)
    for turn in turn_texts(database, owner):
        texts[turn.round_id].append(turn)
        for source in turn.sources:
            recalled[source].add(turn.round_id)
    _refuse({name for name, said in texts.items() if any(isinstance(turn.content, Garbled) for turn in said)})
    stored, unreadable = items.all_of(owner)
    if unreadable:
        raise StoreError(
            f"nothing is forgotten, for {unreadable} items cannot be read and may hold it: "
            "put a copy of the database back"
        )
    events = tuple(ledgers.events(owner))
    return OwnerData(owner, events, texts, recalled, tuple(stored), database, queries, analyzer)


def _refuse(unreadable: Collection[str]) -> None:
    if unreadable:
        raise StoreError(
            f"nothing is forgotten, for rounds cannot be read ({', '.join(sorted(unreadable)[:5])})"
            " and may hold it: put a copy of the database back"
        )
