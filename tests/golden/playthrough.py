"""Whole games, written down with everything a front end or a program can observe.

`python -m tests.golden.playthrough` writes the files anew; look at the difference before you
keep it: it is a change of behaviour.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from zlib import crc32

from ludothek.games import AnyGame, Setup, load, names
from ludothek.testing import random_choices, setups, walk

FOLDER = Path(__file__).parent
LONGEST = 90  # decisions
LISTED = 24  # longer lists of decisions are told by their number and a checksum


def playthroughs() -> dict[str, tuple[AnyGame, Setup]]:
    """File name → game and setup: every seat count, and every value of every option once."""
    found: dict[str, tuple[AnyGame, Setup]] = {}
    for name in names():
        game, shown = load(name), set()
        for setup in setups(game):
            options = game.format_options(setup)
            if not options or options not in shown:
                shown.add(options)
                words = (name, str(setup.seats), options.replace("=", "-"))
                found["-".join(filter(None, words))] = (game, setup)
    return found


def render(game: AnyGame, setup: Setup, seed: int) -> str:
    """The whole game as text."""
    way = walk(game, game.start(setup), random_choices(seed, LONGEST))
    lines = [f"game: {game.name} {game.version}", f"setup: {setup.seats} {dict(setup.options)}"]
    for ply, state in enumerate(way.states):
        move = way.moves[ply] if ply < len(way.moves) else None
        lines += ["", f"# {ply}", *_observe(game, state)]
        if move is not None:
            lines.append(f"> {game.notation.format_move(move)} {_json(game.move_view(move))}")
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
    for name, (game, setup) in playthroughs().items():
        (FOLDER / f"{name}.txt").write_text(render(game, setup, seed_of(name)), encoding="utf-8")


if __name__ == "__main__":
    write()
