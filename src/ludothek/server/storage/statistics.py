"""Statistics of a person's results: by game and level, with streaks."""

from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import Connection, select

from ludothek.server.match.config import on_former_scale
from ludothek.server.storage.database import Database
from ludothek.server.storage.schema import results
from ludothek.server.wire.models import Statistics, Tally

MOST: Final = 20_000  # results of one person; the oldest beyond that are left out


async def statistics(database: Database, person: str) -> Statistics:
    """All results of somebody, summed up."""
    newest = results.c.at.desc(), results.c.match.desc()
    columns = results.c.game, results.c.level, results.c.scale, results.c.score
    query = select(*columns).where(results.c.person == person).order_by(*newest).limit(MOST)

    def work(connection: Connection) -> list[Tally]:  # in a thread, with a database file
        return summed_up(reversed(connection.execute(query).all()))

    return Statistics(tallies=await database.read(work))


def summed_up(rows: Iterable[Any]) -> list[Tally]:
    """Results in the order in which they came, by game and level."""
    sums: dict[tuple[str, bool, int], dict[str, int]] = {}
    for game, level, scale, score in rows:
        former = level > 0 and on_former_scale(game, scale)
        entry = sums.setdefault((game, former, level), dict.fromkeys(_FIELDS, 0))
        entry[score] += 1
        entry["streak"] = entry["streak"] + 1 if score == "won" else 0
        entry["best_streak"] = max(entry["best_streak"], entry["streak"])
    return [
        Tally(game=game, level=level, former=former, **sums[game, former, level])
        for game, former, level in sorted(sums)
    ]


_FIELDS: Final = ("won", "drawn", "lost", "streak", "best_streak")
