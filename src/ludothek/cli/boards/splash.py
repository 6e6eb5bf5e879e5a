"""The table of Splash! as text: the pool during the draft, then the tower from the side."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

from rich.text import Text

from ludothek.cli.boards import splash_views as views
from ludothek.cli.boards.board_drawing import Scene, Supply

T = TypeVar("T")
_SHAPES: Final = {"L": "[  ]", "S": "[]", "P": "[----]", "T": "[======]", "O": "(  )"}
_COLOURS: Final = views.STYLES
_TABLE: Final = 14  # characters across
_ROW: Final = 12  # pieces side by side
_SHOWN: Final = 10  # pieces of the tower from the side; those below are named in a row
_NO_PIECE: Final = ("..", "dim")


def board(scene: Scene) -> Text:
    """The pool, the fallen stacks, or the tower."""
    phase = scene.table["phase"]
    if phase["name"] == "draft":
        return _pool(scene.table["pool"])
    if solids := scene.table.get("solids"):
        return _simulated(scene, phase, solids)
    if phase["name"] == "base":
        return _stacks(scene, phase["stacks"])
    return _tower(scene, phase)


def supplies(scene: Scene) -> list[Supply]:
    """Stocks, drops and the box."""
    rows = [
        Supply(f"p{seat}", _pieces(stock) + _drops(drops))
        for seat, (stock, drops) in enumerate(
            zip(scene.table["stocks"], scene.table["drops"], strict=True), start=1
        )
    ]
    return [*rows, Supply("box", _pieces(scene.table["box"]))]


def phase(scene: Scene) -> str:
    """Draft, give, place, choose or keep."""
    current, top = scene.table["phase"], scene.table["top"]
    match current["name"]:
        case "draft":
            return "take a piece from the pool"
        case "give":
            return _give_phase(scene, top)
        case "place" if "solids" in scene.table:
            return f"put {current['piece']} on {top or 'the table, as the base'}"
        case "place" if top:
            return f"put {current['piece']} on {top} — report stands or falls"
        case "place":
            return f"lay {current['piece']} on the table as the base, then report stands"
        case "base":
            return f"choose the new tower by its bottom piece: {' or '.join(current['highest'])}"
        case _:
            return f"choose three pieces to keep: {' '.join(current['loose'])}"


def _give_phase(scene: Scene, top: str | None) -> str:
    seats = len(scene.table["stocks"])
    to = f"p{scene.table['phase']['seat'] % seats + 1}"
    if not top:
        return f"give {to} the first piece"
    if all(move["from"] for move in scene.legal):
        return f"you own nothing that fits on {top}: take a piece of another seat for {to}"
    return f"give {to} a piece to put on {top}"


def _pool(pool: Sequence[str]) -> Text:
    rows = [
        Text(" ").join(
            _piece(code) if (code := shape + colour) in pool else Text(*_NO_PIECE)
            for colour in _COLOURS
        )
        for shape in _SHAPES
    ]
    return Text("\n", no_wrap=True).join([Text("pool", "dim"), *rows])


def _tower(scene: Scene, phase: Mapping[str, Any]) -> Text:
    tower = scene.table["tower"]
    hand = phase.get("then", phase).get("piece")
    lines = []
    if hand:
        lines += [_side(hand) + Text("  in hand", "dim"), Text()]
    lines += [
        _side(piece) + Text(f"  {height}{' top' if height == len(tower) else ''}", "dim")
        for height, piece in reversed(list(enumerate(tower, start=1))[-_SHOWN:])
    ]
    if below := tower[:-_SHOWN]:
        lines += [Text("below, from bottom to top", "dim"), *map(_pieces, _rows(below))]
    lines.append(_ground(scene, _TABLE))
    if loose := phase.get("loose"):
        lines += [Text("beside it", "dim"), *map(_pieces, _rows(loose))]
    return Text("\n", no_wrap=True).join(lines)


def _simulated(scene: Scene, phase: Mapping[str, Any], solids: views.Solids) -> Text:
    """The tower from two sides, or what has fallen from above."""
    if not scene.table["tower"]:
        stacks = phase.get("instead", phase)["stacks"]
        return Text("\n", no_wrap=True).join(
            [_stacks(scene, stacks), views.fallen(solids, scene.display)]
        )
    lines = [views.tower(solids, scene.display)]
    if hand := phase.get("piece"):
        lines.insert(0, _piece(hand) + Text(" in hand", "dim"))
    if hidden := views.below(solids, scene.display):
        lines.append(Text("below: ", "dim") + _pieces(hidden))
    if loose := phase.get("loose"):
        lines.append(Text("beside it: ", "dim") + _pieces(loose))
    return Text("\n", no_wrap=True).join(lines)


def _stacks(scene: Scene, stacks: Sequence[Sequence[str]]) -> Text:
    """What is left standing, side by side."""
    lines = [Text("fallen", "dim")]
    for row in _rows(stacks):
        lines += [
            Text(" ").join(
                _piece(stack[level]) if level < len(stack) else Text("  ") for stack in row
            )
            for level in reversed(range(max(map(len, row))))
        ]
        lines.append(_ground(scene, 3 * len(row) - 1))
    return Text("\n", no_wrap=True).join(lines)


def _rows(things: Sequence[T]) -> list[Sequence[T]]:
    return [things[start : start + _ROW] for start in range(0, len(things), _ROW)]


def _side(piece: str) -> Text:
    """A piece from the side, over the middle of the table."""
    frame = _SHAPES[piece[0]]
    half = len(frame) // 2
    drawn = f"{frame[:half]}{piece}{frame[half:]}"
    margin = (_TABLE - len(drawn)) // 2
    return Text.assemble(" " * margin, (drawn, _COLOURS[piece[1]]), " " * margin)


def _ground(scene: Scene, width: int) -> Text:
    return Text(scene.display.pick("▔", "=") * width, "dim")


def _pieces(pieces: Sequence[str]) -> Text:
    return Text(" ").join(map(_piece, pieces)) if pieces else Text("-", "dim")


def _piece(code: str) -> Text:
    return Text(code, _COLOURS[code[1]])


def _drops(drops: int) -> Text:
    return Text(f"   {drops} {'drop' if drops == 1 else 'drops'}" if drops else "", "bold")
