"""The session of a WebSocket: handles the client's messages one after the other."""

import asyncio
import logging
from contextlib import suppress
from dataclasses import asdict
from typing import Any, Final

from fastapi import APIRouter, WebSocket
from sqlalchemy.exc import SQLAlchemyError

from ludothek.games import LudothekError
from ludothek.server.accounts.credentials import Identity
from ludothek.server.app.services import Services
from ludothek.server.http.auth import (
    address_of,
    charge,
    identify,
    rate_limit,
    same_origin,
    services_of,
)
from ludothek.server.http.errors import answer_of, error_response
from ludothek.server.live.connection import RESTART, SEND_NOW, TRY_LATER, Connection
from ludothek.server.match.commands import SpotInfo
from ludothek.server.match.decide import acting_seat
from ludothek.server.match.refusals import Refused, refused
from ludothek.server.match.turn_preview import granted, previewing
from ludothek.server.runtime.command_metrics import act
from ludothek.server.storage.database import log_failure
from ludothek.server.storage.store import NotStored
from ludothek.server.wire.codec import Invalid
from ludothek.server.wire.messages import (
    Act,
    Bye,
    Done,
    Gone,
    Held,
    Hover,
    Lobby,
    Preview,
    Previewed,
    Said,
    Say,
    Unwatch,
    Watch,
    Welcome,
    parse_message,
)
from ludothek.server.wire.messages import Refused as RefusedMessage
from ludothek.server.wire.models import Prefix, Problem
from ludothek.server.wire.problems import problem_of

router = APIRouter()
RETRY: Final = 1  # seconds after which somebody who was one too many comes back
MAX_REFUSED: Final = 100  # messages refused by the rate limit before the connection is closed
_EXPECTED: Final = (Refused, LudothekError, Invalid, SQLAlchemyError, NotStored)

log = logging.getLogger(__name__)


@router.websocket("/api/live")
async def live(socket: WebSocket) -> None:
    """Follow matches and play them."""
    parts = services_of(socket)
    try:
        identity = await _admitted(socket, parts)
    except (Refused, SQLAlchemyError) as denied:
        await socket.send_denial_response(answer_of(denied))
        return
    await socket.accept()
    send_now = socket.scope.get("extensions", {}).get(SEND_NOW)
    connection = Connection(socket, identity, address_of(socket), send_now)
    parts.hub.enter(connection)
    try:
        await _look_again(parts, connection)
        await _Session(parts, connection).run()
    finally:
        parts.hub.leave(connection)


async def _look_again(parts: Services, connection: Connection) -> None:
    """Close what has ended while its connection was made, when the hub did not know it yet."""
    identity = connection.identity
    try:
        if identity and not await parts.credentials.lasts(identity):
            parts.hub.dismiss(identity.id, identity.credential)
    except SQLAlchemyError as error:
        log_failure(log, error)
        connection.close(TRY_LATER, Bye(reason="restart", retry=1000))


async def _admitted(socket: WebSocket, parts: Services) -> Identity | None:
    """Who it is, if they may come in."""
    if not same_origin(socket):
        raise refused("cross-site")
    identity = await identify(socket)
    rate_limit(socket, "socket", identity)
    if limit := _exceeded(parts, identity, address_of(socket)):
        raise refused("crowded", limit=limit, seconds=RETRY)
    return identity


def _exceeded(parts: Services, identity: Identity | None, address: str) -> str | None:
    """The limit on sockets that one more would exceed; a server that stops takes none."""
    hub, settings = parts.hub, parts.settings
    if len(hub.connections) >= settings.max_sockets or not parts.ready:
        return "max_sockets"
    if hub.addresses[address] >= settings.max_sockets_per_address:
        return "max_sockets_per_address"
    if identity and hub.persons[identity.id] >= settings.max_sockets_per_person:
        return "max_sockets_per_person"
    return None


