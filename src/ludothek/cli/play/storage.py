"""Saved games: one record per game in the user's state directory, written atomically."""

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from itertools import chain, count
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

from ludothek.games import LudothekError, load
from ludothek.games.protocol import FORMER_LEVELS
from ludothek.games.record import Record
from ludothek.games.record.json import from_json
from ludothek.games.record.text import format_record, parse_record

_LEVEL: Final = re.compile(r"level[0-9]+")
OFFERED: Final = 9  # unfinished games to choose from


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A record and its file."""

    path: Path
    record: Record


def directory() -> Path:
    """Where games are kept."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "ludothek" / "games"


def new_path(game: str, now: datetime) -> Path:
    """A file for a new game, named by the game and the time."""
    stem = f"{game}-{now:%Y%m%d-%H%M%S}"
    names = chain([stem], (f"{stem}-{number}" for number in count(2)))
    paths = (directory() / f"{name}.rec" for name in names)
    return next(path for path in paths if not path.exists())


def find(name: str) -> Path:
    """The file of a kept game by its short name, or else the file of that name."""
    own = directory() / f"{name}.rec"
    return own if own.exists() else Path(name)


def keep(path: Path, record: Record) -> None:
    """Write a record so that, whatever happens, the file holds the old game or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(
        "w", encoding="utf-8", dir=path.parent, prefix=f".{path.name}.", delete=False
    ) as file:
        try:
            file.write(format_record(with_scale(record)))
            file.flush()
            os.fsync(file.fileno())
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise
    _sync(path.parent)


def read(path: Path, number: int | None = None) -> Record:
    """The record in a file, as text or as JSON lines; of several, `number` says which, from 1."""
    try:
        text = path.read_text(encoding="utf-8")
        lines = _json_lines(text)
        if not lines and number in {None, 1}:
            return parse_record(text)
        return from_json(_chosen(lines or [text], number))
    except UnicodeDecodeError as error:
        raise LudothekError("not-text", f"{path} is not a text file in UTF-8") from error
    except LudothekError as error:
        raise LudothekError("record", f"{path}: {error}") from error


def resumable(path: Path) -> Record:
    """The record in a file, with players that can go on with it."""
    return without_scale(read(path))


def with_scale(record: Record) -> Record:
    """As it is kept: a level tells of how many it is one, for their number may change."""
    today = f"/{_levels(record)}"
    return _renamed(record, lambda name: name + today if _LEVEL.fullmatch(name) else name)


def without_scale(record: Record) -> Record:
    """As it is played: today's levels by their names, and the eight that were there at first."""
    today = f"/{_levels(record)}"

    def name_here(name: str) -> str:
        if _LEVEL.fullmatch(name.removesuffix(today)):
            return name.removesuffix(today) if name.endswith(today) else f"{name}/{FORMER_LEVELS}"
        return name

    return _renamed(record, name_here)


def _levels(record: Record) -> int:
    """How many the game has."""
    return load(record.game).levels[-1]


def _renamed(record: Record, change: Callable[[str], str]) -> Record:
    """Games with computer players of their own keep their levels."""
    if load(record.game).computers:
        return record
    return replace(record, names=tuple(map(change, record.names)))


def _json_lines(text: str) -> list[str]:
    """The records of a file of JSON lines; none, if it is no such file."""
    return [line for line in text.split("\n") if line.strip()] if text.startswith("{") else []


def _chosen(lines: list[str], number: int | None) -> str:
    if number is None and len(lines) > 1:
        sentence = f"it holds {len(lines)} records; choose one with --record 1 to {len(lines)}"
        raise LudothekError("several", sentence)
    if not 1 <= (number or 1) <= len(lines):
        raise LudothekError("number", f"it has no record {number}, only {len(lines)}")
    return lines[(number or 1) - 1]


def unfinished(game: str | None = None) -> list[SavedGame]:
    """The games that can be gone on with, the newest first."""
    games: list[SavedGame] = []
    for path in sorted(directory().glob("*.rec"), key=_age, reverse=True):
        record = _unfinished(path)
        if record and game in {None, record.game} and not _claimed(path):
            games.append(SavedGame(path, without_scale(record)))
        if len(games) == OFFERED:
            break
    return games


@contextmanager
def claim(path: Path) -> Iterator[None]:
    """Hold a game, so that no second terminal goes on with it; gone with the process."""
    with ExitStack() as stack:
        if lock := _lock_of(path):
            file = stack.enter_context(lock.open("w"))
            if not _hold(file.fileno()):
                raise LudothekError("claimed", f"{path} is being played in another terminal")
        yield


def _unfinished(path: Path) -> Record | None:
    """A record that is not over; files that cannot be read are nobody's game."""
    try:
        open_end = "\nResult: unfinished\n" in path.read_text(encoding="utf-8")
        record = read(path) if open_end else None
    except (LudothekError, OSError, UnicodeDecodeError):
        return None
    return record if record and record.moves else None


def _claimed(path: Path) -> bool:
    try:
        with claim(path):
            return False
    except LudothekError:
        return True


def _age(path: Path) -> float:
    return path.stat().st_mtime


def _lock_of(path: Path) -> Path | None:
    """The file that is locked for a record; None where nothing can be written."""
    lock = directory() / ".locks" / sha256(str(path.resolve()).encode()).hexdigest()[:16]
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        lock.touch()
    except OSError:
        return None
    return lock


def _hold(file: int) -> bool:
    if sys.platform == "win32":
        return True
    from fcntl import LOCK_EX, LOCK_NB, flock

    try:
        flock(file, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _sync(folder: Path) -> None:
    """Make the renaming itself durable."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
