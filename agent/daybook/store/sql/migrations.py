"""Makes the tables in an empty database, and completes those that an older Daybook made."""

from sqlalchemy import Connection, Table, inspect, text
from sqlalchemy.schema import CreateColumn

from daybook.store.sql.sql_tables import HEAD, metadata, owners

OWNER, EVERYONE = "daybook.owner", "daybook.everyone"
"""The settings that the policies of PostgreSQL's tables look at: whose rows are seen, or that all are."""


def schema_version(connection: Connection) -> str | None:
    """Return the schema version of the database; None if it has no schema yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def bring_up_to_date(connection: Connection) -> None:
    """Add the tables, columns, indexes and walls that a database lacks, of whichever version it is.

    So a new version needs nothing here, unless it moves data: a column that is added to a table is nullable
    or has a default of the server's. The version is kept where Alembic kept it, which made the first ones.
    """
    version = schema_version(connection)
    if version == HEAD:  # another process was first
        return
    metadata.create_all(connection, checkfirst=version is not None)
    if version is None:
        connection.execute(
            text("CREATE TABLE alembic_version (version_num VARCHAR(32) PRIMARY KEY NOT NULL)")
        )
        connection.execute(text("INSERT INTO alembic_version (version_num) VALUES (:head)"), {"head": HEAD})
    else:
        for table in metadata.sorted_tables:
            _complete(connection, table)
        if version < "0004":
            _move_index_into_tables(connection)
        connection.execute(text("UPDATE alembic_version SET version_num = :head"), {"head": HEAD})
    if connection.dialect.name == "postgresql":
        _build_walls(connection)


def _complete(connection: Connection, table: Table) -> None:
    there = {column["name"] for column in inspect(connection).get_columns(table.name)}
    for column in table.c:
        if column.name not in there:
            definition = str(CreateColumn(column).compile(dialect=connection.dialect))
            for key in column.foreign_keys:
                definition += (
                    f" REFERENCES {key.column.table.name} ({key.column.name}) ON DELETE {key.ondelete}"
                )
            connection.execute(text(f"ALTER TABLE {table.name} ADD COLUMN {definition}"))
    for index in table.indexes:
        index.create(connection, checkfirst=True)


def _move_index_into_tables(connection: Connection) -> None:
    """Name the owner of every row, and note that all rounds are to be indexed by the embedder of before.

    Until version 0004 vectors were Chroma's alone, and rows belonged to an owner by way of other tables.
    """
    for table, parent, key in (
        ("rounds", "sessions", "session_pk"),
        ("turns", "rounds", "round_id"),
        ("pin_rounds", "pins", "pin_pk"),
    ):
        owner = f"SELECT owner_pk FROM {parent} WHERE {parent}.{key} = {table}.{key}"
        connection.execute(text(f"UPDATE {table} SET owner_pk = ({owner})"))
    if connection.dialect.name == "postgresql":
        for table, column in (("turns", "sources"), ("pins", "setup")):
            changed = f"ALTER TABLE {table} ALTER COLUMN {column} TYPE TEXT USING {column}::text"
            connection.execute(text(changed))
    indexed = "SELECT owner_pk, fingerprint, layout, true, 0 FROM owners WHERE fingerprint <> ''"
    columns = "owner_pk, fingerprint, layout, built, revision"
    connection.execute(text(f"INSERT INTO indexes ({columns}) {indexed}"))
    lacking = (
        "SELECT index_pk, round_id, rounds.owner_pk FROM rounds "
        "JOIN indexes ON indexes.owner_pk = rounds.owner_pk ORDER BY session_pk, position"
    )
    connection.execute(text(f"INSERT INTO to_index (index_pk, round_id, owner_pk) {lacking}"))
    for column in ("rounds.vectors", "owners.fingerprint", "owners.layout", "owners.generation"):
        connection.execute(text("ALTER TABLE {} DROP COLUMN {}".format(*column.split("."))))


def _build_walls(connection: Connection) -> None:
    """Force a policy on every table that has an owner: a transaction sees the rows of its owner alone."""
    everyone = f"current_setting('{EVERYONE}', true) = 'on'"
    named = f"owner = current_setting('{OWNER}', true)"
    walled = set(connection.execute(text("SELECT tablename FROM pg_policies")).scalars())
    for table in metadata.sorted_tables:
        if "owner_pk" not in table.c or table.name in walled:
            continue
        # Of the owners a transaction sees its own alone, so this is one key, looked up once.
        of_owner = named if table is owners else f"owner_pk = (SELECT owner_pk FROM owners WHERE {named})"
        condition = f"{everyone} OR {of_owner}"
        connection.exec_driver_sql(f"ALTER TABLE {table.name} ENABLE ROW LEVEL SECURITY")
        connection.exec_driver_sql(f"ALTER TABLE {table.name} FORCE ROW LEVEL SECURITY")
        policy = f"CREATE POLICY {table.name}_of_owner ON {table.name} USING ({condition})"
        connection.exec_driver_sql(f"{policy} WITH CHECK ({condition})")
