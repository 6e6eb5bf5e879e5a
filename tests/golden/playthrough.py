"""Whole games, written down with everything a front end or a program can observe.

Incidents of Splash! are legal and never listed; two games more have some, by either rulebook.

`python -m tests.golden.playthrough` writes the files anew; look at the difference before you
keep it: it is a change of behaviour.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from zlib import crc32

from ludothek.games import AnyGame, Setup, load, names
from ludothek.games.splash import Bump, Falls, FallsSomehow, Fault, Move, State
from ludothek.games.splash.chance import concrete
from ludothek.games.splash.rules import may_be_at_fault
from ludothek.games.splash.state import Placing
from ludothek.testing import Walk, random_choices, setups, walk

FOLDER = Path(__file__).parent
LONGEST = 90  # decisions
INCIDENTS = 0.15  # of all decisions at which there can be one
STEADY = 0.75  # of all placements stand there
LISTED = 24  # longer lists of decisions are told by their number and a checksum
# p1 closes a circle of NEXUS and chooses which marbles go.
CIRCLE = (
    "-2,0:01;-2,1:01;-2,2:01;-1,-1:01;-1,0:10;-1,1:10;-1,2:01;0,-2:01;0,-1:10;0,0:12;0,1:10;"
    "0,2:01;1,-2:01;1,-1:10;1,0:01;1,1:10;2,-2:01;2,-1;2,0:10 p1 1,0 12 ee oo2 enter:1| 8"
)


def playthroughs() -> dict[str, tuple[AnyGame, Setup]]:
    """File name → game and setup: every seat count, and every value of every option once."""
    named: dict[str, tuple[AnyGame, Setup]] = {}
    for name in names():
        game, shown = load(name), set()
        for setup in setups(game):
            options = game.format_options(setup)
            if not options or options not in shown:
                shown.add(options)
                words = (name, str(setup.seats), options.replace("=", "-"))
                named["-".join(filter(None, words))] = (game, setup)
    return named


def incidents() -> dict[str, tuple[AnyGame, Setup]]:
    """File name → game and setup: Splash! with a referee, for either turn after a fault."""
    game = load("splash")
    return {
        f"splash-3-incidents-{value}": (game, game.setup(3, {"referee": "yes", "fault": value}))
        for value in ("goes-on", "gives-next")
    }


def circles() -> dict[str, tuple[AnyGame, Setup]]:
    """File name → game and setup: NEXUS from a circle on, for either reading of half."""
    game = load("nexus")
    return {
        f"nexus-2-circle-{value}": (game, game.setup(2, {"half": value}))
        for value in ("removed", "left")
    }


def all_games() -> dict[str, tuple[AnyGame, Setup]]:
    """File name → game and setup of every file."""
    return playthroughs() | incidents() | circles()


def played(name: str, game: AnyGame, setup: Setup) -> Walk:
    """The game of a file."""
    if name in incidents():
        return _refereed(game, setup, Random(seed_of(name)))
    start = game.parse_position(CIRCLE, setup) if name in circles() else game.start(setup)
    return walk(game, start, random_choices(seed_of(name), LONGEST))


def _refereed(game: AnyGame, setup: Setup, random: Random) -> Walk:
    """A game of Splash! with steady hands, and with incidents."""
    states: list[State] = [game.start(setup)]
    moves: list[Move] = []
    while len(moves) < LONGEST and (legal := game.legal_moves(states[-1])):
        steady = isinstance(states[-1].phase, Placing) and random.random() < STEADY
        chosen = legal[0] if steady else random.choice(legal)
        move = _incident(states[-1], random) or game.concrete(states[-1], chosen, random)
        moves.append(move)
        states.append(game.play(states[-1], move))
    return Walk(tuple(states), tuple(moves))


def _incident(state: State, random: Random) -> Move | None:
    """Now and then the tower falls without a placement, by anybody's fault or nobody's."""
    blamed = may_be_at_fault(state)
    if not blamed or random.random() > INCIDENTS:
        return None
    *below, top = state.tower
    fallen = replace(state, tower=tuple(below), phase=Placing(1, 2, top))
    falls = concrete(fallen, FallsSomehow(), random)
    assert isinstance(falls, Falls)
    seat = random.choice((None, *blamed))
    return Fault(seat, falls.stacks, falls.marked) if seat else Bump(falls.stacks, falls.marked)


def render(name: str, game: AnyGame, setup: Setup) -> str:
    """The whole game as text."""
    way = played(name, game, setup)
    lines = [f"game: {game.name} {game.version}", f"setup: {setup.seats} {dict(setup.options)}"]
    for ply, state in enumerate(way.states):
        move = way.moves[ply] if ply < len(way.moves) else None
        lines += ["", f"# {ply}", *_observe(game, state)]
        if move is not None:
            lines.append(f"> {move} {_json(game.move_view(move))}")
            lines += [f"  {_json(event)}" for event in game.events(state, move)]
    return "\n".join(lines) + "\n"


def _observe(game: AnyGame, state: object) -> Iterator[str]:
    texts = game.legal_texts(state)
    yield f"position: {game.format_position(state)}"
    yield f"to move: p{game.to_move(state)}{' (turn begins)' if game.turn_begins(state) else ''}"
    checksum = f"{crc32(' '.join(texts).encode()):08x}"
    listed = texts if len(texts) <= LISTED else [*texts[:LISTED], f"… {checksum}"]
    yield f"legal: {len(texts)} {' '.join(listed)}"
    if game.turn_begins(state):
        yield f"board: {_json(game.drawing.board(state))}"
        yield f"picture: {crc32(game.svg(state).encode()):08x}"
    if outcome := game.outcome(state):
        yield f"outcome: {outcome.text} {outcome.reason}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def seed_of(name: str) -> int:
    """A seed of its own for every file."""
    return Random(name).getrandbits(32)


def write() -> None:
    """Write every file anew."""
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for name, (game, setup) in all_games().items():
        (FOLDER / f"{name}.txt").write_text(render(name, game, setup), encoding="utf-8")


if __name__ == "__main__":
    write()
