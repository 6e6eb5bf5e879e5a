"""Games between computer players on the simulated table."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from time import process_time

from ludothek.games.errors import LudothekError
from ludothek.games.protocol import Outcome, Setup
from ludothek.games.splash import SPLASH, deal
from ludothek.games.splash.pieces import NAMES
from ludothek.games.splash.state import Placing, State
from ludothek.physics.evaluation.rollouts import Budget
from ludothek.physics.player.policy import choose, pose
from ludothek.physics.simulation.settle import Stop, never
from ludothek.physics.table.release import Spot
from ludothek.physics.table.table import Table


@dataclass(frozen=True, slots=True)
class Step:
    """A decision, and how the piece was set down where one was placed."""

    text: str
    spot: Spot | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """A game from its first decision to its end."""

    setup: Setup
    seed: int
    steps: tuple[Step, ...]
    outcome: Outcome
    longest: tuple[float, ...] = field(
        compare=False
    )  # thought of each seat, in seconds of processor time


def play_out(
    setup: Setup,
    levels: Sequence[int],
    seed: int,
    budgets: Sequence[Budget | None] | None = None,
    stop: Stop = never,
) -> Played:
    """Let computers of these levels play a game; the same seed plays the same game again."""
    table = Table(Random(f"table {seed}").getrandbits(32), setup["hand"])
    state = SPLASH.start(setup)
    steps, longest = _dealt(setup, seed), [0.0] * setup.seats
    for step in steps:
        state = SPLASH.play(state, step.text)
    while not (outcome := SPLASH.outcome(state)):
        if stop():
            raise LudothekError("stopped", "the game was not played to its end")
        seat = state.phase.seat - 1
        budget = budgets[seat] if budgets else None
        started = process_time()
        step = decided(state, table, levels[seat], seed, budget, stop)
        longest[seat] = max(longest[seat], process_time() - started)
        state = went_on(state, table, step)
        steps.append(step)
    return Played(setup, seed, tuple(steps), outcome, tuple(longest))


def decided(
    state: State,
    table: Table,
    level: int,
    seed: int,
    budget: Budget | None = None,
    stop: Stop = never,
) -> Step:
    """What a computer does next; a piece is set down on the table."""
    if not isinstance(state.phase, Placing):
        return Step(choose(state, table, level, seed, budget, stop))
    spot = pose(state, table, level, seed, budget, stop)
    return Step(table.place(spot.piece, spot.face, spot.yaw, spot.x, spot.y).decision, spot)


def went_on(state: State, table: Table, step: Step) -> State:
    """The state after a step; the table keeps what the rules say is the tower."""
    after = SPLASH.play(state, step.text)
    if table.fallen and after.tower:
        table.keep(NAMES[after.tower[0]])
    return after


def _dealt(setup: Setup, seed: int) -> list[Step]:
    if setup["draft"] != "random":
        return []
    return [Step(str(take)) for take in deal(setup, seed)]
