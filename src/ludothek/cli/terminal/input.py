"""Line input: with completion on a terminal, plain from a script."""

import sys
from collections.abc import Iterable
from typing import Protocol

from rich.console import Console

from ludothek.cli.terminal.console import interactive


class Lines(Protocol):
    """Where lines come from."""

    def ask(self, prompt: str, words: Iterable[str] = ()) -> str:
        """The next line; EOFError when there is none, KeyboardInterrupt on Ctrl-C."""


class PlainLines:
    """A script, or a terminal whose output goes elsewhere."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def ask(self, prompt: str, words: Iterable[str] = ()) -> str:  # noqa: ARG002
        """Read a line, and show it where the terminal has not done so."""
        self._console.print(prompt, end="")
        line = sys.stdin.readline()
        if not line or not sys.stdin.isatty():
            self._console.print(line.rstrip("\n"))
        if not line:
            raise EOFError
        return line.rstrip("\n")


def open_lines(console: Console, toolbar: str = "") -> Lines:
    """The lines of standard input."""
    if not interactive():
        return PlainLines(console)
    from ludothek.cli.terminal.completion import TypedLines

    return TypedLines(toolbar)
