"""People: guests with a nickname, optional accounts, and recovery codes."""

import asyncio
import unicodedata
from collections.abc import Callable
from functools import cache
from typing import Any, Final

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from sqlalchemy import Connection, Row, select, update
from sqlalchemy.exc import IntegrityError

from ludothek.server.accounts.credentials import (
    DAY,
    CredentialStore,
    Identity,
    check_again,
    identity_of,
)
from ludothek.server.accounts.signing import hashed, new_id, new_secret
from ludothek.server.match.refusals import refused
from ludothek.server.match.setup.name_cleaning import check_characters, clean_name
from ludothek.server.storage.database import Database
from ludothek.server.storage.schema import people

GUEST: Final = "Guest"
MAX_LOGIN: Final = 80  # characters of a login name, as it is stored
_HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)


class People:
    """Everybody the server knows."""

    def __init__(
        self,
        database: Database,
        credentials: CredentialStore,
        wall: Callable[[], int],
        recovery_days: float,
    ) -> None:
        self._database = database
        self._credentials = credentials
        self._wall = wall
        self._recovery = int(recovery_days * DAY)
        self._hashing = asyncio.Semaphore(2)  # a hash takes 19 MB and a core

    async def guest(self, name: str | None) -> Identity:
        """A new identity."""
        values = {
            "id": new_id(),
            "name": clean_name(name or GUEST),
            "created": self._wall(),
            "epoch": 0,
        }
        await self._database.write(lambda c: c.execute(people.insert().values(values)))
        return await self.get(str(values["id"]))

    async def get(self, person: str) -> Identity:
        """An identity that exists."""
        identity = await self._find(people.c.id == person)
        if not identity:
            raise LookupError(person)
        return identity

    async def rename(self, identity: Identity, name: str) -> Identity:
        """Another nickname."""
        return await self._change(identity, name=clean_name(name))

    async def make_recovery(self, identity: Identity) -> str:
        """A code that gives the identity to another device; replaces an earlier one."""
        code = new_secret()
        until = self._wall() + self._recovery
        await self._change(identity, recovery=hashed(code), recovery_until=until)
        return code

    async def recover(self, code: str) -> Identity | None:
        """The identity a code gives; the code is used up."""
        good = (people.c.recovery == hashed(code)) & (people.c.recovery_until > self._wall())
        used = update(people).where(good).values(recovery=None, recovery_until=None)
        returning = used.returning(*people.c)
        row = await self._database.write(lambda c: c.execute(returning).one_or_none())
        return identity_of(row) if row else None

    async def make_account(self, identity: Identity, login: str, password: str) -> Identity:
        """A login name and a password on top of an identity."""
        if identity.login:
            raise refused("account-exists")
        secret = await self._hash(password)
        try:
            return await self._change(identity, login=fold(login), password=secret)
        except IntegrityError:
            raise refused("login-taken") from None

    async def log_in(self, login: str, password: str) -> Identity | None:
        """The identity of an account."""
        identity = await self._find(people.c.login == fold(login))
        valid = await self._verify(identity.password if identity else None, password)
        return identity if valid else None

    async def new_password(self, identity: Identity, old: str, new: str) -> Identity | None:
        """Change a password; all devices, bots and recovery codes have to come back with it."""
        if not identity.password:
            raise refused("no-account")
        if not await self._verify(identity.password, old):
            return None
        secret = await self._hash(new)
        return await self._credentials.end_all(identity, password=secret)

    async def _find(self, condition: Any) -> Identity | None:
        query = select(people).where(condition)
        row = await self._database.read(lambda c: c.execute(query).one_or_none())
        return identity_of(row) if row else None

    async def _change(self, identity: Identity, **values: Any) -> Identity:
        """Change somebody, unless what they came with has ended meanwhile."""
        change = update(people).where(people.c.id == identity.id).values(values)

        def work(connection: Connection) -> Row[Any]:
            check_again(connection, identity)
            return connection.execute(change.returning(*people.c)).one()

        return identity_of(await self._database.write(work))

    async def _hash(self, password: str) -> str:
        async with self._hashing:
            return await asyncio.to_thread(_HASHER.hash, password)

    async def _verify(self, secret: str | None, password: str) -> bool:
        async with self._hashing:
            try:
                return await asyncio.to_thread(_HASHER.verify, secret or _nobody(), password)
            except VerificationError:
                return False


@cache
def _nobody() -> str:
    """A hash to verify against, so that an unknown login takes as long as a known one."""
    return _HASHER.hash("nobody")


def fold(login: str) -> str:
    """Login names that look alike are the same."""
    check_characters(login)
    folded = unicodedata.normalize("NFKC", login).casefold()
    if len(folded) > MAX_LOGIN:  # a single character may stand for eighteen
        raise refused("login-long")
    return folded
