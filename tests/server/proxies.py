"""A proxy in front of several server processes, which sends every connection to any of them."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from threading import Thread
from types import TracebackType
from typing import Self

_CHUNK = 65_536


class SpreadingProxy:
    """Listens at an address of its own; a seed says which server gets which connection."""

    def __init__(self, ports: Sequence[int], seed: int) -> None:
        self._ports = ports
        self._random = Random(seed)
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self.served: Counter[int] = Counter()  # connections, by port
        self.url = ""

    def __enter__(self) -> Self:
        self._thread.start()
        listening = asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        self._server = asyncio.run_coroutine_threadsafe(listening, self._loop).result()
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _stop(self) -> None:
        self._server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await asyncio.sleep(0)  # what was closed is let go of in the next round of the loop

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        port = self._random.choice(self._ports)
        self.served[port] += 1
        answers, asks = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(_copied(reader, asks), _copied(answers, writer))


async def _copied(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    """Until one side ends; then the other hears that it has."""
    try:
        with suppress(ConnectionError):
            while data := await source.read(_CHUNK):
                target.write(data)
                await target.drain()
    finally:
        target.close()
