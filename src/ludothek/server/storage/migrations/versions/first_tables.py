"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    """Upgrade the schema."""
    _create_analyses()
    _create_entries()
    _create_keys()
    _create_matches()
    _create_motions()
    _create_people()
    _create_servers()
    _create_players()
    _create_tokens()


def _create_analyses() -> None:
    op.create_table(
        "analyses",
        sa.Column("match", sa.String(length=20), nullable=False),
        sa.Column("plies", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("match", "plies", name=op.f("pk_analyses")),
    )


def _create_entries() -> None:
    op.create_table(
        "entries",
        sa.Column("match", sa.String(length=20), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("tick", sa.BigInteger(), nullable=False),
        sa.Column("events", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("match", "seq", name=op.f("pk_entries")),
    )


def _create_keys() -> None:
    op.create_table(
        "keys",
        sa.Column("name", sa.String(length=20), nullable=False),
        sa.Column("value", sa.String(length=80), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_keys")),
    )


def _create_matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(length=20), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("owner", sa.String(length=20), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("waiting", sa.String(length=12), nullable=False),
        sa.Column("server", sa.String(length=20), nullable=False),
        sa.Column("deadline", sa.BigInteger(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.Column("summary", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
    )
    op.create_index(op.f("ix_matches_deadline"), "matches", ["deadline"], unique=False)
    op.create_index(
        op.f("ix_matches_status_public_updated"),
        "matches",
        ["status", "public", "updated"],
        unique=False,
    )
    op.create_index(op.f("ix_matches_waiting"), "matches", ["waiting"], unique=False)


def _create_motions() -> None:
    op.create_table(
        "motions",
        sa.Column("match", sa.String(length=20), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("match", "seq", name=op.f("pk_motions")),
    )


def _create_people() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(length=20), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("login", sa.String(length=80), nullable=True),
        sa.Column("password", sa.Text(), nullable=True),
        sa.Column("recovery", sa.String(length=64), nullable=True),
        sa.Column("recovery_until", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
        sa.UniqueConstraint("login", name=op.f("uq_people_login")),
        sa.UniqueConstraint("recovery", name=op.f("uq_people_recovery")),
    )


def _create_servers() -> None:
    op.create_table(
        "servers",
        sa.Column("id", sa.String(length=20), nullable=False),
        sa.Column("tick", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_servers")),
    )


def _create_players() -> None:
    op.create_table(
        "players",
        sa.Column("match", sa.String(length=20), nullable=False),
        sa.Column("person", sa.String(length=20), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_players_match")),
        sa.PrimaryKeyConstraint("match", "person", name=op.f("pk_players")),
    )
    op.create_index(op.f("ix_players_person"), "players", ["person"], unique=False)


def _create_tokens() -> None:
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(length=20), nullable=False),
        sa.Column("person", sa.String(length=20), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("label", sa.String(length=80), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_tokens_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tokens")),
        sa.UniqueConstraint("hash", name=op.f("uq_tokens_hash")),
    )
    op.create_index(op.f("ix_tokens_person"), "tokens", ["person"], unique=False)
