"""The interface of a board drawing: its input (`Scene`) and the functions each game provides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, cast

from rich.text import Text

from ludothek.cli.terminal.console import Display
from ludothek.games.protocol import View

SEAT_STYLES: Final = ("bold cyan", "bold magenta", "bold yellow", "bold green", "bold red", "bold")
MARK_STYLE: Final = "bold yellow"


@dataclass(frozen=True, slots=True)
class Scene:
    """A position to be drawn, as its view tells it."""

    view: View
    display: Display
    marked: frozenset[str] = frozenset()  # the places the last turn touched

    @property
    def table(self) -> Mapping[str, Any]:
        """Everything on the table."""
        return cast("Mapping[str, Any]", self.view["board"])

    @property
    def legal(self) -> Sequence[Mapping[str, Any]]:
        """The decisions offered."""
        return cast("Sequence[Mapping[str, Any]]", self.view["legal"])

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of decisions offered."""
        return frozenset(str(move["kind"]) for move in self.legal)


@dataclass(frozen=True, slots=True)
class Supply:
    """What somebody has beside the board: a seat ("p1") or a place ("lid")."""

    owner: str
    holds: Text


class BoardDrawing(Protocol):
    """One module per game."""

    def board(self, scene: Scene) -> Text:
        """The board."""

    def supplies(self, scene: Scene) -> list[Supply]:
        """What lies beside it."""

    def phase(self, scene: Scene) -> str:
        """What the seat to decide is asked for."""


def seat_style(seat: int) -> str:
    """The colour of a seat's name."""
    return SEAT_STYLES[(seat - 1) % len(SEAT_STYLES)]


def seat_symbol(seat: int, display: Display) -> str:
    """The shape of a seat's pieces, told apart without colour."""
    return display.pick("●■▲◆★✚", "ox#%@&")[seat - 1]
