"""The zone of an owner, and the offset that a moment was given with."""

import sqlalchemy as sa
from alembic import op

revision = "v0002"
down_revision = "v0001"

_NEW = (
    ("owners", sa.Column("time_zone", sa.String(60))),
    ("sessions", sa.Column("utc_offset", sa.Integer())),
    ("rounds", sa.Column("utc_offset", sa.Integer())),
)


def upgrade() -> None:
    """Add the columns, but where Alembic made the first schema of the tables as they are now."""
    there = sa.inspect(op.get_bind())
    for table, column in _NEW:
        if column.name not in {known["name"] for known in there.get_columns(table)}:
            op.add_column(table, column)
