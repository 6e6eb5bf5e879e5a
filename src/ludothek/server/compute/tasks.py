"""What worker processes do: choose decisions, judge positions, place pieces. Text in, text out.

This is the only place that knows who thinks and who simulates. Both are loaded where they work,
in worker processes, and never where the server listens.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, Final

from ludothek.games import AnyGame, LudothekError, load
from ludothek.games.backends import Question, Simulator, Situation, Spot, player_of, simulator_of
from ludothek.games.record import play_text
from ludothek.server.match.config import Plan
from ludothek.workers import Report, Stopped

Asked = Mapping[str, Any]
Found = dict[str, Any]
Texts = tuple[str, ...]


def choose_job(plan: Plan, texts: Texts, level: int, seconds: float, seed: int) -> str:
    """The job to choose a decision."""
    return _about("choose", plan, texts, level=level, seconds=seconds, seed=seed)


def judge_job(plan: Plan, texts: Texts, level: int, seconds: float) -> str:
    """The job to say what a position is worth, and how it should go on."""
    return _about("judge", plan, texts, level=level, seconds=seconds, seed=1)


def review_job(
    plan: Plan,
    texts: Texts,
    level: int,
    seconds: tuple[float, float],
    ply: int,
    behind: Found | None,
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
    plan: Plan, texts: Texts, spot: Found | None, saved: str | None, seed: int, *, anyhow: bool
) -> str:
    """The job to let go of the piece in the hand: there, or `anyhow` where it can be let go."""
    return _about("place", plan, texts, spot=spot, saved=saved, seed=seed, anyhow=anyhow)


def show_job(plan: Plan, texts: Texts, saved: str | None) -> str:
    """The job to tell where everything on the table lies."""
    return _about("show", plan, texts, saved=saved, seed=0)


def trial_job(game: str, position: str, tower: list[Found], spot: Found | None, seed: int) -> str:
    """The job to build a tower without any tremor, and to let go of the piece in the hand there."""
    asked = {"position": position, "tower": tower, "spot": spot, "seed": seed}
    return json.dumps({"do": "trial", "about": {"game": game}, **asked})


def work(job: str, report: Report, stopped: Stopped) -> str:
    """Do what a job asks for; what cannot be done is an answer, too.

    A placement that is told to stop is refused as `stopped`, and nothing has changed.
    """
    try:
        asked: Asked = json.loads(job)
        found = _WORK[asked["do"]](asked, report, stopped)
    except LudothekError as error:
        found = {"refused": {"code": error.code, "params": error.params, "message": str(error)}}
    except (LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"no job for a worker: {error!r}") from error
    return json.dumps(found)


def _choose(asked: Asked, report: Report, stopped: Stopped) -> Found:
    from ludothek.engine.jobs import think

    job = _question(asked, want="move")
    return {"decision": json.loads(think(job, report, stopped))["move"]}


def _judge(asked: Asked, report: Report, stopped: Stopped) -> Found:
    from ludothek.engine.jobs import think

    job = _question(asked, want="analysis", lines=1)
    found = json.loads(think(job, report, stopped))
    line = found["lines"][0]["moves"] if found["lines"] else []
    return {"values": found["values"], "line": line, "proof": found["proof"]}


def _review(asked: Asked, report: Report, stopped: Stopped) -> Found:
    from ludothek.engine.jobs import think

    where = {name: asked[name] for name in ("ply", "behind", "slice")}
    found: Found = json.loads(think(_question(asked, want="review", **where), report, stopped))
    return found


def _play(asked: Asked, _report: Report, stopped: Stopped) -> Found:
    game, state = _game(asked), _state(asked)
    if not game.computers:
        raise LookupError(f"{game.title} has no computer players of its own")
    wanted = {name: asked[name] for name in ("level", "seed", "seconds", "saved")}
    answer = player_of(game.computers)(Question(state, **wanted), stopped)
    if not isinstance(answer, str):
        return {"spot": asdict(answer)}
    play_text(game, state, answer)  # what is illegal is refused here
    return {"decision": answer}


def _place(asked: Asked, _report: Report, stopped: Stopped) -> Found:
    simulator, at = _simulator(asked), _situation(asked)
    return asdict(simulator.place(at, _spot(asked), stopped, asked["anyhow"]))


def _show(asked: Asked, _report: Report, stopped: Stopped) -> Found:
    return _simulator(asked).show(_situation(asked), stopped)


def _trial(asked: Asked, _report: Report, stopped: Stopped) -> Found:
    state = _game(asked).parse_position(asked["position"])
    at = Situation(state, seed=asked["seed"])
    return _simulator(asked).trial(at, asked["tower"], _spot(asked), stopped)


def _simulator(asked: Asked) -> Simulator:
    simulation = _game(asked).simulation
    if not simulation:
        raise LookupError(f"{_game(asked).title} has no simulated table")
    return simulator_of(simulation)


def _situation(asked: Asked) -> Situation:
    return Situation(_state(asked), asked["saved"], asked["seed"])


def _spot(asked: Asked) -> Spot | None:
    return Spot(**asked["spot"]) if asked["spot"] else None


def _game(asked: Asked) -> AnyGame:
    return load(asked["about"]["game"])


def _state(asked: Asked) -> Any:
    about, game = asked["about"], _game(asked)
    setup = game.setup_of(about["rules"], about["seats"], about["options"])
    state = game.parse_position(about["start"], setup) if about["start"] else game.start(setup)
    for text in about["moves"]:
        state = play_text(game, state, text)[1]
    return state


def _question(asked: Asked, **wanted: Any) -> str:
    """A job of the engine, which knows the rules of today only."""
    about = {name: value for name, value in asked["about"].items() if name != "rules"}
    chosen = {name: asked[name] for name in ("level", "seconds", "seed")}
    return json.dumps({**about, **chosen, **wanted})


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


_WORK: Final[Mapping[str, Callable[[Asked, Report, Stopped], Found]]] = {
    "choose": _choose,
    "judge": _judge,
    "review": _review,
    "play": _play,
    "place": _place,
    "show": _show,
    "trial": _trial,
}
