"""What is waiting to be sent on one connection: bounded, and the newest where only that counts."""

import asyncio
from collections import OrderedDict
from dataclasses import replace
from typing import Any, Final

from pydantic_core import to_json

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

    __slots__ = ("_jump", "_text", "message")

    def __init__(self, message: ServerMessage) -> None:
        self.message = message
        self._text: str | None = None
        self._jump: Packed | None = None

    @property
    def text(self) -> str:
        """As it is sent."""
        if self._text is None:
            self._text = to_json(self.message).decode()
        return self._text

    def jump(self) -> "Packed":
        """The same update for somebody who did not get the one before."""
        if self._jump is None:
            update: Any = self.message
            self._jump = Packed(replace(update, since=None, happened=[]))
        return self._jump


class Outbox:
    """A queue in which a new update of a match takes the place of an older one."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[Key, Packed] = OrderedDict()
        self._filled = asyncio.Event()
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
        self._filled.set()

    async def get(self) -> Packed:
        """The message that has waited longest."""
        await self._filled.wait()
        _, packed = self._waiting.popitem(last=False)
        if not self._waiting:
            self._filled.clear()
        return packed

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
