"""Databases of an older Daybook: whichever version made one, it ends as a new one begins."""

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, create_engine, inspect, make_url, text

import daybook.store.sql.migrations
from daybook.store.sql.database import Database, schema_version, sqlite_url
from daybook.store.sql.sql_tables import HEAD, metadata
from tests.postgres_server import Databases


def config() -> Config:
    made = Config()
    made.set_main_option("script_location", str(Path(daybook.store.sql.migrations.__file__).parent))
    return made


def migrate(url: URL, version: str, *statements: str) -> None:
    """Bring an empty database to a version, as the Daybook of that time did, and fill it."""
    engine, of_alembic = create_engine(url), config()
    with engine.begin() as connection:
        of_alembic.attributes["connection"] = connection
        command.upgrade(of_alembic, version)
        for statement in statements:
            connection.exec_driver_sql(statement)
    engine.dispose()


def shape(url: URL) -> dict[str, Any]:
    """Read the tables of a database, apart from the order in which columns were added."""
    with closing(Database(url)) as database, database.reading(None) as connection:
        assert schema_version(connection) == HEAD
        return {name: shape_of(connection, name) for name in inspect(connection).get_table_names()}


def shape_of(connection: Connection, table: str) -> dict[str, Any]:
    seen = inspect(connection)
    columns = {
        # A column that was made as JSON is one of text to SQLite, and a number in quotes is a number.
        column["name"]: (str(column["type"]).replace("JSON", "TEXT"), column["nullable"], default(column))
        for column in seen.get_columns(table)
    }
    policies = []
    if connection.dialect.name == "postgresql":
        query = "SELECT policyname, qual, with_check FROM pg_policies WHERE tablename = :table"
        policies = [tuple(row) for row in connection.execute(text(query), {"table": table})]
        forced = "SELECT relrowsecurity, relforcerowsecurity FROM pg_class WHERE relname = :table"
        policies += [tuple(row) for row in connection.execute(text(forced), {"table": table})]
    keys = [(key["constrained_columns"], key["referred_table"]) for key in seen.get_foreign_keys(table)]
    return {
        "columns": columns,
        "primary key": seen.get_pk_constraint(table)["constrained_columns"],
        "foreign keys": sorted(keys),
        "unique": sorted(constraint["column_names"] for constraint in seen.get_unique_constraints(table)),
        "indexes": sorted(
            (str(constraint["name"]), constraint["column_names"]) for constraint in seen.get_indexes(table)
        ),
        "policies": policies,
    }


def default(column: Any) -> str:
    return str(column["default"] or "").strip("'")


def test_the_schema_that_the_code_expects_is_the_newest_migration() -> None:
    assert ScriptDirectory.from_config(config()).get_heads() == [HEAD]


def test_a_new_database_is_what_the_code_expects(tmp_path: Path) -> None:
    (tmp_path / "daybook.sqlite").touch()

    with (
        closing(Database(sqlite_url(tmp_path / "daybook.sqlite"))) as database,
        database.reading(None) as connection,
    ):
        assert schema_version(connection) == HEAD
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


@pytest.mark.slow
def test_a_migrated_file_ends_as_a_new_one_begins(tmp_path: Path) -> None:
    new = shape(sqlite_url(tmp_path / "new.sqlite"))
    versions = [f"{number:04}" for number in range(1, int(HEAD) + 1)]
    for version in versions:
        url = sqlite_url(tmp_path / f"{version}.sqlite")
        migrate(url, version)
        assert shape(url) == new, version


def test_a_migrated_server_ends_as_a_new_one_begins(databases: Databases) -> None:
    old, new = make_url(databases.bare()), make_url(databases.bare())
    migrate(old, "0001")

    assert shape(old) == shape(new)


@pytest.mark.parametrize("server", [False, True], ids=["sqlite", "postgresql"])
def test_rows_of_the_first_version_are_there_in_the_newest(
    server: bool, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if server:
        url = make_url(request.getfixturevalue("databases").bare())
    else:
        url = sqlite_url(tmp_path / "old.sqlite")
    migrate(
        url,
        "0001",
        "INSERT INTO owners VALUES (1, 'ada', 'minilm', 'windows', 0)",
        "INSERT INTO sessions VALUES (1, 1, 's1', 0, '2023-05-02 09:00:00')",
        "INSERT INTO rounds VALUES ('r1', 1, 0, '2023-05-02 09:00:00', 2)",
        "INSERT INTO turns (round_id, role, content) VALUES ('r1', 'user', 'The parrot is named Coco.')",
    )

    with closing(Database(url)) as database, database.reading(None) as connection:
        said = connection.execute(text("SELECT owner_pk, content FROM turns")).all()
        indexed = connection.execute(text("SELECT fingerprint, layout, built FROM indexes")).all()
        waiting = connection.execute(text("SELECT round_id FROM to_index")).scalars().all()
    assert [tuple(row) for row in said] == [(1, "The parrot is named Coco.")]
    assert [tuple(row) for row in indexed] == [("minilm", "windows", True)]
    assert waiting == ["r1"]
