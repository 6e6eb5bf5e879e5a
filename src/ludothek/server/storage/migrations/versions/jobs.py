"""Jobs are stored in a table; the former table of analyses goes."""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Upgrade the schema."""
    op.drop_table("analyses")
    op.create_table(
        "jobs",
        sa.Column("id", sa.String(length=20), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("match", sa.String(length=20), nullable=False),
        sa.Column("plies", sa.Integer(), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(length=20), nullable=False),
        sa.Column("state", sa.String(length=12), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("result", sa.Text(), nullable=False),
        sa.Column("server", sa.String(length=20), nullable=True),
        sa.Column("lease", sa.BigInteger(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_jobs")),
    )
    op.create_index(op.f("ix_jobs_state_changed"), "jobs", ["state", "changed"], unique=False)
    op.create_index(op.f("ix_jobs_person_state"), "jobs", ["person", "state"], unique=False)
    op.create_index(op.f("ix_jobs_match_plies"), "jobs", ["match", "plies"], unique=False)
