"""The tasks of worker processes: choose, evaluate, place, read records. Text in, text out.

Only this module knows the engine and the simulators. Both are imported in worker processes, never
in the process that serves. Browsers run it, too.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from typing import Any, Final

from ludothek.games import AnyGame, LudothekError, Outcome, load
from ludothek.games.backends import (
    Question,
    Simulator,
    Situation,
    Spot,
    Stopped,
    player_of,
    simulator_of,
)
from ludothek.games.record import Line, Record, play_text
from ludothek.server.match import record_conversion
from ludothek.server.match.config import Plan
from ludothek.server.match.events import format_events
from ludothek.server.match.refusals import Refused

Report = Callable[[str], None]  # progress so far
Request = Mapping[str, Any]
Result = dict[str, Any]
Texts = tuple[str, ...]


def choose_job(plan: Plan, texts: Texts, level: int, seconds: float, seed: int) -> str:
    """The job to choose a decision."""
    strength = {"level": level, "scale": plan.scale}
    return _about("choose", plan, texts, **strength, seconds=seconds, seed=seed)


def evaluate_job(plan: Plan, texts: Texts, level: int, seconds: float) -> str:
    """The job to evaluate a position, with the best line."""
    return _about("evaluate", plan, texts, level=level, seconds=seconds, seed=1)


def review_job(
    plan: Plan,
    texts: Texts,
    level: int,
    seconds: tuple[float, float],
    ply: int,
    behind: Result | None,
) -> str:
    """The job to review decisions from a ply back: seconds for a position, and for the slice."""
    each, whole = seconds
    more = {"ply": ply, "behind": behind, "slice": whole}
    return _about("review", plan, texts, level=level, seconds=each, seed=1, **more)


def play_job(
    plan: Plan, texts: Texts, level: int, seconds: float, seed: int, saved: str | None
) -> str:
    """The job for a game's own computer player: a decision, or a spot for the piece in the hand."""
    return _about("play", plan, texts, level=level, seconds=seconds, seed=seed, saved=saved)


def place_job(
    plan: Plan, texts: Texts, spot: Result | None, saved: str | None, seed: int, *, anyhow: bool
) -> str:
    """The job to let go of the piece in the hand: there, or `anyhow` where it can be let go."""
    return _about("place", plan, texts, spot=spot, saved=saved, seed=seed, anyhow=anyhow)


def show_job(plan: Plan, texts: Texts, saved: str | None) -> str:
    """The job to get the poses of everything on the table."""
    return _about("show", plan, texts, saved=saved, seed=0)


def trial_job(game: str, position: str, tower: list[Result], spot: Result | None, seed: int) -> str:
    """The job to build a tower without any tremor, and to let go of the piece in the hand there."""
    parameters = {"position": position, "tower": tower, "spot": spot, "seed": seed}
    return json.dumps({"do": "trial", "about": {"game": game}, **parameters})


def read_record_job(text: str, owner: str, seed: int, max_plies: int) -> str:
    """The job to read a record as the events of a match that is over."""
    parameters = {"text": text, "owner": owner, "seed": seed, "plies": max_plies}
    return json.dumps({"do": "read-record", **parameters})


def write_record_job(plan: Plan, texts: Texts, **more: Any) -> str:
    """The job to write a record: names of the seats, comment, result, time and form."""
    return _about("write-record", plan, texts, **more)


def work(job: str, report: Report, stopped: Stopped) -> str:
    """Run a job; an error of the rules is a result, too.

    A placement that is stopped is refused as `stopped`, and nothing has changed.
    """
    try:
        request: Request = json.loads(job)
        result = _WORK[request["do"]](request, report, stopped)
    except LudothekError as error:
        result = {"refused": {"code": error.code, "params": error.params, "message": str(error)}}
    except (LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"no job for a worker: {error!r}") from error
    return json.dumps(result)


def _choose(request: Request, report: Report, stopped: Stopped) -> Result:
    from ludothek.engine.jobs import think

    scale = request.get("scale", 1)  # servers of before do not name it
    job = _question(request, want="move", scale=scale)
    return {"decision": json.loads(think(job, report, stopped))["move"]}


def _evaluate(request: Request, report: Report, stopped: Stopped) -> Result:
    from ludothek.engine.jobs import think

    job = _question(request, want="analysis", lines=1)
    result = json.loads(think(job, report, stopped))
    line = result["lines"][0]["moves"] if result["lines"] else []
    return {"values": result["values"], "line": line, "proof": result["proof"]}


