"""A grid of styled characters, for boards whose cells overlap."""

from itertools import groupby
from operator import itemgetter

from rich.text import Text


class Canvas:
    """Characters at columns and rows; what was never written is blank."""

    def __init__(self) -> None:
        self._written: dict[tuple[int, int], tuple[str, str]] = {}

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write a text from left to right; it covers what was there."""
        for offset, letter in enumerate(text):
            self._written[x + offset, y] = letter, style

    def text(self) -> Text:
        """The sheet, row by row, without blanks at the ends of the rows."""
        rows = [self._row(y) for y in range(max((y for _, y in self._written), default=-1) + 1)]
        return Text("\n").join(rows)

    def _row(self, y: int) -> Text:
        row = Text(no_wrap=True)
        end = max((x for x, at in self._written if at == y), default=-1) + 1
        letters = [self._written.get((x, y), (" ", "")) for x in range(end)]
        for style, run in groupby(letters, key=itemgetter(1)):
            row.append("".join(letter for letter, _ in run), style)
        return row
