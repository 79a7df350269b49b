"""The ledger: its events, each owner's policy, and the exports that were written."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the tables of the ledger, and a mark for rounds whose facts are posted."""
    op.create_table(
        "ledger_events",
        sa.Column("ledger_event_pk", sa.Integer, primary_key=True),
        _owner_pk(),
        sa.Column("posted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("draft", sa.Text, nullable=False),
    )
    op.create_table(
        "ledger_exports",
        sa.Column("ledger_export_pk", sa.Integer, primary_key=True),
        _owner_pk(),
        sa.Column("path", sa.Text, nullable=False),
        sa.Column("written_at", sa.DateTime(timezone=True), nullable=False),
    )
    for table in ("ledger_events", "ledger_exports"):
        op.create_index(f"ix_{table}_owner_pk", table, ["owner_pk"])
    op.add_column("owners", sa.Column("policy", sa.Text))
    op.add_column("rounds", sa.Column("posted", sa.Boolean, nullable=False, server_default=sa.false()))


def _owner_pk() -> sa.Column[int]:
    return sa.Column(
        "owner_pk", sa.Integer, sa.ForeignKey("owners.owner_pk", ondelete="CASCADE"), nullable=False
    )
