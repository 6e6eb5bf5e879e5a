"""Addresses from which the owner of an account has signed in before; only hashes are stored."""

from typing import Any, Final

from sqlalchemy import Connection, delete, select

from ludothek.server.accounts.signing import hashed
from ludothek.server.storage.database import Database
from ludothek.server.storage.schema import known_addresses

MOST_KEPT: Final = 20  # of one account; the ones unused for longest are forgotten


class KnownAddresses:
    """Pairs of an account and an address, for all processes, and after a restart."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def includes(self, login: str, address: str) -> bool:
        """Has the owner of this account come from there?"""
        column = known_addresses.c.hash
        query = select(column).where(column == _pair(login, address))
        return await self._database.read(lambda c: c.scalar(query)) is not None

    async def add(self, person: str, login: str, address: str, wall: int) -> None:
        """The owner has, just now."""
        row = {"hash": _pair(login, address), "person": person, "at": wall}
        insert = self._database.insert(known_addresses).values(row)
        upsert = insert.on_conflict_do_update(index_elements=["hash"], set_={"at": wall})

        def work(connection: Connection) -> None:
            connection.execute(upsert)
            connection.execute(_forget_oldest(person))

        await self._database.write(work)


def _pair(login: str, address: str) -> str:
    return hashed(f"{login} {address}")


def _forget_oldest(person: str) -> Any:
    mine = known_addresses.c.person == person
    newest = select(known_addresses.c.hash).where(mine).order_by(known_addresses.c.at.desc())
    return delete(known_addresses).where(
        mine, known_addresses.c.hash.not_in(newest.limit(MOST_KEPT))
    )
