"""`ludothek rules`: the rules of a game, to read."""

from ludothek.cli.commands.arguments import Ascii, GameName


def rules(game: GameName, ascii_only: Ascii = False) -> None:
    """Read the rules of a game; on a terminal, page by page."""
    import os
    from importlib.resources import files

    from rich.markdown import Markdown

    from ludothek.cli.terminal.console import interactive, open_console
    from ludothek.games import load

    page = files(f"ludothek.games.{load(game).name}") / "RULES.md"
    text = Markdown(page.read_text(encoding="utf-8"))
    console = open_console(ascii_only)
    if not interactive():
        console.print(text)
        return
    coloured = "R" in os.environ.setdefault("LESS", "-FRX")  # else less shows the codes
    with console.pager(styles=coloured):
        console.print(text)
