"""What the page knows of the pieces, and placements of the library for its tests.

    python -m tests.e2e.splash_data

writes `web/src/splash/pieces.json` and `web/src/splash/fixtures/placements.json`.
"""

import json
from pathlib import Path
from typing import Any

from ludothek.games.protocol import Json
from ludothek.physics import Table, Tremor
from ludothek.physics.simulation.trajectory import unpacked
from ludothek.physics.table.pieces import plain

SPLASH = Path(__file__).parents[2] / "web" / "src" / "splash"
PIECES = SPLASH / "pieces.json"
PLACEMENTS = SPLASH / "fixtures" / "placements.json"
TOWER: tuple[dict[str, Any], ...] = (
    {"piece": "Pr", "face": "flat", "yaw": 20.0, "x": 3.0, "y": -2.0},
    {"piece": "Or", "face": "side", "yaw": 35.0, "x": 1.0, "y": 1.5},
    {"piece": "Lr", "face": "flat", "yaw": -15.0, "x": 0.5, "y": 0.0},
    {"piece": "Tr", "face": "lying", "yaw": 70.0, "x": 2.0, "y": 1.0},
    {"piece": "Pb", "face": "flat", "yaw": 10.0, "x": 4.0, "y": 10.0},
)


def placements() -> list[Json]:
    """A small tower built without any tremor, up to its fall."""
    table = Table(seed=1, hand="steady")
    frames: list[Json] = []
    for spot in TOWER:
        result = table.place(**spot, tremor=Tremor())
        keys: Json = {
            piece: [[frame, *_millimetres(pose)] for frame, pose in unpacked(track)]
            for piece, track in result.path
        }
        frames.append({"motion": result.plain, "keys": keys})
    return frames


def _millimetres(pose: tuple[float, ...]) -> list[float]:
    return [round(1000 * part, 4) for part in pose[:3]] + [round(part, 6) for part in pose[3:]]


def main() -> None:
    PLACEMENTS.parent.mkdir(exist_ok=True)
    for file, data in ((PIECES, plain()), (PLACEMENTS, placements())):
        file.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
