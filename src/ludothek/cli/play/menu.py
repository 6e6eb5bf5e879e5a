"""The menu of `ludothek play`. Every question has a default that Enter accepts."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from rich.console import Console
from rich.text import Text

from ludothek.cli.commands.arguments import options_of
from ludothek.cli.play.match import HUMAN
from ludothek.cli.play.seats import DRAW, STARTERS, default_player, players_for, started
from ludothek.cli.play.storage import SavedGame
from ludothek.cli.terminal.game_texts import GAMES
from ludothek.cli.terminal.input import Lines
from ludothek.games import AnyGame, LudothekError, Setup, load, names
from ludothek.games.words import message

T = TypeVar("T")
NEW: Final = "new"
OWN: Final = "ludothek"  # not the reading of one rulebook


@dataclass(frozen=True, slots=True)
class Menu:
    """Questions at a console, answered by lines."""

    console: Console
    lines: Lines

    def saved(self, games: Sequence[SavedGame]) -> SavedGame | None:
        """An unfinished game to go on with, or None for a new one."""
        self._tell("Unfinished games", _numbered(map(_described, games)))
        numbered: dict[str, SavedGame | None] = {str(n): game for n, game in enumerate(games, 1)}
        return self._choose("go on with", {**numbered, NEW: None}, "1")

    def game(self) -> AnyGame:
        """The game to be played."""
        games = map(load, names())
        lines = (
            f"{game.title}: {GAMES.get(game.name) or message(game, 'tagline') or game.name}"
            for game in games
        )
        self._tell("Games", _numbered(lines))
        numbered = {str(n): name for n, name in enumerate(names(), start=1)}
        return load(
            self._choose("game", {**numbered, **dict(zip(names(), names(), strict=True))}, "1")
        )

    def setup(self, game: AnyGame) -> Setup:
        """Its seats and options."""
        counts = {str(count): count for count in game.seat_counts}
        seats = game.seat_counts[0]
        if len(counts) > 1:
            seats = self._choose(f"seats ({' '.join(counts)})", counts, str(seats))
        preset = self._rulebook(game)
        usual = dict(game.setup(seats, preset).options)
        options = [option for option in game.options_for(seats) if len(option.values) > 1]
        values = (
            f"{option.name}: {' '.join(option.values)} [{usual[option.name]}]" for option in options
        )
        self._tell("Options", values)
        return self._ask(
            "other options, as name=value",
            lambda line: game.setup(seats, {**preset, **options_of(line.split())}),
            [f"{option.name}={value}" for option in options for value in option.values],
        )

    def _rulebook(self, game: AnyGame) -> Mapping[str, str]:
        """The options as a rulebook reads them; none, for our own reading."""
        if not game.rulebooks:
            return {}
        readings = {language: game.rulebook(language) for language in game.rulebooks}
        return self._choose(f"rulebook ({' '.join((OWN, *readings))})", {OWN: {}, **readings}, OWN)

    def players(self, game: AnyGame, setup: Setup, seed: int) -> tuple[str, ...]:
        """Who sits where, and which of them begins."""
        able = {player: player for player in players_for(game, setup)}
        seated = tuple(
            self._choose(f"p{seat} ({' '.join(able)})", able, default_player(game, setup, seat))
            for seat in range(1, setup.seats + 1)
        )
        if HUMAN not in seated or len(set(seated)) == 1:
            return seated
        starters = {starter: starter for starter in STARTERS}
        starter = self._choose(f"who begins ({' '.join(STARTERS)})", starters, DRAW)
        return started(seated, starter, seed)

    def _tell(self, title: str, lines: Iterable[str]) -> None:
        self.console.print(Text(title, "bold"))
        for line in lines:
            self.console.print(Text(f"  {line}"))

    def _choose(self, question: str, choices: Mapping[str, T], default: str) -> T:
        def read(line: str) -> T:
            answer = line.strip().lower() or default
            if answer not in choices:
                raise LudothekError("answer", f"expected one of {', '.join(choices)}")
            return choices[answer]

        return self._ask(f"{question} [{default}]", read, choices)

    def _ask(self, question: str, read: Callable[[str], T], words: Iterable[str]) -> T:
        """Ask until the answer can be read."""
        while True:
            line = self.lines.ask(f"{question}: ", words)
            try:
                return read(line)
            except LudothekError as error:
                self.console.print(Text(str(error), "bold red"))


def _numbered(lines: Iterable[str]) -> list[str]:
    return [f"{number}  {line}" for number, line in enumerate(lines, start=1)]


def _described(saved: SavedGame) -> str:
    record = saved.record
    players = " against ".join(record.names)
    count = len(record.moves)
    decisions = f"{count} {'decision' if count == 1 else 'decisions'}"
    return f"{load(record.game).title}: {players}, {decisions}, {record.date or saved.path}"
