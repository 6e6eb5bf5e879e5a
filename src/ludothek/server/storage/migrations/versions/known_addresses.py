"""A table of addresses from which owners of accounts have signed in."""

import sqlalchemy as sa
from alembic import op

revision = "8"
down_revision = "7"


def upgrade() -> None:
    """Upgrade the schema."""
    op.create_table(
        "known_addresses",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=20), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_known_addresses_person")),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_known_addresses")),
    )
    op.create_index(op.f("ix_known_addresses_person"), "known_addresses", ["person"], unique=False)
