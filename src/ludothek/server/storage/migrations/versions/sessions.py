"""Tables of revocable sessions; tokens get an expiry and the time of their last use."""

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"


def upgrade() -> None:
    """Upgrade the schema."""
    op.add_column("tokens", sa.Column("expires", sa.BigInteger(), nullable=True))
    op.add_column("tokens", sa.Column("used", sa.BigInteger(), nullable=True))
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(length=20), nullable=False),
        sa.Column("person", sa.String(length=20), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_sessions_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
        sa.UniqueConstraint("hash", name=op.f("uq_sessions_hash")),
    )
    op.create_index(op.f("ix_sessions_person"), "sessions", ["person"], unique=False)
    op.create_table(
        "revocations",
        sa.Column("id", sa.String(length=20), nullable=False),
        sa.Column("person", sa.String(length=20), nullable=False),
        sa.Column("credential", sa.String(length=20), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_revocations")),
    )
    op.create_index(op.f("ix_revocations_at"), "revocations", ["at"], unique=False)
