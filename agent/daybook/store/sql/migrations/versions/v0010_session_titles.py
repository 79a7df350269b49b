"""What a session is called by the source that it was imported from."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add titles; of sessions that are there, none is known."""
    op.add_column("sessions", sa.Column("title", sa.Text))
