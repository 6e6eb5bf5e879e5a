"""The simulated tower of Splash! as text, seen from the front and from above."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Final

from rich.text import Text

from ludothek.cli.boards.canvas import Canvas
from ludothek.cli.terminal.console import Display

Corners = Sequence[Sequence[float]]  # x to the right, y away, z up, in millimetres
Solids = Mapping[str, Corners]  # by the code of the piece; a tower from bottom to top
Point = tuple[float, float]
Outline = list[Point]

STYLES: Final = {
    "r": "bold bright_white on #b3261e",
    "y": "bold black on #f2c90a",
    "g": "bold bright_white on #1d7a34",
    "b": "bold bright_white on #1f52b5",
    "o": "bold black on #f28c1e",
    "p": "bold bright_white on #7b3fa6",
}
_COLUMN: Final = 1.25  # millimetres
_ROWS: Final = 16  # of a view; fewer where words need the room below
_FEWER: Final = 10
_COLUMNS: Final = 30  # of each view
_GAP: Final = 4  # columns between the two
_WIDEST: Final = 64  # columns of what has fallen
_FRONT: Final = "from the front"
_ABOVE: Final = "from above: x right, y up"


@dataclass(frozen=True, slots=True)
class Window:
    """A piece of the world, as letters; one is twice as high as wide."""

    left: float  # millimetres
    top: float
    columns: int
    rows: int
    column: float = _COLUMN

    def middle(self, column: int, row: int) -> Point:
        """The point in the middle of a letter."""
        return (
            self.left + (column + 0.5) * self.column,
            self.top - (row + 0.5) * 2 * self.column,
        )

    def letter(self, point: Point) -> tuple[int, int]:
        """The column and row of a point."""
        x, y = point
        return floor((x - self.left) / self.column), floor((self.top - y) / (2 * self.column))


def tower(solids: Solids, display: Display) -> Text:
    """Both views: side by side where there is room."""
    *_, top = solids.values()
    x, y = _upper_middle(top)
    height = max(corner[2] for corner in top)
    left, rows = x - _COLUMNS / 2 * _COLUMN, _rows(display)
    front = Window(left, ceil(height / 2 / _COLUMN) * 2 * _COLUMN, _COLUMNS, rows)
    above = Window(left, y + rows * _COLUMN, _COLUMNS, rows)
    sheet = Canvas()
    _draw_front(sheet, solids, front, display)
    across = (_COLUMNS + _GAP, 0) if display.width >= 2 * _COLUMNS + _GAP else (0, rows + 2)
    _draw_above(sheet, solids, above, display, across)
    column, row = above.letter((x, y))
    sheet.put(across[0] + column, across[1] + row + 1, "+", "bold")
    return sheet.text()


def fallen(solids: Solids, display: Display) -> Text:
    """All that lies about, from above, as large as it goes."""
    points = [corner for corners in solids.values() for corner in corners]
    left, right = min(p[0] for p in points), max(p[0] for p in points)
    near, far = min(p[1] for p in points), max(p[1] for p in points)
    columns = min(_WIDEST, display.width)
    column = max(_COLUMN, (right - left) / columns, (far - near) / 2 / _rows(display))
    rows = ceil((far - near) / 2 / column)
    window = Window(left, far, ceil((right - left) / column), rows, column)
    sheet = Canvas()
    _draw_above(sheet, solids, window, display)
    return sheet.text()


def below(solids: Solids, display: Display) -> list[str]:
    """The pieces that are too low to be seen from the front."""
    height = max(corner[2] for corners in solids.values() for corner in corners)
    lowest = height - _rows(display) * 2 * _COLUMN
    return [piece for piece, corners in solids.items() if max(c[2] for c in corners) < lowest]


def _rows(display: Display) -> int:
    return _ROWS if display.wide else _FEWER


def _draw_front(sheet: Canvas, solids: Solids, window: Window, display: Display) -> None:
    sheet.put(0, 0, _FRONT, "dim")
    far_first = sorted(solids, key=lambda piece: -max(c[1] for c in solids[piece]))
    outlines = {piece: outline((c[0], c[2]) for c in solids[piece]) for piece in far_first}
    _fill(sheet, outlines, window, _patterns(solids, display), (0, 1))
    ground = window.letter((0.0, -0.01))[1]
    if ground <= window.rows:
        sheet.put(0, ground + 1, display.pick("▔", "=") * window.columns, "dim")


def _draw_above(
    sheet: Canvas, solids: Solids, window: Window, display: Display, at: tuple[int, int] = (0, 0)
) -> None:
    sheet.put(at[0], at[1], _ABOVE, "dim")
    low_first = sorted(solids, key=lambda piece: max(c[2] for c in solids[piece]))
    outlines = {piece: outline((c[0], c[1]) for c in solids[piece]) for piece in low_first}
    _fill(sheet, outlines, window, _patterns(solids, display), (at[0], at[1] + 1))


def _patterns(solids: Solids, display: Display) -> dict[str, str]:
    """Neighbours in a tower are told apart without colour."""
    both = display.pick("▒░", "#:")
    return {piece: both[number % 2] for number, piece in enumerate(solids)}


def _fill(
    sheet: Canvas,
    outlines: Mapping[str, Outline],
    window: Window,
    patterns: Mapping[str, str],
    at: tuple[int, int],
) -> None:
    """Fill outlines one over the other, each with the code of its piece."""
    for piece, shape in outlines.items():
        letters = set(_letters(shape, window))
        for column, row in letters:
            sheet.put(at[0] + column, at[1] + row, patterns[piece], STYLES[piece[1]])
        column, row = _label(letters)
        if {(column, row), (column + 1, row)} <= letters:
            sheet.put(at[0] + column, at[1] + row, piece, STYLES[piece[1]])


def _letters(shape: Outline, window: Window) -> Iterable[tuple[int, int]]:
    for column in range(window.columns):
        for row in range(window.rows):
            if _inside(window.middle(column, row), shape):
                yield column, row


def _label(letters: set[tuple[int, int]]) -> tuple[int, int]:
    """Where two letters stand about the middle of many, but not where the mark is."""
    if not letters:
        return 0, 0
    rows = sorted(row for _, row in letters)
    row = rows[len(rows) // 3]
    columns = sorted(column for column, at in letters if at == row)
    return columns[(len(columns) - 1) // 2], row


def outline(points: Iterable[Point]) -> Outline:
    """The corners around some points, counter-clockwise."""
    corners = sorted(set(points))
    return _chain(corners)[:-1] + _chain(corners[::-1])[:-1]


def _chain(points: list[Point]) -> Outline:
    chain: Outline = []
    for point in points:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain


def _inside(point: Point, shape: Outline) -> bool:
    return all(_turn(a, b, point) >= 0 for a, b in zip(shape, shape[1:] + shape[:1], strict=True))


def _turn(a: Point, b: Point, c: Point) -> float:
    """Positive, if the way from a over b to c turns left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _upper_middle(corners: Corners) -> Point:
    upper = sorted(corners, key=lambda corner: -corner[2])[: len(corners) // 2]
    x, y = (sum(corner[axis] for corner in upper) / len(upper) for axis in (0, 1))
    return x, y
