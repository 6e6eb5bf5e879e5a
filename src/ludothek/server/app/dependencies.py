"""What a server process needs from outside: clock, database, queue, worker processes, memory.

The simulation of the tests puts simulated parts in its place.
"""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import URL

from ludothek.server.app import gc_tuning
from ludothek.server.compute.pool import new_pool
from ludothek.server.runtime.server_clock import Clock
from ludothek.server.storage.database import Database
from ludothek.server.storage.postgres_listener import Listen, listen
from ludothek.server.storage.work_queue import WorkQueue
from ludothek.workers import MakePool


@dataclass(frozen=True, slots=True)
class Dependencies:
    """Time, the database with its notices and its queue, worker processes, and the memory."""

    clock: Clock = field(default_factory=Clock)
    database: Callable[[str, float | None], Database] = Database
    listen: Listen = listen
    queue: Callable[[URL, float], WorkQueue] = WorkQueue
    pool: MakePool = new_pool
    collect_garbage: Callable[[], Coroutine[Any, Any, None]] = gc_tuning.run
