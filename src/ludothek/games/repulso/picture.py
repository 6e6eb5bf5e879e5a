"""A picture of the table as SVG: a beech board with hollows, two troughs, pieces and stones."""

from typing import Final

from ludothek.games.protocol import Place, Seat, seat_text
from ludothek.games.repulso.board import COLUMNS, NAMES, SIZE, Square
from ludothek.games.repulso.rules import outcome
from ludothek.games.repulso.state import PIECES, STONES, State
from ludothek.games.svg import document, element, points, text

_WIDTH, _HEIGHT = 600.0, 720.0
_CELL: Final = 78.0
_FIELD: Final = SIZE * _CELL
_LEFT, _TOP = (_WIDTH - _FIELD) / 2, (_HEIGHT - _FIELD) / 2
_TROUGHS: Final[dict[Seat, float]] = {1: _HEIGHT - 56, 2: 56.0}  # how far down they lie
_PITCH: Final = 25.2  # from one hollow of a trough to the next
_INK, _GROOVE = "#5a3f22", "#c39a66"
_MARK: Final = "#fff6e4"

# Each gradient runs from the first colour to the last; pieces and stones are lit from the upper
# left, hollows lie in their own shadow there.
_GRADIENTS: Final = {
    "beech": ("#f1dbb4", "#e6c795", "#d9b37b"),
    "hollow": ("#c39b66", "#d9b884", "#ecd4a8"),
    "orange": ("#ffb765", "#ee8a22", "#cf6c0c"),
    "blue": ("#6d9fd8", "#2f69b0", "#1d4a86"),
    "white": ("#ffffff", "#f8f5ee", "#d9d3c6"),
}
_RIMS: Final = {"orange": "#a65305", "blue": "#143a6c", "white": "#a99f8c"}
_COLOURS: Final[dict[Seat, str]] = {1: "orange", 2: "blue"}


def picture(state: State) -> str:
    """The whole table."""
    parts = [_gradients(), *_wood()]
    for square in range(len(NAMES)):
        parts += _square(state, square)
    parts += _coordinates()
    for seat in (1, 2):
        parts += _trough(state, seat)
    return document(parts, _WIDTH, _HEIGHT, "A position of Repulso")


def places(_state: State) -> tuple[Place, ...]:
    """The squares."""
    corners = [(square, *_middle(square)) for square in range(len(NAMES))]
    return tuple(
        Place(NAMES[square], x - _CELL / 2, y - _CELL / 2, _CELL, _CELL) for square, x, y in corners
    )


def _gradients() -> str:
    return element("defs", "".join(map(_gradient, _GRADIENTS)))


def _gradient(name: str) -> str:
    stops = "".join(
        element("stop", offset=offset, stop_color=colour)
        for offset, colour in zip((0, 0.5, 1), _GRADIENTS[name], strict=True)
    )
    return element("linearGradient", stops, id=f"repulso-{name}", x1=0.1, y1=0, x2=0.9, y2=1)


def _paint(name: str) -> str:
    return f"url(#repulso-{name})"


def _wood() -> list[str]:
    """The board, its grain, and the grooves between the squares."""
    return [
        element("rect", width=_WIDTH, height=_HEIGHT, rx=26, fill="#b98a52"),
        element("rect", width=_WIDTH, height=_HEIGHT - 5, rx=26, fill=_paint("beech")),
        *map(_grain, range(40, 700, 79)),
        *(_groove(_LEFT + i * _CELL, _TOP, 0, _FIELD) for i in range(SIZE + 1)),
        *(_groove(_LEFT, _TOP + i * _CELL, _FIELD, 0) for i in range(SIZE + 1)),
    ]


def _grain(y: int) -> str:
    bend = y % 29 - 14
    way = f"M0 {y} C 160 {y + bend}, 330 {y - bend}, {_WIDTH:.0f} {y + bend // 2}"
    return element("path", d=way, fill="none", stroke="#c99c62", stroke_opacity=0.25)


def _groove(x: float, y: float, width: float, height: float) -> str:
    return element(
        "line",
        x1=x,
        y1=y,
        x2=x + width,
        y2=y + height,
        stroke=_GROOVE,
        stroke_width=1.5,
        stroke_linecap="round",
    )


