"""`ludothek replay`: step through a recorded game."""

from typing import Annotated

import typer

from ludothek.cli.commands.arguments import Ascii, RecordNumber


def replay(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="a record file, or the name of a saved game")
    ],
    ply: Annotated[
        int | None,
        typer.Option(help="number of decisions to replay first; default: all, on a terminal 0"),
    ] = None,
    record: RecordNumber = None,
    ascii_only: Ascii = False,
) -> None:
    """Step through a recorded game. Without a terminal, print one position."""
    from ludothek.cli.inputs import game_input
    from ludothek.cli.play.match import Match
    from ludothek.cli.play.replay_navigation import ADVICE, Steps, show_ply, walk
    from ludothek.cli.play.storage import find, read
    from ludothek.cli.terminal.console import interactive, open_console
    from ludothek.cli.terminal.input import open_lines
    from ludothek.games import LudothekError

    match = Match.of(read(find(file), record))
    if sentence := game_input(match.game.name).table.warning(match):
        typer.echo(f"ludothek: {sentence}; the record tells what happened", err=True)
    start = (0 if interactive() else match.ply) if ply is None else ply
    if not 0 <= start <= match.ply:
        raise LudothekError("ply", f"the record has plies 0 to {match.ply}, not {start}")
    console = open_console(ascii_only)
    if interactive():
        walk(console, open_lines(console, ADVICE), Steps(match, start))
    else:
        show_ply(console, Steps(match, start))
