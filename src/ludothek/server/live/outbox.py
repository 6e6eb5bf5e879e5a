"""The bounded send queue of a connection, which keeps only the newest of superseded messages."""

import asyncio
from collections import OrderedDict
from dataclasses import replace
from typing import Any, Final

from pydantic_core import to_json

from ludothek.server.live.update_text import UpdateText
from ludothek.server.wire.messages import (
    Beat,
    Held,
    JobNews,
    LobbyNews,
    Presence,
    ServerMessage,
    Update,
)

MOST: Final = 64  # messages waiting

Key = tuple[str, str | int]


class Overflow(Exception):
    """The other side reads too slowly."""


class Packed:
    """A message, written once for all who get it."""

    __slots__ = ("_jump", "_shared", "_text", "message")

    def __init__(self, message: ServerMessage, shared: UpdateText | None = None) -> None:
        """`shared`: what others are sent of the same update."""
        self.message = message
        self._shared = shared
        self._text: str | None = None
        self._jump: Packed | None = None

    @property
    def text(self) -> str:
        """As it is sent."""
        if self._text is None:
            self._text = self._written()
        return self._text

    def jump(self) -> "Packed":
        """The same update for somebody who did not get the one before."""
        if self._jump is None:
            update: Any = self.message
            self._jump = Packed(replace(update, since=None, happened=[]))
        return self._jump

    def _written(self) -> str:
        if self._shared and isinstance(self.message, Update):
            return self._shared.of(self.message)
        return to_json(self.message).decode()


class Outbox:
    """A queue in which a new update of a match takes the place of an older one."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[Key, Packed] = OrderedDict()
        self._empty: asyncio.Future[None] | None = None  # until there is something, for the reader
        self._count = 0

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, packed: Packed) -> None:
        """Add a message; raises `Overflow` when too many are waiting."""
        key = self._key(packed.message)
        replaced = self._waiting.pop(key, None)
        if replaced and isinstance(packed.message, Update):
            packed = packed.jump()
        if len(self._waiting) >= MOST:
            raise Overflow
        self._waiting[key] = packed
        if self._empty and not self._empty.done():
            self._empty.set_result(None)

    async def get(self) -> Packed:
        """The message that has waited longest; there is one reader."""
        while not self._waiting:
            self._empty = asyncio.get_running_loop().create_future()
            await self._empty
        return self._waiting.popitem(last=False)[1]

    def _key(self, message: ServerMessage) -> Key:
        """Messages with the same key replace each other."""
        match message:
            case Update():
                return "match", message.match.id
            case Presence() | Held():
                return message.type, message.match
            case JobNews():
                return "job", message.job.id
            case LobbyNews() | Beat():
                return message.type, ""
        self._count += 1
        return "", self._count
