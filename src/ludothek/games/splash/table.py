"""The interface to a simulated table: does it decide in a position, and what lies on it."""

from ludothek.games.protocol import Setup
from ludothek.games.splash.pieces import NAMES, shape
from ludothek.games.splash.state import Choosing, Placing, State


def simulated(setup: Setup) -> bool:
    """Is the tower simulated? Else people build a real one and report (8.4)."""
    return setup["referee"] == "no"


def awaits(state: State) -> bool:
    """Is a piece to be placed now?"""
    return isinstance(state.phase, Placing)


def lying(state: State) -> tuple[str, ...]:
    """The tower from below; after a fall, all stacks until the new tower is known."""
    stacks = state.phase.stacks if isinstance(state.phase, Choosing) else (state.tower,)
    return tuple(NAMES[piece] for stack in stacks for piece in stack)


def faces(state: State) -> tuple[str, ...]:
    """The sides that can go down of the piece in hand, the widest first; none in hand: none."""
    phase = state.phase
    if not isinstance(phase, Placing):
        return ()
    return tuple(name for name, _axis in shape(phase.piece).faces)
