"""The tables of the database, and what every query of them shares: SQLite by default, PostgreSQL by URL."""

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, tzinfo
from typing import Any, TypeVar, TypeVarTuple
from zlib import crc32

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Connection,
    Delete,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Row,
    Select,
    String,
    Table,
    Text,
    UniqueConstraint,
    Update,
    delete,
    insert,
    select,
    text,
    true,
)

from daybook.conversation.zones import find_zone
from daybook.store.sql.columns import Json, Moment, Verbatim

HEAD = "v1"
"""The newest schema; a database at an older one that has a migration gets it when it is opened."""

metadata = MetaData()

owners = Table(
    "owners",
    metadata,
    Column("owner_pk", Integer, primary_key=True),
    Column("owner", Verbatim, nullable=False, unique=True),
    # What may be written into the ledger, as JSON; NULL for the default.
    Column("policy", Verbatim),
    # In which zone their days begin, by its IANA name; NULL for that of the process.
    Column("time_zone", String(60)),
    # How often ledger events were changed in place, which the key of the last one does not tell.
    Column("ledger_rewrites", Integer, nullable=False, default=0, server_default=text("0")),
)


def _owner_pk(*, index: bool = False) -> Column[int]:
    """The owner of the row; in every table of an owner, for row-level security."""
    key = ForeignKey("owners.owner_pk", ondelete="CASCADE")
    return Column("owner_pk", key, nullable=False, index=index)


def _utc_offset() -> Column[int]:
    """The seconds by which the clock was ahead of UTC where it was said; NULL where nobody said."""
    return Column("utc_offset", Integer)


sessions = Table(
    "sessions",
    metadata,
    Column("session_pk", Integer, primary_key=True),
    _owner_pk(),
    Column("session_id", Verbatim, nullable=False),
    Column("occurrence", Integer, nullable=False),
    Column("started_at", Moment, nullable=False),
    _utc_offset(),
    Column("checksum", BigInteger, nullable=False),
    # What it is called where it was imported from; NULL for nothing, and where some of it was forgotten.
    Column("title", Verbatim),
    UniqueConstraint("owner_pk", "session_id", "occurrence"),
)

_WANTED = text("by_model = 'wanted'")

rounds = Table(
    "rounds",
    metadata,
    Column("round_id", String(40), primary_key=True),
    _owner_pk(),
    Column("session_pk", ForeignKey("sessions.session_pk", ondelete="CASCADE"), nullable=False, index=True),
    Column("position", Integer, nullable=False),
    Column("said_at", Moment, nullable=False),
    _utc_offset(),
    # Of what was said, by whom and when.
    Column("checksum", BigInteger, nullable=False),
    # Whether a chat model is to read it for facts, or has (`ByModel`); NULL where nobody asked for it.
    Column("by_model", String(10)),
    # How often a model has failed on it.
    Column("model_failures", Integer, nullable=False, default=0, server_default=text("0")),
    # The sensitive slots of which facts wait for the owner's consent, with spaces between; NULL for none.
    Column("held_back", String(200)),
    Index("ix_rounds_owner", "owner_pk", "said_at"),
    Index("ix_rounds_wanted", "owner_pk", sqlite_where=_WANTED, postgresql_where=_WANTED),
)

turns = Table(
    "turns",
    metadata,
    Column("round_id", ForeignKey("rounds.round_id", ondelete="CASCADE"), primary_key=True),
    Column("role", String(20), primary_key=True),
    _owner_pk(),
    Column("content", Verbatim, nullable=False),
    Column("said_at", Moment),
    Column("speaker", Verbatim),
    Column("sources", Json),
)

# The index of an owner's rounds under one embedder and one layout of keys.
indexes = Table(
    "indexes",
    metadata,
    Column("index_pk", Integer, primary_key=True),
    _owner_pk(index=True),
    Column("fingerprint", String(200), nullable=False),
    Column("layout", String(20), nullable=False),
    # Whether every round that was there when it was begun is in it: until then it answers nothing.
    Column("built", Boolean, nullable=False),
    # Raised when rows are taken out, which the key of the last row does not tell.
    Column("revision", Integer, nullable=False, default=0),
    # The Chroma collection of it; NULL where there never was one. Forgetting gives it another name.
    Column("collection", String(40)),
)

