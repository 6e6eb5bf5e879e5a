"""The console and what it can display: colours, Unicode or ASCII."""

import codecs
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import TextIOWrapper
from types import FrameType
from typing import Final

from rich.console import Console

WIDE: Final = 100  # columns from which on the board has room for words beside it
_SPELLED: Final = {"—": "-", "–": "-", "·": "|", "…": "...", "→": "->", "≤": "<=", "≥": ">="}
SPELLER: Final = "ludothek-spell"  # the error handler that spells out


@dataclass(frozen=True, slots=True)
class Display:
    """The width, and whether symbols beyond ASCII can be shown."""

    width: int
    ascii: bool = False

    @property
    def wide(self) -> bool:
        """Is there room for words beside the board?"""
        return self.width >= WIDE

    def pick(self, symbols: str, letters: str) -> str:
        """The symbols, or what stands for them in ASCII."""
        return letters if self.ascii else symbols

    def spell(self, words: str) -> str:
        """The words, spelled out where that is needed, before they are broken into lines."""
        return words.encode("ascii", SPELLER).decode() if self.ascii else words


def open_console(ascii_only: bool = False) -> Console:
    """The console on standard output; no letter, typed or shown, is a reason to fail."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    if isinstance(sys.stdout, TextIOWrapper):
        if ascii_only:
            sys.stdout.reconfigure(encoding="ascii")
        sys.stdout.reconfigure(errors=SPELLER)
    return Console(highlight=False, markup=False, emoji=False)


def exit_on_signals() -> None:
    """End as after Ctrl-C, with the terminal as it was, when the system says so."""
    for name in ("SIGTERM", "SIGHUP"):
        if number := getattr(signal, name, None):
            signal.signal(number, _leave)


@contextmanager
def restored() -> Iterator[None]:
    """Leave the terminal's own settings as they were, wherever an interruption strikes."""
    if sys.platform == "win32" or not sys.stdin.isatty():
        yield
        return
    import termios

    settings = termios.tcgetattr(sys.stdin)
    try:
        yield
    finally:
        with suppress(termios.error):  # the terminal itself may be gone
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, settings)


def display_of(console: Console) -> Display:
    """What a console can show now; its window may have changed."""
    return Display(console.width, console.options.ascii_only)


def interactive() -> bool:
    """Is a person typing and reading here?"""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _leave(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


def _spell(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    unknown = error.object[error.start : error.end]
    return "".join(_SPELLED.get(letter, "?") for letter in unknown), error.end


codecs.register_error(SPELLER, _spell)
