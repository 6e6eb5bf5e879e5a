"""`ludothek rules`: print the rules of a game."""

from typing import TYPE_CHECKING

from ludothek.cli.commands.arguments import Ascii, GameName

if TYPE_CHECKING:
    from ludothek.games import AnyGame


def rules(game: GameName, ascii_only: Ascii = False) -> None:
    """Print the rules of a game; on a terminal, in a pager."""
    import os

    from rich.markdown import Markdown

    from ludothek.cli.terminal.console import interactive, open_console
    from ludothek.games import load

    text = Markdown(_text(load(game)))
    console = open_console(ascii_only)
    if not interactive():
        console.print(text)
        return
    coloured = "R" in os.environ.setdefault("LESS", "-FRX")  # else less shows the codes
    with console.pager(styles=coloured):
        console.print(text)


def _text(game: "AnyGame") -> str:
    """The clauses of our own games; what a plug-in tells of its rules."""
    from importlib.resources import files

    from ludothek.games import is_built_in
    from ludothek.games.words import message

    if is_built_in(game.name):
        return (files(f"ludothek.games.{game.name}") / "RULES.md").read_text(encoding="utf-8")
    paragraphs = message(game, "rules")
    shown = paragraphs if isinstance(paragraphs, list | tuple) else ["Its package tells no rules."]
    return "\n\n".join([f"# {game.title}", *map(str, shown)])
