"""`ludothek quarantine`: list, inspect and release matches that the server could not read."""

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from ludothek.cli.commands.server.serve import Config, Database, installed

if TYPE_CHECKING:
    from ludothek.games.errors import LudothekError
    from ludothek.server.storage.quarantine import Quarantine

LONGEST = 200  # characters of an entry that are shown


def quarantine(
    match: Annotated[str | None, typer.Argument(help="show the entries of this match")] = None,
    release: Annotated[
        bool, typer.Option("--release", help="release a match that can be read again")
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="check every match from its first entry on")
    ] = False,
    config: Config = None,
    database: Database = None,
) -> None:
    """List, show or release matches that the server cannot read. The server may be running."""
    with installed():
        from ludothek.server.app.settings import load_settings
        from ludothek.server.storage.database import opened_for
        from ludothek.server.storage.quarantine import Quarantine

    if release and not match:
        raise _refusal("name the match to be released")
    if check and (match or release):
        raise _refusal("--check reads all matches")

    async def work() -> list[str]:
        async with opened_for(load_settings(config, database=database).database) as opened:
            store = Quarantine(opened)
            return await (_check(store) if check else _answer(store, match, release=release))

    for line in asyncio.run(work()):
        typer.echo(line)


async def _answer(store: "Quarantine", match: str | None, *, release: bool) -> list[str]:
    if match is None:
        return [
            f"{each.match}  {_date(each.at)}  entry {each.seq}: {each.reason}"
            for each in await store.listed()
        ] or ["no match is in quarantine"]
    return await (_release(store, match) if release else _show(store, match))


async def _check(store: "Quarantine") -> list[str]:
    return [str(damaged) async for damaged in store.check()] or ["every match can be read"]


async def _show(store: "Quarantine", match: str) -> list[str]:
    from ludothek.server.storage.quarantine import Damaged, parsed

    lines = []
    for row in await store.rows(match):
        try:
            list(parsed(match, [row]))
            mark = " "
        except Damaged:
            mark = "!"
        lines.append(f"{mark} {row.seq:5}  {_date(row.at)}  {row.events[:LONGEST]}")
    if not lines:
        raise _refusal(f"there is no match {match}")
    return lines


async def _release(store: "Quarantine", match: str) -> list[str]:
    from ludothek.server.storage.quarantine import Damaged

    try:
        released = await store.release(match)
    except Damaged as damaged:
        raise _refusal(f"it still cannot be read: {damaged}") from damaged
    return ["released" if released else "it is not in quarantine"]


def _refusal(sentence: str) -> "LudothekError":
    from ludothek.games.errors import LudothekError  # here: it brings all games along

    return LudothekError("quarantine", sentence)


def _date(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
