"""Ratings from results, by maximum likelihood (Bradley and Terry), for two seats or more.

The seat of a player with rating r wins with a probability proportional to 10^(r/400). With two
seats that is Elo's scale: 400 points are odds of ten to one. A draw is an equal share of a win for
everybody. The lowest player's rating is 0; so that nobody's is infinite, every two players
that met are taken to have drawn once more.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, log, sqrt
from typing import Final

Player = int  # any number that names one
Matrix = list[list[float]]

POINTS: Final = 400 / log(10)  # for odds of e to one
SURE: Final = 1.96  # standard errors on either side hold 95 of 100
_ROUNDS: Final = 100


@dataclass(frozen=True, slots=True)
class Played:
    """A game: who sat in each seat, and what share of the win each seat got."""

    players: tuple[Player, ...]
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is, in points; the error holds with 95 % certainty."""

    value: float
    error: float  # of the distance to the lowest player


@dataclass(frozen=True, slots=True)
class Score:
    """Shares of wins, and between what the true share lies with 95 % certainty."""

    games: int
    share: float
    least: float
    most: float

    def against_one(self, seats: int) -> "Score":
        """What it is worth with two seats, at the same odds against each single opponent."""
        share, least, most = (_against_one(each, seats) for each in _shares_of(self))
        return Score(self.games, share, least, most)


def score(shares: Sequence[float]) -> Score:
    """The mean of some shares, with Wilson's interval."""
    games = len(shares)
    if not games:
        return Score(0, 0.0, 0.0, 1.0)
    share = sum(shares) / games
    doubt = SURE**2 / games
    middle = (share + doubt / 2) / (1 + doubt)
    reach = sqrt(doubt * (share * (1 - share) + doubt / 4)) / (1 + doubt)
    return Score(games, share, max(0.0, middle - reach), min(1.0, middle + reach))


def ratings(games: Iterable[Played]) -> dict[Player, Rating]:
    """The ratings under which these results were most likely, with what they leave in doubt."""
    counted = Counter(games)
    counted.update(_once_more(counted))
    players = sorted({player for game in counted for player in game.players})
    if not players:
        return {}
    strength = dict.fromkeys(players, 0.0)
    for _ in range(_ROUNDS):
        slope, bend = _derivatives(counted, strength)
        change = _solved(bend, slope)
        for player, step in zip(players[1:], change, strict=True):
            strength[player] += max(-1.0, min(1.0, step))
        if max(map(abs, change), default=0.0) < 1e-9:
            break
    errors = [0.0, *(sqrt(each) for each in _inverse_diagonal(bend))]
    return {
        player: Rating(POINTS * strength[player], POINTS * SURE * error)
        for player, error in zip(players, errors, strict=True)
    }


def _once_more(games: Iterable[Played]) -> list[Played]:
    met = {pair for game in games for pair in combinations(sorted(set(game.players)), 2)}
    return [Played(pair, (0.5, 0.5)) for pair in sorted(met)]


def _derivatives(
    games: Counter[Played], strength: dict[Player, float]
) -> tuple[list[float], Matrix]:
    """Of the likelihood's logarithm by all strengths but the lowest player's, and again."""
    place = {player: i - 1 for i, player in enumerate(strength)}
    size = len(strength) - 1
    slope = [0.0] * size
    bend = [[0.0] * size for _ in range(size)]
    for game, times in games.items():
        chances = _chances(game.players, strength)
        for i, player in enumerate(game.players):
            row = place[player]
            if row < 0:
                continue
            slope[row] += times * (game.shares[i] - chances[i])
            for j, other in enumerate(game.players):
                if (column := place[other]) >= 0:
                    bend[row][column] += times * chances[i] * ((i == j) - chances[j])
    return slope, bend


def _chances(players: Sequence[Player], strength: dict[Player, float]) -> list[float]:
    weights = [exp(strength[player]) for player in players]
    return [weight / sum(weights) for weight in weights]


def _solved(matrix: Matrix, right: Sequence[float]) -> list[float]:
    """The solution of linear equations whose matrix is positive definite."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i, pivot in enumerate(rows):
        for j, row in enumerate(rows):
            if i != j:
                factor = row[i] / pivot[i]
                rows[j] = [a - factor * b for a, b in zip(row, pivot, strict=True)]
    return [row[-1] / row[i] for i, row in enumerate(rows)]


def _inverse_diagonal(matrix: Matrix) -> list[float]:
    size = range(len(matrix))
    return [_solved(matrix, [float(i == j) for j in size])[i] for i in size]


def _shares_of(score: Score) -> tuple[float, float, float]:
    return score.share, score.least, score.most


def _against_one(share: float, seats: int) -> float:
    odds = share * (seats - 1)
    return odds / (odds + 1 - share)
