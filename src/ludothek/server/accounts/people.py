"""People: guests with a nickname, accounts on top, recovery codes, and tokens for bots."""

import asyncio
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from sqlalchemy import Connection, delete, func, select, update
from sqlalchemy.exc import IntegrityError

from ludothek.server.accounts.signing import Signer, hashed, new_id, new_secret
from ludothek.server.match.commands import Person
from ludothek.server.match.name_cleaning import clean_name
from ludothek.server.match.refusals import refused
from ludothek.server.runtime.server_clock import wall
from ludothek.server.storage.database import Database
from ludothek.server.storage.schema import people, tokens
from ludothek.server.wire.models import MadeToken, Me, TokenInfo

DAY: Final = 86_400_000  # milliseconds
GUEST: Final = "Guest"
_HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)


@dataclass(frozen=True, slots=True)
class Identity:
    """Somebody the server knows."""

    id: str
    name: str
    epoch: int
    login: str | None
    password: str | None
    recovery_until: int | None
    by_token: bool = False  # a bot: may play, and nothing else

    @property
    def person(self) -> Person:
        """As matches know them."""
        return Person(self.id, self.name)

    @property
    def me(self) -> Me:
        """As the API describes them to themselves."""
        return Me(
            id=self.id, name=self.name, account=self.login, recovery_until=self.recovery_until
        )


class People:
    """Everybody the server knows."""

    def __init__(self, database: Database, signer: Signer, recovery_days: float) -> None:
        self._database = database
        self._signer = signer
        self._recovery = int(recovery_days * DAY)
        self._hashing = asyncio.Semaphore(2)  # a hash takes 19 MB and a core

    async def guest(self, name: str | None) -> Identity:
        """A new identity."""
        values = {"id": new_id(), "name": clean_name(name or GUEST), "created": wall(), "epoch": 0}
        await self._database.write(lambda c: c.execute(people.insert().values(values)))
        return await self.get(str(values["id"]))

    async def get(self, person: str) -> Identity:
        """An identity that exists."""
        identity = await self._find(people.c.id == person)
        if not identity:
            raise LookupError(person)
        return identity

    def cookie(self, identity: Identity) -> str:
        """What a browser keeps."""
        return self._signer.cookie(identity.id, identity.epoch)

    async def by_cookie(self, cookie: str) -> Identity | None:
        """The identity of a cookie that is still good."""
        signed = self._signer.read_cookie(cookie)
        if not signed:
            return None
        person, epoch = signed
        return await self._find((people.c.id == person) & (people.c.epoch == epoch))

    async def by_token(self, token: str) -> Identity | None:
        """The owner of a bot's token, with a bot's rights."""
        owner = select(tokens.c.person).where(tokens.c.hash == hashed(token)).scalar_subquery()
        return await self._find(people.c.id == owner, by_token=True)

    async def rename(self, identity: Identity, name: str) -> Identity:
        """Another nickname."""
        return await self._change(identity, name=clean_name(name))

    async def make_recovery(self, identity: Identity) -> str:
        """A code that gives the identity to another device; replaces an earlier one."""
        code = new_secret()
        until = wall() + self._recovery
        await self._change(identity, recovery=hashed(code), recovery_until=until)
        return code

    async def recover(self, code: str) -> Identity | None:
        """The identity a code gives; the code is used up."""
        good = (people.c.recovery == hashed(code)) & (people.c.recovery_until > wall())
        used = update(people).where(good).values(recovery=None, recovery_until=None)
        person = await self._database.write(lambda c: c.scalar(used.returning(people.c.id)))
        return await self.get(person) if person else None

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
        """Change a password; all earlier cookies become invalid."""
        if not await self._verify(identity.password, old):
            return None
        secret = await self._hash(new)
        return await self._change(identity, password=secret, epoch=identity.epoch + 1)

    async def log_out_everywhere(self, identity: Identity) -> None:
        """Invalidate all cookies."""
        await self._change(identity, epoch=identity.epoch + 1)

    async def make_token(self, identity: Identity, label: str, most: int) -> MadeToken:
        """A token for a bot."""
        secret = new_secret()
        token = {"id": new_id(), "label": clean_name(label), "created": wall()}
        row = {**token, "person": identity.id, "hash": hashed(secret)}
        count = select(func.count()).where(tokens.c.person == identity.id)

        def make(connection: Connection) -> None:
            if (connection.scalar(count) or 0) >= most:
                raise refused("too-many-tokens", most=most)
            connection.execute(tokens.insert().values(row))

        await self._database.write(make)
        return MadeToken.model_validate({**token, "token": secret})

    async def list_tokens(self, identity: Identity) -> list[TokenInfo]:
        """The tokens of an identity."""
        query = select(tokens).where(tokens.c.person == identity.id).order_by(tokens.c.created)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [TokenInfo(id=r.id, label=r.label, created=r.created) for r in rows]

    async def drop_token(self, identity: Identity, token: str) -> bool:
        """Revoke a token; says whether there was one."""
        mine = (tokens.c.id == token) & (tokens.c.person == identity.id)
        dropped = delete(tokens).where(mine)
        return bool(await self._database.write(lambda c: c.execute(dropped).rowcount))

    async def _find(self, condition: Any, *, by_token: bool = False) -> Identity | None:
        query = select(people).where(condition)
        row = await self._database.read(lambda c: c.execute(query).one_or_none())
        if not row:
            return None
        until = row.recovery_until
        return Identity(row.id, row.name, row.epoch, row.login, row.password, until, by_token)

    async def _change(self, identity: Identity, **values: Any) -> Identity:
        change = update(people).where(people.c.id == identity.id).values(values)
        await self._database.write(lambda connection: connection.execute(change))
        return await self.get(identity.id)

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
    return unicodedata.normalize("NFKC", login).casefold()