# What an index holds of a round. Written once, replaced never.
index_rows = Table(
    "index_rows",
    metadata,
    Column("row_pk", Integer, primary_key=True),
    _owner_pk(),
    Column("index_pk", ForeignKey("indexes.index_pk", ondelete="CASCADE"), nullable=False),
    Column("round_id", ForeignKey("rounds.round_id", ondelete="CASCADE"), nullable=False),
    # How many keys there are, and so how many vectors.
    Column("keys", Integer, nullable=False),
    # See `keys.py` for the forms of these, and what the checksum is of.
    Column("spans", LargeBinary, nullable=False),
    Column("words", LargeBinary, nullable=False),
    Column("speakers", Json),
    Column("checksum", BigInteger, nullable=False),
    Column("vectors", LargeBinary, nullable=False),
    UniqueConstraint("round_id", "index_pk"),
    Index("ix_index_rows_index", "index_pk", "row_pk"),
    sqlite_autoincrement=True,  # the key of a deleted row is not given again
)

# Rounds that an index lacks, in the order in which they are to be indexed.
to_index = Table(
    "to_index",
    metadata,
    Column("place", Integer, primary_key=True),
    _owner_pk(),
    Column("index_pk", ForeignKey("indexes.index_pk", ondelete="CASCADE"), nullable=False),
    Column("round_id", ForeignKey("rounds.round_id", ondelete="CASCADE"), nullable=False),
    UniqueConstraint("round_id", "index_pk"),
    Index("ix_to_index_index", "index_pk", "place"),
)

# Vectors of what the ledger says, under a keyed hash of the text.
text_vectors = Table(
    "text_vectors",
    metadata,
    Column("owner_pk", ForeignKey("owners.owner_pk", ondelete="CASCADE"), primary_key=True),
    Column("fingerprint", String(200), primary_key=True),
    Column("token", String(64), primary_key=True),
    Column("vector", LargeBinary, nullable=False),
)

tombstones = Table("tombstones", metadata, Column("token", String(64), primary_key=True))

meta = Table(
    "meta",
    metadata,
    Column("name", String(60), primary_key=True),
    Column("value", Text, nullable=False),
)

# What changed in the ledger and why, as JSON. Nothing else of the ledger is kept: it is their fold.
ledger_events = Table(
    "ledger_events",
    metadata,
    Column("ledger_event_pk", Integer, primary_key=True),
    _owner_pk(index=True),
    Column("posted_at", Moment, nullable=False),
    Column("draft", Verbatim, nullable=False),
    Column("checksum", BigInteger, nullable=False),
)

