"""Pins: questions with the rounds that are expected to be found."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the tables of pins."""
    op.create_table(
        "pins",
        sa.Column("pin_pk", sa.Integer, primary_key=True),
        sa.Column(
            "owner_pk", sa.Integer, sa.ForeignKey("owners.owner_pk", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("question", sa.Text, nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("setup", sa.JSON, nullable=False),
    )
    op.create_index("ix_pins_owner_pk", "pins", ["owner_pk"])
    op.create_table(
        "pin_rounds",
        sa.Column("pin_pk", sa.Integer, sa.ForeignKey("pins.pin_pk", ondelete="CASCADE"), primary_key=True),
        sa.Column("round_id", sa.String(40), primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer),
    )
