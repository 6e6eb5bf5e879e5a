"""Servers forked off a process that has loaded the program once: they start in no time.

This module is imported by every one of them, so it imports nothing that takes its time.
"""

import os
import sys
from collections.abc import Mapping
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Final

_PREPARED: Final = get_context("forkserver")
_LOADED: Final = (
    "alembic.command",
    "asyncpg",
    "ludothek.cli.main",
    "ludothek.engine",
    "ludothek.server.app.serve",
    "ludothek.server.app.run_worker",
    "sqlalchemy.dialects.postgresql.asyncpg",
    "sqlalchemy.dialects.sqlite.pysqlite",
    "tests.server.forked",
    "uvicorn.loops.uvloop",
    "uvicorn.protocols.http.httptools_impl",
    "uvicorn.protocols.websockets.auto",
)
_PREPARED.set_forkserver_preload(list(_LOADED))


def fork(
    environment: Mapping[str, str], log: Path, command: str = "serve"
) -> tuple[ForkServerProcess, Connection]:
    """`ludothek serve` in a process of its own, and where its output can be read."""
    output_reader, output_writer = _PREPARED.Pipe(duplex=False)
    process = _PREPARED.Process(
        target=_serve, args=(dict(environment), log, output_writer, command)
    )
    process.start()
    output_writer.close()  # so that the end of the process is the end of its output
    return process, output_reader


def _serve(environment: dict[str, str], log: Path, output_writer: Connection, command: str) -> None:
    """Be a server, or a worker, from the command line on."""
    from ludothek.cli.main import run

    os.environ.clear()
    os.environ.update(environment)
    os.dup2(output_writer.fileno(), sys.stdout.fileno())
    with log.open("a") as file:
        os.dup2(file.fileno(), sys.stderr.fileno())
    output_writer.close()
    sys.exit(run([command]))
