"""The wooden pieces as SVG, in a slanted view from the front, to any scale."""

from math import cos, pi, sin

from ludothek.games.splash.pieces import NAMES, PAINT, Piece, Shape, Stack, colour, shape
from ludothek.games.svg import element, points, text

Spot = tuple[float, float]

LABEL, MARK = "#cfe3ea", "#7fe0ff"  # inks for the codes of pieces

_DARK_INK = {"y", "o"}  # colours on which dark letters read better
_RIGHT, _UP = 0.4, 0.25  # how far a millimetre of depth goes right and up
_LIGHT, _SHADE = 1.2, 0.72  # of the top face, and of a face turned fully to the side


def width(piece: Piece) -> float:
    """How wide a piece is drawn, in millimetres."""
    return shape(piece).width + _RIGHT * shape(piece).depth


def height(stack: Stack) -> int:
    """How high a stack rises, in millimetres."""
    return sum(shape(piece).height for piece in stack)


def solid(piece: Piece, x: float, y: float, scale: float) -> str:
    """A piece whose bottom face has its middle at x, y."""
    outline = _outline(shape(piece))
    raised = shape(piece).height * scale
    faces = []
    for start, end in zip(outline, outline[1:] + outline[:1], strict=True):
        across, along = end[0] - start[0], end[1] - start[1]
        if along * _RIGHT + across > 0:  # this side faces the viewer
            turned = abs(along) / (abs(along) + abs(across))
            foot = [_seen(start, x, y, scale), _seen(end, x, y, scale)]
            head = [(right, up - raised) for right, up in reversed(foot)]
            faces.append(_face([*foot, *head], piece, 1 - (1 - _SHADE) * turned))
    top = [_seen(corner, x, y - raised, scale) for corner in outline]
    front = _front(piece, x, y, scale)
    return element("g", "".join([*faces, _face(top, piece, _LIGHT), *front]))


def standing(stack: Stack, x: float, y: float, scale: float) -> list[str]:
    """A stack from bottom to top, with the codes of its pieces beside it."""
    parts, labels = [], []
    side = x + max(map(width, stack)) * scale / 2 + 14
    for piece in stack:
        tall = shape(piece).height * scale
        parts.append(solid(piece, x, y, scale))
        labels.append(text(NAMES[piece], side, y - tall / 2, min(12, tall), LABEL))
        y -= tall
    return parts + labels


def glyph(piece: Piece, x: float, y: float, cell: float, marked: bool = False) -> list[str]:
    """A piece with its code below, small enough for a cell whose middle is x, y."""
    ink, weight = (MARK, "bold") if marked else (LABEL, "normal")
    size = min(13, cell * 0.27)
    code = text(NAMES[piece], x, y + cell * 0.43, size, ink, font_weight=weight)
    return [solid(piece, x, y + cell * 0.16, cell / 31), code]


def _outline(of: Shape) -> list[Spot]:
    """The corners seen from above, counter-clockwise."""
    if of.form == "octagon":
        reach = of.width / 2 / cos(pi / 8)
        angles = [(2 * k + 1) * pi / 8 for k in range(8)]
        return [(reach * cos(angle), reach * sin(angle)) for angle in angles]
    across, back = of.width / 2, of.depth / 2
    return [(-across, -back), (across, -back), (across, back), (-across, back)]


def _seen(corner: Spot, x: float, y: float, scale: float) -> Spot:
    right, back = corner
    return x + (right + _RIGHT * back) * scale, y - _UP * back * scale


def _face(corners: list[Spot], piece: Piece, brightness: float) -> str:
    return element(
        "polygon",
        points=points(corners),
        fill=_paint(piece, brightness),
        stroke=_paint(piece, 0.5),
        stroke_width=0.8,
        stroke_linejoin="round",
    )


def _front(piece: Piece, x: float, y: float, scale: float) -> list[str]:
    """The grain of the wood and the colour's letter, where there is room for them."""
    of = shape(piece)
    tall, depth = of.height * scale, of.depth / 2 * scale
    size = min(tall * 0.7, 22)
    if size < 7:
        return []
    middle, low = x - _RIGHT * depth, y + _UP * depth
    ink = "#3a2a12" if colour(piece) in _DARK_INK else "#ffffff"
    half = of.width * scale * (0.21 if of.form == "octagon" else 0.5) - 1
    grain = [_grain(piece, middle, low - tall * part, half) for part in (0.16, 0.5, 0.86)]
    letter = text(colour(piece), middle, low - tall / 2, size, ink, font_weight="bold")
    return [*grain, letter]


def _grain(piece: Piece, x: float, y: float, half: float) -> str:
    line = f"M{x - half:.1f} {y:.1f} q{half / 2:.1f} -2 {half:.1f} 0 t{half:.1f} 0"
    return element("path", d=line, fill="none", stroke=_paint(piece, 0.7), stroke_opacity=0.45)


def _paint(piece: Piece, brightness: float) -> str:
    full = bytes.fromhex(PAINT[colour(piece)].removeprefix("#"))
    channels = (min(255, round(part * brightness)) for part in full)
    return "#" + "".join(f"{channel:02x}" for channel in channels)
