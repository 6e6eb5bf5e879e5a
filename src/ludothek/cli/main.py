"""The entry point of the command line: all commands, and one-line error messages."""

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from ludothek import __version__
from ludothek.cli.commands.analyse import analyse
from ludothek.cli.commands.perft import perft
from ludothek.cli.commands.play import play
from ludothek.cli.commands.replay import replay
from ludothek.cli.commands.research.data import data
from ludothek.cli.commands.research.ladder import ladder
from ludothek.cli.commands.research.report import report
from ludothek.cli.commands.rules import rules
from ludothek.cli.commands.server.quarantine import quarantine
from ludothek.cli.commands.server.serve import backup, restore, rotate_key, serve, worker
from ludothek.cli.commands.server.site import site
from ludothek.cli.commands.show import show
from ludothek.cli.commands.ugi import ugi

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Play and study Repulso, Robotory, Splash! and NEXUS und Rabauken.",
)
for command in (
    play,
    replay,
    perft,
    rules,
    ugi,
    ladder,
    report,
    serve,
    worker,
    backup,
    restore,
    rotate_key,
    quarantine,
    site,
):
    app.command()(command)
app.add_typer(data, name="data")
# A position may begin with a minus sign.
for about_positions in (show, analyse):
    app.command(context_settings={"ignore_unknown_options": True})(about_positions)


@app.callback(invoke_without_command=True)
def ludothek(
    context: typer.Context,
    show_version: Annotated[bool, typer.Option("--version", help="show the version")] = False,
) -> None:
    """Show the version, or the help if no command is given."""
    if show_version:
        typer.echo(f"ludothek {__version__}")
    elif not context.invoked_subcommand:
        typer.echo(context.get_help())


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command. The exit code is 2 after an error, 130 after Ctrl-C."""
    try:
        code = app(arguments, prog_name="ludothek", standalone_mode=False)
    except typer.TyperException as error:
        return _refuse(error.format_message())
    except typer.Abort:
        return 130
    except ValueError as error:
        return _refuse(_sentence(error))
    except OSError as error:
        return _refuse(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    return code if isinstance(code, int) else 0


def _sentence(error: ValueError) -> str:
    """What our own errors say; anything else is a fault of the program."""
    from ludothek.games.errors import LudothekError  # here: it brings all games along

    if isinstance(error, LudothekError):
        return str(error)
    raise error


def _refuse(sentence: str) -> int:
    line = " ".join(sentence.split())
    sys.stdout.flush()
    print(f"ludothek: {line}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(run())
