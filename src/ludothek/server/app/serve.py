"""Running a server until a signal arrives, with a graceful shutdown."""

import asyncio
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, Final

import uvicorn

from ludothek.engine import cpu
from ludothek.games import LudothekError
from ludothek.server.app.connection_limits import Connections
from ludothek.server.app.factory import create_app
from ludothek.server.app.http_protocols import LimitedConfig
from ludothek.server.app.logs import set_up_logs
from ludothek.server.app.services import Services
from ludothek.server.app.settings import Settings
from ludothek.server.http import static_files
from ludothek.server.storage.database import FAILURES, cannot_be_opened

PING: Final = 5.5  # seconds between questions whether the other side is there
PONG: Final = 6.0  # seconds to answer; together less than 12
PREPARE: Final = 1.0  # seconds after the start before the page is compressed
STOPPING: Final = (signal.SIGINT, signal.SIGTERM)
STOP: Final = 15  # seconds to finish what was accepted
SWITCH: Final = 0.0005  # seconds the thread that writes may have to wait for the others, each time

Announce = Callable[[str], None]  # called with the address once the server listens


class ServerFailed(LudothekError):
    """A server that did not start, or had to stop."""


class Server(uvicorn.Server):
    """Says goodbye to everybody before it stops."""

    def __init__(self, config: uvicorn.Config, services: Services) -> None:
        super().__init__(config)
        self.failed = False
        self._services = services
        services.broken = self._break

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Stop on signals; they are not raised again, for there is more to finish."""
        before = {each: signal.signal(each, self.handle_exit) for each in STOPPING}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell everybody, then close."""
        self._services.ready = False
        await self._services.hub.farewell()
        await super().shutdown(sockets)

    def _break(self) -> None:
        self.failed = True
        self.should_exit = True


def run(settings: Settings, announce: Announce = lambda _: None) -> None:
    """Serve until a signal comes; raises `ServerFailed` if it cannot, or ends otherwise."""
    cpu.chosen()  # what no worker could run is refused before anything starts
    set_up_logs(settings.log_level)
    sys.setswitchinterval(SWITCH)
    with _listening(settings) as listener:
        settings = settings.model_copy(update={"port": listener.getsockname()[1]})
        app = create_app(settings)
        config = _config(settings, app, app.state.services)
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            address = f"http://{settings.host}:{settings.port}"
            runner.run(_serve(config, app.state.services, listener, lambda: announce(address)))


async def _serve(
    config: LimitedConfig,
    services: Services,
    listener: socket.socket,
    announce: Callable[[], None],
) -> None:
    server = Server(config, services)
    try:
        await services.start()
    except FAILURES as error:
        raise cannot_be_opened(error) from error
    sweeping = asyncio.create_task(config.connections.run())
    compressing = _compressing(services.settings)
    try:
        announce()
        await server.serve([listener])
    finally:
        compressing.cancel()
        sweeping.cancel()
        await services.stop()
    if server.failed:
        raise ServerFailed("failed", "a part of the server failed; its log says why")


def _compressing(settings: Settings) -> threading.Timer:
    """A thread that compresses the page once the server answers; stopping does not wait for it."""
    timer = threading.Timer(PREPARE, static_files.compress, [settings.page_folder])
    timer.daemon = True
    timer.start()
    return timer


def _listening(settings: Settings) -> socket.socket:
    """The socket people come to; open before anything else, so that nobody is sent away."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server(
            (settings.host, settings.port), family=family, backlog=2048, reuse_port=False
        )
    except OSError as error:
        address, reason = f"{settings.host}:{settings.port}", os.strerror(error.errno or 0)
        raise ServerFailed("address", f"{address} cannot be listened on: {reason}") from error


def _config(settings: Settings, app: Any, services: Services) -> LimitedConfig:
    return LimitedConfig(
        app,
        Connections(settings, services.limits, services.metrics),
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.trusted_proxies,
        ws_max_size=settings.max_message,
        ws_ping_interval=PING,
        ws_ping_timeout=PONG,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=STOP,
        timeout_keep_alive=int(settings.idle_seconds) + 1,
    )
