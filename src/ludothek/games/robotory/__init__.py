"""Robotory by Susumu Kawasaki: three robots, two camps, and energy that runs out.

The rules only: search and computer players are in `ludothek.engine`.
"""

from typing import Final, get_args

from ludothek.games.protocol import Drawing, Game, Notation
from ludothek.games.robotory import notation, rules, view
from ludothek.games.robotory.picture import picture, places
from ludothek.games.robotory.state import Move, Place, Refill, State, Step, Stop
from ludothek.games.robotory.symmetry import HALF_TURN

__all__ = ["ROBOTORY", "Move", "Place", "Refill", "State", "Step", "Stop"]

ROBOTORY: Final[Game[State, Move]] = Game(
    name="robotory",
    title="Robotory",
    version=1,
    seat_counts=(2,),
    options=rules.OPTIONS,
    move_types=get_args(Move),
    start=rules.start,
    to_move=rules.to_move,
    legal_moves=rules.legal_moves,
    apply=rules.apply,
    refusal=rules.refusal,
    outcome=rules.outcome,
    turn_begins=rules.turn_begins,
    notation=Notation(
        parse_move=notation.parse_move,
        format_state=notation.format_state,
        parse_state=notation.parse_state,
    ),
    drawing=Drawing(
        board=view.board,
        move=view.move_view,
        happened=view.happened,
        picture=picture,
        places=places,
    ),
    reasons=rules.REASONS,
    symmetries=(HALF_TURN,),
    rulebooks={"fr": {}, "en": {"end": "all"}, "de": {}, "es": {}, "nl": {}},
)
