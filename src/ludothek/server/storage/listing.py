"""Lists of matches: the lobby, a person's matches, and those with work to do."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Select, and_, func, or_, select

from ludothek.games import load, names
from ludothek.server.match.clocks import Tick
from ludothek.server.storage.database import Database
from ludothek.server.storage.quarantine import DAMAGE
from ludothek.server.storage.schema import entries, matches, people, players, quarantine, results
from ludothek.server.wire.models import MatchList, MatchSummary
from ludothek.server.wire.views import listed

PAGE: Final = 30  # matches of a page
DUE: Final = 200  # matches of one query
_READABLE: Final = matches.c.id.not_in(select(quarantine.c.match))

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """Which matches of somebody; None: all of them."""

    status: str | None = None
    game: str | None = None
    before: str | None = None
    against: str | None = None  # people or computer
    level: int | None = None  # of the strongest computer they played
    opponent: str | None = None  # the name of one of the people they played


class Listing:
    """Questions about many matches."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def public(
        self, person: str | None, status: str, game: str | None, before: str | None
    ) -> MatchList:
        """Public matches of a status."""
        query = select(matches).where(matches.c.public, matches.c.status == status)
        return await self._page(_of(query, game), person, before)

    async def mine(self, person: str, wanted: MatchFilter) -> MatchList:
        """Matches somebody sits in, or gave up; against somebody: those with a result."""
        seated = select(players.c.match).where(players.c.person == person)
        given_up = select(results.c.match).where(results.c.person == person)
        over = and_(matches.c.status == "finished", matches.c.id.in_(given_up))
        query = select(matches).where(or_(matches.c.id.in_(seated), over))
        if wanted.status:
            query = query.where(matches.c.status == wanted.status)
        if against := _against(wanted):
            played = select(results.c.match).where(results.c.person == person, *against)
            query = query.where(matches.c.id.in_(played))
        if wanted.opponent:
            query = query.where(matches.c.id.in_(_with_somebody(wanted.opponent, person)))
        return await self._page(_of(query, wanted.game), person, wanted.before)

    async def running(self, person: str) -> int:
        """How many matches are not over that somebody sits in, or has set up for others."""
        seated = select(players.c.match).where(players.c.person == person)
        own = or_(matches.c.owner == person, matches.c.id.in_(seated))
        going = matches.c.status.in_(["open", "playing"])
        query = select(func.count()).select_from(matches).where(own, going)
        return await self._database.read(lambda connection: connection.scalar(query)) or 0

    async def overdue(self, tick: Tick) -> list[str]:
        """Matches in which a clock has run out."""
        return await self._ids(matches.c.deadline <= tick)

    async def orphans(self, alive: Iterable[str]) -> list[str]:
        """Matches that wait for a computer of a process that is gone."""
        gone = matches.c.server.not_in(list(alive))
        return await self._ids(and_(matches.c.waiting == "computer", gone))

    async def forgotten(self, now: Tick, wall: int, opened: int, idle: int) -> list[str]:
        """Matches nobody has joined for `opened` milliseconds, or gone on with for `idle`.

        Both times must agree: a wall clock that is set calls nothing off.
        """
        last = and_(entries.c.match == matches.c.id, entries.c.seq == matches.c.seq)

        def unchanged(age: int) -> Any:
            tick = select(entries.c.tick).where(last).scalar_subquery()
            return and_(matches.c.updated <= wall - age, tick <= now - age)

        never_begun = and_(matches.c.status == "open", unchanged(opened))
        left = and_(matches.c.status == "playing", unchanged(idle))
        return await self._ids(or_(never_begun, left))

    async def outdated(self) -> list[str]:
        """Matches that are not over, and were begun with a former version of the rules."""
        going = matches.c.status.in_(["open", "playing"])
        former = [
            and_(matches.c.game == name, matches.c.rules.in_(list(load(name).former)))
            for name in names()
        ]
        query = select(matches.c.id).where(going, or_(*former), _READABLE)
        return list(await self._database.read(lambda c: c.scalars(query).all()))

    async def count(self) -> dict[str, int]:
        """How many matches there are, by status."""
        number = func.count().label("number")
        query = select(matches.c.status, number).group_by(matches.c.status)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return {row.status: row.number for row in rows}

    async def _ids(self, condition: Any) -> list[str]:
        query = select(matches.c.id).where(condition, _READABLE).limit(DUE)
        return list(await self._database.read(lambda c: c.scalars(query).all()))

    async def _page(self, query: Select[Any], person: str | None, before: str | None) -> MatchList:
        newest = matches.c.updated.desc(), matches.c.id.desc()
        if before:
            at, _, match_id = before.partition("-")
            earlier = and_(matches.c.updated == int(at), matches.c.id < match_id)
            query = query.where(or_(matches.c.updated < int(at), earlier))
        page = query.order_by(*newest).limit(PAGE + 1)
        rows = await self._database.read(lambda connection: connection.execute(page).all())
        summaries = [line for row in rows[:PAGE] if (line := _line(row, person))]
        last = rows[PAGE - 1] if len(rows) > PAGE else None
        return MatchList(matches=summaries, next=f"{last.updated}-{last.id}" if last else None)


def _line(row: Any, person: str | None) -> MatchSummary | None:
    """A match of a list; one that cannot be read is left out, and the others are shown."""
    try:
        return listed(row, person)
    except DAMAGE as error:
        log.warning("a list leaves a match out", extra={"match": row.id, "reason": str(error)})
        return None


def _against(wanted: MatchFilter) -> list[Any]:
    """What the result of a wanted match says about the others."""
    conditions = []
    if wanted.against:
        conditions.append(results.c.level > 0 if wanted.against == "computer" else _PEOPLE)
    if wanted.level is not None:
        conditions.append(results.c.level == wanted.level)
    return conditions


_PEOPLE: Final = results.c.level == 0


def _with_somebody(name: str, person: str) -> Select[Any]:
    """The matches in which somebody else of that name sits."""
    others = select(players.c.match).join(people, people.c.id == players.c.person)
    return others.where(people.c.name == name, people.c.id != person)


def _of(query: Select[Any], game: str | None) -> Select[Any]:
    return query.where(matches.c.game == game) if game else query
