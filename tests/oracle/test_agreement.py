"""Random games, decision by decision: the same choices, the same seat, the same result."""

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

import pytest

from ludothek.games import AnyGame, Setup, load, names
from ludothek.testing import setups

LONGEST = {"repulso": 84, "robotory": 104, "splash": 240, "nexus": 110}
GAMES = {"repulso": 12, "robotory": 20, "splash": 4, "nexus": 1}  # for every setup

Taste = Callable[[str], float]  # how much a player likes a decision


def tastes(random: Random) -> Taste:
    """A player who prefers some kinds of decisions, so that rare ways through a game are met."""
    likes = {kind: random.choice([0.05, 1.0, 1.0, 4.0]) for kind in "*@-+x!>:csftbk0"}

    def taste(text: str) -> float:
        return min((likes[sign] for sign in likes if sign in text), default=1.0)

    return taste


@pytest.mark.parametrize(
    ("name", "setup"), [(name, setup) for name in names() for setup in setups(load(name))]
)
def test_random_games_agree_with_the_oracle(name: str, setup: Setup) -> None:
    for seed in range(GAMES[name]):
        compare(load(name), setup, Random(f"{name} {setup} {seed}"))


def compare(game: AnyGame, setup: Setup, random: Random) -> None:
    oracle: Any = import_module(f"tests.oracle.{game.name}")
    here, there = game.start(setup), oracle.initial(setup.seats, dict(setup.options))
    taste = tastes(random)
    played: list[str] = []
    for _ in range(LONGEST[game.name]):
        texts = sorted(game.legal_texts(here))
        outcome = game.outcome(here)
        assert texts == oracle.legal(there), played
        assert (outcome.text if outcome else "none") == oracle.result(there), played
        if outcome:
            return
        assert game.to_move(here) == oracle.turn(there), played
        position = _fixed(game, game.notation.format_state(here))
        assert position == _fixed(game, oracle.fen(there)), played
        text = random.choices(texts, [taste(each) for each in texts])[0]
        text = _incident(game, here, random) or _closed(game, here, text, random)
        played.append(text)
        here, there = game.play(here, text), oracle.play(there, text)


def _closed(game: AnyGame, state: Any, text: str, random: Random) -> str:
    move = game.concrete(state, game.notation.parse_move(text), random)
    return str(move)


def _incident(game: AnyGame, state: Any, random: Random) -> str | None:
    """Now and then, with a referee, somebody bumps into the table of Splash!."""
    board: Any = game.drawing.board(state)
    incidents = board.get("incidents")
    if not incidents or not incidents["bump"] or random.random() > 0.04:
        return None
    words = ["bump", *(f"fault{seat}" for seat in incidents["fault"])]
    cut = random.randint(1, len(board["tower"]) - 1)
    stacks = [".".join(board["tower"][:cut]), *board["tower"][cut:]]
    stacks.sort(key=lambda stack: ("LSPTO".index(stack[0]), "rygbop".index(stack[1])))
    return f"{random.choice(words)}:{'|'.join(stacks)}"


def _fixed(game: AnyGame, text: str) -> list[str]:
    """The part of a position text that the rulings fix."""
    return text.split("/" if game.name == "splash" else " ")[:5]
