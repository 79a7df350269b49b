"""PostgreSQL: one database for many processes on many machines, with a wall between owners in it."""

from __future__ import annotations

from sqlalchemy import URL, Connection, Engine, create_engine, text
from sqlalchemy.exc import DBAPIError

from daybook.errors import StoreError
from daybook.extras import install
from daybook.store.columns import escaped
from daybook.store.schema import metadata, owners

OWNER, EVERYONE = "daybook.owner", "daybook.everyone"
"""The settings that the policies of the tables look at: whose rows are seen, or that all are."""

_WAIT = "10s"
"""How long a writer waits for those before it."""
_BUSY = ("55P03",)
"""SQLSTATE of a lock that was waited for too long."""
_FULL = ("53100",)
_AWAY = ("08", "57P", "28", "3D")
"""How the SQLSTATEs of a server begin that is away, shutting down, or refuses the user or the database."""
_VACUUMED = (
    "rounds, turns, sessions, index_rows, text_vectors, ledger_events, pins, pin_rounds, items, "
    "item_vectors, meta"
)


class Postgresql:
    """How a server's database is opened, written by one process at a time for each owner, and checked."""

    is_remote = True

    def __init__(self, url: URL) -> None:
        try:
            self.engine: Engine = create_engine(
                url, hide_parameters=True, pool_pre_ping=True, pool_size=8, max_overflow=24
            )
        except ModuleNotFoundError as error:
            raise StoreError(f"a PostgreSQL database needs {error.name}: {install('postgres')}") from error
        self.writer = self.engine

    def begin_reading(self, connection: Connection, owner: str | None) -> None:
        """Read one snapshot, of the rows of an owner, or of everybody's."""
        connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
        _see(connection, owner)

    def begin_writing(self, connection: Connection, owner: str | None) -> None:
        """Wait for the turn to write for an owner, or for what is about everybody."""
        connection.execute(text("SELECT set_config('lock_timeout', :wait, true)"), {"wait": _WAIT})
        lock = text("SELECT pg_advisory_xact_lock(hashtextextended(:owner, 20))")
        connection.execute(lock, {"owner": "" if owner is None else f"of {escaped(owner)}"})
        _see(connection, owner)

    def is_busy(self, error: DBAPIError) -> bool:
        """Whether others were writing for longer than we wait."""
        return _code(error) in _BUSY

    def advice(self, error: DBAPIError) -> str:
        """Say what was wrong and what to do."""
        code, reason = _code(error), str(error.orig).splitlines()[0]
        if code in _FULL:
            return f"the disk of the server is full ({reason}); free some space and do the same again"
        if not code or code.startswith(_AWAY):
            return f"the server cannot be used ({reason}); check DAYBOOK_DATABASE_URL and the server"
        return f"cannot be read or written ({reason})"

    def checkpoint(self) -> bool:
        """Do nothing: the server writes its files when it likes."""
        return True

    def vacuum(self) -> bool:
        """Have the server free the room of deleted rows, which it overwrites in time."""
        with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text(f"VACUUM {_VACUUMED}"))
        return True

    def problems(self, connection: Connection) -> list[str]:
        """Say whether the walls between owners hold for the role that is connected."""
        query = "SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user"
        if connection.execute(text(query)).scalar():
            return ["its role is above the walls between owners: use one that is no superuser"]
        return []

    def size(self, connection: Connection) -> int:
        """Return the bytes of the database."""
        return int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one())


def build_walls(connection: Connection) -> None:
    """Force a policy on every table that has an owner: a transaction sees the rows of its owner alone."""
    everyone, named = (
        f"current_setting('{EVERYONE}', true) = 'on'",
        f"owner = current_setting('{OWNER}', true)",
    )
    for table in metadata.sorted_tables:
        # Of the owners a transaction sees its own alone, so this is one key, looked up once.
        of_owner = named if table is owners else f"owner_pk = (SELECT owner_pk FROM owners WHERE {named})"
        if "owner_pk" in table.c:
            condition = f"{everyone} OR {of_owner}"
            connection.exec_driver_sql(f"ALTER TABLE {table.name} ENABLE ROW LEVEL SECURITY")
            connection.exec_driver_sql(f"ALTER TABLE {table.name} FORCE ROW LEVEL SECURITY")
            policy = f"CREATE POLICY {table.name}_of_owner ON {table.name} USING ({condition})"
            connection.exec_driver_sql(f"{policy} WITH CHECK ({condition})")


def _see(connection: Connection, owner: str | None) -> None:
    """Let a transaction see the rows of an owner alone, or everybody's."""
    name, value = (EVERYONE, "on") if owner is None else (OWNER, escaped(owner))
    connection.execute(text("SELECT set_config(:name, :value, true)"), {"name": name, "value": value})


def _code(error: DBAPIError) -> str:
    return str(getattr(error.orig, "sqlstate", None) or "")
