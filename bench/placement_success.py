"""How likely a placement is to stand: `python -m bench.placement_success [--write]`.

Every shape on every other by a normal hand, and how high towers get when everybody places with
care and gives any matching piece. With --write the tables go into docs/physics.md and the curves
into docs/pictures.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final

from ludothek.games.splash.pieces import INDEX, MATCHING, NAMES, members
from ludothek.games.svg import document, element, points, text
from ludothek.physics import HANDS, Hand, Layout, Spot, careful, chance
from ludothek.physics.simulation.settle import settle
from ludothek.physics.table.pieces import BODIES
from ludothek.physics.table.release import held
from ludothek.research.arena.runs import table, write_between

TRIALS: Final = 50  # of each shape on each
GAMES: Final = 60  # with each hand
PAGE: Final = Path("docs/physics.md")
PICTURE: Final = Path("docs/pictures/towers.svg")
FACES: Final = [(code, face) for code, body in BODIES.items() for face, _ in body.faces]
MOST: Final = 24  # pieces in the table of heights
COLOURS: Final = {"steady": "#3d8b45", "normal": "#2a5fa8", "shaky": "#c8321f"}


def main() -> None:
    """Measure and print, or write."""
    parser = argparse.ArgumentParser(prog="python -m bench.placement_success")
    parser.add_argument("--write", action="store_true", help=f"into {PAGE} and {PICTURE}")
    write = parser.parse_args().write
    chances = table(shape_on_shape(TRIALS))
    print(chances, flush=True)
    falls = all_falls()
    heights = table(by_height(falls))
    print(heights)
    if write:
        write_between(PAGE, "chances", chances)
        write_between(PAGE, "heights", heights)
        PICTURE.write_text(picture(falls) + "\n", encoding="utf-8")


def all_falls() -> dict[str, list[int]]:
    """For each hand, the steadiest first, the pieces that brought a tower down, in order."""
    return {
        name: sorted(fall(HANDS[name], Random(seed)) for seed in range(GAMES)) for name in COLOURS
    }


def shape_on_shape(trials: int) -> Iterator[Sequence[str]]:
    """Percent of centred placements by a normal hand that stood, as third and as tenth piece."""
    low, high = _topped(_tower("P")), _topped(_tower("PLPLPLPL"))
    pairs = list(zip(low, high, strict=True))
    yield ["new \\ top", *(f"{code} {face}" for code, face in FACES)]
    for code, face in FACES:
        spot = Spot(f"{code}p", face)
        cells = [
            (_stood(third, spot, trials), _stood(tenth, spot, trials)) for third, tenth in pairs
        ]
        yield [f"{code} {face}", *(f"{first:.0f} / {tenth:.0f}" for first, tenth in cells)]


def _tower(shapes: str) -> Layout:
    layout = Layout()
    for shape, colour in zip(shapes, "rrggyybb", strict=False):
        layout = settle(held(layout, Spot(shape + colour, "flat"))).end
    return layout


def _topped(below: Layout) -> list[Layout]:
    """A tower with each shape on each face as its top piece."""
    return [settle(held(below, Spot(f"{code}o", face))).end for code, face in FACES]


def _stood(layout: Layout, spot: Spot, trials: int) -> float:
    return 100 * chance(layout, spot, HANDS["normal"], Random(1), trials)


def fall(hand: Hand, random: Random) -> int:
    """Which piece brings a carefully built tower down; 31 if none does."""
    layout = Layout()
    left = set(range(len(NAMES)))
    while left:
        piece = random.choice(_matching(layout, left))
        left.remove(piece)
        motion = settle(held(layout, careful(layout, NAMES[piece]), hand.tremor(random)))
        if not motion.stands:
            break
        layout = motion.end
    return len(layout.pieces) + 1


def _matching(layout: Layout, left: set[int]) -> list[int]:
    fitting = set(members(MATCHING[INDEX[layout.pieces[-1]]])) if layout.pieces else left
    return sorted(left & fitting) or sorted(left)


def by_height(falls: dict[str, list[int]]) -> Iterator[Sequence[str]]:
    """How often the tower stood after each piece, and when it typically fell."""
    yield ["after piece", *falls]
    for height in range(2, MOST + 1, 2):
        yield [str(height), *(f"{100 * _standing(of, height):.0f} %" for of in falls.values())]
    yield ["fell with the 6th to 14th", *(f"{100 * _typical(of):.0f} %" for of in falls.values())]
    yield ["middle half fell with", *(_quartiles(of) for of in falls.values())]


def _standing(falls: list[int], height: int) -> float:
    return sum(piece > height for piece in falls) / len(falls)


def _typical(falls: list[int]) -> float:
    return _standing(falls, 5) - _standing(falls, 14)


def _quartiles(falls: list[int]) -> str:
    low, middle, high = (falls[len(falls) * part // 4] for part in (1, 2, 3))
    return f"{_named(low)} to {_named(high)}, median {_named(middle)}"


def _named(piece: int) -> str:
    return "never" if piece > len(NAMES) else str(piece)


def picture(falls: dict[str, list[int]]) -> str:
    """The curves of all hands over the range asked for."""
    parts = [
        element("rect", width=560, height=330, fill="#ffffff"),
        element(
            "rect", x=_x(6), y=_y(1), width=_x(14) - _x(6), height=_y(0) - _y(1), fill="#eef1f4"
        ),
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        parts.append(element("path", d=f"M{_x(1)} {_y(share)}H{_x(30)}", stroke="#ccd3d9"))
        parts.append(text(f"{share:.0%}", 32, _y(share), 11, "#47525a"))
    parts += [text(str(piece), _x(piece), 292, 11, "#47525a") for piece in range(2, 31, 2)]
    parts.append(text("pieces placed", 300, 314, 12, "#23303a"))
    for row, (name, of) in enumerate(falls.items()):
        curve = [(_x(height), _y(_standing(of, height))) for height in range(1, 31)]
        stroke = COLOURS[name]
        parts.append(
            element("polyline", points=points(curve), fill="none", stroke=stroke, stroke_width=2.5)
        )
        parts.append(text(name, 510, 40 + 18 * row, 13, COLOURS[name]))
    return document(parts, 560, 330, "Share of towers that still stand, by pieces placed")


def _x(pieces: float) -> float:
    return 60 + 16.5 * (pieces - 1)


def _y(share: float) -> float:
    return 275 - 250 * share


if __name__ == "__main__":
    main()
