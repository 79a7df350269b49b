"""Which sensitive slots of a round wait for the owner's consent."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the names of slots that were held back; of rounds that are there, it was not noted."""
    op.add_column("rounds", sa.Column("held_back", sa.String(200)))
