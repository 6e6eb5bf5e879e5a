"""Whole games between computer players, as text jobs for worker processes.

A job names the game and who sits where:

    {"game": "robotory", "seats": 2, "options": {}, "players": ["level3", "level2"],
     "seconds": [1, 1], "seed": 7, "opening": [4, 0]}

`"nodes": 1000` limits the search of players without a limit of their own. `opening` is how many
decisions lots take before the players do, and which lots: games with the same begin the same.
`"most_turns": 1000` ends a game after so many turns as a draw, for the reason `cap`. The answer
says who won and why, what was decided, the longest decision of each seat in seconds, and how many
turns were begun. With `"brief": true` it has the number of decisions instead of what they were: the
seed repeats the game.
"""

import json
from collections.abc import Sequence
from math import inf
from random import Random
from time import perf_counter
from typing import Any

from ludothek.engine import player
from ludothek.engine.players.player import Player, choices
from ludothek.engine.search import Limits
from ludothek.games import AnyGame, LudothekError, Outcome, load
from ludothek.research.arena.runs import Result
from ludothek.workers import Report, Stopped


def play(job: str, _report: Report, stopped: Stopped) -> str:
    """Play one game to its end; the work of a worker process."""
    task: Result = json.loads(job)
    game = load(task["game"])
    state = game.initial(task["seats"], task["options"])
    opening = opened(game, state, *task["opening"])
    moves, longest = list(opening), [0.0] * task["seats"]
    turns, most_turns = 0, task.get("most_turns", inf)
    for text in opening:
        turns += game.turn_begins(state)
        state = game.play(state, text)
    players = [player(name, task["seed"]) for name in task["players"]]
    while not (outcome := game.outcome(state)):
        begins = game.turn_begins(state)
        if begins and turns >= most_turns:
            outcome = Outcome((), "cap")
            break
        turns += begins
        if stopped():
            raise LudothekError("stopped", "the game was not played to its end")
        seat = game.to_move(state) - 1
        started = perf_counter()
        limits = Limits(task["seconds"][seat], task.get("nodes"))
        text = decision(game, state, players[seat], limits)
        longest[seat] = max(longest[seat], perf_counter() - started)
        moves.append(text)
        state = game.play(state, text)
    result = {"winners": outcome.winners, "reason": outcome.reason, "turns": turns}
    if task.get("brief"):
        return json.dumps({**result, "decisions": len(moves)})
    result["longest"] = [round(each, 4) for each in longest]
    return json.dumps({"players": task["players"], **result, "moves": " ".join(moves)})


def decision(game: AnyGame, state: Any, sitting: Player, limits: Limits) -> str:
    """What a player decides, as text."""
    move = sitting.choose(game, state, limits)
    return str(move)


def opened(game: AnyGame, state: Any, decisions: int, lots: int) -> list[str]:
    """Some first decisions by lot; fewer, if the game would end."""
    random, texts = Random(f"opening {lots}"), list[str]()
    while len(texts) < decisions:
        move = random.choice(choices(game, state))
        state = game.apply(state, move)
        if game.outcome(state):
            break
        texts.append(str(move))
    return texts


def shares(winners: Sequence[int], seats: int) -> tuple[float, ...]:
    """What each seat got of the win; a draw is shared by all."""
    among = winners or range(1, seats + 1)
    return tuple((seat in among) / len(among) for seat in range(1, seats + 1))
