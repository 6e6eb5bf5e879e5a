"""What can be typed at a game of Splash!: placements, and reports about a real tower."""

import re
from typing import Final

from ludothek.cli.inputs import Dialog, GameInput
from ludothek.cli.play.match import Match
from ludothek.cli.splash.report_fall import incident, report, spelled
from ludothek.cli.splash.table import SplashTable

PLACEMENT_HELP: Final = """\
  place FACE TURN X Y   set the piece in hand down, as in: place flat 0 1.5 -1
     FACE  the side that goes down; left out: the widest
     TURN  degrees; 0: its edges along those of the top piece
     X Y   millimetres to the right and up, seen from above, from the middle of
           the top piece
     place alone puts it in the middle. Every hand trembles a little."""
COMMANDS_HELP: Final = """\
  stands, falls   report how the placing went
  bump            the tower fell, nobody's fault (with referee=yes)
  fault p2        the tower fell through p2's fault (with referee=yes)"""


def read(match: Match, line: str) -> Dialog | str:
    """The decision a line means, or the questions about a fall."""
    return report(match.state, line) or spelled(line)


def _bump(match: Match, _: list[str]) -> Dialog | str:
    return incident(match.state, "bump:")


def _fault(match: Match, words: list[str]) -> Dialog | str:
    seat = re.fullmatch("p?([1-9])", "".join(words))
    if not seat:
        return "say whose fault it was, as in: fault p2"
    return incident(match.state, f"fault{seat[1]}:")


INPUT: Final = GameInput(
    table=SplashTable,
    placement_help=PLACEMENT_HELP,
    read=read,
    reporting="look at the tower and report stands or falls",
    commands={"bump": _bump, "fault": _fault},
    commands_help=COMMANDS_HELP,
)
