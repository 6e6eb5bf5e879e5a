"""Matches are loaded once for everybody who wants them, and for nobody who is gone."""

import asyncio
import gc
from types import SimpleNamespace
from typing import Any

from sqlalchemy.exc import OperationalError

from ludothek.server.runtime.rooms import Matches


async def load_for_somebody_who_leaves() -> list[str]:
    """The errors that nobody has noticed."""
    unseen: list[str] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, c: unseen.append(c["message"]))
    begun, abandoned = asyncio.Event(), asyncio.Event()

    async def history(_match: str) -> None:
        begun.set()
        await abandoned.wait()
        raise OperationalError("", {}, Exception("simulated"))

    store: Any = SimpleNamespace(history=history)
    line: Any = None
    asking = asyncio.create_task(Matches(store, line, 1).room("m"))
    await begun.wait()
    asking.cancel()
    await asyncio.wait([asking])
    abandoned.set()
    await asyncio.sleep(0.01)
    gc.collect()  # asyncio tells of an error when its task is forgotten
    return unseen


def test_a_match_that_cannot_be_loaded_is_no_error_once_nobody_wants_it() -> None:
    assert asyncio.run(load_for_somebody_who_leaves()) == []
