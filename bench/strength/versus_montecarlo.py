"""The engine against Monte-Carlo in Python: `python -m bench.strength.versus_montecarlo [GAME …]`.

The strongest level has a fifth of a second for a decision, the baseline two seconds; each begins
half of the games. Before each decision of the engine the solver is asked on the side: a position
it proves won must be won in the end. Where all games are played and that has not been reached, or
too few were won, the exit status is 1.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import Any, Final

from bench.harness import chosen, measured, parser, show
from ludothek.engine import core, player, strongest
from ludothek.engine.core import GAMES
from ludothek.engine.search import Limits, solve
from ludothek.games import AnyGame, load
from ludothek.research.arena.matches import decision
from ludothek.research.arena.runs import Result, Task
from ludothek.workers import Report, Stopped

GOAL: Final = 0.95  # of the games: 38 of 40
HEADINGS = ("game", "games", "won", "drawn", "lost", "with a proven win", "of these not won")


def main() -> None:
    """Play, and show a table."""
    command = parser("versus_montecarlo", GAMES, "versus_montecarlo.jsonl", anywhere=False)
    command.add_argument("--number", type=int, default=40, help="games of each")
    command.add_argument("--engine", type=float, default=0.2, help="seconds for a decision")
    command.add_argument("--baseline", type=float, default=2.0, help="seconds for a decision")
    command.add_argument("--solver", type=float, default=0.5, help="seconds for a position")
    arguments = command.parse_args()
    times = (arguments.engine, arguments.baseline, arguments.solver)
    tasks = {
        name: [task(name, number, *times) for number in range(arguments.number)]
        for name in chosen(arguments, GAMES)
    }
    results = measured(one_game, [each for some in tasks.values() for each in some], arguments)
    rows = [
        row(name, [results[each.key] for each in some if each.key in results])
        for name, some in tasks.items()
    ]
    show([HEADINGS, *rows], "baseline", arguments)
    short = [sentence for name, some in tasks.items() for sentence in misses(name, some, results)]
    print(*short or ["every game has reached its goal"], sep="\n")
    if short and len(results) == sum(map(len, tasks.values())):
        sys.exit(1)


def task(name: str, number: int, engine: float, baseline: float, solver: float) -> Task:
    """One game; the engine begins the even ones."""
    job = {
        "game": name,
        "seat": number % 2 + 1,
        "seed": number,
        "engine": engine,
        "baseline": baseline,
        "solver": solver,
    }
    return Task(f"baseline {name} {engine:g}s {baseline:g}s {number}", job)


def one_game(job: str, _report: Report, stopped: Stopped) -> str:
    """Play one game; the work of a worker process."""
    request = json.loads(job)
    game = load(request["game"])
    state, moves, proven = game.initial(), list[str](), None
    seed = request["seed"]
    engine, baseline = player(strongest(game.name), seed), player("montecarlo", seed)
    while not (outcome := game.outcome(state)):
        if stopped():
            raise ValueError("stopped")
        own = game.to_move(state) == request["seat"]
        if own and proven is None and is_won(game, state, request["solver"]):
            proven = len(moves)
        sitting, seconds = (engine, request["engine"]) if own else (baseline, request["baseline"])
        moves.append(decision(game, state, sitting, Limits(seconds)))
        state = game.play(state, moves[-1])
    share = 0.5 if not outcome.winners else float(request["seat"] in outcome.winners)
    return json.dumps(
        {"seat": request["seat"], "share": share, "proven": proven, "moves": " ".join(moves)}
    )


def is_won(game: AnyGame, state: Any, seconds: float) -> bool:
    """Does the solver prove that the seat to decide wins?"""
    play = core.resume(game.name, game.format_position(state))
    answer = solve(play, Limits(seconds), quickest=False)
    return bool(answer and answer.proof.result == "win")


def misses(name: str, tasks: Sequence[Task], results: Mapping[str, Result]) -> Iterator[str]:
    """What a game has not reached (yet)."""
    played = [results[task.key] for task in tasks if task.key in results]
    won = sum(result["share"] == 1 for result in played)
    needed = ceil(GOAL * len(tasks))
    if won < needed:
        yield f"{name}: {won} won of {len(played)}; of {len(tasks)} it should be {needed}"
    if thrown := sum(result["proven"] is not None and result["share"] < 1 for result in played):
        yield f"{name}: {thrown} not won although a win was proven"


def row(name: str, results: list[Result]) -> tuple[str, ...]:
    """What the games say."""
    counts = [sum(result["share"] == share for result in results) for share in (1.0, 0.5, 0.0)]
    proven = [result for result in results if result["proven"] is not None]
    thrown = sum(result["share"] < 1 for result in proven)
    return (name, str(len(results)), *map(str, counts), str(len(proven)), str(thrown))


if __name__ == "__main__":
    main()
