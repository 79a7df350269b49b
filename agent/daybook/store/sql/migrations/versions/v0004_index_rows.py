"""The index in the database, the owner in every table, and checksums of what was said.

The vectors were Chroma's alone until then, and are made anew at the next need.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_OWNER_OF_SESSION = "(SELECT owner_pk FROM sessions WHERE sessions.session_pk = rounds.session_pk)"
_OWNER_OF_ROUND = "(SELECT owner_pk FROM rounds WHERE rounds.round_id = turns.round_id)"
_OWNER_OF_PIN = "(SELECT owner_pk FROM pins WHERE pins.pin_pk = pin_rounds.pin_pk)"


def upgrade() -> None:
    """Add the tables of the index; every round is to be indexed by the embedder of its owner's vectors."""
    _add_owner("rounds", _OWNER_OF_SESSION)
    _add_owner("turns", _OWNER_OF_ROUND)
    _add_owner("pin_rounds", _OWNER_OF_PIN)
    op.create_index("ix_rounds_owner", "rounds", ["owner_pk", "said_at"])
    op.add_column("owners", sa.Column("ledger_rewrites", sa.Integer, nullable=False, server_default="0"))
    for table in ("sessions", "rounds", "ledger_events"):
        op.add_column(table, sa.Column("checksum", sa.BigInteger))
    if op.get_bind().dialect.name == "postgresql":
        for table, column in (("turns", "sources"), ("pins", "setup")):
            op.alter_column(table, column, type_=sa.Text, postgresql_using=f"{column}::text")
    _create_index_tables()
    op.execute(
        "INSERT INTO indexes (owner_pk, fingerprint, layout, built, revision) "
        "SELECT owner_pk, fingerprint, layout, true, 0 FROM owners WHERE fingerprint <> ''"
    )
    op.execute(
        "INSERT INTO to_index (index_pk, round_id, owner_pk) SELECT index_pk, round_id, rounds.owner_pk "
        "FROM rounds JOIN indexes ON indexes.owner_pk = rounds.owner_pk ORDER BY session_pk, position"
    )
    op.drop_column("rounds", "vectors")
    for column in ("fingerprint", "layout", "generation"):
        op.drop_column("owners", column)


def _create_index_tables() -> None:
    op.create_table(
        "indexes",
        sa.Column("index_pk", sa.Integer, primary_key=True),
        _key_of("owners.owner_pk", sa.Integer),
        sa.Column("fingerprint", sa.String(200), nullable=False),
        sa.Column("layout", sa.String(20), nullable=False),
        sa.Column("built", sa.Boolean, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("collection", sa.String(40)),
    )
    op.create_index("ix_indexes_owner_pk", "indexes", ["owner_pk"])
    op.create_table(
        "index_rows",
        sa.Column("row_pk", sa.Integer, primary_key=True),
        _key_of("owners.owner_pk", sa.Integer),
        _key_of("indexes.index_pk", sa.Integer),
        _key_of("rounds.round_id", sa.String(40)),
        sa.Column("keys", sa.Integer, nullable=False),
        sa.Column("spans", sa.LargeBinary, nullable=False),
        sa.Column("words", sa.LargeBinary, nullable=False),
        sa.Column("speakers", sa.Text),
        sa.Column("checksum", sa.BigInteger, nullable=False),
        sa.Column("vectors", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("round_id", "index_pk"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_index_rows_index", "index_rows", ["index_pk", "row_pk"])
    op.create_table(
        "to_index",
        sa.Column("place", sa.Integer, primary_key=True),
        _key_of("owners.owner_pk", sa.Integer),
        _key_of("indexes.index_pk", sa.Integer),
        _key_of("rounds.round_id", sa.String(40)),
        sa.UniqueConstraint("round_id", "index_pk"),
    )
    op.create_index("ix_to_index_index", "to_index", ["index_pk", "place"])
    op.create_table(
        "text_vectors",
        _key_of("owners.owner_pk", sa.Integer, primary_key=True),
        sa.Column("fingerprint", sa.String(200), primary_key=True),
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("vector", sa.LargeBinary, nullable=False),
    )


def _key_of(
    column: str, kind: type[sa.Integer] | sa.String, *, primary_key: bool = False
) -> "sa.Column[object]":
    key = sa.ForeignKey(column, ondelete="CASCADE")
    return sa.Column(column.partition(".")[2], kind, key, nullable=False, primary_key=primary_key)


def _add_owner(table: str, owner: str) -> None:
    """Add the owner of each row to a table whose rows belonged to one through another table.

    The column stays nullable: for NOT NULL, SQLite would remake the table, and dropping the old one deletes
    rows that refer to it.
    """
    op.execute(
        f"ALTER TABLE {table} ADD COLUMN owner_pk INTEGER REFERENCES owners (owner_pk) ON DELETE CASCADE"
    )
    op.execute(f"UPDATE {table} SET owner_pk = {owner}")
