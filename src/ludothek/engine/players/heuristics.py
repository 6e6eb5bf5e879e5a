"""Heuristic evaluation of a position for one seat, without search.

Weak levels lean on this, so that they play what a person would find attractive; strong ones do
without.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from ludothek.games.nexus import State as Nexus
from ludothek.games.nexus.board import members
from ludothek.games.nexus.state import survey
from ludothek.games.protocol import Game, M, S, Seat
from ludothek.games.repulso import State as Repulso
from ludothek.games.repulso.board import ALL, around, groups
from ludothek.games.robotory import State as Robotory
from ludothek.games.robotory.board import CAMPS, NEIGHBOURS

Heuristic = Callable[[Any, Seat], float]

MOST: Final = 300  # decisions that are scored


def repulso(state: Repulso, seat: Seat) -> float:
    """Few groups, and room for more pieces."""
    own = state.of(seat)
    room = ALL & ~state.lying & ~around(own)
    return 0.1 * room.bit_count() - len(groups(own))


def robotory(state: Robotory, seat: Seat) -> float:
    """Robots at home, and food in front of those that are not."""
    camp, food = CAMPS[seat], (state.white, state.black, state.white | state.black)
    score = 0.05 * sum(state.stocks[seat - 1])
    for hex, edible in zip(state.robots, food, strict=True):
        if camp >> hex & 1:
            score += 1.0
        elif NEIGHBOURS[hex] & edible & camp:
            score += 0.3
    return score


def nexus(state: Nexus, seat: Seat) -> float:
    """Own marbles rather than those of others, on the board, and enemies within reach."""
    lying: list[int] = [sum(of_seat) for of_seat in zip(*state.marbles, strict=True)]
    owned = [there + reserve for there, reserve in zip(lying, state.reserves, strict=True)]
    rivals = sum(owned) - owned[seat - 1]
    seen = survey(state.marbles, seat)
    reach = state.board.beside(seen.free) & ~seen.own & ~seen.empty
    stacks = sum(state.marbles[ring][seat - 1] > 1 for ring in members(seen.free))
    return (
        1.0 * owned[seat - 1]
        - rivals / max(1, state.setup.seats - 1)
        + 0.1 * lying[seat - 1]
        + 0.05 * reach.bit_count()
        + 0.05 * stacks
    )


HEURISTICS: Final[Mapping[str, Heuristic]] = {
    "repulso": repulso,
    "robotory": robotory,
    "nexus": nexus,
}


def scored(game: Game[S, M], state: S, moves: list[M], random: Random) -> dict[M, float]:
    """How attractive each decision looks to the seat to decide, from 0 to 1.

    Nobody overlooks the end of the game: where a decision wins at once, only such ones are left,
    and those that lose at once are left out, if there are others. Of very many, some are scored.
    """
    seat = game.to_move(state)
    seen = moves if len(moves) <= MOST else random.sample(moves, MOST)
    after = {move: game.apply(state, move) for move in seen}
    ends = {move: _end(game, reached, seat) for move, reached in after.items()}
    best = max(ends.values())
    kept = [move for move in seen if (ends[move] == best if best > 0 else ends[move] >= 0)]
    heuristic = HEURISTICS[game.name]
    return _scaled({move: heuristic(after[move], seat) for move in kept or seen})


def _end(game: Game[S, M], state: S, seat: Seat) -> int:
    """1 for a game that is won, -1 for one that is lost, else 0."""
    outcome = game.outcome(state)
    if outcome is None or not outcome.winners:
        return 0
    return 1 if seat in outcome.winners else -1


def _scaled(scores: dict[M, float]) -> dict[M, float]:
    least, most = min(scores.values()), max(scores.values())
    return {move: (value - least) / (most - least or 1) for move, value in scores.items()}
