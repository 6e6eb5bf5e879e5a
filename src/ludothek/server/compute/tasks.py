"""What worker processes do: choose decisions, judge positions, place pieces. Text in, text out.

This is the only place that knows who thinks and who simulates. Both are loaded where they work,
in worker processes, and never where the server listens.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from ludothek.games import LudothekError, load
from ludothek.games.record import play_text
from ludothek.games.splash import SPLASH
from ludothek.games.splash.board import NAMES
from ludothek.games.splash.state import Choosing, Keeping
from ludothek.server.match.plan import Plan
from ludothek.workers import Report, Stopped

Asked = Mapping[str, Any]
Found = dict[str, Any]
Texts = tuple[str, ...]

_ASIDE: Final = (0.0, -3.0, 3.0, -6.0, 6.0)  # millimetres, where the middle is no place


def choose_job(plan: Plan, texts: Texts, level: int, seconds: float, seed: int) -> str:
    """The job to choose a decision."""
    return _about("choose", plan, texts, level=level, seconds=seconds, seed=seed)


def judge_job(plan: Plan, texts: Texts, level: int, seconds: float) -> str:
    """The job to say what a position is worth, and how it should go on."""
    return _about("judge", plan, texts, level=level, seconds=seconds, seed=1)


def play_job(plan: Plan, texts: Texts, level: int, seed: int, table: str | None) -> str:
    """The job to decide at the simulated table, or to find a spot for the piece in the hand."""
    return _about("play", plan, texts, level=level, seed=seed, table=table)


def place_job(
    plan: Plan, texts: Texts, spot: Found | None, table: str | None, seed: int, *, anyhow: bool
) -> str:
    """The job to let go of the piece in the hand: there, or `anyhow` where it can be let go."""
    return _about("place", plan, texts, spot=spot, table=table, seed=seed, anyhow=anyhow)


def show_job(plan: Plan, texts: Texts, table: str | None) -> str:
    """The job to tell where everything on the table lies."""
    return _about("show", plan, texts, table=table, seed=0)


def trial_job(position: str, tower: list[Found], spot: Found | None, seed: int) -> str:
    """The job to build a tower without any tremor, and to let go of the piece in the hand there."""
    asked = {"position": position, "tower": tower, "spot": spot, "seed": seed}
    return json.dumps({"do": "trial", **asked})


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
    best = found["lines"][0]["moves"] if found["lines"] else []
    return {"shares": found["values"], "best": best}


def _play(asked: Asked, report: Report, stopped: Stopped) -> Found:
    from ludothek.physics.player.jobs import question, think

    position = SPLASH.format_position(_state(asked))
    job = question(position, asked["table"], asked["level"], asked["seed"])
    found: Found = json.loads(think(job, report, stopped))
    if spot := found.get("spot"):
        del spot["piece"]
    return found


def _place(asked: Asked, _report: Report, stopped: Stopped) -> Found:
    state = _state(asked)
    table = _table(asked, state, stopped)
    spot = _spot(asked, table.layout, NAMES[state.hand.piece])
    result = table.place(spot.piece, spot.face, spot.yaw, spot.x, spot.y, stop=stopped)
    return {
        "decision": result.decision,
        "spot": _plain(spot),
        "table": table.save().decode(),
        "versions": result.plain["versions"],
        "motion": result.plain,
    }


def _show(asked: Asked, _report: Report, stopped: Stopped) -> Found:
    """Everything that lies about after a fall, until it is sorted out; else the tower."""
    from ludothek.physics import VERSIONS

    state = _state(asked)
    lying = isinstance(state.phase, Choosing | Keeping)
    table = _loaded(asked, state) if lying else _table(asked, state, stopped)
    return {
        "tower": [NAMES[piece] for piece in state.tower],
        "poses": table.plain["poses"],
        "versions": json.loads(asked["table"])["versions"] if asked["table"] else VERSIONS,
        "here": VERSIONS,
    }


def _trial(asked: Asked, _report: Report, stopped: Stopped) -> Found:
    from ludothek.physics import Table, Tremor

    state = SPLASH.parse_position(asked["position"])
    table = Table(asked["seed"], state.setup["hand"])
    for spot in asked["tower"]:
        table.place(**spot, tremor=Tremor(), stop=stopped)
    poses, motion = table.plain["poses"], None
    if asked["spot"] and state.hand:
        motion = table.place(NAMES[state.hand.piece], **asked["spot"], stop=stopped).plain
    return {"poses": poses, "motion": motion}


def _spot(asked: Asked, layout: Any, piece: str) -> Any:
    """The spot that was asked for, or the first one that will do."""
    from ludothek.physics import BadPlacement, Spot, check

    wished = [Spot(piece, **asked["spot"])] if asked["spot"] else []
    others = _plain_spots(piece) if asked["anyhow"] else iter(())
    refused = BadPlacement("blocked", f"there is no place for {piece}", piece=piece)
    for spot in (*wished, *others):
        try:
            check(layout, spot)
        except BadPlacement as error:
            refused = error if spot in wished else refused
        else:
            return spot
    raise refused


def _plain_spots(piece: str) -> Iterator[Any]:
    """The middle first, on the plain face."""
    from ludothek.physics import Spot
    from ludothek.physics.table.pieces import body_of

    for x in _ASIDE:
        for y in _ASIDE:
            for face, _ in body_of(piece).faces:
                yield Spot(piece, face, 0.0, x, y)


def _table(asked: Asked, state: Any, stopped: Stopped) -> Any:
    """The table as it stands, the fallen pieces sorted out as the rules have it by now."""
    table = _loaded(asked, state)
    if table.fallen and state.tower:
        table.keep(NAMES[state.tower[0]], stopped)
    return table


def _loaded(asked: Asked, state: Any) -> Any:
    """The saved table, in the hands of this match: it may have been taken over from another."""
    from ludothek.physics import Table

    fresh = Table(asked["seed"], state.setup["hand"])
    if not asked["table"]:
        return fresh
    table = Table.load(asked["table"].encode(), any_version=True)
    table.seed, table.hand = fresh.seed, fresh.hand
    return table


def _state(asked: Asked) -> Any:
    about = asked["about"]
    game = load(about["game"])
    setup = game.setup_of(about["rules"], about["seats"], about["options"])
    state = game.parse_position(about["start"], setup) if about["start"] else game.start(setup)
    for text in about["moves"]:
        state = play_text(game, state, text)[1]
    return state


def _plain(spot: Any) -> Found:
    return {"face": spot.face, "yaw": spot.yaw, "x": spot.x, "y": spot.y}


def _question(asked: Asked, **wanted: str | int) -> str:
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
    "play": _play,
    "place": _place,
    "show": _show,
    "trial": _trial,
}
