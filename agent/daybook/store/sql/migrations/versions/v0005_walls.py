"""Walls between owners: PostgreSQL shows a transaction the rows of its owner alone."""

from alembic import op

revision = "0005"
down_revision = "0004"

_OF_OWNERS = (
    "sessions",
    "rounds",
    "turns",
    "indexes",
    "index_rows",
    "to_index",
    "text_vectors",
    "pins",
    "pin_rounds",
    "ledger_events",
    "ledger_exports",
)
_EVERYONE = "current_setting('daybook.everyone', true) = 'on'"
_NAMED = "owner = current_setting('daybook.owner', true)"


def upgrade() -> None:
    """Force a policy on every table that has an owner; SQLite has none, and one file is one user's."""
    if op.get_bind().dialect.name != "postgresql":
        return
    _wall("owners", f"{_EVERYONE} OR {_NAMED}")
    for table in _OF_OWNERS:
        # Of the owners a transaction sees its own alone, so this is one key, looked up once.
        _wall(table, f"{_EVERYONE} OR owner_pk = (SELECT owner_pk FROM owners WHERE {_NAMED})")


def _wall(table: str, condition: str) -> None:
    op.execute(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")
    op.execute(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")
    op.execute(f"CREATE POLICY {table}_of_owner ON {table} USING ({condition}) WITH CHECK ({condition})")
