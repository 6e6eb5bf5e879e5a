"""Statistics of a person's results: by game and level, with streaks."""

from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import Connection, func, select

from ludothek.server.match.config import on_former_scale
from ludothek.server.storage.database import Database
from ludothek.server.storage.schema import people, players, results
from ludothek.server.wire.models import ResultInfo, Statistics, Tally

MOST: Final = 20_000  # results of one person; the oldest beyond that are left out
RECENT: Final = 2_000  # results that are told one by one; earlier ones are summed up
OPPONENTS: Final = 50  # names


async def statistics(database: Database, person: str, since: int | None = None) -> Statistics:
    """All results of somebody, summed up; those since a moment one by one."""
    newest = results.c.at.desc(), results.c.match.desc()
    columns = (results.c.game, results.c.level, results.c.scale, results.c.score, results.c.at)
    query = select(*columns).where(results.c.person == person).order_by(*newest).limit(MOST)

    def work(connection: Connection) -> Statistics:  # in a thread, with a database file
        rows = connection.execute(query).all()
        late = [row for row in rows[:RECENT] if since is not None and row.at >= since]
        return Statistics(
            tallies=summed_up(reversed(rows[len(late) :])),
            recent=[_result(*row) for row in reversed(late)],
            opponents=list(connection.scalars(_opponents(person)).all()),
        )

    return await database.read(work)


def _opponents(person: str) -> Any:
    """The names of people somebody has played to an end."""
    own = select(results.c.match).where(results.c.person == person)
    others = select(people.c.name).join(players, people.c.id == players.c.person)
    met = others.where(players.c.match.in_(own), people.c.id != person).group_by(people.c.name)
    return met.order_by(func.count().desc(), people.c.name).limit(OPPONENTS)


def _result(game: str, level: int, scale: int, score: Any, at: int) -> ResultInfo:
    former = level > 0 and on_former_scale(game, scale)
    return ResultInfo(game=game, level=level, former=former, score=score, at=at)


def summed_up(rows: Iterable[Any]) -> list[Tally]:
    """Results in the order in which they came, by game and level."""
    sums: dict[tuple[str, bool, int], dict[str, int]] = {}
    for game, level, scale, score, *_ in rows:
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
