"""Backups: everything a server knows in one compressed file, whatever database it uses.

A backup is taken while the server works. It is restored into an empty database of either kind, so
it is also the way from one kind to the other. It holds the signing key: keep it secret.
"""

import gzip
import json
from base64 import b64decode, b64encode
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, Final, TextIO

from sqlalchemy import Table, func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from ludothek.games import LudothekError
from ludothek.server.database import Database
from ludothek.server.schema import metadata, servers

FORMAT: Final = "ludothek-backup"
VERSION: Final = 1
_BATCH: Final = 500  # rows written at once
_TABLES: Final = {table.name: table for table in metadata.sorted_tables}


class BadBackup(LudothekError):
    """A file that is no backup, or one that cannot be restored here."""


async def back_up(url: str, file: Path) -> int:
    """Write everything into a file that does not exist yet; says how many rows there are."""
    database = Database(url)
    part = file.with_name(f"{file.name}.part")
    try:
        with gzip.open(part, "xt", encoding="ascii") as out:
            rows = await _dump(database, out)
        if file.exists():
            raise BadBackup("exists", f"{file} exists already")
        part.rename(file)
    finally:
        part.unlink(missing_ok=True)
        await database.close()
    return rows


async def restore(url: str, file: Path) -> int:
    """Read a backup into an empty database; says how many rows there are."""
    database = Database(url)
    await database.open()
    try:
        async with database.writing() as connection:
            await _check_empty(connection)
            return await _fill(connection, file)
    finally:
        await database.close()


async def _dump(database: Database, out: TextIO) -> int:
    count = 0
    async with database.engine.connect() as connection:
        if database.sqlite:
            await connection.exec_driver_sql("BEGIN")  # one moment for all tables
        else:
            await connection.execution_options(isolation_level="REPEATABLE READ")
        form = await connection.scalar(text("select version_num from alembic_version"))
        _write(out, {"format": FORMAT, "version": VERSION, "form": form})
        for table in metadata.sorted_tables:
            async for row in _rows(connection, table):
                _write(out, {"table": table.name, "row": row})
                count += 1
        _write(out, {"rows": count})
    return count


async def _rows(connection: AsyncConnection, table: Table) -> AsyncIterator[list[Any]]:
    async with connection.stream(select(table)) as found:
        async for row in found:
            yield [_plain(value) for value in row]


async def _check_empty(connection: AsyncConnection) -> None:
    for name in ("people", "entries"):
        if await connection.scalar(select(func.count()).select_from(_TABLES[name])):
            raise BadBackup("not-empty", "a backup is restored into an empty database")


async def _fill(connection: AsyncConnection, file: Path) -> int:
    lines = _lines(file)
    header = next(lines, {})
    if header.get("format") != FORMAT or header.get("version") != VERSION:
        raise BadBackup("format", f"{file} is no backup of this version")
    form = await connection.scalar(text("select version_num from alembic_version"))
    if header.get("form") != form:
        raise BadBackup(
            "form", f"the backup has tables of form {header.get('form')}, and here is {form}"
        )
    for table in metadata.tables.values():
        await connection.execute(table.delete())
    return await _insert_all(connection, lines)


async def _insert_all(connection: AsyncConnection, lines: Iterator[dict[str, Any]]) -> int:
    waiting: list[dict[str, Any]] = []
    table = ""
    for count, line in enumerate(lines):
        if line.get("rows") == count:
            await _insert(connection, table, waiting)
            return count
        if line.get("table") != table or len(waiting) >= _BATCH:
            await _insert(connection, table, waiting)
            table, waiting = str(line.get("table")), []
        waiting.append(_row(line))
    raise BadBackup("torn", "the backup ends too early")


async def _insert(connection: AsyncConnection, table: str, rows: list[dict[str, Any]]) -> None:
    if rows:
        await connection.execute(_TABLES[table].insert(), rows)


def _row(line: dict[str, Any]) -> dict[str, Any]:
    table = _TABLES.get(str(line.get("table")))
    if table is None or len(line["row"]) != len(table.c):
        raise BadBackup("table", f"the backup knows a table {line.get('table')!r}")
    row = {
        column.name: b64decode(value["bytes"]) if isinstance(value, dict) else value
        for column, value in zip(table.c, line["row"], strict=True)
    }
    return {**row, "at": 0} if table is servers else row  # none of them is at work here


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    try:
        with gzip.open(file, "rt", encoding="ascii") as lines:
            for line in lines:
                yield json.loads(line)
    except (gzip.BadGzipFile, EOFError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise BadBackup("format", f"{file} is no backup, or a damaged one") from error


def _plain(value: Any) -> Any:
    return {"bytes": b64encode(value).decode()} if isinstance(value, bytes) else value


def _write(out: TextIO, line: dict[str, Any]) -> None:
    out.write(json.dumps(line) + "\n")
