"""One first schema, made without Alembic, which knows it for the versions that come."""

from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, make_url

from daybook.store.sql import database
from daybook.store.sql.database import Database, schema_version, sqlite_url
from daybook.store.sql.sql_tables import HEAD, metadata


def config() -> Config:
    made = Config()
    made.set_main_option("script_location", str(Path(database.__file__).parent / "migrations"))
    return made


def test_the_schema_that_the_code_expects_is_the_newest_migration() -> None:
    assert ScriptDirectory.from_config(config()).get_heads() == [HEAD]


@pytest.mark.parametrize("server", [False, True], ids=["sqlite", "postgresql"])
def test_a_new_database_is_what_the_code_expects(
    server: bool, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if server:
        url = make_url(request.getfixturevalue("databases").bare())
    else:
        url = sqlite_url(tmp_path / "daybook.sqlite")

    with closing(Database(url)) as database, database.reading(None) as connection:
        assert schema_version(connection) == HEAD
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_alembic_makes_what_a_new_database_is(tmp_path: Path) -> None:
    engine, of_alembic = create_engine(sqlite_url(tmp_path / "daybook.sqlite")), config()
    with engine.begin() as connection:
        of_alembic.attributes["connection"] = connection
        command.upgrade(of_alembic, HEAD)
        made = compare_metadata(MigrationContext.configure(connection), metadata)
    engine.dispose()

    assert made == []
