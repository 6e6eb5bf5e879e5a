"""Searches and analyses as text jobs for worker processes: JSON in, JSON out.

    {"game": "nexus", "position": "…", "level": 5, "seconds": 1, "seed": 7, "want": "move"}

A game is given by a position text, or by `seats`, `options`, `start` and `moves` (all but the game
may be left out); only the second way tells which situations have been there before. `want` is:

`move`
    what that level decides: `{"move": "…", "info": {…}}`, the last info beside it (or null)
    (`scale` 1: the level is one of the eight that there were at first);
`analysis`
    what the core knows, at full sight, within the nodes of a level of scale 1: seat, values of all
    seats, nodes, seconds, and so many `lines`, best first, each with moves, visits, values and
    proof (`["win", 7]` or null);
`review`
    what the decisions of a game did, the last one first, as long as `slice` seconds last:
    `{"reviewed": [{"ply": 3, "seat": …, "values": …, "proof": …, "line": […], "lines": […],
    "verdict": "worse", "loss": 0.3}, …]}`, one or more positions, with the best three lines. It
    begins at `ply`, and is told about the position behind that one (`behind`: seat, values and
    proof) by whoever has its review already. A worker that is given one slice after the other
    keeps what it has proven.

What is known so far is reported in the same form as info or analysis.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from threading import Event
from time import monotonic
from typing import Any, Final, Literal

from ludothek.engine import core
from ludothek.engine.analysis import (
    Expectations,
    Reviewer,
    analyse,
    expectations,
    reviewed,
)
from ludothek.engine.players.levels import (
    FIRST,
    FORMER_SCALE,
    SCALE,
    SECONDS,
    last_of,
    level_of,
)
from ludothek.engine.players.player import LevelPlayer, dice
from ludothek.engine.search import Analysis, Limits, Line, Proof
from ludothek.games import AnyGame, LudothekError, Setup, load
from ludothek.games.record import Line as Moves
from ludothek.games.record import Record, play_text

Data = dict[str, Any]  # as JSON knows it
Report = Callable[[str], None]
Stopped = Callable[[], bool]  # is it time to answer with what there is?

_LINES: Final = 3  # of a position under review
_STRIDE: Final = 32  # decisions between two states of a game that are remembered
_LEAST: Final = 1_000  # nodes an analysis may take, however low the level
_FIELDS: Final[dict[str, tuple[type, ...]]] = {
    "game": (str,),
    "position": (str,),
    "seats": (int,),
    "options": (dict,),
    "start": (str, type(None)),
    "moves": (list,),
    "level": (int,),
    "scale": (int,),
    "seconds": (int, float),
    "seed": (int, type(None)),
    "threads": (int,),
    "lines": (int,),
    "want": (str,),
}
_REVIEW_FIELDS: Final[dict[str, tuple[type, ...]]] = {
    **_FIELDS,
    "ply": (int,),
    "behind": (dict, type(None)),
    "slice": (int, float),
}
_REVIEWERS: Final = 4  # games under review whose proofs a worker remembers


@dataclass(frozen=True, slots=True)
class Job:
    """What a job asks for."""

    game: AnyGame
    state: Any
    level: int
    scale: int = SCALE
    seconds: float = SECONDS
    seed: int | None = None
    threads: int = 1
    lines: int = 3
    want: Literal["move", "analysis"] = "move"


def think(text: str, report: Report, stopped: Stopped) -> str:
    """Answer a job; the work of a worker process."""
    if (fields := _fields(text)).get("want") == "review":
        return json.dumps(_review(fields, stopped))
    job = read(text)

    def tell(known: Data) -> None:
        report(json.dumps(known))

    answer = _decide if job.want == "move" else _analyse
    return json.dumps(answer(job, tell, stopped))


def guess(text: str) -> str:
    """An answer without thinking, from the rules alone, where no worker could give one."""
    job = read(text)
    if job.want == "analysis":
        return json.dumps(_unknown(job))
    move = LevelPlayer(FIRST, job.seed).choose(job.game, job.state, Limits())
    return json.dumps({"move": str(move), "info": None})


def read(text: str) -> Job:
    """The job a text asks for, or an error that says what is wrong with it."""
    fields = _fields(text)
    if (want := fields.get("want", "move")) not in {"move", "analysis"}:
        raise LudothekError("job", f"a job wants a move, an analysis or a review, not {want!r}")
    game = load(fields.pop("game"))
    state = _state(game, fields)
    if game.outcome(state):
        raise LudothekError("over", "the game is over: there is nothing to decide")
    if want == "analysis":
        fields["scale"] = FORMER_SCALE
    last = last_of(game.name, fields.get("scale", SCALE))
    job = Job(game, state, **{"level": last, **fields})
    level_of(game.name, state.setup.seats, job.level, job.scale)
    return job


def data_of(analysis: Analysis) -> Data:
    """An analysis as plain data."""
    return {
        "seat": analysis.seat,
        "values": analysis.values,
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 3),
        "proof": _proof(analysis.proof),
        "lines": list(map(_line, analysis.lines)),
    }


class CallbackEvent(Event):
    """An event that asks somebody whether it is set; the core looks at it every 10 ms."""

    def __init__(self, stopped: Stopped) -> None:
        super().__init__()
        self._stopped = stopped

    def is_set(self) -> bool:
        return self._stopped()


def _fields(job: str) -> Data:
    try:
        fields = json.loads(job)
    except ValueError as error:
        raise LudothekError("job", "a job is written in JSON") from error
    if not isinstance(fields, dict) or "game" not in fields:
        raise LudothekError("job", "a job is a JSON object that names its game")
    known = _REVIEW_FIELDS if fields.get("want") == "review" else _FIELDS
    for name, value in fields.items():
        if name not in known or not isinstance(value, known[name]) or isinstance(value, bool):
            raise LudothekError("job", f"a job cannot be read: {name} is {value!r}")
    return fields


def _state(game: AnyGame, fields: Data) -> Any:
    """Where the game stands; what says so is taken out of the fields."""
    position = fields.pop("position", None)
    seats, options = fields.pop("seats", game.seat_counts[0]), fields.pop("options", {})
    start, moves = fields.pop("start", None), fields.pop("moves", [])
    if position is not None:
        return game.parse_position(position)
    return _after(game.name, game.setup(seats, options), start, tuple(map(str, moves)))


@lru_cache(maxsize=256)
def _after(name: str, setup: Setup, start: str | None, moves: tuple[str, ...]) -> Any:
    """The state some decisions lead to; a game that goes on is not played from its start again."""
    game = load(name)
    if not moves:
        return game.start(setup) if start is None else game.parse_position(start, setup)
    known = (len(moves) - 1) // _STRIDE * _STRIDE
    state = _after(name, setup, start, moves[:known])
    for text in moves[known:]:
        state = play_text(game, state, text)[1]
    return state


def _decide(job: Job, tell: Callable[[Data], None], stopped: Stopped) -> Data:
    infos: list[Data] = []

    def on_info(known: Analysis) -> None:
        infos[:] = [_info(known)]
        tell(infos[0])

    player = LevelPlayer(job.level, job.seed, job.threads, scale=job.scale)
    stop = CallbackEvent(stopped)
    move = player.choose(job.game, job.state, Limits(job.seconds), stop, on_info)
    return {"move": str(move), "info": infos[0] if infos else None}


def _analyse(job: Job, tell: Callable[[Data], None], stopped: Stopped) -> Data:
    analysis = analyse(
        job.game,
        job.state,
        _limits(job.game.name, job.state.setup.seats, job.level, job.seconds),
        lines=job.lines,
        seed=dice(job.seed, job.game, job.state).getrandbits(63),
        threads=job.threads,
        stop=CallbackEvent(stopped),
        on_info=lambda known: tell(data_of(known)),
    )
    return data_of(analysis)


def _review(fields: Mapping[str, Any], stopped: Stopped) -> Data:
    """Go on with the review of a game, for a slice of time."""
    reviewer, ply = _reviewer(*_game_to_review(fields)), fields["ply"]
    if not 0 <= ply <= reviewer.last:
        raise LudothekError("job", f"there is nothing to decide at ply {ply}")
    behind = fields["behind"]
    after = expectations(_position(behind)) if behind else reviewer.outcome
    until = monotonic() + fields["slice"]
    reviews: list[Data] = []
    stop = CallbackEvent(stopped)
    while ply >= 0 and (not reviews or monotonic() < until):
        known = reviewer.search(ply, stop)
        reviews.append(_reviewed(ply, reviewer.moves, known, after))
        after, ply = expectations(known), ply - 1
    return {"reviewed": reviews}


def _game_to_review(fields: Mapping[str, Any]) -> tuple[Record, Limits]:
    game = load(fields["game"])
    setup = game.setup(fields["seats"], fields["options"])
    names = ("",) * setup.seats
    moves = Moves.of(map(str, fields["moves"]))
    record = Record(game.name, setup, names, moves, start=fields["start"])
    return record, _limits(game.name, setup.seats, fields["level"], fields["seconds"])


@lru_cache(maxsize=_REVIEWERS)
def _reviewer(record: Record, limits: Limits) -> Reviewer:
    return Reviewer(record, limits, lines=_LINES)


def _reviewed(ply: int, moves: tuple[str, ...], known: Analysis, after: Expectations) -> Data:
    """A position, and what the decision taken there did; of the last position none is known."""
    did = reviewed(ply, moves[ply], known, after) if after else None
    return {
        "ply": ply,
        "seat": known.seat,
        "values": known.values,
        "proof": _proof(known.proof),
        "line": known.line,
        "lines": [
            {"moves": line.moves, "share": line.values[known.seat - 1]} for line in known.lines
        ],
        "verdict": did.verdict if did else "",
        "loss": did.loss if did else 0.0,
    }


def _position(known: Mapping[str, Any]) -> Analysis:
    """What was found out about a position before."""
    proof = Proof(*known["proof"]) if known["proof"] else None
    return Analysis(known["seat"], tuple(known["values"]), 0, 0.0, (), proof)


def _limits(game: str, seats: int, level: int, seconds: float) -> Limits:
    """Analysis takes the nodes of its level, but not very few; in plain Python, its time."""
    nodes = level_of(game, seats, level, FORMER_SCALE).nodes
    if nodes is None or game not in core.GAMES:
        return Limits(seconds)
    return Limits(seconds, max(nodes, _LEAST))


def _unknown(job: Job) -> Data:
    seats = job.state.setup.seats
    return {
        "seat": job.game.to_move(job.state),
        "values": [1 / seats] * seats,
        "nodes": 0,
        "seconds": 0.0,
        "proof": None,
        "lines": [],
    }


def _info(known: Analysis) -> Data:
    return {
        "nodes": known.nodes,
        "depth": known.depth,
        "seconds": round(known.seconds, 3),
        "score": known.score,
        "line": known.line,
    }


def _line(line: Line) -> Data:
    return {
        "moves": line.moves,
        "visits": line.visits,
        "values": line.values,
        "proof": _proof(line.proof),
    }


def _proof(proof: Proof | None) -> list[str | int] | None:
    return [proof.result, proof.decisions] if proof else None
