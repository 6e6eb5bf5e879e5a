"""How a game at the terminal begins: as asked for, from the menu, or where it was left."""

import secrets
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from ludothek.cli.commands.arguments import reading
from ludothek.cli.play import storage
from ludothek.cli.play.match import Match
from ludothek.cli.play.menu import Menu
from ludothek.cli.play.seats import DRAW, players_of, simulated, started
from ludothek.games import AnyGame, BadSetup, LudothekError, Setup, load, names


@dataclass(frozen=True, slots=True)
class Wish:
    """What the command line asks for."""

    game: str = ""  # or a record to resume
    seats: int | None = None  # None: not said
    options: tuple[tuple[str, str], ...] = ()
    players: tuple[str, ...] = ()  # as p2=level3
    starter: str | None = None  # None: drawn, unless it is said who sits where
    rulebook: str | None = None  # whose reading is played where no option is named
    path: Path | None = None  # of the record
    resume: bool | None = None  # None: not said
    seed: int | None = None

    @property
    def open(self) -> bool:
        """Does it leave everything but the game open?"""
        told = self.options or self.players or self.path or self.starter
        return self.seats is None and self.rulebook is None and not told


@dataclass(frozen=True, slots=True)
class Opened:
    """A game to be played, and the file of its record."""

    match: Match
    path: Path


def open_match(wish: Wish, menu: Menu, offers: bool, now: datetime) -> Opened:
    """The game that is wished for; an unfinished one is offered first, if `offers`."""
    if wish.resume:
        return _resumed(wish)
    if offers and wish.resume is None and wish.open:
        kept = storage.unfinished(wish.game or None)
        chosen = menu.kept(kept) if kept else None
        if chosen:
            return Opened(Match.of(chosen.record), chosen.path)
    return _new(wish, menu, now)


def _resumed(wish: Wish) -> Opened:
    if not replace(wish, players=()).open:
        raise BadSetup("resume", "a resumed game keeps its seats, its options and its file")
    path = _path_to_resume(wish.game)
    match = Match.of(storage.read(path))
    if match.outcome:
        raise LudothekError("over", f"the game in {path} is over; look at it with ludothek replay")
    if wish.players:
        players = players_of(match.game, match.record.setup, wish.players)
        for text in wish.players:
            seat = int(text[1 : text.index("=")])
            match = match.taken_over(seat, players[seat - 1])
    return Opened(match, path)


def _path_to_resume(name: str) -> Path:
    """A record's file, the short name of a kept game, or the newest unfinished one."""
    if name and name not in names():
        return storage.find(name)
    found = storage.unfinished(name or None)
    if not found:
        what = f"game of {load(name).title}" if name else "game"
        raise LudothekError("nothing-kept", f"there is no unfinished {what} to go on with")
    return found[0].path


def _new(wish: Wish, menu: Menu, now: datetime) -> Opened:
    game = load(wish.game) if wish.game else menu.game()
    asked = bool(wish.game) or not wish.open
    seats = game.seat_counts[0] if wish.seats is None else wish.seats
    options = reading(game, wish.rulebook, dict(wish.options))
    setup = game.setup(seats, options) if asked else menu.setup(game)
    players = _players(wish, game, setup) if asked else menu.players(game, setup, _seed(wish))
    path = wish.path or storage.new_path(game.name, now)
    if wish.path and wish.path.exists():
        raise LudothekError(
            "exists", f"{path} exists already; go on with it: ludothek play --resume {path}"
        )
    match = Match.new(game, setup, players, now.date().isoformat())
    if simulated(game, setup):
        from ludothek.cli.splash.table import prepared

        match = prepared(match, wish.seed)
    match = _dealt(game, setup, match, _seed(wish))
    if wish.path:
        storage.keep(path, match.record)  # a file that cannot be written is refused at once
    return Opened(match, path)


def _players(wish: Wish, game: AnyGame, setup: Setup) -> tuple[str, ...]:
    """Who sits where; who has not said so leaves to chance who begins."""
    seated = players_of(game, setup, wish.players)
    starter = wish.starter or ("" if wish.players else DRAW)
    return started(seated, starter, _seed(wish)) if starter else seated


def _seed(wish: Wish) -> int:
    return secrets.randbits(64) if wish.seed is None else wish.seed


def _dealt(game: AnyGame, setup: Setup, match: Match, seed: int) -> Match:
    """8.2 of Splash!: a random draft is dealt before anybody decides."""
    if game.name != "splash" or setup["draft"] != "random":
        return match
    from ludothek.games.splash import deal

    for take in deal(setup, seed):
        match = match.played(str(take))
    return match
