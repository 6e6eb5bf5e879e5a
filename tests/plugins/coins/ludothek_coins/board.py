"""The board from outside the rules: where a coin comes to lie, and who aims how."""

import json
from collections.abc import Sequence
from math import hypot
from random import Random
from typing import Final

from ludothek.games import LudothekError
from ludothek.games.backends import Data, Placement, Question, Situation, Spot, Stopped
from ludothek_coins.rules import State, Take, legal_moves

MIDDLE: Final = 12.0  # millimetres from the centre
RING: Final = 40.0
REACH: Final = 60.0
VERSIONS: Final = {"board": "1"}
FACES: Final = ("heads", "tails")


def decide(question: Question, _stopped: Stopped) -> str | Spot:
    """Level 1 takes and aims by lot; level 2 takes the best coin, and aims at the middle."""
    state: State = question.state
    random = Random(question.seed)
    if state.hand is None:
        coins = [move.coin for move in legal_moves(state) if isinstance(move, Take)]
        return str(Take(random.choice(coins) if question.level == 1 else max(coins)))
    aside = RING if question.level == 1 else 0.0
    return Spot(random.choice(FACES), 0.0, random.uniform(-aside, aside), 0.0)


# --8<-- [start:place]
def place(at: Situation, spot: Spot | None, _stopped: Stopped, anyhow: bool) -> Placement:
    """A coin slides a little; on its tails it slides twice as far."""
    target = spot or Spot(FACES[0], 0.0, 0.0, 0.0)
    if not _possible(target):
        if not anyhow:
            raise LudothekError("beside-board", "a coin is set down on the board")
        target = Spot(FACES[0], 0.0, 0.0, 0.0)
    lying = _loaded(at.saved)
    random = Random(f"{at.seed} {len(lying)}")
    far = 2.0 * (1 + FACES.index(target.face))
    x, y = (at + random.uniform(-far, far) for at in (target.x, target.y))
    decision = f"lies:{where(x, y)}"
    saved = json.dumps([*lying, {"coin": at.state.hand, "x": x, "y": y}])
    motion = {"from": [target.x, target.y], "to": [x, y]}
    return Placement(target, decision, saved, dict(VERSIONS), motion)


# --8<-- [end:place]


def show(at: Situation, _stopped: Stopped) -> Data:
    """Where the coins lie."""
    poses = {str(row["coin"]): [row["x"], row["y"], 0, 1, 0, 0, 0] for row in _loaded(at.saved)}
    return {"tower": list(poses), "poses": poses, "versions": VERSIONS, "here": VERSIONS}


def trial(at: Situation, tower: Sequence[Data], spot: Spot | None, stopped: Stopped) -> Data:
    """Coins where somebody wants them."""
    poses = {row["piece"]: [row["x"], row["y"], 0, 1, 0, 0, 0] for row in tower}
    motion = place(at, spot, stopped, anyhow=False).motion if spot else None
    return {"poses": poses, "motion": motion}


def where(x: float, y: float) -> str:
    """What a coin counts as that lies there."""
    far = hypot(x, y)
    return "middle" if far <= MIDDLE else "ring" if far <= RING else "beside"


def _possible(spot: Spot) -> bool:
    return spot.face in FACES and hypot(spot.x, spot.y) <= REACH


def _loaded(saved: str | None) -> list[Data]:
    return json.loads(saved) if saved else []
