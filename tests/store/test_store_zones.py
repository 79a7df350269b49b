"""Moments keep their offsets in the store, and those without one are told in the owner's zone."""

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import text

from daybook.conversation import Role, Turn
from daybook.store import Store
from daybook.store.sql.database import Database, schema_version, sqlite_url
from daybook.store.sql.sql_tables import HEAD

pytestmark = pytest.mark.anyio
IN_UTC = datetime(2026, 4, 15, 2, 10, tzinfo=UTC)
ABROAD = datetime.fromisoformat("2026-04-14T19:10:00-07:00")  # the same moment


async def test_a_moment_comes_back_with_its_offset_and_one_in_utc_in_the_zone_of_its_owner(
    store: Store,
) -> None:
    said = [Turn(Role.USER, "I passed my welding exam today!", ABROAD)]
    await store.append("ada", "abroad", said, said_at=ABROAD)
    await store.append("ada", "home", [Turn(Role.USER, "It was foggy.")], said_at=IN_UTC)

    def told() -> list[str]:
        moments = [round_.said_at for round_ in store.all_rounds("ada")]
        assert [item.started_at.isoformat() for item in store.sessions("ada")] == [
            moment.isoformat() for moment in moments
        ]
        return [moment.isoformat() for moment in moments]

    assert told() == ["2026-04-14T19:10:00-07:00", "2026-04-15T02:10:00+00:00"]
    store.keep_zone("ada", "Pacific/Auckland")
    assert told() == ["2026-04-14T19:10:00-07:00", "2026-04-15T14:10:00+12:00"]
    [turn] = store.session_rounds("ada", "abroad")[0].turns
    assert turn.said_at is not None
    assert turn.said_at.isoformat() == "2026-04-14T19:10:00-07:00"


async def test_a_database_of_the_first_schema_gains_the_columns_of_zones(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "daybook.sqlite")
    with closing(Database(url)) as database, database.writing(None) as connection:
        for column in ("rounds.utc_offset", "sessions.utc_offset", "owners.time_zone"):
            table, name = column.split(".")
            connection.execute(text(f"ALTER TABLE {table} DROP COLUMN {name}"))
        connection.execute(text("UPDATE alembic_version SET version_num = 'v0001'"))

    with closing(Database(url)) as database, database.reading(None) as connection:
        assert schema_version(connection) == HEAD
        connection.execute(text("SELECT rounds.utc_offset, owners.time_zone FROM rounds, owners"))
