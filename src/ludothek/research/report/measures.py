"""The measures of a report: balance, length, branching, drama, first moves, use of the board.

Names are Ludii's where it has the measure (its concepts), in `LUDII`; `AI_AI` has the
headings in Ai Ai's reports. Evaluations are those of the search, before each decision; in Splash!
they are how far each seat is on its way (`play.progress`).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from statistics import fmean
from typing import Any, Final

from ludothek import __version__
from ludothek.games import AnyGame
from ludothek.research.arena.matches import shares
from ludothek.research.arena.ratings import Played, ratings
from ludothek.research.arena.runs import Result
from ludothek.research.report.intervals import Estimate, bootstrap, mean, share
from ludothek.research.report.plan import Options, Plan

LUDII: Final[Mapping[str, str]] = {
    "advantage_p1": "AdvantageP1",
    "balance": "Balance",
    "completion": "Completion",
    "drawishness": "Drawishness",
    "duration_turns": "DurationTurns",
    "duration_moves": "DurationMoves",
    "branching_factor": "BranchingFactorAverage",
    "decision_moves": "DecisionMoves",
    "decisiveness_moves": "DecisivenessMoves",
    "drama": "DramaAverage",
    "lead_change": "LeadChange",
    "board_coverage": "BoardCoverageUsed",
    "skill": "SkillTrace",
}
AI_AI: Final[Mapping[str, str]] = {
    "advantage_p1": "Win % By Player (Bias)",
    "duration_moves": "Game length",
    "first": "Openings",
    "shortest": "Shortest Game(s)",
    "skill": "Levels of Play",
}
NAMES: Final = (
    *("advantage_p1", "balance", "drawishness", "completion"),
    *("duration_turns", "duration_moves", "minutes", "branching_factor", "decision_moves"),
    *("decisiveness_moves", "drama", "lead_change", "lead_changes", "board_coverage"),
)
BINS: Final = 10  # parts of a game, for curves


@dataclass(frozen=True)
class Game:
    """A game that was played, as measures see it.

    >>> result = {"moves": "w@a1 b@a2", "winners": [1], "reason": "camp", "branching": [48, 46]}
    >>> game = Game(2, result | {"values": [[0.5, 0.5], [0.7, 0.3]]})
    >>> game.shares, game.leaders, game.decisiveness
    ((1.0, 0.0), [None, 0], 0.5)
    """

    seats: int
    result: Result

    @cached_property
    def moves(self) -> list[str]:
        """What was decided by somebody."""
        moves: list[str] = self.result["moves"].split()
        return moves

    @cached_property
    def shares(self) -> tuple[float, ...]:
        """What each seat got of the win."""
        return shares(self.result["winners"], self.seats)

    @property
    def finished(self) -> bool:
        return bool(self.result["reason"] != "unfinished")

    @property
    def winners(self) -> list[int]:
        """Seats, from 0."""
        return [seat - 1 for seat in self.result["winners"]]

    @cached_property
    def values(self) -> list[list[float]]:
        """What was expected for all seats before each decision."""
        values: list[list[float]] = self.result["values"]
        return values

    @cached_property
    def branching(self) -> list[int]:
        """Of the decisions that can be counted."""
        return [number for number in self.result["branching"] if number]

    @cached_property
    def leaders(self) -> list[int | None]:
        """Who was ahead before each decision; None: nobody alone."""
        return [_leader(values) for values in self.values]

    @property
    def lead_changes(self) -> int:
        """How often somebody else was ahead than before."""
        leaders = [leader for leader in self.leaders if leader is not None]
        return sum(before != after for before, after in pairwise(leaders))

    @property
    def decisiveness(self) -> float:
        """The share of the game that was left when the winner passed all the others ever had."""
        losers = [seat for seat in range(self.seats) if seat not in self.winners]
        threshold = max(values[seat] for values in self.values for seat in losers)
        for ply, values in enumerate(self.values):
            if any(values[seat] > threshold for seat in self.winners):
                return 1 - ply / len(self.values)
        return 0.0

    @property
    def drama(self) -> float:
        """How far the winner was behind, over all decisions."""
        return fmean(max(values) - max(values[i] for i in self.winners) for values in self.values)


def _leader(values: Sequence[float]) -> int | None:
    best = max(values)
    ahead = [seat for seat, value in enumerate(values) if value == best]
    return ahead[0] if len(ahead) == 1 else None


def measured(plan: Plan, results: Mapping[str, Result]) -> dict[str, Any]:
    """Everything a report says, as plain data."""
    settings = [
        {"options": dict(options), **_setting(plan, options, results)} for options in plan.settings
    ]
    return {
        "game": plan.game,
        "title": plan.rules.title,
        "rules": plan.rules.version,
        "seats": plan.seats,
        "strength": plan.strength,
        "version": __version__,
        "network": plan.network_sum,
        "seed": plan.seed,
        "pace": plan.pace,
        "settings": settings,
        "skill_games": plan.skill_games,
        "skill": skill(plan, [results[task.key] for task in plan.skill]),
        "expected": {
            move: value
            for task in plan.first
            for move, value in results[task.key]["expected"].items()
        },
        "shortest": shortest(plan, results),
    }


def _setting(plan: Plan, options: Options, results: Mapping[str, Result]) -> dict[str, Any]:
    games = [Game(plan.seats, results[task.key]) for task in plan.games_of(options)]
    return {
        "games": len(games),
        "wins": [
            _plain(share([game.shares[seat] for game in games])) for seat in range(plan.seats)
        ],
        "measures": {name: _plain(each) for name, each in measures(plan, games).items()},
        "reasons": {
            reason: _plain(share([float(game.result["reason"] == reason) for game in games]))
            for reason, _ in Counter(game.result["reason"] for game in games).most_common()
        },
        "turns": [game.result["turns"] for game in games],
        "branching": branching_curve(games),
        "leader": leader_curve(games),
        "first": first_moves(games),
        "use": use(plan.rules, games),
        "left": {name: _plain(each) for name, each in left(games).items()},
    }


def measures(plan: Plan, games: Sequence[Game]) -> dict[str, Estimate]:
    """The figures of one setting; what needs a winner is missing where nobody won."""
    turns = mean([game.result["turns"] for game in games])
    minutes = plan.pace / 60
    won = [game for game in games if game.winners and len(game.winners) < game.seats]
    by_name = {
        "advantage_p1": share([game.shares[0] for game in games]),
        "balance": bootstrap(games, balance),
        "completion": share([float(game.finished) for game in games]),
        "drawishness": share([float(game.finished and not game.winners) for game in games]),
        "duration_turns": turns,
        "duration_moves": mean([len(game.moves) for game in games]),
        "minutes": Estimate(turns.value * minutes, turns.least * minutes, turns.most * minutes),
        "branching_factor": mean([fmean(game.branching) for game in games]),
        "decision_moves": mean([fmean(n > 1 for n in game.result["branching"]) for game in games]),
        "lead_change": mean([game.lead_changes / len(game.values) for game in games]),
        "lead_changes": mean([game.lead_changes for game in games]),
        "board_coverage": mean(_coverage(plan, games)),
    }
    if won:
        by_name["decisiveness_moves"] = mean([game.decisiveness for game in won])
        by_name["drama"] = mean([game.drama for game in won])
    return {name: by_name[name] for name in NAMES if name in by_name}


def balance(games: Sequence[Game]) -> float:
    """1 less the largest difference between the shares of two seats.

    >>> won = {"moves": "w@a1", "winners": [1], "reason": "camp"}
    >>> balance([Game(2, won), Game(2, won | {"winners": [2]})]), balance([Game(2, won)])
    (1.0, 0.0)
    """
    per_seat = [fmean(game.shares[seat] for game in games) for seat in range(games[0].seats)]
    return 1 - (max(per_seat) - min(per_seat))


def places_of(rules: AnyGame, text: str) -> set[str]:
    """The places that a decision names.

    >>> from ludothek.games import load
    >>> places_of(load("robotory"), "w@a1")
    {'a1'}
    """
    view = rules.drawing.move(rules.notation.parse_move(text))
    return {value for key, value in view.items() if key in _PLACES and isinstance(value, str)}


_PLACES: Final = ("to", "at", "from", "sacrificed", "piece")


def _coverage(plan: Plan, games: Iterable[Game]) -> list[float]:
    """The share of the places at the start that a game uses."""
    start = {place.name for place in _start_places(plan.rules, plan.seats)}
    return [len(start & _used(plan.rules, game)) / len(start) for game in games]


def _start_places(rules: AnyGame, seats: int) -> tuple[Any, ...]:
    return rules.drawing.places(rules.initial(seats))


def _used(rules: AnyGame, game: Game) -> set[str]:
    return {place for text in _after_draft(game) for place in places_of(rules, text)}


def _after_draft(game: Game) -> list[str]:
    """In Splash! every piece is taken once before the game; that says nothing about its use."""
    return [text for text in game.moves if not text.startswith("take:")]


def use(rules: AnyGame, games: Sequence[Game]) -> dict[str, float]:
    """How often a game's decisions name each place, on average."""
    named = Counter(
        place for game in games for text in _after_draft(game) for place in places_of(rules, text)
    )
    return {place: number / len(games) for place, number in sorted(named.items())}


