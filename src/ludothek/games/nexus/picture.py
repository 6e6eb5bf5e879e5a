"""A picture of the table as SVG: rings on felt, and glass marbles in them."""

from math import cos, pi, sin, sqrt

from ludothek.games.hexgrid import Pos, format_pos
from ludothek.games.nexus.state import Marbles, State
from ludothek.games.protocol import Place, Seat
from ludothek.games.svg import document, element, text

_R = 30.0  # from the middle of a ring to the next, halved along a row
_FELT, _INK, _FAINT = "#23473c", "#e8efe9", "#9db8ab"
_GLASS = {1: "#f2b03d", 2: "#58a6e8", 3: "#e0604f", 4: "#b78ae6"}
_MARGIN, _FOOT = 48.0, 54.0


def picture(state: State) -> str:
    """The whole table."""
    middles = _middles(state)
    width = max(x for x, _ in middles.values()) + _MARGIN
    width = max(width, 110.0 * state.setup.seats)
    height = max(y for _, y in middles.values()) + _MARGIN + _FOOT
    parts = [element("rect", width=width, height=height, rx=18, fill=_FELT)]
    for pos, marbles in zip(state.board.rings, state.marbles, strict=True):
        parts += _ring(pos, marbles, *middles[pos])
    parts += _reserves(state, width, height)
    return document(parts, width, height, "A position of NEXUS und Rabauken")


def places(state: State) -> tuple[Place, ...]:
    """The rings."""
    return tuple(
        Place(format_pos(pos), x - _R, y - _R, 2 * _R, 2 * _R)
        for pos, (x, y) in _middles(state).items()
    )


def _middles(state: State) -> dict[Pos, tuple[float, float]]:
    """Where the rings lie in the picture."""
    middles = {pos: _middle(pos) for pos in state.board.rings}
    left = min(x for x, _ in middles.values()) - _MARGIN
    top = min(y for _, y in middles.values()) - _MARGIN
    return {pos: (x - left, y - top) for pos, (x, y) in middles.items()}


def _middle(pos: Pos) -> tuple[float, float]:
    q, r = pos
    return (q + r / 2) * 2 * _R, r * sqrt(3) * _R


def _ring(pos: Pos, marbles: Marbles, x: float, y: float) -> list[str]:
    ring = element(
        "circle", cx=x, cy=y, r=_R * 0.84, fill="#1b3a31", stroke="#c9a46a", stroke_width=5
    )
    seats = [seat for seat, number in enumerate(marbles, 1) for _ in range(number)]
    if not seats:
        return [ring, text(format_pos(pos), x, y, 11, _FAINT)]
    spread = 0.0 if len(seats) == 1 else _R * 0.4
    size = _R * (0.48 if len(seats) == 1 else 0.31)
    return [ring] + [
        part
        for i, seat in enumerate(seats)
        for part in _marble(
            seat,
            x + spread * cos(2 * pi * i / len(seats) - pi / 2),
            y + spread * sin(2 * pi * i / len(seats) - pi / 2),
            size,
        )
    ]


def _marble(seat: Seat, x: float, y: float, radius: float) -> list[str]:
    """Glass in the seat's colour, with its number for those who do not see the colour."""
    return [
        element("circle", cx=x, cy=y, r=radius, fill=_GLASS[seat], stroke="#10221c"),
        element(
            "circle",
            cx=x - radius * 0.35,
            cy=y - radius * 0.4,
            r=radius * 0.25,
            fill="#ffffff",
            fill_opacity=0.7,
        ),
        text(str(seat), x, y + radius * 0.1, radius * 1.1, "#10221c", font_weight="bold"),
    ]


def _reserves(state: State, width: float, height: float) -> list[str]:
    parts: list[str] = []
    for seat, number in enumerate(state.reserves, 1):
        x, y = width * (seat - 0.5) / state.setup.seats, height - _FOOT / 2 - 4
        parts += _marble(seat, x - 22, y, 13)
        label = f"+{number}" if seat in state.seats_in else "out"
        parts.append(text(label, x + 14, y, 17, _INK))
    return parts
