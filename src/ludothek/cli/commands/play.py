"""`ludothek play`: play a game with people and computers."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from ludothek.cli.commands.arguments import (
    Ascii,
    NetworkFile,
    Options,
    Players,
    Rulebook,
    options_of,
)

if TYPE_CHECKING:
    from ludothek.cli.inputs.simulated_table import SimulatedTable
    from ludothek.cli.play.match import Match
    from ludothek.cli.play.start import Request

TOOLBAR: Final = "help moves undo hint save resign quit"

SeatPlayers = Annotated[
    list[str] | None,
    typer.Option(
        metavar="p2=WHO",
        help="player of a seat: human, a level such as level3, montecarlo or random; repeatable",
    ),
]
Starter = Annotated[
    str | None,
    typer.Option(
        metavar="draw|me|other",
        help="who begins; drawn by lot unless --seat is given",
        show_default=False,
    ),
]


def play(  # noqa: PLR0913
    game: Annotated[
        str,
        typer.Argument(metavar="[GAME]", help="the game to play; with --resume also a saved game"),
    ] = "",
    *,
    players: Players = None,
    option: Options = None,
    rulebook: Rulebook = None,
    seat: SeatPlayers = None,
    starter: Starter = None,
    record: Annotated[Path | None, typer.Option(help="save the record to this file")] = None,
    resume: Annotated[
        bool | None, typer.Option("--resume/--no-resume", help="resume an unfinished game")
    ] = None,
    delay: Annotated[
        float | None,
        typer.Option(min=0, max=60, help="pause after a computer's decision, in seconds"),
    ] = None,
    think: Annotated[
        float,
        typer.Option(min=0.01, max=3600, help="time limit of a computer's decision, in seconds"),
    ] = 2,
    nodes: Annotated[
        int | None, typer.Option(min=1, help="node limit of a computer's decision")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="seed of computers and deals")] = None,
    referee: Annotated[
        bool,
        typer.Option("--referee", help="Splash!: play with a real tower and report what falls"),
    ] = False,
    network: NetworkFile = None,
    ascii_only: Ascii = False,
) -> None:
    """Play a game. Without GAME, a menu asks for everything.

    Every decision is saved at once, so an interrupted game can be resumed.
    """
    from ludothek.cli.play.start import Request

    options = {**options_of(option), **({"referee": "yes"} if referee else {})}
    request = Request(
        game=game,
        seats=players,
        rulebook=rulebook,
        options=tuple(options.items()),
        players=tuple(seat or ()),
        starter=starter,
        path=record,
        resume=resume,
        seed=seed,
    )
    _play(request, think, nodes, delay, ascii_only, network)


def _play(
    request: "Request",
    think: float,
    nodes: int | None,
    delay: float | None,
    ascii_only: bool,
    network: Path | None,
) -> None:
    """Open the requested game and play it; the command exits with the code of the game."""
    from datetime import datetime

    from ludothek.cli.play.computers import Thinkers
    from ludothek.cli.play.loop import Table
    from ludothek.cli.play.menu import Menu
    from ludothek.cli.play.reducer import Session
    from ludothek.cli.play.start import open_match
    from ludothek.cli.play.storage import claim
    from ludothek.cli.terminal.console import exit_on_signals, interactive, open_console
    from ludothek.cli.terminal.input import open_lines
    from ludothek.engine import Limits
    from ludothek.engine.networks import read

    console = open_console(ascii_only)
    menu = Menu(console, open_lines(console))
    exit_on_signals()
    try:
        offers = interactive() or not request.game
        opened = open_match(request, menu, offers, datetime.now().astimezone())
    except EOFError:
        return
    evaluator = read(network, opened.match.record.game) if network else None
    live = interactive() and not console.is_dumb_terminal
    simulated = _table(opened.match, think, nodes, request.seed)
    with claim(opened.path):
        table = Table(
            Session(opened.match),
            opened.path,
            console,
            open_lines(console, TOOLBAR),
            simulated or Thinkers(Limits(think, nodes), request.seed, evaluator),
            live,
            _pause(delay, live and not opened.match.people),
            simulated,
        )
        raise typer.Exit(table.play())


def _table(
    match: "Match", think: float, nodes: int | None, seed: int | None
) -> "SimulatedTable | None":
    """The simulated table of a game that is played on one."""
    if not match.simulated:
        return None
    from ludothek.cli.inputs import game_input

    table = game_input(match.game.name).table
    table.check()
    if sentence := table.warning(match):
        typer.echo(f"ludothek: {sentence}", err=True)
    return table(think, nodes, seed)


def _pause(delay: float | None, watched: bool) -> float:
    """Seconds after a computer's decision: by default, half a second where only computers play."""
    return (0.5 if watched else 0) if delay is None else delay
