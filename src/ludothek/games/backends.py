"""What a game has outside its rules: computer players of its own, and a simulated table.

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
    """How a piece is held and set down: face, rotation, and position on the piece below.

    >>> Spot("flat", yaw=15.0, x=1.5, y=0.0).face
    'flat'
    """

    face: str  # the side that goes down
    yaw: float  # degrees about the vertical axis
    x: float  # millimetres from the centre of the upper side of the piece below
    y: float


@dataclass(frozen=True, slots=True)
class Situation:
    """A position, and the saved simulated table that belongs to it.

    >>> from ludothek.games import load
    >>> Situation(load("splash").initial()).saved is None
    True
    """

    state: Any
    saved: str | None = None  # the table as the simulator saved it; None: nothing lies on it
    seed: int = 0  # of whatever is random; the same for the whole match


@dataclass(frozen=True, slots=True)
class Question:
    """A request to a computer player.

    >>> from ludothek.games import load
    >>> Question(load("splash").initial(), level=3, seed=7, seconds=1.0).level
    3
    """

    state: Any
    level: int
    seed: int
    seconds: float  # at most
    saved: str | None = None  # the simulated table, where there is one


@dataclass(frozen=True, slots=True)
class Placement:
    """The outcome of a placement.

    >>> spot = Spot("flat", yaw=0.0, x=0.0, y=0.0)
    >>> Placement(spot, "stands", saved="", versions={}, motion={}).decision
    'stands'
    """

    spot: Spot  # where it was let go
    decision: str  # what the rules are told
    saved: str  # the table afterwards
    versions: dict[str, str]  # of whatever the outcome depends on
    motion: Data  # how the pieces moved, for the page


class ComputerPlayer(Protocol):
    """A function that answers with the text of a decision, or with the spot of a placement.

    >>> computer: ComputerPlayer = lambda question, stopped: "take:1"
    >>> computer(Question(None, level=1, seed=1, seconds=1.0), lambda: False)
    'take:1'
    """

    def __call__(self, question: Question, stopped: Stopped) -> str | Spot: ...


class Simulator(Protocol):
    """A stateless simulated table: everything it knows comes with the situation.

    >>> from ludothek.games import load
    >>> table = simulator_of(load("splash").simulation)
    >>> table.show(Situation(load("splash").initial()), lambda: False)["tower"]
    []
    """

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
    """Load the computer players of a game.

    >>> from ludothek.games import load
    >>> callable(player_of(load("splash").computers))
    True
    """
    return cast("ComputerPlayer", _named(computers.player))


def simulator_of(simulation: Simulation[Any]) -> Simulator:
    """Load the simulated table of a game.

    >>> from ludothek.games import load
    >>> hasattr(simulator_of(load("splash").simulation), "place")
    True
    """
    return cast("Simulator", _named(simulation.simulator))


def _named(text: str) -> Any:
    try:
        return resolve_name(text)
    except (ImportError, AttributeError, ValueError) as error:
        raise BadSetup("part-missing", f"{text} cannot be loaded: {error}", part=text) from error
