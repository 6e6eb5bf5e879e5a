"""Perft tables: one text file per game, a line per position.

    SEATS OPTIONS | POSITION | COUNT COUNT …

OPTIONS is `-` or `name=value,…`, POSITION is `startpos` or a position text, and the counts are
those of one, two, … decisions. `python -m tests.perft.tables` writes the files anew.
"""

from collections.abc import Iterator
from pathlib import Path

from ludothek.games import AnyGame, Setup, load, names
from ludothek.games.perft import perft
from ludothek.testing import random_choices, setups, walk

FOLDER = Path(__file__).parent
ENOUGH = 1_000  # a line goes no deeper once it has counted so many
STARTS = {"repulso": 3, "robotory": 3, "nexus": 4}  # how deep the rulings count the start
SKIPPED = {"repulso": 30, "robotory": 25, "splash": 40, "nexus": 45}  # decisions into the game
# Positions in which options matter, written without them: counted with every value.
TELLING = {
    "nexus": (
        (
            "-2,0:01;-2,1;-2,2:10;-1,-1;-1,0:10;-1,1:10;-1,2;0,-2;0,-1:10;0,0:12;0,1:10;0,2;1,-2;"
            "1,-1:10;1,0:01;1,1:10;2,-2:01;2,-1;2,0:10 p1 1,4 12 ee oo2 enter:1| 8"
        ),
        (
            "-2,0;-2,1;-2,2:01;-1,-1;-1,0:10;-1,2;0,-2;0,0:03;0,2;1,-2;1,0;1,1:11;2,-2;2,-1;"
            "2,0:20;3,-3;3,-2;3,-1;3,0:10 p1 1,4 12 ee oo2 enter:1| 8"
        ),
    ),
    "repulso": (
        "o**x1o/x*1o*x/xo1xo*/*x1oxo/1o*1*x/o1**o1 p1 p1 2+2,4+0 -",
        "xox1ox/oxox*o/*o*ox*/o****x/xo1x**/2xo*x p1 p1 2+0,1+1 -",
        "xox1ox/oxox*o/*o*ox*/o****x/xo1x**/o1xo*x p2 p2 1+0,1+1 -",
    ),
}


def rows(name: str) -> Iterator[str]:
    """The lines of a game's file."""
    game = load(name)
    for setup in setups(game):
        options = game.format_options(setup) or "-"
        yield _row(setup, options, "startpos", _start_counts(game, setup))
        for seed in range(3):
            way = walk(game, game.start(setup), random_choices(seed, SKIPPED[name] + 7 * seed))
            state = next(s for s in reversed(way.states) if game.legal_moves(s))
            yield _row(setup, options, game.format_position(state), _counts(game, state))
        for text in TELLING.get(name, ()):
            if game.notation.seats_shown(text) == setup.seats:
                state = game.parse_position(text, setup)
                yield _row(setup, options, game.format_position(state), _counts(game, state))


def _start_counts(game: AnyGame, setup: Setup) -> list[int]:
    """As deep as the rulings for the defaults, else two decisions."""
    depth = STARTS.get(game.name, 2) if setup == game.setup() else 2
    return [perft(game, game.start(setup), each) for each in range(1, depth + 1)]


def _counts(game: AnyGame, state: object) -> list[int]:
    counts = [perft(game, state, 1)]
    while 0 < counts[-1] < ENOUGH and len(counts) < 5:
        counts.append(perft(game, state, len(counts) + 1))
    return counts


def _row(setup: Setup, options: str, position: str, counts: list[int]) -> str:
    return f"{setup.seats} {options} | {position} | {' '.join(map(str, counts))}"


def read(name: str) -> list[tuple[Setup, str, list[int]]]:
    """Setup, position and counts of every line of a game's file."""
    lines = []
    for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        head, position, counts = line.split(" | ")
        seats, options = head.split(" ")
        named = {} if options == "-" else dict(part.split("=", 1) for part in options.split(","))
        setup = load(name).setup(int(seats), named)
        lines.append((setup, position, list(map(int, counts.split(" ")))))
    return lines


if __name__ == "__main__":
    for each in names():
        (FOLDER / f"{each}.txt").write_text("\n".join(rows(each)) + "\n", encoding="utf-8")
