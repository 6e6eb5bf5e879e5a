"""What other processes have stored is read, also when notices were missed and reading fails."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from ludothek.server.live import pubsub_handlers
from ludothek.server.live.pubsub_handlers import Notifications


class StoredMatch:
    """One match in memory, of which others have stored more entries than were announced."""

    def __init__(self) -> None:
        self.seq = 2
        self.stored = 3
        self.failing = asyncio.Event()
        self.store = self

    def loaded(self) -> dict[str, int]:
        return {"m": self.seq}

    async def numbers(self, _matches: list[str]) -> dict[str, int]:
        return {"m": self.stored}

    async def refresh(self, _match: str, seq: int) -> None:
        if not self.failing.is_set():
            self.failing.set()
            raise OperationalError("", {}, Exception("simulated"))
        if self.seq < seq:
            self.seq = self.stored


async def read_what_was_missed(match: Any, *, resumed_first: bool) -> None:
    """An announced entry cannot be read at once; the notice of the next one is missed."""
    lobby: Any = SimpleNamespace(touch=lambda: None)
    notifications = Notifications(match, match, lobby)
    notifications.receive("other", "stored", ["m:3"])
    reading = asyncio.create_task(notifications.run())
    await match.failing.wait()
    match.seq, match.stored = 3, 4  # the third is read by a command
    if resumed_first:
        notifications.resumed()
    else:
        await asyncio.sleep(0.02)
        notifications.resumed()
    async with asyncio.timeout(2):
        while match.seq < match.stored:
            await asyncio.sleep(0.01)
    reading.cancel()


@pytest.mark.parametrize("resumed_first", [True, False])
def test_a_notice_that_was_missed_outlasts_a_read_that_failed(
    monkeypatch: pytest.MonkeyPatch, resumed_first: bool
) -> None:
    monkeypatch.setattr(pubsub_handlers, "PAUSE", 0.01)
    asyncio.run(read_what_was_missed(StoredMatch(), resumed_first=resumed_first))