# What a server knows a client by: the SHA-256 of a token, never the token.
access_tokens = Table(
    "access_tokens",
    metadata,
    Column("token_pk", Integer, primary_key=True),
    Column("digest", String(64), nullable=False, unique=True),
    # Whose memory it opens; NULL for any, where each request names one.
    Column("owner", Verbatim),
    Column("label", Verbatim, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("expires_at", Moment),
)

# Documents that agents keep under a namespace and a key, beside rounds. A row is written once: what is put
# in the place of another has a new key.
items = Table(
    "items",
    metadata,
    Column("item_pk", Integer, primary_key=True),
    _owner_pk(),
    # Its labels, with dots between: no label holds one.
    Column("namespace", Verbatim, nullable=False),
    Column("key", Verbatim, nullable=False),
    Column("value", Json, nullable=False),
    # The paths of the fields that it is found by; NULL for the whole value, and none for none.
    Column("fields", Json),
    Column("created_at", Moment, nullable=False),
    Column("updated_at", Moment, nullable=False),
    Column("checksum", BigInteger, nullable=False),
    UniqueConstraint("owner_pk", "namespace", "key"),
    sqlite_autoincrement=True,  # the key of a deleted row is not given again
)

# What an item is found by under one embedder.
item_vectors = Table(
    "item_vectors",
    metadata,
    Column("row_pk", Integer, primary_key=True),
    _owner_pk(),
    Column("item_pk", ForeignKey("items.item_pk", ondelete="CASCADE"), nullable=False),
    Column("fingerprint", String(200), nullable=False),
    # How many vectors there are.
    Column("keys", Integer, nullable=False),
    # See `keys.py` for the forms of these, and what the checksum is of.
    Column("words", LargeBinary, nullable=False),
    Column("vectors", LargeBinary, nullable=False),
    Column("checksum", BigInteger, nullable=False),
    UniqueConstraint("item_pk", "fingerprint"),
    Index("ix_item_vectors_owner", "owner_pk", "fingerprint", "row_pk"),
    sqlite_autoincrement=True,  # as of index_rows
)


_T = TypeVar("_T")
_Ts = TypeVarTuple("_Ts")
_CHUNK = 500
"""How many values one IN list holds: well under the limit of every database."""


def chunked(values: Sequence[_T], size: int = _CHUNK) -> Iterator[Sequence[_T]]:
    """Split a sequence into chunks of at most `size`."""
    return (values[start : start + size] for start in range(0, len(values), size))


def rows_in(
    connection: Connection, query: Select[*_Ts], column: ColumnElement[Any], values: Iterable[Any]
) -> Iterator[Row[*_Ts]]:
    """Select the rows whose column holds one of any number of values."""
    for some in chunked(sorted(values)):
        yield from connection.execute(query.where(column.in_(some)))


def change_in(
    connection: Connection, change: Update | Delete, column: ColumnElement[Any], values: Iterable[Any]
) -> int:
    """Update or delete the rows whose column holds one of any number of values; returns how many."""
    return sum(
        connection.execute(change.where(column.in_(some))).rowcount for some in chunked(sorted(values))
    )


def owned(table: Table, owner: str | None) -> ColumnElement[bool]:
    """Compare the owner of a table's rows; all rows are taken where the owner is None."""
    if owner is None:
        return true()
    return table.c.owner_pk == select(owners.c.owner_pk).where(owners.c.owner == owner).scalar_subquery()


def find_owner(connection: Connection, owner: str) -> int | None:
    """Return the key of an owner, or None if nothing was ever stored of them."""
    return connection.execute(select(owners.c.owner_pk).where(owners.c.owner == owner)).scalar()


def zone_of_owner(connection: Connection, owner: str, default: tzinfo) -> tzinfo:
    """Return the zone of an owner, who may have none of their own."""
    name = connection.execute(select(owners.c.time_zone).where(owners.c.owner == owner)).scalar()
    try:
        return find_zone(name) if name else default
    except ValueError:  # of another machine's table of zones
        return default


def key_of_owner(connection: Connection, owner: str) -> int:
    """Return the key of an owner with stored data."""
    owner_pk: int = connection.execute(select(owners.c.owner_pk).where(owners.c.owner == owner)).scalar_one()
    return owner_pk


def checksum(*values: object) -> int:
    """Return the CRC-32 of values, which may be texts, numbers, moments, lists of these, and None."""
    return crc32(json.dumps(values, default=_seconds).encode())


def _seconds(value: object) -> float:
    """Return the seconds of a moment since 1970, which do not depend on its time zone."""
    if isinstance(value, datetime):
        return value.timestamp()
    raise TypeError(f"no checksum of a {type(value).__name__}")


def read_meta(connection: Connection, name: str) -> str | None:
    """Read a value of the store's metadata; None if it was never written."""
    return connection.execute(select(meta.c.value).where(meta.c.name == name)).scalar()


def read_metas(connection: Connection, start: str) -> dict[str, str]:
    """Read all metadata whose names begin so."""
    found = connection.execute(select(meta.c.name, meta.c.value).where(meta.c.name.startswith(start)))
    return {name: value for name, value in found}


def write_meta(connection: Connection, name: str, value: str) -> None:
    """Write a value of the metadata, replacing the previous one."""
    drop_meta(connection, name)
    connection.execute(insert(meta).values(name=name, value=value))


def drop_meta(connection: Connection, name: str) -> None:
    """Delete a value of the metadata."""
    connection.execute(delete(meta).where(meta.c.name == name))
