"""Backups: all data of a server in one compressed file, for either kind of database.

A backup is taken while the server works. It is restored into an empty database of either kind, so
it is also the way from one kind to the other. It holds the signing key: keep it secret.
"""

import gzip
import json
import os
from base64 import b64decode, b64encode
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, Final, TextIO

from sqlalchemy import Connection, func, select, text
from sqlalchemy.exc import SQLAlchemyError

from ludothek.games import LudothekError
from ludothek.server.storage.database import (
    Database,
    DatabaseError,
    cannot_be_opened,
    schema_version,
)
from ludothek.server.storage.schema import metadata, servers, snapshots

FORMAT: Final = "ludothek-backup"
VERSION: Final = 1
_BATCH: Final = 500  # rows written at once
_TABLES: Final = {  # snapshots follow from the entries
    table.name: table for table in metadata.sorted_tables if table is not snapshots
}


class BadBackup(LudothekError):
    """A file that is no backup, or one that cannot be restored here."""


async def back_up(url: str, file: Path) -> int:
    """Write everything into a file that does not exist yet; says how many rows there are."""
    database = Database(url, seconds=None)
    if database.missing:
        raise DatabaseError("missing", f"there is no database {database.url.database}")
    part = file.with_name(f"{file.name}.part")
    try:
        with _private(part) as raw, gzip.open(raw, "wt", encoding="ascii") as out:
            rows = await _read_all(database, out)
        if file.exists():
            raise BadBackup("exists", f"{file} exists already")
        part.rename(file)
    finally:
        part.unlink(missing_ok=True)
        await database.close()
    return rows


def _private(file: Path) -> BinaryIO:
    """A new file that its owner alone may read, whatever the umask."""
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    os.fchmod(handle, 0o600)
    return os.fdopen(handle, "wb")


async def _read_all(database: Database, out: TextIO) -> int:
    try:
        return await database.read(partial(_dump, out=out))
    except SQLAlchemyError as error:
        raise cannot_be_opened(error) from error


async def restore(url: str, file: Path) -> int:
    """Read a backup into an empty database; says how many rows there are."""
    if not file.exists():
        raise BadBackup("missing", f"there is no file {file}")
    database = Database(url, seconds=None)
    await database.open()
    try:
        return await database.write(lambda connection: _fill(connection, file))
    finally:
        await database.close()


def _dump(connection: Connection, out: TextIO) -> int:
    """Write all tables as they are at one moment."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN")
    else:
        connection.execute(text("set transaction isolation level repeatable read"))
    count = 0
    _write(out, {"format": FORMAT, "version": VERSION, "form": schema_version(connection)})
    for table in _TABLES.values():
        for row in connection.execution_options(yield_per=_BATCH).execute(select(table)):
            _write(out, {"table": table.name, "row": [_plain(value) for value in row]})
            count += 1
    _write(out, {"rows": count})
    return count


def _fill(connection: Connection, file: Path) -> int:
    for name in ("people", "entries"):
        if connection.scalar(select(func.count()).select_from(_TABLES[name])):
            raise BadBackup("not-empty", "a backup is restored into an empty database")
    lines = _lines(file)
    header = next(lines, {})
    if header.get("format") != FORMAT or header.get("version") != VERSION:
        raise BadBackup("format", f"{file} is no backup of this version")
    if header.get("form") != schema_version(connection):
        raise BadBackup("schema", f"the backup has another schema version: {header.get('form')}")
    for table in metadata.tables.values():
        connection.execute(table.delete())
    return _insert_all(connection, lines)


def _insert_all(connection: Connection, lines: Iterator[dict[str, Any]]) -> int:
    waiting: list[dict[str, Any]] = []
    table = ""
    for count, line in enumerate(lines):
        if line.get("rows") == count:
            _insert(connection, table, waiting)
            return count
        if line.get("table") != table or len(waiting) >= _BATCH:
            _insert(connection, table, waiting)
            table, waiting = str(line.get("table")), []
        waiting.append(_row(line))
    raise BadBackup("torn", "the backup ends too early")


def _insert(connection: Connection, table: str, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(_TABLES[table].insert(), rows)


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
