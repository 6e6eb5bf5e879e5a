"""The type of a game's terminal input; its defaults suit any game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from ludothek.cli.inputs import placement_input
from ludothek.cli.inputs.simulated_table import SimulatedTable
from ludothek.cli.play.match import Match


class Dialog(Protocol):
    """Questions about one decision that takes several lines."""

    @property
    def question(self) -> str:
        """What is asked."""

    @property
    def complete(self) -> bool:
        """Is nothing left to ask?"""

    @property
    def text(self) -> str:
        """The decision, once it is complete."""

    def words(self) -> list[str]:
        """What can be typed, for completion."""

    def feed(self, line: str) -> "Dialog | str | None":
        """With one more answer; or why it cannot be; or None, if nothing is decided."""


Command = Callable[[Match, list[str]], Dialog | str]  # a dialog, or why there can be none


@dataclass(frozen=True, slots=True)
class GameInput:
    """How people say at the terminal what they decide, and what happened on their table."""

    table: type[SimulatedTable] = SimulatedTable
    placement_help: str = placement_input.HELP
    # A typed line → the decision it means, or questions about it.
    read: Callable[[Match, str], Dialog | str] = lambda _match, line: line
    # Where people report what happened on a real table:
    reporting: str = "look at the table and report what happened"
    commands: Mapping[str, Command] = field(default_factory=dict)
    commands_help: str = ""
