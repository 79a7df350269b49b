"""Items: documents that agents keep under namespaces, with what they are found by, behind walls."""

import sqlalchemy as sa
from alembic import op

from daybook.store.sql.columns import Moment, Verbatim

revision = "0009"
down_revision = "0008"

_EXPIRES = sa.text("expires_at IS NOT NULL")
_EVERYONE = "current_setting('daybook.everyone', true) = 'on'"
_NAMED = "owner = current_setting('daybook.owner', true)"


def upgrade() -> None:
    """Add the two tables; PostgreSQL shows a transaction the rows of its owner alone."""
    op.create_table(
        "items",
        sa.Column("item_pk", sa.Integer, primary_key=True),
        _owner_pk(),
        sa.Column("namespace", Verbatim, nullable=False),
        sa.Column("key", Verbatim, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("fields", sa.Text),
        sa.Column("created_at", Moment, nullable=False),
        sa.Column("updated_at", Moment, nullable=False),
        sa.Column("ttl", sa.Float),
        sa.Column("expires_at", Moment),
        sa.Column("checksum", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("owner_pk", "namespace", "key"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_items_expiring",
        "items",
        ["owner_pk", "expires_at"],
        sqlite_where=_EXPIRES,
        postgresql_where=_EXPIRES,
    )
    op.create_table(
        "item_vectors",
        sa.Column("row_pk", sa.Integer, primary_key=True),
        _owner_pk(),
        sa.Column("item_pk", sa.Integer, sa.ForeignKey("items.item_pk", ondelete="CASCADE"), nullable=False),
        sa.Column("fingerprint", sa.String(200), nullable=False),
        sa.Column("keys", sa.Integer, nullable=False),
        sa.Column("words", sa.LargeBinary, nullable=False),
        sa.Column("vectors", sa.LargeBinary, nullable=False),
        sa.Column("checksum", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("item_pk", "fingerprint"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_item_vectors_owner", "item_vectors", ["owner_pk", "fingerprint", "row_pk"])
    if op.get_bind().dialect.name == "postgresql":
        for table in ("items", "item_vectors"):
            _wall(table)


def _owner_pk() -> "sa.Column[int]":
    key = sa.ForeignKey("owners.owner_pk", ondelete="CASCADE")
    return sa.Column("owner_pk", sa.Integer, key, nullable=False)


def _wall(table: str) -> None:
    condition = f"{_EVERYONE} OR owner_pk = (SELECT owner_pk FROM owners WHERE {_NAMED})"
    op.execute(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")
    op.execute(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")
    op.execute(f"CREATE POLICY {table}_of_owner ON {table} USING ({condition}) WITH CHECK ({condition})")
