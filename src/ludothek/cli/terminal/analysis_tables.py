"""Results of an analysis as tables for the terminal and as JSON data."""

from typing import Any, Final

from rich.table import Table
from rich.text import Text

from ludothek.engine.analysis import Expectation, Reviewed, Verdict
from ludothek.engine.search import Analysis, Line, Proof
from ludothek.games.protocol import Seat, seat_text

VERDICTS: Final[dict[Verdict, tuple[str, str]]] = {
    "": ("", ""),
    "worse": ("?", "gave something away"),
    "lost": ("??", "lost the game"),
    "win-thrown": ("??", "threw a won game away"),
}
_STYLES: Final = {"": "", "?": "yellow", "??": "bold red"}
_PROVEN: Final = {"win": "wins in {}", "draw": "draws in {}", "loss": "loses in {}"}
_SHOWN: Final = 8  # decisions of a line


def lines_table(analysis: Analysis) -> Table:
    """The best lines of a position."""
    values = " ".join(f"{seat_text(seat)} {_percent(share)}" for seat, share in _seats(analysis))
    title = f"{seat_text(analysis.seat)} decides, expected: {values}"
    caption = f"{analysis.nodes:,} nodes in {analysis.seconds:.1f} s"
    table = Table(title=Text(title), caption=Text(caption), title_justify="left")
    for heading in ("", "expects", "visits", "certain", "line"):
        table.add_column(heading, overflow="fold")
    for number, line in enumerate(analysis.lines, start=1):
        table.add_row(str(number), *_line_cells(line, analysis.seat))
    return table


def decisions_table(reviewed: list[Reviewed]) -> Table:
    """The decisions of a game, with what they gave away."""
    table = Table()
    for heading in ("ply", "seat", "decision", "before", "after", "", "instead"):
        table.add_column(heading, overflow="fold")
    for each in reviewed:
        mark, words = VERDICTS[each.verdict]
        instead = "" if each.move in each.best[:1] else " ".join(each.best[:_SHOWN])
        cells = [str(each.ply), seat_text(each.seat), each.move]
        cells += [_expected(each.before), _expected(each.after), f"{mark} {words}".strip()]
        table.add_row(*map(Text, [*cells, instead if mark else ""]), style=_STYLES[mark])
    return table


def summary(reviewed: list[Reviewed]) -> str:
    """One sentence about a game."""
    costly = [f"{each.ply} ({each.move})" for each in reviewed if each.threw_away]
    if not costly:
        return "No decision threw the game away."
    return f"The game was thrown away by {', '.join(costly)}."


def reviewed_data(each: Reviewed) -> dict[str, Any]:
    """A reviewed decision as plain data."""
    return {
        "ply": each.ply,
        "seat": each.seat,
        "move": each.move,
        "before": [each.before.share, each.before.certain],
        "after": [each.after.share, each.after.certain],
        "best": each.best,
        "verdict": each.verdict,
    }


def _line_cells(line: Line, seat: Seat) -> list[Text]:
    moves = " ".join(line.moves[:_SHOWN]) + (" …" if len(line.moves) > _SHOWN else "")
    cells = [_percent(line.values[seat - 1]), f"{line.visits:,}", _proven(line.proof), moves]
    return list(map(Text, cells))


def _seats(analysis: Analysis) -> list[tuple[Seat, float]]:
    return list(enumerate(analysis.values, start=1))


def _percent(share: float) -> str:
    return f"{share:.0%}"


def _proven(proof: Proof | None) -> str:
    return _PROVEN[proof.result].format(proof.decisions) if proof else ""


def _expected(expectation: Expectation) -> str:
    if not expectation.certain:
        return _percent(expectation.share)
    return {1.0: "won", 0.0: "lost"}.get(expectation.share, "drawn")
