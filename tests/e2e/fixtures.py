"""Real views, decisions and events for the tests of the board kernel.

    python -m tests.e2e.fixtures

writes `web/src/board/fixtures/*.json`. Every scene is a walk: what the seat to decide sees, the
decision it takes, what happens; and so on to the last view. The diagrams of the rules pages are
scenes as well, and lie in `web/src/board/diagrams`.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from ludothek.games.protocol import Json
from ludothek.games.registry import AnyGame, load, names
from tests.games.nexus.tables import at

WEB = Path(__file__).parents[2] / "web"
FIXTURES = WEB / "src" / "board" / "fixtures"
DIAGRAMS = WEB / "src" / "board" / "diagrams"
LONGEST = 60  # decisions of a random game that are kept


@dataclass(frozen=True, slots=True)
class Scene:
    """Where a walk starts, and the decisions taken on it."""

    name: str
    moves: tuple[str, ...] = ()
    position: str = ""  # empty: the start


def nexus(reserves: str, **rings: str) -> str:
    """A position of NEXUS in which these rings (as `p1="0,0 0,0 1,0"`) hold marbles."""
    marbles: dict[str, list[int]] = {}
    for seat, places in rings.items():
        for place in places.split():
            marbles.setdefault(place, [0, 0])[int(seat[1]) - 1] += 1
    digits = {place: "".join(map(str, numbers)) for place, numbers in marbles.items()}
    return load("nexus").format_position(at(digits, reserves=reserves))


OUTNUMBERED = nexus("7,7", p1="0,0 0,0 -1,0", p2="1,0 2,0 1,1")
# One walk more and p1 has surrounded three marbles of p2, of which two have to go.
SURROUNDED = nexus("1,7", p1="-2,0 0,-1 -1,0 -1,1 0,1 1,-1 2,0 1,1 2,-2", p2="0,0 0,0 1,0")
MOVEMENT = ("c4", "d3", "b3", "c2", "*c3", "b3-a3", "c4-c6", "d3-f3", "c2-a2")
RINGS = ("-0,-2", "-1,-2", "-2,-2", "-2,-1", "+-3,1", "+-3,2", "+-2,3", "+-1,3")

SCENES = {
    "repulso": (
        Scene("opening", ("c4", "d4", "*c5")),
        Scene("movement", MOVEMENT),
    ),
    "robotory": (
        Scene("opening", ("w@b4", "b@c3", "Wb4")),
        Scene("eating", ("Rd2", "Re2"), "4/2W2/3B2/1bR2/1w2 p1 w2b2,w2b1 w9b9 -"),
        Scene("refill", ("+w1b1",), "4/1wW2/2wB2/2R2/4 p1 w0b2,w2b2 w10b10 -"),
    ),
    "nexus": (
        Scene("opening", ("@-2,0", "@-1,0", "@-1,1", "@2,0", "@1,0", "@1,-1")),
        Scene("majority", ("0,0>1,0", "0,0>1,0"), OUTNUMBERED),
        Scene("leap", ("0,0>-2,2!-1,0", "0,0>0,1"), OUTNUMBERED),
        Scene("surround", ("-2,0>-2,1", "2,-2>2,-1", "x2@0,0", "x2@1,0"), SURROUNDED),
        Scene("rings", RINGS, nexus("7,7", p1="0,0 -1,0 -2,0", p2="1,0 2,0 1,1")),
    ),
}


def play(game: AnyGame, scene: Scene, *, legal: bool = True) -> dict[str, Json]:
    """A scene with all that a front end is shown on the way."""
    state = game.parse_position(scene.position) if scene.position else game.initial()
    views, events = [game.view(state, game.to_move(state) if legal else None)], []
    for text in scene.moves:
        move = game.notation.parse_move(text)
        events.append(list(game.events(state, move)))
        state = game.play(state, move)
        views.append(game.view(state, game.to_move(state) if legal else None))
    return {"decisions": list(scene.moves), "views": views, "events": events}


def random_game(game: AnyGame, seats: int, seed: int) -> dict[str, Json]:
    """A game of random decisions, as a spectator sees it."""
    random, state = Random(seed), game.initial(seats)
    views, events = [game.view(state)], []
    decisions: list[str] = []
    while game.outcome(state) is None and len(decisions) < LONGEST:
        move = random.choice(game.legal_moves(state))
        decisions.append(str(move))
        events.append(list(game.events(state, move)))
        state = game.apply(state, move)
        views.append(game.view(state))
    return {"decisions": decisions, "views": views, "events": events}


def fixture(name: str) -> str:
    """The text of one fixture file."""
    game = load(name)
    scenes = {scene.name: play(game, scene) for scene in SCENES[name]}
    scenes["random"] = random_game(game, game.seat_counts[-1], 1)
    return written(scenes)


def diagrams(game: str) -> dict[str, Any]:
    """The diagrams of a game as the content describes them."""
    known = json.loads((WEB / "src" / "content" / "diagrams.json").read_text(encoding="utf-8"))
    return {name: diagram for name, diagram in known.items() if diagram["game"] == game}


def diagram_file(game: str) -> str:
    """The text of one file of diagrams."""
    scenes = {}
    for name, diagram in diagrams(game).items():
        scene = Scene(name, tuple(diagram.get("moves", ())), diagram["position"])
        scenes[name] = play(load(game), scene, legal=False) | {"marks": diagram.get("marks", [])}
    return written(scenes)


def files() -> dict[Path, str]:
    """Every file that is made, and its text."""
    return {FIXTURES / f"{game}.json": fixture(game) for game in SCENES} | {
        DIAGRAMS / f"{game}.json": diagram_file(game) for game in names()
    }


def written(value: Any) -> str:
    """JSON with a line per view, decision list and event list."""
    lines = []
    for name, scene in value.items():
        parts = [
            f'"{part}": [\n' + ",\n".join(map(compact, items)) + "\n]"
            for part, items in scene.items()
        ]
        lines.append(f'"{name}": {{\n' + ",\n".join(parts) + "\n}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def main() -> None:
    for path, text in files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
