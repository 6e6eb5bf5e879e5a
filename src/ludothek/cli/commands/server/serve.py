"""`ludothek serve`, `worker`, `backup`, `restore` and `rotate-key`."""

import asyncio
import os
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Annotated

import typer

Config = Annotated[Path | None, typer.Option(help="TOML file with settings")]
Database = Annotated[str | None, typer.Option(help="sqlite:///path or postgresql://user@host/name")]


def serve(
    config: Config = None,
    host: Annotated[str | None, typer.Option(help="address to listen on")] = None,
    port: Annotated[int | None, typer.Option(help="port to listen on; 0 for any free one")] = None,
    database: Database = None,
    open_page: Annotated[bool, typer.Option("--open", help="open the page in a browser")] = False,
) -> None:
    """Run the match server and the page. docs/hosting.md lists all settings."""
    with installed():
        from ludothek.server.app.serve import run
        from ludothek.server.app.settings import load_settings

    def started(address: str) -> None:
        typer.echo(f"Ludothek is at {address}")
        if open_page and _has_screen():
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    run(load_settings(config, host=host, port=port, database=database), started)


def worker(
    config: Config = None,
    database: Database = None,
    processes: Annotated[int | None, typer.Option(help="number of worker processes")] = None,
) -> None:
    """Run worker processes for the servers of a PostgreSQL database."""
    with installed():
        from ludothek.server.app.run_worker import run
        from ludothek.server.app.settings import load_settings

    settings = load_settings(config, database=database, workers=processes)
    run(settings, lambda: typer.echo(f"Ludothek computes in {settings.workers} processes"))


def backup(
    file: Annotated[Path, typer.Argument(help="output file, for example games.jsonl.gz")],
    config: Config = None,
    database: Database = None,
) -> None:
    """Back up all data of a server to one file. The server may be running. Keep the file secret."""
    with installed():
        from ludothek.server.app.settings import load_settings
        from ludothek.server.storage.backup import back_up

    settings = load_settings(config, database=database)
    rows = asyncio.run(back_up(settings.database, file))
    typer.echo(f"{rows} rows are in {file}")


def rotate_key(
    days: Annotated[
        float, typer.Option(help="days for which links signed with the old key stay valid")
    ] = 30,
    config: Config = None,
    database: Database = None,
) -> None:
    """Create a new signing key. Running servers use it within seconds."""
    with installed():
        from ludothek.server.accounts.signing_keys import SigningKeys
        from ludothek.server.app.settings import load_settings
        from ludothek.server.storage.database import opened_for

    async def work() -> None:
        async with opened_for(load_settings(config, database=database).database) as opened:
            await SigningKeys(opened).rotate(int(days * 86_400_000))

    asyncio.run(work())
    typer.echo("a new key signs; links of the former one are good for a while")


def restore(
    file: Annotated[Path, typer.Argument(help="a file written by backup")],
    config: Config = None,
    database: Database = None,
) -> None:
    """Restore a backup into an empty database of either kind."""
    with installed():
        from ludothek.server.app.settings import load_settings
        from ludothek.server.storage import backup as backups

    settings = load_settings(config, database=database)
    rows = asyncio.run(backups.restore(settings.database, file))
    typer.echo(f"{rows} rows are restored")


def _has_screen() -> bool:
    """Is there a screen on which a browser could open?"""
    if sys.platform in {"win32", "darwin"}:
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


@contextmanager
def installed() -> Iterator[None]:
    """Say what is missing where only the games were installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        from ludothek.games.errors import LudothekError  # here: it brings all games along

        raise LudothekError(
            "not-installed", f"{error.name} is missing: install ludothek[server]"
        ) from error
