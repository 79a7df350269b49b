"""Which rounds a chat model is to read for facts, or has read."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the mark of a round and the count of failures; of rounds that are there, none was asked for."""
    op.add_column("rounds", sa.Column("by_model", sa.String(10)))
    op.add_column("rounds", sa.Column("model_failures", sa.Integer, nullable=False, server_default="0"))
    awaited = sa.text("by_model = 'wanted'")
    op.create_index(
        "ix_rounds_wanted", "rounds", ["owner_pk"], sqlite_where=awaited, postgresql_where=awaited
    )
