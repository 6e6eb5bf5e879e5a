"""Computer players, search and analysis, and the compiled rules behind them.

It proposes; what is legal is not decided here, but by the games.

>>> from ludothek.games import load
>>> game = load("repulso")
>>> move = player("level3", seed=7).choose(game, game.initial(), Limits(seconds=1))
>>> analyse(game, game.play(game.initial(), move), Limits(nodes=500)).seat
2
"""

from ludothek.engine.analysis import (
    Expectation,
    Reviewed,
    analyse,
    review,
)
from ludothek.engine.core import GAMES, Play, Stop, advance, begin, resume
from ludothek.engine.players.player import (
    FORMER_PLAYERS,
    PLAYERS,
    Player,
    expect_player,
    player,
    player_names,
    strongest,
)
from ludothek.engine.search import (
    Analysis,
    Answer,
    Limits,
    Line,
    Proof,
    Searcher,
    search,
    solve,
)

__all__ = [
    "FORMER_PLAYERS",
    "GAMES",
    "PLAYERS",
    "Analysis",
    "Answer",
    "Expectation",
    "Limits",
    "Line",
    "Play",
    "Player",
    "Proof",
    "Reviewed",
    "Searcher",
    "Stop",
    "advance",
    "analyse",
    "begin",
    "expect_player",
    "player",
    "player_names",
    "resume",
    "review",
    "search",
    "solve",
    "strongest",
]
