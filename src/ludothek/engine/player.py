"""What a player is: something that chooses a decision within limits, and can be stopped.

The choice depends on nothing but game, position, seed and limits, so a seeded player with a limit
on nodes repeats itself. A player never chooses an open move: those are told by the table.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from threading import Event
from typing import Literal, Protocol

from ludothek.games.protocol import Game, M, S


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop thinking, whichever comes first; without any, only when told to."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None  # decisions ahead


@dataclass(frozen=True, slots=True)
class Proof:
    """What is certain, for the seat that decides."""

    result: Literal["win", "draw", "loss"]
    decisions: int  # until the end, at most (of a loss: if it is put off)


@dataclass(frozen=True, slots=True)
class Info:
    """What a player has found so far."""

    nodes: int  # positions or playouts looked at
    depth: int  # decisions ahead, along the main line
    seconds: float
    score: float  # the expected share of the seat to decide, 0 to 1
    line: tuple[str, ...]  # the decisions it expects
    proof: Proof | None = None


Report = Callable[[Info], None]


def quietly(_info: Info) -> None:
    """Tell nobody."""


class Player(Protocol):
    """Anything that can sit at a table."""

    def choose(
        self,
        game: Game[S, M],
        state: S,
        limits: Limits,
        stop: Event | None = None,
        report: Report = quietly,
    ) -> M:
        """A legal decision of a game that is not over."""
        ...


def choices(game: Game[S, M], state: S) -> list[M]:
    """What a seat can really choose: all legal decisions but the open ones."""
    return [move for move in game.legal_moves(state) if not game.is_open(move)]


def dice(seed: int | None, game: Game[S, M], state: S) -> Random:
    """Random numbers of their own for every seed and position; without a seed, always new ones."""
    return Random() if seed is None else Random(f"{seed} {game.format_position(state)}")