class _Session:
    """One connection from its welcome to its end."""

    def __init__(self, parts: Services, connection: Connection) -> None:
        self._parts = parts
        self._connection = connection
        self._refused_messages = 0

    async def run(self) -> None:
        me = self._connection.identity.me if self._connection.identity else None
        beat = int(self._parts.settings.beat_seconds * 1000)
        self._connection.send(Welcome(me=me, now=self._parts.line.wall(), beat=beat))
        writer = asyncio.create_task(self._connection.write())
        reader = asyncio.create_task(self._read())
        try:
            await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (reader, writer):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    async def _read(self) -> None:
        while (text := await self._connection.receive()) is not None:
            if self._signed_out():
                return
            if not self._within_limits():
                continue
            try:
                message = parse_message(text)
            except Invalid as error:
                self._refuse(None, error_response(error)[1])
                continue
            self._parts.metrics.message_counter(message.type).inc()
            try:
                await self._answer(message)
            except _EXPECTED as error:
                self._refuse(getattr(message, "ref", None), error_response(error)[1])

    def _signed_out(self) -> bool:
        """Nothing is done any more for a session or token that has ended."""
        if self._connection.expired(self._parts.line.now()):
            self._connection.close(RESTART, Bye(reason="replaced", retry=0))
        return self._connection.closing

    def _within_limits(self) -> bool:
        try:
            self._charge("message")
        except Refused as refused:
            self._refused_messages += 1
            self._refuse(None, problem_of(refused.refusal))
            if self._refused_messages >= MAX_REFUSED:
                self._connection.close(TRY_LATER, Bye(reason="slow", retry=10_000))
            return False
        return True

    def _charge(self, kind: str) -> None:
        connection = self._connection
        charge(self._parts, kind, connection.person or connection.address, connection.address)

    def _refuse(self, ref: int | None, problem: Problem) -> None:
        self._connection.send(RefusedMessage(ref=ref, problem=problem))

    async def _answer(self, message: Any) -> None:
        match message:
            case Watch():
                await self._watch(message)
            case Unwatch():
                self._parts.hub.unwatch(self._connection, message.match)
            case Lobby():
                await self._parts.lobby.enter(self._connection, on=message.on)
            case Act():
                match = await act(self._parts, message.match, self._me(), message.command)
                self._connection.send(Done(ref=message.ref, seq=match.seq))
            case Preview():
                await self._preview(message)
            case Hover():
                await show_held(self._parts, self._connection, message)
            case Say():
                await pass_on(self._parts, self._me(), message)

    async def _watch(self, message: Watch) -> None:
        try:
            self._charge("view")
            self._check_room_for(message.match)
            await self._parts.hub.watch(self._connection, message.match, message.after)
        except (Refused, LudothekError) as error:
            self._connection.send(Gone(match=message.match, problem=error_response(error)[1]))
        except SQLAlchemyError as error:  # who comes back asks for all matches again
            log_failure(log, error)
            self._connection.close(TRY_LATER, Bye(reason="restart", retry=1000))

    def _check_room_for(self, match_id: str) -> None:
        watched, most = self._connection.watched, self._parts.settings.max_watched
        if len(watched) >= most and match_id not in watched:
            raise refused("watched", most=most)

    async def _preview(self, message: Preview) -> None:
        me = self._me()
        self._charge("try")
        match = await self._parts.matches.get(message.match)
        prefix = Prefix(ply=message.ply, decisions=message.decisions)
        steps = previewing(match, me.id, prefix)
        tried = await self._parts.matches.slices.last(steps, self._connection.address)
        self._connection.send(Previewed(ref=message.ref, tried=granted(tried)))

    def _me(self) -> Identity:
        if not self._connection.identity:
            raise refused("who")
        return self._connection.identity


async def show_held(parts: Services, connection: Connection, message: Hover) -> None:
    """Only who is to place shows a piece, not too often, and only to who follows the match."""
    match = await parts.matches.get(message.match)
    mine = match.to_move in match.seats_of(connection.person)
    due = match.placing and match.status == "playing" and match.ply == message.ply
    if mine and due and parts.limits.allow("hover", match.id):
        spot = SpotInfo(**asdict(message.spot))
        held = Held(match=match.id, ply=match.ply, seat=match.to_move, spot=spot)
        parts.hub.hold(held, by=connection)


async def pass_on(parts: Services, speaker: Identity, message: Say) -> None:
    """Only who plays is heard, not too often, and by who follows the match."""
    match = await parts.matches.get(message.match)
    seats = match.seats_of(speaker.id)
    if not seats:
        raise refused("not-seated")
    if parts.limits.allow("say", f"{match.id} {speaker.id}"):
        said = Said(match=match.id, seat=acting_seat(match, seats), phrase=message.phrase)
        parts.hub.say(said, own=True)
