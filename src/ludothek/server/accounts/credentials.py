"""Sessions of browsers and tokens of bots: creation, verification, revocation.

Only hashes of them are stored. Every request looks its credential up, so what has ended acts no
more, whichever process is asked. Sockets are closed at once: here by a callback, in the other
processes by a notice that is stored beside it, for those who miss it.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, Select, delete, func, select, update

from ludothek.server.accounts.signing import hashed, new_id, new_secret
from ludothek.server.match.clocks import Tick
from ludothek.server.match.commands import Person
from ludothek.server.match.refusals import refused
from ludothek.server.match.setup.name_cleaning import clean_name
from ludothek.server.runtime.server_clock import TimeLine
from ludothek.server.storage.database import Database
from ludothek.server.storage.postgres_listener import CHANNEL
from ludothek.server.storage.schema import known_addresses, people, revocations, sessions, tokens
from ludothek.server.wire.models import MadeToken, Me, TokenInfo

DAY: Final = 86_400_000  # milliseconds
MINUTE: Final = 60_000  # how exactly the last use of a token is noted
POLL: Final = 0.4  # seconds after which a revocation is seen where its notice was missed
RECENT: Final = 30_000  # milliseconds for which a revocation is kept, for who missed its notice

Revoked = Callable[[str, str | None], None]  # person, credential; None: all of the person


@dataclass(frozen=True, slots=True)
class Identity:
    """Somebody the server knows, and what they have shown for it."""

    id: str
    name: str
    login: str | None
    password: str | None
    recovery_until: int | None
    epoch: int = 0
    credential: str | None = None  # the session or token that was shown, if any was
    until: Tick | None = None  # when the credential ends
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


class Revocation(NamedTuple):
    """Credentials that have ended."""

    id: str
    person: str
    credential: str | None  # None: all of the person


class CredentialStore:
    """All sessions and tokens."""

    def __init__(
        self,
        database: Database,
        process: str,
        line: TimeLine,
        session_days: float,
        max_sessions: int = 50,
    ) -> None:
        """`max_sessions` of one person: when there are more, the oldest ends."""
        self.revoked: list[Revoked] = []  # called when credentials have ended, wherever
        self._database = database
        self._process = process
        self._line = line
        self._max_sessions = max_sessions
        self._lifetime = int(session_days * DAY)
        self._handled: set[str] = set()  # recent revocations

    async def open_session(self, identity: Identity) -> str | None:
        """Sign a browser in; what it keeps as its cookie. None: everything has just ended."""
        secret, now = new_secret(), self._line.now()
        row = {
            "id": new_id(),
            "person": identity.id,
            "hash": hashed(secret),
            "created": self._line.wall(),
            "expires": now + self._lifetime,
        }
        most = self._max_sessions
        opening = partial(_insert_session, identity=identity, row=row, now=now, most=most)
        return secret if await self._database.write(opening) else None

    async def by_cookie(self, cookie: str) -> Identity | None:
        """Who has a cookie that is still good."""
        good = (sessions.c.hash == hashed(cookie)) & (sessions.c.expires > self._line.now())
        shown = sessions.c.id.label("credential"), sessions.c.expires
        row = await self._one(select(people, *shown).join(sessions).where(good))
        return identity_of(row, row.credential, row.expires) if row else None

    async def by_token(self, token: str) -> Identity | None:
        """The owner of a bot's token, with a bot's rights."""
        now = self._line.wall()
        shown = tokens.c.id.label("credential"), tokens.c.expires, tokens.c.used
        row = await self._one(
            select(people, *shown).join(tokens).where(tokens.c.hash == hashed(token))
        )
        if not row or (row.expires is not None and row.expires <= now):
            return None
        if row.used is None or abs(now - row.used) >= MINUTE:
            used = update(tokens).where(tokens.c.id == row.credential).values(used=now)
            await self._database.write(lambda connection: connection.execute(used))
        until = None if row.expires is None else self._line.now() + row.expires - now
        return identity_of(row, row.credential, until, by_token=True)

    def to_be_renewed(self, identity: Identity) -> bool:
        """Is half the time of a browser's session over?"""
        if identity.by_token or identity.until is None:
            return False
        return identity.until < self._line.now() + self._lifetime // 2

    async def renew(self, identity: Identity) -> bool:
        """Let a session last as long as a new one; False: it has just ended."""
        values = {"expires": self._line.now() + self._lifetime}
        renewed = update(sessions).where(sessions.c.id == identity.credential).values(values)
        return await self._database.write(lambda c: bool(c.execute(renewed).rowcount))

    async def lasts(self, identity: Identity) -> bool:
        """Is the session or token still there that somebody came with?"""
        query = _shown_by(identity)
        return await self._database.read(lambda c: c.scalar(query)) is not None

    async def make_token(
        self, identity: Identity, label: str, days: int | None, most: int
    ) -> MadeToken:
        """A token for a bot."""
        secret, now = new_secret(), self._line.wall()
        expires = None if days is None else now + days * DAY
        row: dict[str, Any] = {
            "id": new_id(),
            "person": identity.id,
            "hash": hashed(secret),
            "label": clean_name(label),
            "created": now,
            "expires": expires,
        }
        count = select(func.count()).where(tokens.c.person == identity.id)

        def make(connection: Connection) -> None:
            check_again(connection, identity)
            if (connection.scalar(count) or 0) >= most:
                raise refused("too-many-tokens", most=most)
            connection.execute(tokens.insert().values(row))

        await self._database.write(make)
        return MadeToken(
            id=row["id"],
            label=row["label"],
            created=now,
            expires=expires,
            used=None,
            token=secret,
        )

    async def list_tokens(self, identity: Identity) -> list[TokenInfo]:
        """The tokens of an identity, those that have expired as well."""
        query = select(tokens).where(tokens.c.person == identity.id).order_by(tokens.c.created)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [
            TokenInfo(id=r.id, label=r.label, created=r.created, expires=r.expires, used=r.used)
            for r in rows
        ]

    async def end_token(self, identity: Identity, token: str) -> bool:
        """Revoke a token; says whether there was one."""
        mine = (tokens.c.id == token) & (tokens.c.person == identity.id)
        return await self._revoke(identity.id, token, lambda c: _deleted(c, tokens, mine))

    async def end_session(self, identity: Identity) -> None:
        """Sign out the browser that asks for it."""
        mine = sessions.c.id == identity.credential
        await self._revoke(identity.id, identity.credential, lambda c: _deleted(c, sessions, mine))

    async def end_all(self, identity: Identity, **values: Any) -> Identity:
        """End sessions, tokens, recovery code and known addresses of somebody, and change the rest.

        Returns them as they are afterwards. Refused if all had just ended anyway.
        """
        ending = partial(_end_all, identity=identity, values=values)
        if not await self._revoke(identity.id, None, ending):
            raise refused("who")
        return replace(identity, epoch=identity.epoch + 1, credential=None, until=None)

    async def poll(self) -> None:
        """Close what ended in other processes without a notice that was heard."""
        since = self._line.now() - RECENT
        query = select(revocations).where(revocations.c.at >= since)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        for row in rows:
            self._apply(Revocation(row.id, row.person, row.credential))
        self._handled &= {row.id for row in rows}

    def receive(self, _process: str, kind: str, words: list[str]) -> None:
        """Another process has ended credentials."""
        if kind == "revoked" and len(words) == 3:
            revocation, person, credential = words
            self._apply(Revocation(revocation, person, None if credential == "-" else credential))

    async def _revoke(
        self, person: str, credential: str | None, end: Callable[[Connection], bool]
    ) -> bool:
        """End credentials, and tell everybody in the same transaction."""
        revocation = Revocation(new_id(), person, credential)

        def work(connection: Connection) -> bool:
            if not end(connection):
                return False
            self._announce(connection, revocation)
            return True

        ended = await self._database.write(work)
        if ended:
            self._apply(revocation)
        return ended

    def _announce(self, connection: Connection, revocation: Revocation) -> None:
        now = self._line.now()
        connection.execute(delete(revocations).where(revocations.c.at < now - RECENT))
        connection.execute(revocations.insert().values({**revocation._asdict(), "at": now}))
        if not self._database.sqlite:
            words = revocation.id, revocation.person, revocation.credential or "-"
            notice = " ".join([self._process, "revoked", *words])
            connection.execute(select(func.pg_notify(CHANNEL, notice)))

    def _apply(self, revocation: Revocation) -> None:
        """Each is applied once: what was opened afterwards stays open."""
        if revocation.id in self._handled:
            return
        self._handled.add(revocation.id)
        for callback in self.revoked:
            callback(revocation.person, revocation.credential)

    async def _one(self, query: Any) -> Row[Any] | None:
        row: Row[Any] | None = await self._database.read(lambda c: c.execute(query).one_or_none())
        return row