def _middle(square: Square) -> tuple[float, float]:
    column, row = square % SIZE, square // SIZE
    return _LEFT + (column + 0.5) * _CELL, _TOP + _FIELD - (row + 0.5) * _CELL


def _square(state: State, square: Square) -> list[str]:
    x, y = _middle(square)
    parts = [_hollow(x, y, 29)]
    if state.stones >> square & 1:
        parts += _thing("white", x, y, 20)
    for seat in (1, 2):
        if state.of(seat) >> square & 1:
            parts += _piece(seat, x, y, 27)
    if state.affected >> square & 1:
        parts.append(_dashes(x, y))
    return parts


def _hollow(x: float, y: float, radius: float) -> str:
    return element(
        "circle", cx=x, cy=y, r=radius, fill=_paint("hollow"), stroke=_GROOVE, stroke_opacity=0.6
    )


def _thing(colour: str, x: float, y: float, radius: float) -> list[str]:
    """A round thing and the shadow it casts."""
    return [
        element(
            "circle",
            cx=x + radius * 0.06,
            cy=y + radius * 0.12,
            r=radius,
            fill="#3b2409",
            fill_opacity=0.35,
        ),
        element("circle", cx=x, cy=y, r=radius, fill=_paint(colour), stroke=_RIMS[colour]),
    ]


def _piece(seat: Seat, x: float, y: float, radius: float) -> list[str]:
    """A piece; orange ones carry a ring, blue ones a dot, for those who see no colours."""
    parts = _thing(_COLOURS[seat], x, y, radius)
    if seat == 1:
        ring = element(
            "circle",
            cx=x,
            cy=y,
            r=radius * 0.5,
            fill="none",
            stroke=_MARK,
            stroke_width=radius * 0.13,
        )
        return [*parts, ring]
    return [*parts, element("circle", cx=x, cy=y, r=radius * 0.26, fill=_MARK)]


def _dashes(x: float, y: float) -> str:
    """Around a piece that is to slide."""
    return element(
        "circle",
        cx=x,
        cy=y,
        r=34,
        fill="none",
        stroke=_INK,
        stroke_width=2.5,
        stroke_dasharray="7 5",
    )


def _coordinates() -> list[str]:
    below, beside = _TOP + _FIELD + 15, _LEFT - 17
    columns = [
        text(column, _LEFT + (i + 0.5) * _CELL, below, 15, _INK) for i, column in enumerate(COLUMNS)
    ]
    rows = [
        text(str(row), beside, _TOP + _FIELD - (row - 0.5) * _CELL, 15, _INK)
        for row in range(1, SIZE + 1)
    ]
    return columns + rows


def _trough(state: State, seat: Seat) -> list[str]:
    """A supply: what is left of 12 pieces and 6 stones, and a wedge for the seat to decide."""
    y, x = _TROUGHS[seat], _LEFT + 12
    parts = [
        element(
            "rect",
            x=_LEFT - 6,
            y=y - 20,
            width=_FIELD + 12,
            height=40,
            rx=20,
            fill="#d3ac74",
            stroke=_GROOVE,
        ),
        text(seat_text(seat), _LEFT - 28, y, 16, _INK, font_weight="bold"),
    ]
    for i in range(PIECES):
        taken = i >= state.pieces_left(seat)
        place = x + i * _PITCH
        parts += [_hollow(place, y, 10)] if taken else _piece(seat, place, y, 11)
    for i in range(STONES):
        taken = i >= state.stones_left[seat - 1]
        place = x + 16 + (PIECES + i) * _PITCH
        parts += [_hollow(place, y, 8)] if taken else _thing("white", place, y, 9)
    if state.to_move == seat and not outcome(state):
        parts.append(_wedge(_LEFT + _FIELD + 30, y))
    return parts


def _wedge(x: float, y: float) -> str:
    corners = [(x + 7, y - 9), (x + 7, y + 9), (x - 8, y)]
    return element("polygon", points=points(corners), fill=_INK)
