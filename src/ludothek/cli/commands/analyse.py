"""`ludothek analyse`: the best lines of a position, or a review of each decision of a record."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from ludothek.cli.commands.arguments import (
    Ascii,
    NetworkFile,
    Options,
    Players,
    RecordNumber,
    Rulebook,
    options_of,
    reading,
    state_of,
)

if TYPE_CHECKING:
    from rich.console import Console

    from ludothek.engine import Limits
    from ludothek.games import AnyGame
    from ludothek.games.record import Record

INTERRUPTED: Final = 130


def analyse(  # noqa: PLR0913
    what: Annotated[
        str, typer.Argument(metavar="FILE|POSITION", help='a record, a position text, or "start"')
    ],
    *,
    game: Annotated[
        str, typer.Option(metavar="GAME", help="the game, if a position is analysed")
    ] = "",
    players: Players = None,
    option: Options = None,
    rulebook: Rulebook = None,
    record: RecordNumber = None,
    seconds: Annotated[
        float, typer.Option(min=0.01, help="time limit per position, in seconds")
    ] = 1.0,
    lines: Annotated[int, typer.Option(min=1, max=1000, help="number of lines to show")] = 5,
    threads: Annotated[int, typer.Option(min=1, max=256, help="number of search threads")] = 1,
    network: NetworkFile = None,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
    ascii_only: Ascii = False,
) -> None:
    """Show the best lines of a position, or evaluate every decision of a record.

    Ctrl-C stops early and shows the results so far.
    """
    from ludothek.cli.play.storage import read
    from ludothek.cli.terminal.console import open_console
    from ludothek.engine import Limits
    from ludothek.games import load

    if network and not game:
        raise typer.BadParameter("it evaluates a position, which --game goes with: --game NAME")
    desk = _Analyser(open_console(ascii_only), Limits(seconds), lines, threads, as_json)
    if game:
        rules = load(game)
        options = reading(rules, rulebook, options_of(option))
        done = desk.position(rules, state_of(rules, what, players, options), network)
    else:
        done = desk.record(read(_record_file(what), record))
    raise typer.Exit(0 if done else INTERRUPTED)


def _record_file(name: str) -> Path:
    """The file of a record; a position text is no file, and then its game is missing."""
    from ludothek.cli.play.storage import find
    from ludothek.games import LudothekError, names

    path = find(name)
    if path.exists() or path.suffix:
        return path
    games = ", ".join(names())
    sentence = f"there is no record {name!r}; for a position, name its game: --game NAME ({games})"
    raise LudothekError("record", sentence)


@dataclass(frozen=True, slots=True)
class _Analyser:
    """Runs the analysis and prints it."""

    console: "Console"
    limits: "Limits"
    lines: int
    threads: int
    as_json: bool

    def position(self, game: "AnyGame", state: Any, network: Path | None) -> bool:
        """Show the best lines; False if that was interrupted."""
        from ludothek.cli.terminal.analysis_tables import lines_table
        from ludothek.engine import Analysis
        from ludothek.engine.analysis import analyse
        from ludothek.engine.jobs import data_of
        from ludothek.engine.networks import read

        reports: list[Analysis] = []
        done = True
        try:
            with self._busy("thinking"):
                analyse(
                    game,
                    state,
                    self.limits,
                    lines=self.lines,
                    threads=self.threads,
                    evaluator=read(network, game.name) if network else "strongest",
                    on_info=reports.append,
                )
        except KeyboardInterrupt:
            done = False
        if reports:
            position = {"game": game.name, "position": game.format_position(state)}
            self._show(lines_table(reports[-1]), {**position, **data_of(reports[-1])})
        return done

    def record(self, record: "Record") -> bool:
        """Show what the decisions gave away; False if that was interrupted."""
        from ludothek.cli.terminal.analysis_tables import decisions_table, reviewed_data, summary
        from ludothek.engine.analysis import review

        reviewed, done = [], True
        try:
            with self._busy("thinking") as status:
                for each in review(record, self.limits, lines=self.lines, threads=self.threads):
                    status.update(f"{each.ply} of {len(record.moves)}")
                    reviewed.append(each)
        except KeyboardInterrupt:
            done = False
        reviewed.reverse()
        self._show(
            decisions_table(reviewed),
            {"game": record.game, "decisions": list(map(reviewed_data, reviewed))},
        )
        if not self.as_json:
            self.console.print(summary(reviewed))
        return done

    def _busy(self, words: str) -> Any:
        return self.console.status(words)

    def _show(self, table: Any, data: dict[str, Any]) -> None:
        if self.as_json:
            typer.echo(json.dumps(data, ensure_ascii=False))
        else:
            self.console.print(table)
