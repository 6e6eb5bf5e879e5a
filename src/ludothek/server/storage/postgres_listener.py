"""PostgreSQL's LISTEN, with a connection that is reopened when it is lost."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final

import asyncpg
from sqlalchemy import URL

from ludothek.server.storage.database import reason_of

CHANNEL: Final = "ludothek"  # between server processes, and from workers to servers
PAUSE: Final = 1.0  # seconds before a lost connection is opened again
PROBE: Final = 5.0  # seconds between queries that check the connection

Handlers = Mapping[str, Callable[[str], None]]  # channel → what is called with a notice
Listen = Callable[[URL, Handlers, Callable[[], None]], Coroutine[Any, Any, None]]

log = logging.getLogger(__name__)


async def listen(url: URL, handlers: Handlers, resumed: Callable[[], None]) -> None:
    """Call the handlers of some channels forever; `resumed` when notices may have been missed."""
    while True:
        try:
            connection = await asyncpg.connect(
                address_of(url), timeout=PROBE, command_timeout=PROBE
            )
            try:
                await _receive(connection, handlers, resumed)
            finally:
                connection.terminate()
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
            more = {"reason": reason_of(error)}
            log.warning("the connection to other processes is lost", extra=more)
        await asyncio.sleep(PAUSE)


def address_of(url: URL) -> str:
    """As the driver itself wants it."""
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


async def _receive(connection: Any, handlers: Handlers, resumed: Callable[[], None]) -> None:
    """Listen until the connection is lost, which a query now and then brings to light."""
    for channel, callback in handlers.items():
        await connection.add_listener(channel, _relay(callback))
    resumed()
    while not connection.is_closed():
        await asyncio.sleep(PROBE)
        await connection.execute("select 1", timeout=PROBE)


def _relay(callback: Callable[[str], None]) -> Callable[..., None]:
    return lambda *arguments: callback(str(arguments[-1]))
