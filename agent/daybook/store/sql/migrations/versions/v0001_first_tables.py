"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def _belongs_to(key: str) -> sa.ForeignKey:
    return sa.ForeignKey(key, ondelete="CASCADE")


def upgrade() -> None:
    """Make the tables in an empty database."""
    op.create_table(
        "owners",
        sa.Column("owner_pk", sa.Integer, primary_key=True),
        sa.Column("owner", sa.Text, nullable=False, unique=True),
        sa.Column("fingerprint", sa.String(200), nullable=False),
        sa.Column("layout", sa.String(20), nullable=False),
        sa.Column("generation", sa.Integer, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("session_pk", sa.Integer, primary_key=True),
        sa.Column("owner_pk", sa.Integer, _belongs_to("owners.owner_pk"), nullable=False),
        sa.Column("session_id", sa.Text, nullable=False),
        sa.Column("occurrence", sa.Integer, nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("owner_pk", "session_id", "occurrence"),
    )
    op.create_table(
        "rounds",
        sa.Column("round_id", sa.String(40), primary_key=True),
        sa.Column("session_pk", sa.Integer, _belongs_to("sessions.session_pk"), nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("said_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("vectors", sa.Integer),
    )
    op.create_index("ix_rounds_session_pk", "rounds", ["session_pk"])
    op.create_table(
        "turns",
        sa.Column("round_id", sa.String(40), _belongs_to("rounds.round_id"), primary_key=True),
        sa.Column("role", sa.String(20), primary_key=True),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("said_at", sa.DateTime(timezone=True)),
        sa.Column("speaker", sa.Text),
        sa.Column("sources", sa.JSON),
    )
    op.create_table("tombstones", sa.Column("token", sa.String(64), primary_key=True))
    op.create_table(
        "meta",
        sa.Column("name", sa.String(60), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
