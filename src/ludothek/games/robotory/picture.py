"""A picture of the table as SVG: light and dark steel, three robots, discs, stocks and lid."""

from math import cos, pi, sin, sqrt

from ludothek.games.protocol import Place
from ludothek.games.robotory.board import COLUMNS, LIGHT, NAMES, ROBOTS, Hex
from ludothek.games.robotory.state import Discs, State
from ludothek.games.svg import document, element, points, text

_R = 34.0  # from the middle of a hex to a corner
_WIDTH, _HEIGHT = 520.0, 470.0
_FELT, _INK = "#23303a", "#dfe7ea"
_STEEL = {True: "#c9d3d8", False: "#6d7b84"}
_BODY = {"W": "#f6f3ea", "B": "#22262b", "R": "#c8402f"}
_DISC = {"w": "#f6f3ea", "b": "#22262b"}


def picture(state: State) -> str:
    """The whole table."""
    parts = [element("rect", width=_WIDTH, height=_HEIGHT, rx=18, fill=_FELT)]
    for hex in range(len(NAMES)):
        parts.extend(_hex(state, hex))
    parts += _supply("p2 dark", state.stocks[1], 435, 85)
    parts += _supply("lid", state.lid, 435, 215)
    parts += _supply("p1 light", state.stocks[0], 435, 345)
    return document(parts, _WIDTH, _HEIGHT, "A position of Robotory")


def places(_state: State) -> tuple[Place, ...]:
    """The hexes."""
    wide, high = _R * 1.5, _R * sqrt(3)
    middles = [(hex, *_middle(hex)) for hex in range(len(NAMES))]
    return tuple(Place(NAMES[hex], x - wide / 2, y - high / 2, wide, high) for hex, x, y in middles)


def _middle(hex: Hex) -> tuple[float, float]:
    column = NAMES[hex][0]
    i, height = int(NAMES[hex][1:]), COLUMNS[column]
    x = 70 + list(COLUMNS).index(column) * _R * 1.5
    return x, _HEIGHT / 2 - (i - (height + 1) / 2) * _R * sqrt(3)


def _hex(state: State, hex: Hex) -> list[str]:
    x, y = _middle(hex)
    corners = [(x + _R * 0.95 * cos(k * pi / 3), y + _R * 0.95 * sin(k * pi / 3)) for k in range(6)]
    light = bool(LIGHT >> hex & 1)
    parts = [element("polygon", points=points(corners), fill=_STEEL[light], stroke="#47525a")]
    if hex in state.robots:
        parts += _robot(ROBOTS[state.robots.index(hex)], x, y)
    elif state.white >> hex & 1:
        parts.append(_disc("w", x, y, 13))
    elif state.black >> hex & 1:
        parts.append(_disc("b", x, y, 13))
    else:
        parts.append(text(NAMES[hex], x, y, 11, "#47525a" if light else "#aab6bc"))
    return parts


def _robot(robot: str, x: float, y: float) -> list[str]:
    eye = "#22262b" if robot == "W" else "#f6f3ea"
    body: dict[str, str | float] = {"fill": _BODY[robot], "stroke": "#11161a", "stroke_width": 1.5}
    return [
        element("line", x1=x, y1=y - 22, x2=x, y2=y - 14, stroke="#11161a", stroke_width=2),
        element("circle", cx=x, cy=y - 22, r=2.5, **body),
        element("rect", x=x - 14, y=y - 15, width=28, height=20, rx=6, **body),
        element("rect", x=x - 11, y=y + 7, width=22, height=12, rx=4, **body),
        element("circle", cx=x - 6, cy=y - 6, r=3, fill=eye),
        element("circle", cx=x + 6, cy=y - 6, r=3, fill=eye),
        text(robot, x, y + 13, 9, eye, font_weight="bold"),
    ]


def _disc(colour: str, x: float, y: float, radius: float) -> str:
    return element("circle", cx=x, cy=y, r=radius, fill=_DISC[colour], stroke="#8d979c")


def _supply(name: str, discs: Discs, x: float, y: float) -> list[str]:
    parts = [text(name, x, y - 28, 14, _INK)]
    for colour, number, dx in (("w", discs[0], -30), ("b", discs[1], 22)):
        parts.append(_disc(colour, x + dx - 8, y, 11))
        parts.append(text(str(number), x + dx + 16, y, 15, _INK))
    return parts
