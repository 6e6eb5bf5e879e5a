"""The simulated table and its computer players, as `games.backends` expects them.

The game names this module; worker processes load it.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any, Final

from ludothek.games.backends import Data, Placement, Question, Situation, Stopped
from ludothek.games.backends import Spot as Held
from ludothek.games.splash import SPLASH, State
from ludothek.games.splash.pieces import NAMES
from ludothek.games.splash.state import Choosing, Keeping
from ludothek.physics.player.jobs import question as job_of
from ludothek.physics.player.jobs import think
from ludothek.physics.table.errors import BadPlacement
from ludothek.physics.table.hand import Tremor
from ludothek.physics.table.layout import Layout
from ludothek.physics.table.pieces import body_of
from ludothek.physics.table.release import Spot, check
from ludothek.physics.table.result import VERSIONS
from ludothek.physics.table.table import Table

_ASIDE: Final = (0.0, -3.0, 3.0, -6.0, 6.0)  # millimetres, where the middle is no place


def decide(question: Question, stopped: Stopped) -> str | Held:
    """What a level decides, or where it sets the piece in its hand down."""
    position = SPLASH.format_position(question.state)
    job = job_of(position, question.saved, question.level, question.seed)
    answer = json.loads(think(job, lambda _: None, stopped))
    if "spot" not in answer:
        return str(answer["decision"])
    del answer["spot"]["piece"]
    return Held(**answer["spot"])


def place(at: Situation, spot: Held | None, stopped: Stopped, anyhow: bool) -> Placement:
    """Let go of the piece in the hand; `anyhow` also where it was not held, if it must be."""
    table = _sorted_out(at, stopped)
    target = _possible(table.layout, _piece(at.state), spot, anyhow)
    result = table.place(target.piece, target.face, target.yaw, target.x, target.y, stop=stopped)
    return Placement(
        Held(target.face, target.yaw, target.x, target.y),
        result.decision,
        table.save().decode(),
        dict(VERSIONS),
        result.plain,
    )


def show(at: Situation, stopped: Stopped) -> Data:
    """Everything that lies about after a fall, until it is sorted out; else the tower."""
    state: State = at.state
    lying = isinstance(state.phase, Choosing | Keeping)
    table = _loaded(at) if lying else _sorted_out(at, stopped)
    return {
        "tower": [NAMES[piece] for piece in state.tower],
        "poses": table.plain["poses"],
        "versions": json.loads(at.saved)["versions"] if at.saved else VERSIONS,
        "here": VERSIONS,
    }


def trial(at: Situation, tower: Sequence[Data], spot: Held | None, stopped: Stopped) -> Data:
    """Build a tower without any tremor, and let go of the piece in the hand there."""
    table = Table(at.seed, at.state.setup["hand"])
    for placed in tower:
        table.place(**placed, tremor=Tremor(), stop=stopped)
    poses, motion = table.plain["poses"], None
    if spot and at.state.hand:
        motion = table.place(_piece(at.state), **asdict(spot), stop=stopped).plain
    return {"poses": poses, "motion": motion}


def _piece(state: Any) -> str:
    return str(NAMES[state.hand.piece])


def _possible(layout: Layout, piece: str, held: Held | None, anyhow: bool) -> Spot:
    """The spot that was asked for, or the first one that will do."""
    requested = [Spot(piece, **asdict(held))] if held else []
    others = _plain_spots(piece) if anyhow else iter(())
    refused = BadPlacement("blocked", f"there is no place for {piece}", piece=piece)
    for spot in (*requested, *others):
        try:
            check(layout, spot)
        except BadPlacement as error:
            refused = error if spot in requested else refused
        else:
            return spot
    raise refused


def _plain_spots(piece: str) -> Iterator[Spot]:
    """The middle first, on the plain face."""
    for x in _ASIDE:
        for y in _ASIDE:
            for face, _ in body_of(piece).faces:
                yield Spot(piece, face, 0.0, x, y)


def _sorted_out(at: Situation, stopped: Stopped) -> Table:
    """The table as it stands, the fallen pieces sorted out as the rules have it by now."""
    table = _loaded(at)
    if table.fallen and at.state.tower:
        table.keep(NAMES[at.state.tower[0]], stopped)
    return table


def _loaded(at: Situation) -> Table:
    """The saved table, in the hands of this match: it may have been taken over from another."""
    fresh = Table(at.seed, at.state.setup["hand"])
    if not at.saved:
        return fresh
    table = Table.load(at.saved.encode(), any_version=True)
    table.seed, table.hand = fresh.seed, fresh.hand
    return table