def branching_curve(games: Sequence[Game]) -> list[float]:
    """The mean number of legal decisions in each tenth of a game."""
    bins: list[list[int]] = [[] for _ in range(BINS)]
    for game in games:
        for i, number in enumerate(game.branching):
            bins[i * BINS // len(game.branching)].append(number)
    return [fmean(some) if some else 0.0 for some in bins]


def leader_curve(games: Sequence[Game]) -> list[dict[str, float] | None]:
    """How often who was ahead at the beginning of each tenth of a game won it."""
    curve: list[dict[str, float] | None] = []
    for part in range(BINS):
        won = [
            game.shares[leader]
            for game in games
            if (leader := game.leaders[part * len(game.leaders) // BINS]) is not None
        ]
        curve.append(_plain(share(won)) if won else None)
    return curve


def first_moves(games: Sequence[Game]) -> list[dict[str, Any]]:
    """The first decisions: how often, and what the first seat made of them."""
    by_move: dict[str, list[float]] = defaultdict(list)
    for game in games:
        by_move[game.moves[0]].append(game.shares[0])
    ordered = sorted(by_move.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    return [
        {
            "move": move,
            "games": len(won),
            "share": len(won) / len(games),
            "score": _plain(share(won)),
        }
        for move, won in ordered
    ]


def left(games: Sequence[Game]) -> dict[str, Estimate]:
    """What is left at the end."""
    names = games[0].result["left"]
    return {name: mean([game.result["left"][name] for game in games]) for name in names}


def skill(plan: Plan, results: Iterable[Result]) -> list[dict[str, float]]:
    """Ratings of the strengths of the skill ladder, the lowest at 0."""
    played = []
    for task, result in zip(plan.skill, results, strict=True):
        strengths: list[int] = task.job["strengths"]
        played.append(Played(tuple(strengths), shares(result["winners"], plan.seats)))
    return [
        {"strength": strength, "rating": rating.value, "error": rating.error}
        for strength, rating in ratings(played).items()
    ]


def shortest(plan: Plan, results: Mapping[str, Result]) -> dict[str, Any] | None:
    """The game with a winner that took the fewest decisions, among all with these options."""
    searched = [results[task.key] for task in [*plan.games_of(plan.options), *plan.skill]]
    random = [results[task.key]["shortest"] for task in plan.random]
    games = [
        ("search", result.get("dealt", ""), result["moves"])
        for result in searched
        if result["winners"]
    ]
    games += [("random", "", moves) for moves in random if moves]
    if not games:
        return None
    by, dealt, moves = min(games, key=lambda game: (len(game[2].split()), game[2]))
    outcome = _outcome(plan, f"{dealt} {moves}")
    return {"by": by, "decisions": len(moves.split()), "moves": moves, "result": outcome}


def _outcome(plan: Plan, moves: str) -> str:
    """What the rules say of it."""
    rules = plan.rules
    state = rules.initial(plan.seats, dict(plan.options))
    for text in moves.split():
        state = rules.play(state, text)
    outcome = rules.outcome(state)
    assert outcome, "only games with a winner are told"
    return f"{outcome.text} ({outcome.reason})"


def _plain(estimate: Estimate) -> dict[str, float]:
    return {
        "value": round(estimate.value, 4),
        "least": round(estimate.least, 4),
        "most": round(estimate.most, 4),
    }
