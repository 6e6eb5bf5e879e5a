"""Games and consoles for the tests of the terminal."""

from collections.abc import Iterable, Sequence
from io import StringIO

from rich.console import Console

from ludothek.cli.boards import Scene
from ludothek.cli.play.match import Match
from ludothek.cli.terminal.console import Display
from ludothek.games import load

DATE = "2026-01-31"


def match_of(
    game: str,
    decisions: str = "",
    players: Sequence[str] = ("human", "human"),
    **options: str,
) -> Match:
    """A game with these decisions taken."""
    rules = load(game)
    named = {name.replace("_", "-"): value for name, value in options.items()}
    match = Match.new(rules, rules.setup(len(players), named), tuple(players), DATE)
    for text in decisions.split():
        match = match.played(text)
    return match


def scene_of(game: str, position: str, display: Display, marked: Iterable[str] = ()) -> Scene:
    """A position as the seat to decide sees it."""
    rules = load(game)
    state = rules.parse_position(position)
    return Scene(rules.view(state, rules.to_move(state)), display, frozenset(marked))


def sheet(width: int = 80) -> Console:
    """A console without colours whose text can be read back with `written`."""
    return Console(file=StringIO(), width=width, color_system=None, highlight=False, markup=False)


def written(console: Console) -> str:
    """What a sheet shows, without blanks at the ends of its lines."""
    assert isinstance(console.file, StringIO)
    lines = console.file.getvalue().splitlines()
    return "\n".join(line.rstrip() for line in lines)


class Script:
    """Lines typed one after the other, then the end of input."""

    def __init__(self, *lines: str) -> None:
        self._lines = list(lines)
        self.prompts: list[str] = []

    def ask(self, prompt: str, words: Iterable[str] = ()) -> str:
        """The next line."""
        del words
        self.prompts.append(prompt)
        if not self._lines:
            raise EOFError
        return self._lines.pop(0)
