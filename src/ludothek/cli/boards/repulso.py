"""The board of Repulso as text: six rows of squares; pieces still to slide in [], stones as *."""

from typing import Final

from rich.text import Text

from ludothek.cli.boards.board_drawing import MARK_STYLE, Scene, Supply, seat_style, seat_symbol

_FILES: Final = "abcdef"
_STONE_STYLE: Final = "bold"


def board(scene: Scene) -> Text:
    """The 36 squares, a1 at the bottom left."""
    files = Text("   " + "".join(f" {file}  " for file in _FILES).rstrip())
    rows = [_row(scene, rank) for rank in range(6, 0, -1)]
    between = _line(scene, "├┼┤")
    lines = [files, _line(scene, "┌┬┐"), rows[0]]
    for row in rows[1:]:
        lines += [between, row]
    lines += [_line(scene, "└┴┘"), files]
    return Text("\n", no_wrap=True).join(lines)


def supplies(scene: Scene) -> list[Supply]:
    """Pieces, stones and groups of both seats."""
    pairs = zip(scene.table["supplies"], scene.table["groups"], strict=True)
    return [
        Supply(f"p{seat}", _supply(scene, seat, supply, groups["sizes"]))
        for seat, (supply, groups) in enumerate(pairs, start=1)
    ]


def phase(scene: Scene) -> str:
    """A turn, or a piece to slide."""
    if "slide" in scene.kinds:
        able = dict.fromkeys(str(move["from"]) for move in scene.legal)
        return f"slide your piece on {' or '.join(able)} — a movement is under way"
    if "piece" not in scene.kinds:
        return "lay an action stone — there is no square for a piece"
    return "lay a piece" + (" or an action stone" if "stone" in scene.kinds else "")


def _line(scene: Scene, corners: str) -> Text:
    left, cross, right = tuple(scene.display.pick(corners, "+++"))
    dash = scene.display.pick("─", "-") * 3
    return Text(f"  {left}{cross.join([dash] * 6)}{right}", "dim")


def _row(scene: Scene, rank: int) -> Text:
    bar = (scene.display.pick("│", "|"), "dim")
    row = Text.assemble(f"{rank} ", bar)
    for file in _FILES:
        row += _square(scene, f"{file}{rank}") + Text.assemble(bar)
    return row + Text(f" {rank}")


def _square(scene: Scene, name: str) -> Text:
    symbol, style = _symbol(scene, scene.table["squares"].get(name))
    if name in scene.table["affected"]:
        return Text.assemble(("[", MARK_STYLE), (symbol, style), ("]", MARK_STYLE))
    if name in scene.marked:
        return Text.assemble((">", MARK_STYLE), (symbol, style), ("<", MARK_STYLE))
    return Text.assemble(" ", (symbol, style), " ")


def _symbol(scene: Scene, what: str | None) -> tuple[str, str]:
    if what is None:
        return " ", ""
    if what == "stone":
        return "*", _STONE_STYLE
    seat = int(what[1:])
    return seat_symbol(seat, scene.display), seat_style(seat)


def _supply(scene: Scene, seat: int, supply: dict[str, int], sizes: list[int]) -> Text:
    symbol = (seat_symbol(seat, scene.display), seat_style(seat))
    word = "group" if len(sizes) == 1 else "groups"
    groups = f"   {len(sizes)} {word}: {'+'.join(map(str, sizes))}" if sizes else ""
    return Text.assemble(
        symbol,
        f" {supply['pieces']}  ",
        ("*", _STONE_STYLE),
        f" {supply['stones']}",
        (groups, "dim"),
    )
