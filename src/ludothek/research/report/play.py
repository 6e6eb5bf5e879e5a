"""Games of a report as text jobs: JSON in, JSON out, the same for the same seed.

    {"game": "nexus", "seats": 3, "options": {}, "strengths": [100, 100, 25],
     "opening": [4, 100, 3], "seed": 7}

`strengths` are nodes for a decision of each seat; in Splash! they are levels. So that games differ,
the first decisions are drawn (`opening`: how many, with how many nodes, and which lots): one in
four among all that are legal, the others by the visits of the search. Then the best one is taken.
The answer has what was decided, and for each decision what the search expected for all seats and
how many decisions were legal. `"policies": true` adds the visits of every decision; in Splash!,
the poses in which pieces were set down. `"network": [FILE, CHECKSUM]` is searched with instead of
the package's own.

    {"game": "nexus", "seats": 3, "options": {}, "playouts": 100, "seed": 7}

plays so many random games, of which the shortest with a winner is told.

    {"game": "nexus", "seats": 3, "options": {}, "first": 100, "seed": 7}

says what the first seat may expect after each first decision, by searches of so many nodes.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from ludothek.engine import core
from ludothek.engine.networks import read
from ludothek.engine.search import Analysis, Limits, Searcher
from ludothek.games import LudothekError, load
from ludothek.games.backends import Spot
from ludothek.games.protocol import Outcome
from ludothek.research.arena.runs import Result
from ludothek.workers import Report, Stopped

LONGEST: Final = 5000  # decisions of a game; one that is longer is not finished
_BY_LOT: Final = 0.25  # of the decisions of an opening
UNFINISHED: Final = Outcome((), "unfinished")


def play(job: str, _report: Report, stopped: Stopped) -> str:
    """Play; the work of a worker process."""
    task: Result = json.loads(job)
    if "playouts" in task:
        return json.dumps(_playouts(task, stopped))
    if "first" in task:
        return json.dumps(_first(task, stopped))
    if task["game"] in core.GAMES:
        return json.dumps(_searched(task, stopped))
    return json.dumps(_on_the_table(task, stopped))


def _searched(task: Result, stopped: Stopped) -> Result:
    """A game of the core's, both by its rules and in Python's."""
    game = load(task["game"])
    state = game.initial(task["seats"], task["options"])
    position = core.begin(task["game"], task["seats"], task["options"])
    searcher, random = _searcher(task), Random(f"report {task['seed']}")
    drawn, nodes, number = task["opening"]
    lots = Random(f"opening {number}")
    transcript = _Transcript(task["seats"])
    while not game.outcome(state) and len(transcript.moves) < LONGEST:
        if stopped():
            raise LudothekError("stopped", "the game was not played to its end")
        texts, opening = position.texts(), len(transcript.moves) < drawn
        limits = Limits(nodes=nodes if opening else task["strengths"][position.seat - 1])
        seed = (lots if opening else random).getrandbits(63)
        analysis = searcher.search(position, limits, seed=seed) if len(texts) > 1 else None
        text = _chosen(texts, analysis, lots if opening else None)
        transcript.tell(text, len(texts), game.turn_begins(state), analysis)
        state = game.play(state, text)
        core.advance(position, text)
    result = transcript.result(game.outcome(state) or UNFINISHED, game.drawing.board(state))
    return {**result, "policies": transcript.policies} if task.get("policies") else result


def _searcher(task: Result) -> Searcher:
    """With the network that is named, which has to be the same wherever the job is done."""
    if "network" not in task:
        return Searcher(task["game"])
    file, checksum = task["network"]
    network = read(Path(file), task["game"])
    if not network.header.sha256.startswith(checksum):
        raise LudothekError("network", f"{file} is another network here, not {checksum}")
    return Searcher(task["game"], evaluator=network)


def _chosen(texts: Sequence[str], analysis: Analysis | None, lots: Random | None) -> str:
    """The best decision, or one that is drawn; lines are only those that were visited."""
    if analysis is None:
        return texts[0]
    if lots is None:
        return analysis.best
    visits = {line.move: line.visits for line in analysis.lines}
    if lots.random() < _BY_LOT or not any(visits.values()):
        return lots.choice(texts)
    return lots.choices(list(visits), list(visits.values()))[0]


class _Transcript:
    """What is told about a game."""

    def __init__(self, seats: int) -> None:
        self.moves: list[str] = []
        self.turns = 0
        self.branching: list[int] = []
        self.values: list[list[float]] = []
        self.policies: list[dict[str, int]] = []
        self._last = [1 / seats] * seats

    def tell(self, text: str, legal: int, begins: bool, analysis: Analysis | None) -> None:
        """A decision that is about to be carried out; a forced one was not searched."""
        visits = {line.move: line.visits for line in analysis.lines} if analysis else {text: 1}
        self.policies.append({move: number for move, number in visits.items() if number})
        self.note(text, legal, begins, analysis.values if analysis else self._last)

    def note(self, text: str, legal: int, begins: bool, values: Sequence[float]) -> None:
        """The same with values of any source."""
        self.moves.append(text)
        self.turns += begins
        self.branching.append(legal)
        self._last = [round(value, 4) for value in values]
        self.values.append(self._last)

    def result(self, outcome: Outcome, board: Any) -> Result:
        """As plain data."""
        return {
            "winners": outcome.winners,
            "reason": outcome.reason,
            "moves": " ".join(self.moves),
            "turns": self.turns,
            "branching": self.branching,
            "values": self.values,
            "left": left(board),
        }


def left(board: Any) -> dict[str, float]:
    """What is left at the end, by names that `words` explains; it depends on the game."""
    if "supplies" in board:  # Repulso
        pieces = sum(supply["pieces"] for supply in board["supplies"])
        stones = sum(supply["stones"] for supply in board["supplies"])
        return {"pieces": pieces, "stones": stones}
    if "lid" in board:  # Robotory
        discs = sum(sum(stock.values()) for stock in board["stocks"])
        return {"lid": sum(board["lid"].values()), "stocks": discs, "discs": len(board["discs"])}
    if "rings" in board:  # NEXUS
        return {
            "marbles": sum(board["on_board"]),
            "reserve": sum(board["reserves"]),
            "seats": len(board["seats_in"]),
        }
    return {
        "tower": len(board["tower"]),
        "box": len(board["box"]),
        "stock": sum(map(len, board["stocks"])),
        "drops": sum(board["drops"]),
    }


def _on_the_table(task: Result, stopped: Stopped) -> Result:
    """A game of Splash! between levels, on the simulated table."""
    from ludothek.games.splash import SPLASH
    from ludothek.games.splash.state import Placing
    from ludothek.physics.player.self_play import play_out

    setup = SPLASH.setup(task["seats"], task["options"])
    played = play_out(setup, task["strengths"], task["seed"], None, stopped)
    state, transcript = SPLASH.start(setup), _Transcript(setup.seats)
    dealt = setup["draft"] == "random"
    full = 0
    for step in played.steps:
        full = max(full, *(stock.bit_count() for stock in state.stocks))
        if not (dealt and state.pool):  # nobody decides what is dealt
            choices = [move for move in SPLASH.legal_moves(state) if not SPLASH.is_open(move)]
            number = 0 if isinstance(state.phase, Placing) else len(choices)  # poses: no number
            transcript.note(step.text, number, SPLASH.turn_begins(state), progress(state, full))
        state = SPLASH.play(state, step.text)
    result = transcript.result(played.outcome, SPLASH.drawing.board(state))
    dealt_steps = played.steps[: len(played.steps) - len(transcript.moves)]
    result["dealt"] = " ".join(step.text for step in dealt_steps)
    if task.get("policies"):
        result["poses"] = [_pose(step.spot) for step in played.steps[len(dealt_steps) :]]
    return result


def _pose(spot: Spot | None) -> list[Any] | None:
    """How a piece was set down: face, x, y and turn."""
    return [spot.face, spot.x, spot.y, spot.yaw] if spot else None


def progress(state: Any, full: int) -> list[float]:
    """How far each seat of Splash! is on its shorter way to a win, as shares that add up to 1.

    Three drops win, and so does an empty stock. While pieces are drafted, all are equal.
    """
    if state.pool:
        return [1 / state.setup.seats] * state.setup.seats
    drops = [number / 3 for number in state.drops]
    shares_given = [1 - stock.bit_count() / full if full else 0.0 for stock in state.stocks]
    ways = [0.01 + max(pair) for pair in zip(drops, shares_given, strict=True)]
    return [way / sum(ways) for way in ways]


def _first(task: Result, stopped: Stopped) -> Result:
    """Each first decision, searched."""
    start = core.begin(task["game"], task["seats"], task["options"])
    searcher, expected = Searcher(task["game"]), dict[str, float]()
    for text in start.texts():
        if stopped():
            raise LudothekError("stopped", "not all first decisions were searched")
        position = start.copy()
        core.advance(position, text)
        analysis = searcher.search(position, Limits(nodes=task["first"]), seed=task["seed"])
        expected[text] = round(analysis.values[0], 4)
    return {"expected": expected}


def _playouts(task: Result, stopped: Stopped) -> Result:
    """Random games in the core."""
    random, shortest = Random(f"playouts {task['seed']}"), None
    lengths = []
    for _ in range(task["playouts"]):
        if stopped():
            raise LudothekError("stopped", "the games were not played to their end")
        moves, won = _playout(task, random)
        lengths.append(len(moves))
        if won and (shortest is None or len(moves) < len(shortest)):
            shortest = moves
    return {"lengths": lengths, "shortest": " ".join(shortest) if shortest else None}


def _playout(task: Result, random: Random) -> tuple[list[str], bool]:
    position = core.begin(task["game"], task["seats"], task["options"])
    moves: list[str] = []
    while not position.over and len(moves) < LONGEST:
        action = random.choice(position.legal())
        moves.append(position.format(action))
        position.apply(action)
    return moves, bool(position.outcome and position.outcome[0])