def _review(request: Request, report: Report, stopped: Stopped) -> Result:
    from ludothek.engine.jobs import think

    slice_ = {name: request[name] for name in ("ply", "behind", "slice")}
    result: Result = json.loads(think(_question(request, want="review", **slice_), report, stopped))
    return result


def _play(request: Request, _report: Report, stopped: Stopped) -> Result:
    game, state = _game(request), _state(request)
    if not game.computers:
        raise LookupError(f"{game.title} has no computer players of its own")
    parameters = {name: request[name] for name in ("level", "seed", "seconds", "saved")}
    answer = player_of(game.computers)(Question(state, **parameters), stopped)
    if not isinstance(answer, str):
        return {"spot": asdict(answer)}
    play_text(game, state, answer)  # what is illegal is refused here
    return {"decision": answer}


def _place(request: Request, _report: Report, stopped: Stopped) -> Result:
    simulator, at = _simulator(request), _situation(request)
    return asdict(simulator.place(at, _spot(request), stopped, request["anyhow"]))


def _show(request: Request, _report: Report, stopped: Stopped) -> Result:
    return _simulator(request).show(_situation(request), stopped)


def _trial(request: Request, _report: Report, stopped: Stopped) -> Result:
    state = _game(request).parse_position(request["position"])
    at = Situation(state, seed=request["seed"])
    return _simulator(request).trial(at, request["tower"], _spot(request), stopped)


def _read_record(request: Request, _report: Report, _stopped: Stopped) -> Result:
    try:
        record = record_conversion.read(request["text"], request["plies"])
    except Refused as error:
        return {"refused": asdict(error.refusal)}
    events = record_conversion.archived(record, request["owner"], request["seed"])
    return {"events": format_events(events)}


def _write_record(request: Request, _report: Report, _stopped: Stopped) -> Result:
    about, game = request["about"], _game(request)
    record = Record(
        game=game.name,
        setup=game.setup_of(about["rules"], about["seats"], about["options"]),
        names=tuple(request["names"]),
        line=replace(Line.of(about["moves"]), comment=request["comment"]),
        result=_outcome(request["result"]),
        date=record_conversion.date_of(request["at"]),
        start=about["start"],
    )
    return {"record": record_conversion.export(record, request["form"])}


def _outcome(result: tuple[list[int], str] | None) -> Outcome | None:
    return Outcome(tuple(result[0]), result[1]) if result else None


def _simulator(request: Request) -> Simulator:
    simulation = _game(request).simulation
    if not simulation:
        raise LookupError(f"{_game(request).title} has no simulated table")
    return simulator_of(simulation)


def _situation(request: Request) -> Situation:
    return Situation(_state(request), request["saved"], request["seed"])


def _spot(request: Request) -> Spot | None:
    return Spot(**request["spot"]) if request["spot"] else None


def _game(request: Request) -> AnyGame:
    return load(request["about"]["game"])


def _state(request: Request) -> Any:
    about, game = request["about"], _game(request)
    setup = game.setup_of(about["rules"], about["seats"], about["options"])
    state = game.parse_position(about["start"], setup) if about["start"] else game.start(setup)
    for text in about["moves"]:
        state = play_text(game, state, text)[1]
    return state


def _question(request: Request, **parameters: Any) -> str:
    """A job of the engine, which knows the rules of today only."""
    about = {name: value for name, value in request["about"].items() if name != "rules"}
    limits = {name: request[name] for name in ("level", "seconds", "seed")}
    return json.dumps({**about, **limits, **parameters})


def _about(do: str, plan: Plan, texts: Texts, **more: Any) -> str:
    about = {
        "game": plan.game,
        "rules": plan.rules,
        "seats": plan.seats,
        "options": dict(plan.options),
        "start": plan.start,
        "moves": texts,
    }
    return json.dumps({"do": do, "about": about, **more})


_WORK: Final[Mapping[str, Callable[[Request, Report, Stopped], Result]]] = {
    "choose": _choose,
    "evaluate": _evaluate,
    "review": _review,
    "play": _play,
    "place": _place,
    "show": _show,
    "trial": _trial,
    "read-record": _read_record,
    "write-record": _write_record,
}
