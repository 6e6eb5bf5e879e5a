"""A table of results, one row for each person of a finished match."""

import json
from collections import Counter
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "5"
down_revision = "4"


def upgrade() -> None:
    """Upgrade the schema."""
    op.create_table(
        "results",
        sa.Column("match", sa.String(length=20), nullable=False),
        sa.Column("person", sa.String(length=20), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("score", sa.String(length=8), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_results_match")),
        sa.PrimaryKeyConstraint("match", "person", name=op.f("pk_results")),
    )
    op.create_index(op.f("ix_results_person_at"), "results", ["person", "at"], unique=False)
    _fill()


def _fill() -> None:
    """The results of matches that are over, from what lists know of them."""
    connection = op.get_bind()
    matches = _table("matches", "id", "game", "updated", "summary", "status")
    query = sa.select(matches).where(matches.c.status == "finished")
    rows = [row for match in connection.execute(query).all() for row in _rows(match)]
    results = _table("results", "match", "person", "game", "score", "level", "at")
    if rows:
        connection.execute(sa.insert(results), rows)


def _table(name: str, *columns: str) -> sa.TableClause:
    return sa.table(name, *(sa.column(column) for column in columns))


def _rows(match: Any) -> list[dict[str, Any]]:
    summary = json.loads(match.summary)
    seated = [occupant or {} for occupant in summary.get("sitters", [])]
    winners = (summary.get("result") or {}).get("winners", [])
    seats = Counter(occupant.get("person") for occupant in seated)
    rows = []
    for seat, occupant in enumerate(seated, 1):
        person = occupant.get("person")
        if not person or seats[person] > 1 or not summary.get("result"):
            continue
        levels = [each.get("level") or 0 for each in seated if each is not occupant]
        score = "drawn" if not winners else "won" if seat in winners else "lost"
        level = max(levels, default=0) if all(levels) else 0
        row = {"match": match.id, "person": person, "game": match.game, "score": score}
        rows.append({**row, "level": level, "at": match.updated})
    return rows
