"""Results store the scale of their level; existing ones get the first scale."""

import sqlalchemy as sa
from alembic import op

revision = "7"
down_revision = "6"


def upgrade() -> None:
    """Upgrade the schema."""
    scale = sa.Column("scale", sa.Integer(), nullable=False, server_default="1")
    op.add_column("results", scale)