def identity_of(
    row: Row[Any],
    credential: str | None = None,
    until: Tick | None = None,
    *,
    by_token: bool = False,
) -> Identity:
    """Somebody, by their row."""
    fields = row.id, row.name, row.login, row.password, row.recovery_until, row.epoch
    return Identity(*fields, credential, until, by_token)


def check_again(connection: Connection, identity: Identity) -> None:
    """Refuse if what somebody came with has ended since; nothing ends before the transaction does.

    To be called first in every transaction that gives somebody another access.
    """
    if not _holds(connection, identity):
        raise refused("who")
    if identity.credential and connection.scalar(_shown_by(identity)) is None:
        raise refused("who")


def _holds(connection: Connection, identity: Identity) -> bool:
    """Is everything of somebody as it was? Their row is locked: whoever ends all of it waits."""
    same = (people.c.id == identity.id) & (people.c.epoch == identity.epoch)
    locked = select(people.c.id).where(same).with_for_update(key_share=True)
    return connection.scalar(locked) is not None


def _shown_by(identity: Identity) -> Select[tuple[str]]:
    table = tokens if identity.by_token else sessions
    return select(table.c.id).where(table.c.id == identity.credential)


def _insert_session(
    connection: Connection, identity: Identity, row: dict[str, Any], now: Tick, most: int
) -> bool:
    """With a new one the expired ones go, and the oldest of very many."""
    if not _holds(connection, identity):
        return False
    mine = sessions.c.person == row["person"]
    newest = select(sessions.c.id).where(mine).order_by(sessions.c.expires.desc())
    keep = list(connection.scalars(newest.limit(most - 1)))
    gone = (sessions.c.expires <= now) | sessions.c.id.not_in(keep)
    connection.execute(delete(sessions).where(mine, gone))
    connection.execute(sessions.insert().values(row))
    return True


def _end_all(connection: Connection, identity: Identity, values: dict[str, Any]) -> bool:
    """First the epoch, then what exists: whatever is being made comes before both or not at all."""
    fresh = {"epoch": people.c.epoch + 1, "recovery": None, "recovery_until": None, **values}
    same = (people.c.id == identity.id) & (people.c.epoch == identity.epoch)
    if not connection.execute(update(people).where(same).values(fresh)).rowcount:
        return False
    for table in (sessions, tokens, known_addresses):
        connection.execute(delete(table).where(table.c.person == identity.id))
    return True


def _deleted(connection: Connection, table: Any, condition: ColumnElement[bool]) -> bool:
    return bool(connection.execute(delete(table).where(condition)).rowcount)
