"""What works for a game outside its rules: computer players of its own, and a simulated table.

A game names them by text (`Computers.player`, `Simulation.simulator`), so that its rules import
neither; they are loaded where they work, in worker processes. Everything that crosses from process
to process is plain data.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import Any, Protocol, cast

from ludothek.games.errors import BadSetup
from ludothek.games.protocol import Computers, Simulation

Data = dict[str, Any]  # as JSON knows it
Stopped = Callable[[], bool]  # is it time to answer with what there is?


@dataclass(frozen=True, slots=True)
class Spot:
    """How a piece is held and set down: which face, how turned, and where on the piece below."""

    face: str  # the side that goes down
    yaw: float  # degrees about the vertical axis
    x: float  # millimetres from the centre of the upper side of the piece below
    y: float


@dataclass(frozen=True, slots=True)
class Situation:
    """A position, and what lies on the simulated table."""

    state: Any
    saved: str | None = None  # the table as the simulator saved it; None: nothing lies on it
    seed: int = 0  # of whatever is random; the same for the whole match


@dataclass(frozen=True, slots=True)
class Question:
    """What a computer player is asked."""

    state: Any
    level: int
    seed: int
    seconds: float  # at most
    saved: str | None = None  # the simulated table, where there is one


@dataclass(frozen=True, slots=True)
class Placement:
    """What became of a piece that was let go."""

    spot: Spot  # where it was let go
    decision: str  # what the rules are told
    saved: str  # the table afterwards
    versions: dict[str, str]  # of whatever the outcome depends on
    motion: Data  # how the pieces moved, for the page


class ComputerPlayer(Protocol):
    """Answers with the text of a decision, or with a spot where a piece is to be let go."""

    def __call__(self, question: Question, stopped: Stopped) -> str | Spot: ...


class Simulator(Protocol):
    """A simulated table, without memory: all it knows comes with the situation."""

    def place(self, at: Situation, spot: Spot | None, stopped: Stopped, anyhow: bool) -> Placement:
        """Let go of the piece in the hand there; `anyhow`: there, or else where it can be."""
        ...

    def show(self, at: Situation, stopped: Stopped) -> Data:
        """Where everything lies: `tower`, `poses`, `versions` and `here` of `TableState`."""
        ...

    def trial(
        self, at: Situation, tower: Sequence[Data], spot: Spot | None, stopped: Stopped
    ) -> Data:
        """Build a tower and let go of the piece in the hand there: `poses` and `motion`."""
        ...


def player_of(computers: Computers) -> ComputerPlayer:
    """The computer players of a game."""
    return cast("ComputerPlayer", _named(computers.player))


def simulator_of(simulation: Simulation[Any]) -> Simulator:
    """The simulated table of a game."""
    return cast("Simulator", _named(simulation.simulator))


def _named(text: str) -> Any:
    try:
        return resolve_name(text)
    except (ImportError, AttributeError, ValueError) as error:
        raise BadSetup("part-missing", f"{text} cannot be loaded: {error}", part=text) from error
