"""The first schema: the tables of `sql_tables.py`, which an empty database gets at once and without Alembic.

A later version says what it changes, and this one then lists the tables as they were.
"""

from alembic import op

from daybook.store.sql.sql_tables import metadata

revision = "v1"
down_revision = None


def upgrade() -> None:
    """Make the tables in an empty database."""
    metadata.create_all(op.get_bind(), checkfirst=False)
