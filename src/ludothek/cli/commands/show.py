"""`ludothek show`: draw a position as text or SVG."""

from pathlib import Path
from typing import Annotated

import typer

from ludothek.cli.commands.arguments import (
    Ascii,
    Options,
    Players,
    Rulebook,
    options_of,
    reading,
    state_of,
)


def show(  # noqa: PLR0913
    position: Annotated[str, typer.Argument(help='a position text, or "start"')],
    *,
    game: Annotated[str, typer.Option(metavar="GAME", help="the game of the position")],
    players: Players = None,
    option: Options = None,
    rulebook: Rulebook = None,
    svg: Annotated[bool, typer.Option("--svg", help="write an SVG picture")] = False,
    out: Annotated[Path | None, typer.Option(help="write to this file")] = None,
    ascii_only: Ascii = False,
) -> None:
    """Draw a position as text or as an SVG picture."""
    from ludothek.cli.terminal.console import open_console
    from ludothek.cli.terminal.screen_layout import plain_text, print_position
    from ludothek.games import load

    rules = load(game)
    options = reading(rules, rulebook, options_of(option))
    state = state_of(rules, position, players, options)
    if svg or (out and out.suffix == ".svg"):
        _write(rules.svg(state), out)
    elif out:
        _write(plain_text(rules, state, ascii_only), out)
    else:
        print_position(open_console(ascii_only), rules, state)


def _write(text: str, out: Path | None) -> None:
    if out:
        out.write_text(text.rstrip("\n") + "\n", encoding="utf-8")
    else:
        typer.echo(f"{text.rstrip()}\n".encode(), nl=False)
