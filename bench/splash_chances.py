"""How often a piece of Splash! stands on another: `python -m bench.splash_chances`.

Writes the table that computer players know by heart (`ludothek/physics/player/chances.json`). To be
repeated when the hand or the table changes.
"""

import argparse
import json
from pathlib import Path
from random import Random
from typing import Final

from ludothek.physics import player
from ludothek.physics.drop import Spot
from ludothek.physics.hand import HANDS, Hand
from ludothek.physics.layout import Layout
from ludothek.physics.player.chances import FILE, named
from ludothek.physics.player.poses import aligned, candidates
from ludothek.physics.player.resting import ALL, WAYS, Resting
from ludothek.physics.table import Table
from ludothek.physics.trial import would_stand

TOWERS: Final = 4  # of each kind of top piece
BELOW: Final = 2  # broad pieces under it
BROAD: Final = ("L", "P", "O")


def main() -> None:
    """Measure every hand, and write the file."""
    parser = argparse.ArgumentParser(prog="python -m bench.splash_chances")
    parser.add_argument("--tries", type=int, default=12, help="on each tower")
    parser.add_argument("--out", type=Path, default=Path(player.__file__).with_name(FILE))
    arguments = parser.parse_args()
    tables = {name: _measured(hand, arguments.tries) for name, hand in HANDS.items()}
    rows = [f'  "{name}": {_text(table)}' for name, table in tables.items()]
    arguments.out.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


def _measured(hand: Hand, tries: int) -> dict[str, dict[str, float]]:
    random = Random(f"chances {hand.name}")
    found = {}
    for below in ALL:
        towers = [_tower(hand, below, random) for _ in range(TOWERS)]
        found[named(below)] = {
            named(above): _share(hand, towers, above, tries, random) for above in ALL
        }
        print(hand.name, named(below), found[named(below)], flush=True)
    return found


def _tower(hand: Hand, top: Resting, random: Random) -> Layout:
    """A low tower, built by the same hand; what falls is built again."""
    while True:
        table = Table(random.getrandbits(32), hand.name)
        ways = [*(WAYS[shape][0] for shape in random.sample(BROAD, BELOW)), top]
        pieces = [way.shape + colour for way, colour in zip(ways, "ryg", strict=True)]
        if all(_placed(table, piece, way) for piece, way in zip(pieces, ways, strict=True)):
            return table.layout


def _placed(table: Table, piece: str, way: Resting) -> bool:
    spot = aligned(table.layout, piece, way)
    return table.place(spot.piece, spot.face, spot.yaw).stands


def _share(hand: Hand, towers: list[Layout], above: Resting, tries: int, random: Random) -> float:
    """Of the better way to turn it; never quite 0 or 1, for nobody has tried for ever."""
    shares = []
    for turned in (0, 90) if above.shape in "TPO" else (0,):
        spots = [
            _turned(candidates(t, f"{above.shape}p", above, many=False)[0], turned) for t in towers
        ]
        stood = sum(
            would_stand(tower, spot, hand.tremor(random))
            for tower, spot in zip(towers, spots, strict=True)
            for _ in range(tries)
        )
        shares.append((stood + 1) / (len(towers) * tries + 2))
    return round(max(shares), 2)


def _turned(spot: Spot, degrees: int) -> Spot:
    return Spot(spot.piece, spot.face, spot.yaw + degrees)


def _text(table: dict[str, dict[str, float]]) -> str:
    rows = [f'    "{below}": {json.dumps(row)}' for below, row in table.items()]
    return "{\n" + ",\n".join(rows) + "\n  }"


if __name__ == "__main__":
    main()
