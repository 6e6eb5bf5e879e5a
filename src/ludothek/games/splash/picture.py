"""A picture of the table as SVG: the tower in its pool, the stocks around it, drops and box."""

from ludothek.games.protocol import Place, Seat, seat_text
from ludothek.games.splash.piece_svg import glyph, height, solid, standing, width
from ludothek.games.splash.pieces import COLOURS, NAMES, Piece, Pieces, Stack, members, shape
from ludothek.games.splash.rules import WINNING_DROPS, givable, team
from ludothek.games.splash.state import (
    Choosing,
    Drafting,
    Giving,
    Keeping,
    Over,
    Phase,
    Placing,
    State,
)
from ludothek.games.svg import document, element, text

_WIDTH, _HEIGHT = 800.0, 600.0
_PANEL = 236.0  # width of a seat's panel
_GAP = 14.0
_MIDDLE = _WIDTH / 2
_INNER = _WIDTH - 2 * _PANEL - 4 * _GAP  # width between the panels
_CELL = _INNER / len(COLOURS)  # of a piece in the pool
_FLOOR, _LOW_FLOOR = 420.0, 480.0  # where towers stand: with loose pieces in front, without
_HIGH = 80.0  # height of the place for loose pieces
_SKY = 64.0  # how high they may rise
_BOX = 46.0  # height of the strip with the box
_ABOVE = 9  # millimetres between the tower and the piece to be placed
_SEA, _PANELS, _INK, _DIM, _DROP = "#173b4a", "#0f2c39", "#eaf4f7", "#8fb3c0", "#6fc8f0"


def picture(state: State) -> str:
    """The whole table."""
    parts = [element("rect", width=_WIDTH, height=_HEIGHT, rx=18, fill=_SEA)]
    parts.append(text(_caption(state.phase), _MIDDLE, 34, 17, _INK, font_weight="bold"))
    for seat in range(1, state.setup.seats + 1):
        parts += _seat(state, seat)
    parts += _centre(state)
    parts += _box(state.box)
    return document(parts, _WIDTH, _HEIGHT, "A position of Splash!")


def places(state: State) -> tuple[Place, ...]:
    """The pieces that are still in the pool."""
    pool = state.pool if isinstance(state.phase, Drafting) else 0
    middles = [(piece, *_in_pool(piece)) for piece in members(pool)]
    return tuple(
        Place(NAMES[piece], x - _CELL / 2, y - _CELL / 2, _CELL, _CELL) for piece, x, y in middles
    )


def _water(floor: float) -> list[str]:
    """Rings on the water around the tower."""
    return [
        element(
            "ellipse",
            cx=_MIDDLE,
            cy=floor,
            rx=_INNER / 2 * size,
            ry=46 * size,
            fill="#2f7f9c",
            fill_opacity=0.22,
            stroke="#8fd3ea",
            stroke_opacity=0.35,
        )
        for size in (1.0, 0.76, 0.5)
    ]


def _caption(phase: Phase) -> str:
    seat = seat_text(phase.seat)
    match phase:
        case Drafting():
            return f"{seat} takes a piece"
        case Giving():
            return f"{seat} gives a piece"
        case Placing(giver=giver):
            return f"{seat} places for {seat_text(giver)}"
        case Choosing():
            return f"{seat} chooses a tower"
        case Keeping():
            return f"{seat} keeps three"
        case Over(winner, reason):
            return f"{seat_text(winner)} wins: {reason.replace('-', ' ')}"


def _centre(state: State) -> list[str]:
    phase = state.phase.instead if isinstance(state.phase, Over) else state.phase
    if isinstance(phase, Drafting):
        return _pool(state.pool)
    stacks, loose = _standing(state, phase), _loose(phase)
    floor = _FLOOR if loose else _LOW_FLOOR
    above = _HIGH if loose and not stacks else 0
    parts = _water(floor) + _beside(loose, above)
    return parts + _towers(stacks, state.hand, floor, above)


def _standing(state: State, phase: Phase) -> list[Stack]:
    if isinstance(phase, Choosing):
        return [stack for stack in phase.stacks if len(stack) > 1]
    return [state.tower] if state.tower else []


def _loose(phase: Phase) -> list[Piece]:
    if isinstance(phase, Choosing):
        return [stack[0] for stack in phase.stacks if len(stack) == 1]
    return members(phase.loose) if isinstance(phase, Keeping) else []


def _beside(loose: list[Piece], above: float) -> list[str]:
    """Loose pieces lie in front of what stands, or all over the water."""
    return _grid(loose, _MIDDLE - _INNER / 2, _FLOOR + 18 - above, _INNER, _HIGH + above)


def _towers(stacks: list[Stack], hand: Placing | None, floor: float, above: float) -> list[str]:
    """Stacks side by side, as large as they fit; the piece to be placed hovers above."""
    held = shape(hand.piece).height + _ABOVE if hand else 0
    rise = max([height(stack) for stack in stacks], default=0) + held
    spans = [max(map(width, stack)) + 8 for stack in stacks]
    scale = min(4.2, (floor - _SKY) / max(rise, 1), _INNER / max(sum(spans), 1))
    parts: list[str] = []
    x = _MIDDLE - sum(spans) * scale / 2
    for stack, span in zip(stacks, spans, strict=True):
        parts += standing(stack, x + (span - 8) * scale / 2, floor, scale)
        x += span * scale
    if hand:
        middle = _MIDDLE - 4 * scale if stacks else _MIDDLE
        parts += _hand(hand.piece, middle, floor - (rise - held) * scale - above, scale)
    return parts


