"""The board of NEXUS as text: rings with coordinates and marbles."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rich.text import Text

from ludothek.cli.boards.board_drawing import MARK_STYLE, Scene, Supply, seat_style, seat_symbol
from ludothek.cli.boards.canvas import Canvas
from ludothek.cli.terminal.game_texts import either

_WORDS: Final = 44  # columns the words beside the board need
_MARBLES: Final = 4  # in one ring at most
_TIGHT: Final = 4  # columns from ring to ring where the rows are labelled instead of the rings
_ACTIONS: Final = (
    ("enter", "enter three marbles"),
    ("walk", "make two steps"),
    ("leap", "make two steps"),
    ("lift", "change four rings"),
)


@dataclass(frozen=True, slots=True)
class _Spot:
    """A position that is drawn: a ring, or a place without one."""

    q: int
    r: int
    marbles: tuple[int, ...] | None  # None: no ring lies here
    marked: bool = False

    @property
    def name(self) -> str:
        return f"{self.q},{self.r}"

    @property
    def halves(self) -> int:
        """Half rings to the right of the origin."""
        return 2 * self.q + self.r


def board(scene: Scene) -> Text:
    """Row by row, r downwards; as much detail as the width allows."""
    spots = [*_rings(scene), *_places(scene)]
    pitch = max(_MARBLES, *(len(spot.name) for spot in spots)) + 3
    pitch += pitch % 2
    room = scene.display.width - (_WORDS if scene.display.wide else 0)
    if _width(spots, pitch) - 1 <= room:
        return _roomy(scene, spots, pitch)
    if _width(spots, _TIGHT) + 6 <= room:
        return _tight(scene, spots)
    return _listed(scene, spots, room)


def supplies(scene: Scene) -> list[Supply]:
    """What each seat has in reserve and on the board."""
    table = scene.table
    pairs = enumerate(zip(table["reserves"], table["on_board"], strict=True), start=1)
    return [
        Supply(f"p{seat}", _supply(scene, seat, reserve, lying)) for seat, (reserve, lying) in pairs
    ]


def phase(scene: Scene) -> str:
    """A new action, or the rest of one."""
    under_way = scene.table["under_way"]
    if not under_way:
        if not scene.table["entered"][int(str(scene.view["to_move"])) - 1]:
            return "enter your first three marbles, beginning at the border"
        offered = dict.fromkeys(words for kind, words in _ACTIONS if kind in scene.kinds)
        return either(list(offered))
    match under_way["action"]:
        case "enter":
            return f"enter a marble, {under_way['left']} to go"
        case "rings" if under_way["lifts"]:
            return f"lift an empty ring, {under_way['lifts']} to go"
        case "rings":
            return f"lay a ring, {under_way['lays']} to go"
        case "steps":
            return "make the second step"
        case _:
            return f"remove a surrounded marble of p{under_way['seat']}, {under_way['left']} to go"


def _rings(scene: Scene) -> Iterator[_Spot]:
    for ring in scene.table["rings"]:
        yield _Spot(ring["q"], ring["r"], tuple(ring["marbles"]), ring["at"] in scene.marked)


def _places(scene: Scene) -> Iterator[_Spot]:
    """Where a ring can be laid now."""
    for move in scene.legal:
        if move["kind"] == "lay":
            q, r = map(int, str(move["to"]).split(","))
            yield _Spot(q, r, None)


def _width(spots: list[_Spot], pitch: int) -> int:
    halves = [spot.halves for spot in spots]
    return (max(halves) - min(halves)) * pitch // 2 + pitch


def _roomy(scene: Scene, spots: list[_Spot], pitch: int) -> Text:
    """Every ring with its coordinates above its marbles."""
    canvas = Canvas()
    left, top = min(spot.halves for spot in spots), min(spot.r for spot in spots)
    inside = pitch - 3
    for spot in spots:
        x, y = (spot.halves - left) * pitch // 2, 2 * (spot.r - top)
        style = MARK_STYLE if spot.marked else "dim" if spot.marbles is None else ""
        for row, ends in enumerate(_frame(scene, spot)):
            canvas.put(x, y + row, ends[0], style)
            canvas.put(x + inside + 1, y + row, ends[1], style)
        canvas.put(x + 1, y, spot.name.center(inside), style)
        _put_marbles(canvas, scene, spot, x + 1, y + 1, inside)
    return canvas.text()


def _frame(scene: Scene, spot: _Spot) -> tuple[str, str]:
    if spot.marbles is None:
        return "  ", "  "
    if spot.marked:
        return "><", "><"
    upper, lower = scene.display.pick("╭╮", "/\\"), scene.display.pick("╰╯", "\\/")
    return upper, lower


def _put_marbles(canvas: Canvas, scene: Scene, spot: _Spot, x: int, y: int, inside: int) -> None:
    if spot.marbles is None:
        canvas.put(x + inside // 2, y, "+", "dim")
        return
    marbles = _marbles(scene, spot.marbles)
    start = x + (inside - len(marbles)) // 2
    for offset, (symbol, style) in enumerate(marbles):
        canvas.put(start + offset, y, symbol, style)


def _tight(scene: Scene, spots: list[_Spot]) -> Text:
    """Every ring with its q above its marbles, and r at the beginning of the row."""
    canvas = Canvas()
    left, top = min(spot.halves for spot in spots), min(spot.r for spot in spots)
    for r in {spot.r for spot in spots}:
        canvas.put(0, 2 * (r - top), f"q,{r}", "dim")
    for spot in spots:
        x, y = 6 + (spot.halves - left) * _TIGHT // 2, 2 * (spot.r - top)
        ends = "  " if spot.marbles is None else "><" if spot.marked else "()"
        label = f"{ends[0]}{spot.q:>2}{ends[1]}"
        canvas.put(x, y, label, MARK_STYLE if spot.marked else "")
        _put_marbles(canvas, scene, spot, x, y + 1, _TIGHT)
    return canvas.text()


def _listed(scene: Scene, spots: list[_Spot], room: int) -> Text:
    """A board too wide to be drawn: its rings one after the other."""
    lines = [Text()]
    for spot in spots:
        word = _word(scene, spot)
        if len(lines[-1]) + len(word) > room:
            lines.append(Text())
        lines[-1] += word
    return Text("\n", no_wrap=True).join(lines)


def _word(scene: Scene, spot: _Spot) -> Text:
    marbles = _marbles(scene, spot.marbles or ())
    sign = "+" if spot.marbles is None else ""
    label = Text(f"{sign}{spot.name}", MARK_STYLE if spot.marked else "")
    return Text.assemble(label, ":" if marbles else "", *marbles, "  ")


def _marbles(scene: Scene, marbles: tuple[int, ...]) -> list[tuple[str, str]]:
    return [
        (seat_symbol(seat, scene.display), seat_style(seat))
        for seat, number in enumerate(marbles, start=1)
        for _ in range(number)
    ]


def _supply(scene: Scene, seat: int, reserve: int, lying: int) -> Text:
    if seat not in scene.table["seats_in"]:
        return Text("out", "dim")
    symbol = (seat_symbol(seat, scene.display), seat_style(seat))
    return Text.assemble(symbol, f" reserve {reserve}", (f"  board {lying}", "dim"))
