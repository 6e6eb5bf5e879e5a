"""The board of Robotory as text: staggered hexes, dark camp shaded, discs in (), robots in []."""

from typing import Final

from rich.text import Text

from ludothek.cli.boards.board_drawing import MARK_STYLE, Scene, Supply
from ludothek.cli.boards.canvas import Canvas
from ludothek.cli.terminal.game_texts import either

_COLUMNS: Final = {"a": 4, "b": 5, "c": 6, "d": 5, "e": 4}
_TALLEST: Final = 6
_INSIDE: Final = 5  # characters between the slashes of a hex
_CAMP: Final = {"1": "black on #c9d3d8", "2": "white on #47525a"}
_PIECE: Final = {
    "(w)": "bold black on bright_white",
    "(b)": "bold bright_white on black",
    "[W]": "bold black on bright_white",
    "[B]": "bold bright_white on black",
    "[R]": "bold bright_white on red",
}

_ACTIONS: Final = (
    ("place", "lay a disc"),
    ("step", "move a robot"),
    ("refill", "refill your stock"),
)


def board(scene: Scene) -> Text:
    """The 24 hexes, column a on the left, hex 1 at the bottom."""
    canvas = Canvas()
    pieces = {hex: f"({disc})" for hex, disc in scene.table["discs"].items()}
    pieces |= {hex: f"[{robot}]" for robot, hex in scene.table["robots"].items()}
    for number, (column, height) in enumerate(_COLUMNS.items()):
        x, top = number * (_INSIDE + 1), _TALLEST - height + 1
        canvas.put(x + 1, top - 1, "_" * _INSIDE, "dim")
        for i in range(1, height + 1):
            name = f"{column}{i}"
            _hex(canvas, scene, x, top + 2 * (height - i), name, pieces.get(name))
    return canvas.text()


def supplies(scene: Scene) -> list[Supply]:
    """Stocks, lid, and how many robots stand in each camp."""
    stocks, at_home = scene.table["stocks"], scene.table["at_home"]
    rows = [
        Supply(f"p{seat}", _discs(stock) + _at_home(at_home[seat - 1], camp))
        for seat, stock, camp in zip((1, 2), stocks, ("light", "dark"), strict=True)
    ]
    return [*rows, Supply("lid", _discs(scene.table["lid"]))]


def phase(scene: Scene) -> str:
    """A turn, or a robot on its way."""
    if robot := scene.table["moving"]:
        return f"robot {robot} is on its way: eat on, or stop"
    return either([words for kind, words in _ACTIONS if kind in scene.kinds])


def _hex(canvas: Canvas, scene: Scene, x: int, y: int, name: str, piece: str | None) -> None:
    camp = "1" if name in scene.table["camps"]["1"] else "2"
    marked = name in scene.marked
    shade = scene.display.pick("░", ":") if camp == "2" else " "
    for row, ends in ((y, "/\\"), (y + 1, "\\/")):
        canvas.put(x, row, ends[0], "dim")
        canvas.put(x + _INSIDE + 1, row, ends[1], "dim")
    canvas.put(x + 1, y, shade * _INSIDE, _CAMP[camp])
    canvas.put(x + 2, y, f"{name}", _CAMP[camp])
    canvas.put(x + 1, y + 1, "_" * _INSIDE, _CAMP[camp])
    if marked:
        canvas.put(x + 1, y, f">{name}<", f"{MARK_STYLE} on black")
    if piece:
        canvas.put(x + 2, y + 1, piece, _PIECE[piece])


def _discs(discs: dict[str, int]) -> Text:
    parts = [
        Text.assemble((f"({colour})", _PIECE[f"({colour})"]), f" {number}")
        for colour, number in discs.items()
    ]
    return Text("  ").join(parts)


def _at_home(robots: int, camp: str) -> Text:
    return Text(f"   {camp} camp: {robots} {'robot' if robots == 1 else 'robots'}", "dim")
