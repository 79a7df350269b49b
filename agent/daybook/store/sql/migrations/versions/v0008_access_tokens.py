"""Tokens that a server takes, each for one owner or for any."""

import sqlalchemy as sa
from alembic import op

from daybook.store.sql.columns import Moment, Verbatim

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make their table. It has no wall: whose token it is is what it is asked."""
    op.create_table(
        "access_tokens",
        sa.Column("token_pk", sa.Integer, primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("owner", Verbatim),
        sa.Column("label", Verbatim, nullable=False),
        sa.Column("created_at", Moment, nullable=False),
        sa.Column("expires_at", Moment),
    )
