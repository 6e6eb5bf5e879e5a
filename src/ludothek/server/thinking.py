"""What worker processes do: choose decisions, judge positions, place pieces. Text in, text out.

This is the only place that knows who thinks and who simulates. Both are loaded where they work,
in worker processes, and never where the server listens.
"""

import json
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from ludothek.games import LudothekError, load
from ludothek.games.record import play_text
from ludothek.games.splash.board import NAMES
from ludothek.server.agreement import Plan
from ludothek.workers import Report, Stopped

Asked = Mapping[str, Any]
Found = dict[str, Any]


def choose_job(plan: Plan, texts: tuple[str, ...], level: int, seconds: float, seed: int) -> str:
    """The job to choose a decision."""
    return _about("choose", plan, texts, level=level, seconds=seconds, seed=seed)


def judge_job(plan: Plan, texts: tuple[str, ...], level: int, seconds: float) -> str:
    """The job to say what a position is worth, and how it should go on."""
    return _about("judge", plan, texts, level=level, seconds=seconds, seed=1)


def aim_job(plan: Plan, texts: tuple[str, ...], level: int, seed: int, table: str | None) -> str:
    """The job to find a good spot for the piece in the hand."""
    return _about("aim", plan, texts, level=level, seed=seed, table=table)


def place_job(
    plan: Plan, texts: tuple[str, ...], spot: Mapping[str, Any], table: str | None, seed: int
) -> str:
    """The job to let go of the piece in the hand; the seed is the table's."""
    return _about("place", plan, texts, spot=spot, table=table, seed=seed)


def work(job: str, report: Report, stopped: Stopped) -> str:
    """Do what a job asks for; what cannot be done is an answer, too."""
    asked: Asked = json.loads(job)
    try:
        found = _WORK[asked["do"]](asked, report, stopped)
    except LudothekError as error:
        found = {"refused": {"code": error.code, "params": error.params, "message": str(error)}}
    return json.dumps(found)


def _choose(asked: Asked, report: Report, stopped: Stopped) -> Found:
    from ludothek.engine.jobs import think

    job = {**asked["about"], **_chosen(asked, "level", "seconds", "seed"), "want": "move"}
    return {"decision": json.loads(think(json.dumps(job), report, stopped))["move"]}


def _judge(asked: Asked, report: Report, stopped: Stopped) -> Found:
    from ludothek.engine.jobs import think

    wanted = {"want": "analysis", "lines": 1}
    job = {**asked["about"], **_chosen(asked, "level", "seconds", "seed"), **wanted}
    found = json.loads(think(json.dumps(job), report, stopped))
    best = found["lines"][0]["moves"] if found["lines"] else []
    return {"shares": found["values"], "best": best}


def _aim(asked: Asked, _report: Report, stopped: Stopped) -> Found:
    """Look at some spots near the middle; a better computer looks at more of them."""
    from ludothek.physics import Spot, check, would_stand
    from ludothek.physics.pieces import body_of

    state = _state(asked)
    layout = _table(asked, state).layout
    random, reach = Random(asked["seed"]), 9 - asked["level"]
    piece = NAMES[state.hand.piece]
    faces = [face for face, _ in body_of(piece).faces]
    best = Spot(piece, faces[0])
    for _ in range(asked["level"] * 2):
        x, y = random.uniform(-reach, reach), random.uniform(-reach, reach)
        spot = Spot(piece, random.choice(faces), random.choice((0.0, 45.0, 90.0)), x, y)
        try:
            check(layout, spot)
        except LudothekError:
            continue
        if stopped() or would_stand(layout, spot):
            best = spot
            break
    return {"spot": {"face": best.face, "yaw": best.yaw, "x": best.x, "y": best.y}}


def _place(asked: Asked, _report: Report, _stopped: Stopped) -> Found:
    state = _state(asked)
    table, spot = _table(asked, state), asked["spot"]
    piece = NAMES[state.hand.piece]
    result = table.place(piece, spot["face"], spot["yaw"], spot["x"], spot["y"])
    return {
        "decision": result.decision,
        "table": table.save().decode(),
        "motion": result.plain,
    }


def _table(asked: Asked, state: Any) -> Any:
    """The table as it stands, the fallen pieces sorted out as the rules have it by now."""
    from ludothek.physics import Table

    if not asked["table"]:
        return Table(asked["seed"], state.setup["hand"])
    table = Table.load(asked["table"].encode(), any_version=True)
    if table.fallen:
        table.keep(NAMES[state.tower[0]])
    return table


def _state(asked: Asked) -> Any:
    about = asked["about"]
    game = load(about["game"])
    setup = game.setup(about["seats"], about["options"])
    state = game.parse_position(about["start"], setup) if about["start"] else game.start(setup)
    for text in about["moves"]:
        state = play_text(game, state, text)[1]
    return state


def _chosen(asked: Asked, *names: str) -> Found:
    return {name: asked[name] for name in names}


def _about(do: str, plan: Plan, texts: tuple[str, ...], **more: Any) -> str:
    about = {
        "game": plan.game,
        "seats": plan.seats,
        "options": dict(plan.options),
        "start": plan.start,
        "moves": texts,
    }
    return json.dumps({"do": do, "about": about, **more})


_WORK: Final[Mapping[str, Callable[[Asked, Report, Stopped], Found]]] = {
    "choose": _choose,
    "judge": _judge,
    "aim": _aim,
    "place": _place,
}
