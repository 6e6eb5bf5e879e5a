"""Simulated worker processes: they answer from the rules, die, take too long, or lie."""

import json
from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any

from ludothek.games import AnyGame, load
from ludothek.games.record import play_text
from ludothek.job_scheduling import ANYBODY, Demand, Ledger
from ludothek.workers import GRACE, JobFailed, Ticket, Work
from tests.simulation.world import World

Request = dict[str, Any]
Answers = dict[tuple[int, tuple[str, ...]], set[str]]  # seed and decisions → what was answered


class Pool:
    """Some worker processes of one server process; they are gone when it is."""

    def __init__(self, world: World, answers: Answers, size: int) -> None:
        self._world = world
        self._answers = answers
        self._free = size
        self._jobs: list[Ticket] = []

    def submit(self, job: str, seconds: float, demand: Demand = ANYBODY) -> Ticket:
        """Hand a job in."""
        ticket = Ticket(job, seconds, demand, lambda _: None)
        self._jobs.append(ticket)
        self._take()
        return ticket

    def waiting(self) -> int:
        return len(self._jobs)

    def close(self) -> None:
        for ticket in self._jobs:
            ticket.cancel()
        self._jobs.clear()

    def _take(self) -> None:
        """The most urgent one first."""
        while self._free and self._jobs:
            ticket = min(self._jobs, key=lambda each: each.demand.urgency)
            self._jobs.remove(ticket)
            if not ticket.future.cancelled():
                self._free -= 1
                self._begin(ticket)

    def _begin(self, ticket: Ticket) -> None:
        world, faults = self._world, self._world.faults
        seconds = world.random.uniform(0.001, min(0.6, ticket.seconds))
        if world.chance(faults.late):
            seconds = world.random.uniform(0.3, ticket.seconds + GRACE)
        world.loop.call_later(seconds, self._end, ticket, world.chance(faults.die))

    def _end(self, ticket: Ticket, dies: bool) -> None:
        self._free += 1
        if not ticket.future.done():
            if dies:
                ticket.future.set_exception(JobFailed("simulated: the worker died"))
            else:
                ticket.future.set_result(self._answer(ticket.job))
        self._take()

    def _answer(self, job: str) -> str:
        request, random = json.loads(job), self._world.random
        answer = honest(request, random)
        if self._world.chance(self._world.faults.lie):
            answer = lie(request, answer, random)
        reply = _readable(answer)
        key = request.get("seed", 0), tuple(request["about"].get("moves", ()))
        if "decision" in reply:
            self._answers.setdefault(key, set()).add(str(reply["decision"]))
        self._world.trace("answered", request["do"], len(key[1]), answer[:60])
        return answer


def make_pool(world: World, answers: Answers) -> Callable[..., Pool]:
    """What makes pools for a process."""

    def make(_work: Work, size: int, *, ledger: Ledger | None = None) -> Pool:  # noqa: ARG001
        return Pool(world, answers, size)

    return make


def honest(request: Request, random: Random) -> str:
    """What a worker answers to a job that is as it should be."""
    game, state = _position(json.dumps(request["about"]))
    match request["do"]:
        case "choose":
            return json.dumps({"decision": _choice(game, state, random)})
        case "play" if game.simulation and game.simulation.awaits(state):
            return json.dumps({"spot": _spot()})
        case "play":
            return json.dumps({"decision": _choice(game, state, random)})
        case "place":
            return json.dumps(_placed(request, _choice(game, state, random)))
        case "evaluate":
            line = [_choice(game, state, random)]
            return json.dumps({"values": [0.5, 0.5], "line": line, "proof": None})
        case "review":
            first = max(0, request["ply"] - random.randrange(8))
            plies = range(request["ply"], first - 1, -1)
            return json.dumps({"reviewed": [_reviewed(ply) for ply in plies]})
    raise ValueError(request["do"])


def lie(request: Request, answer: str, random: Random) -> str:
    """Nonsense, an answer of another job, or one that is against the rules."""
    truth = json.loads(answer)
    other = honest({**request, "about": {**request["about"], "moves": []}}, random)
    missing = {key: value for key, value in truth.items() if random.random() < 0.5}
    wrong: Request = {key: random.choice([None, 7, "x", [], {}]) for key in truth}
    refused = {"code": "stopped", "params": {}, "message": "simulated"}
    lies = ["", "[1, 2]", "null", other, json.dumps(missing), json.dumps({**truth, **wrong})]
    return random.choice([*lies, json.dumps({"refused": refused}), '{"decision": "nonsense"}'])


@lru_cache(maxsize=4_000)
def _position(about: str) -> tuple[AnyGame, Any]:
    plan = json.loads(about)
    game = load(plan["game"])
    if plan["moves"]:
        *before, text = plan["moves"]
        _, state = _position(json.dumps({**plan, "moves": before}))
        return game, play_text(game, state, text)[1]
    setup = game.setup_of(plan["rules"], plan["seats"], plan["options"])
    start = plan["start"]
    return game, game.parse_position(start, setup) if start else game.start(setup)


def _choice(game: AnyGame, state: Any, random: Random) -> str:
    """Any decision that the rules allow."""
    moves = game.legal_moves(state)
    if not moves:
        return ""
    move = random.choice(moves)
    return str(game.concrete(state, move, random) if game.is_open(move) else move)


def _spot() -> dict[str, Any]:
    return {"face": "flat", "yaw": 0.0, "x": 0.0, "y": 0.0}


def _placed(request: Request, decision: str) -> dict[str, Any]:
    return {
        "spot": request["spot"] or _spot(),
        "decision": decision,
        "saved": "{}",
        "versions": {"simulated": "1"},
        "motion": {"frames": []},
    }


def _reviewed(ply: int) -> dict[str, Any]:
    return {
        "ply": ply, "seat": 1, "values": [0.5, 0.5], "line": [], "proof": None, "verdict": "",
        "loss": 0.0,
    }  # fmt: skip


def _readable(answer: str) -> dict[str, Any]:
    try:
        data = json.loads(answer)
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}