def _hand(piece: Piece, x: float, y: float, scale: float) -> list[str]:
    raised = y - _ABOVE * scale
    side = x + width(piece) * scale / 2 + 14
    middle = raised - shape(piece).height * scale / 2
    return [
        element(
            "line",
            x1=x,
            y1=y,
            x2=x,
            y2=raised,
            stroke=_DROP,
            stroke_width=2,
            stroke_dasharray="3 4",
            stroke_linecap="round",
        ),
        solid(piece, x, raised, scale),
        text(NAMES[piece], side, middle, 12, _DROP, font_weight="bold"),
    ]


def _pool(pool: Pieces) -> list[str]:
    """Every piece has its place: a row for each shape, a column for each colour."""
    parts: list[str] = []
    for piece in members(pool):
        parts += glyph(piece, *_in_pool(piece), _CELL)
    return parts


def _in_pool(piece: Piece) -> tuple[float, float]:
    row, column = divmod(piece, len(COLOURS))
    return _MIDDLE + (column - (len(COLOURS) - 1) / 2) * _CELL, 130 + row * (_CELL + 30)


def _grid(
    pieces: list[Piece], x: float, y: float, wide: float, high: float, marked: Pieces = 0
) -> list[str]:
    """Glyphs in rows, as large as they fit, up to a size."""
    cell = next(
        size for size in range(52, 0, -1) if len(pieces) <= (wide // size) * (high // (size * 1.1))
    )
    columns = int(wide // cell)
    parts: list[str] = []
    for index, piece in enumerate(pieces):
        row, column = divmod(index, columns)
        spot = x + (column + 0.5) * cell, y + (row + 0.5) * cell * 1.1
        parts += glyph(piece, *spot, cell, bool(marked >> piece & 1))
    return parts


def _marked(state: State) -> Pieces:
    """The pieces that may be given now."""
    if not isinstance(state.phase, Giving):
        return 0
    return sum(pieces for _, pieces in givable(state, state.phase.seat))


def _seat(state: State, seat: Seat) -> list[str]:
    """A panel: clockwise from the lower left."""
    on_left = (state.setup.seats + 1) // 2
    left = seat <= on_left
    rows = on_left if left else state.setup.seats - on_left
    row = on_left - seat if left else seat - on_left - 1
    high = (_HEIGHT - _BOX - 2 * _GAP) / rows - _GAP
    x = _GAP if left else _WIDTH - _PANEL - _GAP
    y = _GAP + row * (high + _GAP)
    frame = element(
        "rect",
        x=x,
        y=y,
        width=_PANEL,
        height=high,
        rx=12,
        fill=_PANELS,
        stroke=_DROP if state.phase.seat == seat else "#24586b",
        stroke_width=2.5 if state.phase.seat == seat else 1,
    )
    return [frame, *_heading(state, seat, x, y + 22), *_stock(state, seat, x, y + 42, high - 50)]


def _heading(state: State, seat: Seat, x: float, y: float) -> list[str]:
    drops = state.drops[seat - 1]
    parts = [text(seat_text(seat), x + 24, y, 17, _INK, font_weight="bold")]
    parts += [_drop(x + _PANEL - 72 + 24 * k, y, k < drops) for k in range(WINNING_DROPS)]
    if state.setup["teams"] != "no":
        partners = " + ".join(map(seat_text, team(state.setup, seat)))
        parts.append(text(partners, x + 84, y, 13, _DIM))
    return parts


def _stock(state: State, seat: Seat, x: float, y: float, high: float) -> list[str]:
    stock = members(state.stocks[seat - 1])
    if not stock:
        return [text("no pieces", x + _PANEL / 2, y + 20, 13, _DIM)]
    return _grid(stock, x + 9, y, _PANEL - 18, high, _marked(state))


def _drop(x: float, y: float, full: bool) -> str:
    outline = f"M{x} {y - 10} C{x + 3} {y - 4} {x + 7} {y} {x + 7} {y + 3}"
    outline += f" A7 7 0 0 1 {x - 7} {y + 3} C{x - 7} {y} {x - 3} {y - 4} {x} {y - 10} Z"
    fill = _DROP if full else "none"
    return element("path", d=outline, fill=fill, stroke=_DROP if full else "#3f7488")


def _box(box: Pieces) -> list[str]:
    y = _HEIGHT - _BOX - _GAP
    return [
        element("rect", x=_GAP, y=y, width=_WIDTH - 2 * _GAP, height=_BOX, rx=12, fill=_PANELS),
        text("box", _GAP + 28, y + _BOX / 2, 14, _DIM),
        *_grid(members(box), _GAP + 58, y + 2, _WIDTH - 2 * _GAP - 66, _BOX - 6),
    ]
