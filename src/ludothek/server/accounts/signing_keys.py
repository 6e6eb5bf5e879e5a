"""Signing keys in the database: the current one, and former ones that stay valid for a while."""

from typing import Any, Final

from sqlalchemy import Connection, delete, func, select, update

from ludothek.server.accounts.signing import Signer, new_secret
from ludothek.server.match.clocks import Tick
from ludothek.server.storage.database import Database
from ludothek.server.storage.schema import keys, servers

_CURRENT: Final = "signing"
_UNTIL: Final = "until "  # and the tick up to which a former key is read


class SigningKeys:
    """The keys of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def signer(self, now: Tick) -> Signer:
        """Signs with the present key, which is made by whoever comes first."""
        insert = self._database.insert(keys).values(name=_CURRENT, value=new_secret())
        query = select(keys.c.name, keys.c.value)
        rows = await self._database.read(lambda c: c.execute(query).all())
        if _CURRENT not in {row.name for row in rows}:
            await self._database.write(lambda c: c.execute(insert.on_conflict_do_nothing()))
            rows = await self._database.read(lambda c: c.execute(query).all())
        current = next(str(row.value) for row in rows if row.name == _CURRENT)
        return Signer(current, [str(row.value) for row in rows if _good_until(row.name) > now])

    async def rotate(self, lifetime: int) -> None:
        """Sign with a new key; what the present one has signed is read for `lifetime` ms more."""
        await self._database.write(lambda connection: _rotate(connection, lifetime))


def _good_until(name: str) -> Tick:
    return int(name.removeprefix(_UNTIL)) if name.startswith(_UNTIL) else 0


def _rotate(connection: Connection, lifetime: int) -> None:
    now = connection.scalar(select(func.max(servers.c.tick))) or 0
    names: list[Any] = list(connection.scalars(select(keys.c.name)))
    expired = [name for name in names if name != _CURRENT and _good_until(name) <= now]
    connection.execute(delete(keys).where(keys.c.name.in_(expired)))
    until = now + lifetime
    while f"{_UNTIL}{until}" in names:
        until += 1
    former = update(keys).where(keys.c.name == _CURRENT).values(name=f"{_UNTIL}{until}")
    connection.execute(former)
    connection.execute(keys.insert().values(name=_CURRENT, value=new_secret()))
