"""The tables of the database. Portable SQL: SQLite by default, PostgreSQL by URL."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
)

HEAD = "0003"
"""The newest migration; a database at any other version is migrated when it is opened."""

_ESCAPED = re.compile("[\x00\x1a\ud800-\udfff]")
_ESCAPE = re.compile("\x1a([0-9a-f]{4})")
_UNDECODABLE = re.compile("[\udc80-\udcff]")


class Garbled(str):
    """Stands, empty, for a stored text that is not UTF-8: something other than Daybook wrote it."""

    __slots__ = ()


class Verbatim(TypeDecorator[str]):
    """Text that comes back exactly as it was said, whatever it was.

    Databases refuse lone surrogates, and some the NUL character. They are written as the control
    character SUBSTITUTE and four hexadecimal digits, and so is SUBSTITUTE itself; all else is plain.
    """

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Escape a text so that every database accepts it."""
        return None if value is None else escaped(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        """Undo the escaping; a text that is not UTF-8 comes as `Garbled`."""
        if value is not None and not value.isascii() and _UNDECODABLE.search(value):
            return Garbled()
        return None if value is None else _ESCAPE.sub(lambda match: chr(int(match[1], 16)), value)


class Moment(TypeDecorator[datetime]):
    """A moment, timezone-aware on the way in, in UTC on the way out on every database."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert to UTC, since SQLite drops the time zone."""
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Restore the time zone (UTC)."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def escaped(text: str) -> str:
    """Escape a text as the tables hold it."""
    return _ESCAPED.sub(lambda match: f"\x1a{ord(match[0]):04x}", text)


metadata = MetaData()

owners = Table(
    "owners",
    metadata,
    Column("owner_pk", Integer, primary_key=True),
    Column("owner", Verbatim, nullable=False, unique=True),
    # What made this owner's vectors; a new generation is a new, empty collection.
    Column("fingerprint", String(200), nullable=False, default=""),
    Column("layout", String(20), nullable=False, default=""),
    Column("generation", Integer, nullable=False, default=0),
    # What may be written into the ledger, as JSON; NULL for the default.
    Column("policy", Verbatim),
)

sessions = Table(
    "sessions",
    metadata,
    Column("session_pk", Integer, primary_key=True),
    Column("owner_pk", ForeignKey("owners.owner_pk", ondelete="CASCADE"), nullable=False),
    Column("session_id", Verbatim, nullable=False),
    Column("occurrence", Integer, nullable=False),
    Column("started_at", Moment, nullable=False),
    UniqueConstraint("owner_pk", "session_id", "occurrence"),
)

rounds = Table(
    "rounds",
    metadata,
    Column("round_id", String(40), primary_key=True),
    Column("session_pk", ForeignKey("sessions.session_pk", ondelete="CASCADE"), nullable=False, index=True),
    Column("position", Integer, nullable=False),
    Column("said_at", Moment, nullable=False),
    # How many vectors the index holds for it; NULL until it is indexed.
    Column("vectors", Integer),
    # Whether its facts were posted to the ledger.
    Column("posted", Boolean, nullable=False, default=False, server_default=false()),
)

turns = Table(
    "turns",
    metadata,
    Column("round_id", ForeignKey("rounds.round_id", ondelete="CASCADE"), primary_key=True),
    Column("role", String(20), primary_key=True),
    Column("content", Verbatim, nullable=False),
    Column("said_at", Moment),
    Column("speaker", Verbatim),
    Column("sources", JSON(none_as_null=True)),
)

tombstones = Table("tombstones", metadata, Column("token", String(64), primary_key=True))

meta = Table(
    "meta",
    metadata,
    Column("name", String(60), primary_key=True),
    Column("value", Text, nullable=False),
)

# Questions whose rounds an owner expects to be found.
pins = Table(
    "pins",
    metadata,
    Column("pin_pk", Integer, primary_key=True),
    Column("owner_pk", ForeignKey("owners.owner_pk", ondelete="CASCADE"), nullable=False, index=True),
    Column("question", Verbatim, nullable=False),
    Column("asked_at", Moment, nullable=False),
    # What was in force when the ranks were measured, by name.
    Column("setup", JSON, nullable=False),
)

pin_rounds = Table(
    "pin_rounds",
    metadata,
    Column("pin_pk", ForeignKey("pins.pin_pk", ondelete="CASCADE"), primary_key=True),
    # No foreign key: a round whose reply comes late is replaced by one of another id.
    Column("round_id", String(40), primary_key=True),
    Column("place", Integer, nullable=False),
    # From 1; NULL where it was not found.
    Column("rank", Integer),
)

# What changed in the ledger and why, as JSON. Nothing else of the ledger is kept: it is their fold.
ledger_events = Table(
    "ledger_events",
    metadata,
    Column("ledger_event_pk", Integer, primary_key=True),
    Column("owner_pk", ForeignKey("owners.owner_pk", ondelete="CASCADE"), nullable=False, index=True),
    Column("posted_at", Moment, nullable=False),
    Column("draft", Verbatim, nullable=False),
)

# Files that memory was written to: what is forgotten is to be taken out of them as well.
ledger_exports = Table(
    "ledger_exports",
    metadata,
    Column("ledger_export_pk", Integer, primary_key=True),
    Column("owner_pk", ForeignKey("owners.owner_pk", ondelete="CASCADE"), nullable=False, index=True),
    Column("path", Verbatim, nullable=False),
    Column("written_at", Moment, nullable=False),
)
