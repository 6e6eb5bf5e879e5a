"""Starting a game at the terminal: from arguments, from the menu, or from a saved game."""

import secrets
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from ludothek.cli.commands.arguments import reading
from ludothek.cli.inputs import game_input
from ludothek.cli.play import storage
from ludothek.cli.play.match import Match
from ludothek.cli.play.menu import Menu
from ludothek.cli.play.seats import DRAW, players_of, started
from ludothek.games import AnyGame, BadSetup, LudothekError, Setup, load, names


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line requests."""

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
        chosen = self.options or self.players or self.path or self.starter
        return self.seats is None and self.rulebook is None and not chosen


@dataclass(frozen=True, slots=True)
class Opened:
    """A game to be played, and the file of its record."""

    match: Match
    path: Path


def open_match(request: Request, menu: Menu, offers: bool, now: datetime) -> Opened:
    """The requested game; an unfinished one is offered first, if `offers`."""
    if request.resume:
        return _resumed(request)
    if offers and request.resume is None and request.open:
        games = storage.unfinished(request.game or None)
        chosen = menu.saved(games) if games else None
        if chosen:
            return Opened(Match.of(chosen.record), chosen.path)
    return _new(request, menu, now)


def _resumed(request: Request) -> Opened:
    if not replace(request, players=()).open:
        raise BadSetup("resume", "a resumed game keeps its seats, its options and its file")
    path = _path_to_resume(request.game)
    match = Match.of(storage.resumable(path))
    if match.outcome:
        raise LudothekError("over", f"the game in {path} is over; look at it with ludothek replay")
    if request.players:
        players = players_of(match.game, match.record.setup, request.players)
        for text in request.players:
            seat = int(text[1 : text.index("=")])
            match = match.taken_over(seat, players[seat - 1])
    return Opened(match, path)


def _path_to_resume(name: str) -> Path:
    """A record's file, the short name of a kept game, or the newest unfinished one."""
    if name and name not in names():
        return storage.find(name)
    games = storage.unfinished(name or None)
    if not games:
        what = f"game of {load(name).title}" if name else "game"
        raise LudothekError("nothing-kept", f"there is no unfinished {what} to go on with")
    return games[0].path


def _new(request: Request, menu: Menu, now: datetime) -> Opened:
    game = load(request.game) if request.game else menu.game()
    specified = bool(request.game) or not request.open
    seats = game.seat_counts[0] if request.seats is None else request.seats
    options = reading(game, request.rulebook, dict(request.options))
    setup = game.setup(seats, options) if specified else menu.setup(game)
    if specified:
        players = _players(request, game, setup)
    else:
        players = menu.players(game, setup, _seed(request))
    path = request.path or storage.new_path(game.name, now)
    if request.path and request.path.exists():
        raise LudothekError(
            "exists", f"{path} exists already; go on with it: ludothek play --resume {path}"
        )
    match = Match.new(game, setup, players, now.date().isoformat())
    if game.simulated(setup):
        match = game_input(game.name).table.prepared(match, request.seed)
    for dealt in game.deal(setup, _seed(request)):
        match = match.played(str(dealt))
    if request.path:
        storage.keep(path, match.record)  # a file that cannot be written is refused at once
    return Opened(match, path)


def _players(request: Request, game: AnyGame, setup: Setup) -> tuple[str, ...]:
    """Who sits where; who has not said so leaves to chance who begins."""
    seated = players_of(game, setup, request.players)
    starter = request.starter or ("" if request.players else DRAW)
    return started(seated, starter, _seed(request)) if starter else seated


def _seed(request: Request) -> int:
    return secrets.randbits(64) if request.seed is None else request.seed
