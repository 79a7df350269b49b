"""The SQL database: opened, migrated, with its errors translated into plain messages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from sqlalchemy import URL, Connection, inspect, text
from sqlalchemy.exc import DBAPIError

from daybook.errors import StoreBusy, StoreError
from daybook.settings.urls import without_password
from daybook.store.postgresql import Postgresql, build_walls
from daybook.store.schema import HEAD, metadata
from daybook.store.sqlite import Sqlite

FILE = "daybook.sqlite"
"""The database in a data directory."""

_VERSION_TABLE = (
    "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, "
    "CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
)
"""As Alembic makes it."""
_MIGRATING = Lock()
"""Alembic keeps what it is at in globals, so two threads must not migrate at once."""


class Database:
    """The SQL database of a store, at the newest schema.

    Raises:
        StoreError: it cannot be opened, or it is damaged, or it was made by a newer Daybook.
    """

    def __init__(self, url: URL) -> None:
        self.name, self._server = _shown(url), _server_of(url)
        self.is_remote = self._server.is_remote
        """Whether it is a server's, whose files are out of reach."""
        with self.reading(None) as connection:
            version = schema_version(connection)
        if version != HEAD:
            with _MIGRATING, self.writing(None) as connection:
                _migrate(connection, self.name)

    @contextmanager
    def reading(self, owner: str | None) -> Iterator[Connection]:
        """Open a read transaction: one consistent snapshot.

        Args:
            owner: whose rows it is about; None for what is about everybody.
        """
        with self._plain_errors(), self._server.engine.begin() as connection:
            self._server.begin_reading(connection, owner)
            yield connection

    @contextmanager
    def writing(self, owner: str | None) -> Iterator[Connection]:
        """Open a write transaction: committed at the end of the block, rolled back if it raises.

        Those of one owner follow upon each other, whichever process they are of.

        Args:
            owner: whose rows it is about; None for what is about everybody.

        Raises:
            StoreBusy: others were writing for longer than we wait.
        """
        with self._plain_errors(), self._server.writer.begin() as connection:
            self._server.begin_writing(connection, owner)
            yield connection

    def checkpoint(self) -> bool:
        """Have everything that was written in its place; says whether that succeeded."""
        with self._plain_errors():
            return self._server.checkpoint()

    def vacuum(self) -> bool:
        """Remove what is left of deleted rows, as far as it can be reached; says whether that succeeded."""
        with self._plain_errors():
            return self._server.vacuum()

    def problems(self) -> list[str]:
        """Run the database's own check and return its complaints; [] if there are none."""
        with self.reading(None) as connection:
            return self._server.problems(connection)

    def size(self) -> int:
        """Return the bytes that it takes on a server."""
        with self.reading(None) as connection:
            return self._server.size(connection)

    def close(self) -> None:
        """Close every connection."""
        self._server.engine.dispose()

    @contextmanager
    def _plain_errors(self) -> Iterator[None]:
        """Translate database errors into one line that says what to do.

        Raises:
            StoreBusy: another process was writing for longer than we wait.
            StoreError: anything else that went wrong.
        """
        try:
            yield
        except DBAPIError as error:
            if self._server.is_busy(error):
                raise StoreBusy(
                    f"{self.name}: another process is writing to it; try again when it is done"
                ) from error
            raise StoreError(f"{self.name}: {self._server.advice(error)}") from error


def _server_of(url: URL) -> Postgresql | Sqlite:
    return Postgresql(url) if url.get_backend_name() == "postgresql" else Sqlite(url)


def _shown(url: URL) -> str:
    """Name a database in messages, without its password."""
    if not url.host:
        return str(url.database)
    return without_password(url.render_as_string(hide_password=True))


def sqlite_url(path: Path) -> URL:
    """Return the SQLAlchemy URL of an SQLite file."""
    return URL.create("sqlite", database=str(path))


def _create(connection: Connection) -> None:
    """Make the newest schema in an empty database; migrations are for databases of an older Daybook."""
    metadata.create_all(connection, checkfirst=False)
    if connection.dialect.name == "postgresql":
        build_walls(connection)
    connection.exec_driver_sql(_VERSION_TABLE)
    connection.execute(text("INSERT INTO alembic_version (version_num) VALUES (:head)"), {"head": HEAD})


def _migrate(connection: Connection, name: str) -> None:
    version = schema_version(connection)
    if version == HEAD:
        return
    if version is None:
        _create(connection)
        return
    # Only a database of an older Daybook pays for importing Alembic.
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, HEAD)
    except CommandError as error:
        raise StoreError(
            f"{name}: its schema {version} is not known here; a newer Daybook made it: upgrade to that one"
        ) from error


def schema_at(url: URL) -> str | None:
    """Read the version of the schema at a URL without bringing it up to date; None without one.

    Raises:
        StoreError: the database cannot be read.
    """
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).exists():
        return None
    server = _server_of(url)
    try:
        with server.engine.connect() as connection:
            return schema_version(connection)
    except DBAPIError as error:
        raise StoreError(f"{_shown(url)}: {server.advice(error)}") from error
    finally:
        server.engine.dispose()


def schema_version(connection: Connection) -> str | None:
    """Return the schema version of the database; None if it has no schema yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found
