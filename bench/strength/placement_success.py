"""How often a placement stands: `python -m bench.strength.placement_success [--write]`.

Every shape on every other by a normal hand, and how high towers get when everybody places with
care and gives any matching piece. With --write the tables go into docs/physics.md and the curves
into docs/pictures.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from bench.harness import add_running, measured
from ludothek.games.splash.pieces import NAMES
from ludothek.games.svg import document, element, points, text
from ludothek.physics.table.pieces import BODIES
from ludothek.research.arena.runs import Result, Task, table, write_between
from ludothek.research.placement_statistics import simulate

Face = tuple[str, str]  # a shape, and the side it stands on

TRIALS: Final = 50  # of each shape on each
GAMES: Final = 60  # with each hand
PAGE: Final = Path("docs/physics.md")
PICTURE: Final = Path("docs/pictures/towers.svg")
TOWERS: Final = ("P", "PLPLPLPL")  # below the two pieces: the new one is the third, or the tenth
FACES: Final[list[Face]] = [(code, face) for code, body in BODIES.items() for face, _ in body.faces]
MOST: Final = 24  # pieces in the table of heights
COLOURS: Final = {"steady": "#3d8b45", "normal": "#2a5fa8", "shaky": "#c8321f"}


def main() -> None:
    """Measure and print, or write."""
    command = argparse.ArgumentParser(prog="python -m bench.strength.placement_success")
    add_running(command, "placements.jsonl")
    command.add_argument("--write", action="store_true", help=f"into {PAGE} and {PICTURE}")
    arguments = command.parse_args()
    results = measured(simulate, [*pairs(TRIALS), *towers(GAMES)], arguments)
    chances = table(shape_on_shape(results, TRIALS))
    falls = all_falls(results, GAMES)
    heights = table(by_height(falls))
    print(chances, heights, sep="\n")
    if arguments.write:
        write_between(PAGE, "chances", chances)
        write_between(PAGE, "heights", heights)
        PICTURE.write_text(picture(falls) + "\n", encoding="utf-8")


def pairs(trials: int) -> list[Task]:
    """Each shape on each other, as third and as tenth piece."""
    return [pair(new, on, tower, trials) for new in FACES for on in FACES for tower in TOWERS]


def pair(new: Face, on: Face, tower: str, trials: int) -> Task:
    """One of them."""
    job = {"new": new, "on": on, "tower": tower, "trials": trials}
    return Task(f"placement {'-'.join(new)} {'-'.join(on)} {tower} {trials}", job)


def towers(games: int) -> list[Task]:
    """Towers with each hand."""
    return [tower(hand, seed) for hand in COLOURS for seed in range(games)]


def tower(hand: str, seed: int) -> Task:
    """One of them."""
    return Task(f"tower {hand} {seed}", {"hand": hand, "seed": seed})


def all_falls(results: Mapping[str, Result], games: int) -> dict[str, list[int]]:
    """For each hand, the steadiest first, the pieces that brought a tower down, in order."""
    return {
        hand: sorted(results[tower(hand, seed).key]["piece"] for seed in range(games))
        for hand in COLOURS
    }


def shape_on_shape(results: Mapping[str, Result], trials: int) -> Iterator[Sequence[str]]:
    """Percent of centred placements by a normal hand that stood, as third and as tenth piece."""
    yield ["new \\ top", *(f"{code} {face}" for code, face in FACES)]
    for new in FACES:
        cells = [[results[pair(new, on, t, trials).key]["stood"] for t in TOWERS] for on in FACES]
        yield [" ".join(new), *(f"{100 * low:.0f} / {100 * high:.0f}" for low, high in cells)]


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
