"""Screens as they must look: one text file each, without colours.

`python -m tests.cli.golden_screens` writes the files anew.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ludothek.cli.play.match import Match
from ludothek.cli.terminal.console import Display
from ludothek.cli.terminal.screen_layout import compose, match_picture
from ludothek.games.record import Record
from tests.cli.example_games import DATE, match_of, sheet, written

FOLDER: Final = Path(__file__).parent / "drawn"
TAKES: Final = " ".join(f"take:{shape}{colour}" for shape in "LSPTO" for colour in "rygbop")
ENTERED: Final = "@0,-2 @1,-2 @2,-2 @0,2 @-1,2 @-2,2"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A screen: a game, and the terminal it is shown on."""

    match: Match
    display: Display


def placed_at(game: str, position: str) -> Match:
    """A game that begins with a position."""
    setup = match_of(game).record.setup
    return Match.of(Record(game, setup, ("human", "human"), date=DATE, start=position))


def drawings() -> Mapping[str, Drawn]:
    """All screens by name."""
    computer = ("human", "montecarlo")
    robotory = match_of("robotory", "w@d2 b@d1 Rd2", computer)
    repulso = match_of("repulso", "c3 d4 *d3", computer)
    standing = match_of("splash", f"{TAKES} give:Lr stands give:Ly stands give:Lg")
    fallen = match_of("splash", f"{TAKES} give:Lr stands give:Ly stands give:Lg falls:Lr|Ly|Lg")
    three = ("human", "random", "human")
    four = ("human", "human", "human", "human")
    nexus = match_of("nexus", ENTERED, computer)
    laying = match_of("nexus", f"{ENTERED} -0,0 --1,0 -1,0 -0,1")
    far = ";".join(f"{q},0" for q in range(-400, -384))
    wandered = f"{far};0,0:10;1,0;2,0:01 p1 3,3 12 ee oo2 - 2"
    return {
        "robotory-wide": Drawn(robotory, Display(100)),
        "robotory-narrow-ascii": Drawn(robotory, Display(40, ascii=True)),
        "repulso-wide": Drawn(repulso, Display(100)),
        "repulso-narrow-ascii": Drawn(repulso, Display(40, ascii=True)),
        "splash-draft": Drawn(match_of("splash", "take:Lr take:Og take:Tb"), Display(60)),
        "splash-wide": Drawn(standing, Display(120)),
        "splash-narrow-ascii": Drawn(standing, Display(40, ascii=True)),
        "splash-fallen": Drawn(fallen, Display(60)),
        "nexus-wide": Drawn(nexus, Display(100)),
        "nexus-narrow-ascii": Drawn(nexus, Display(40, ascii=True)),
        "nexus-laying": Drawn(laying, Display(100)),
        "nexus-three-wide": Drawn(match_of("nexus", "@0,0 @1,0 @2,0", three), Display(100)),
        "nexus-four-narrow": Drawn(match_of("nexus", "", four), Display(40)),
        "nexus-wandered": Drawn(placed_at("nexus", wandered), Display(40)),
    }


def drawn(drawing: Drawn) -> str:
    """The text of a screen."""
    console = sheet(drawing.display.width)
    console.print(compose(match_picture(drawing.match, drawing.display)))
    return written(console)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, drawing in drawings().items():
        (FOLDER / f"{name}.txt").write_text(drawn(drawing) + "\n", encoding="utf-8")
