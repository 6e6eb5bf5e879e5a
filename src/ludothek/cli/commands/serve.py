"""The commands of a server: `serve`, `backup` and `restore`."""

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

Config = Annotated[Path | None, typer.Option(help="settings in a TOML file")]
Database = Annotated[str | None, typer.Option(help="sqlite:///path or postgresql://user@host/name")]


def serve(
    config: Config = None,
    host: Annotated[str | None, typer.Option(help="address to listen on")] = None,
    port: Annotated[int | None, typer.Option(help="port to listen on; 0: any free one")] = None,
    database: Database = None,
    open_page: Annotated[bool, typer.Option("--open", help="open the page in a browser")] = False,
) -> None:
    """Serve matches until told to stop; docs/hosting.md tells all settings."""
    with _installed():
        from ludothek.server.app.serve import run
        from ludothek.server.app.settings import load_settings

    def started(address: str) -> None:
        typer.echo(f"Ludothek is at {address}")
        if open_page and _has_screen():
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    run(load_settings(config, host=host, port=port, database=database), started)


def backup(
    file: Annotated[Path, typer.Argument(help="file to be written, as games.jsonl.gz")],
    config: Config = None,
    database: Database = None,
) -> None:
    """Write everything a server knows into one file, also while it works; keep it secret."""
    with _installed():
        from ludothek.server.app.settings import load_settings
        from ludothek.server.storage.backup import back_up

    settings = load_settings(config, database=database)
    rows = asyncio.run(back_up(settings.database, file))
    typer.echo(f"{rows} rows are in {file}")


def restore(
    file: Annotated[Path, typer.Argument(help="file written by backup")],
    config: Config = None,
    database: Database = None,
) -> None:
    """Read a backup into an empty database of either kind."""
    with _installed():
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
def _installed() -> Iterator[None]:
    """Say what is missing where only the games were installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        from ludothek.games.errors import LudothekError  # here: it brings all games along

        raise LudothekError(
            "not-installed", f"{error.name} is missing: install ludothek[server]"
        ) from error
