"""NEXUS und Rabauken by Monsieur Bernard: marbles in rings, and a board that moves.

The rules only: search and computer players are in `ludothek.engine`.
"""

from typing import Final, get_args

from ludothek.games.nexus import notation, rules, view
from ludothek.games.nexus.picture import picture, places
from ludothek.games.nexus.reasons import REASONS, refusal
from ludothek.games.nexus.state import Enter, Lay, Leap, Lift, Move, Remove, State, Walk
from ludothek.games.nexus.symmetry import SYMMETRIES
from ludothek.games.protocol import Drawing, Former, Game, Memory, Notation

__all__ = ["NEXUS", "Enter", "Lay", "Leap", "Lift", "Move", "Remove", "State", "Walk"]

NEXUS: Final[Game[State, Move]] = Game(
    name="nexus",
    title="NEXUS und Rabauken",
    version=2,
    seat_counts=(2, 3, 4),
    options=rules.OPTIONS,
    move_types=get_args(Move),
    start=rules.start,
    to_move=rules.to_move,
    legal_moves=rules.legal_moves,
    apply=rules.apply,
    refusal=refusal,
    outcome=rules.outcome,
    turn_begins=rules.turn_begins,
    notation=Notation(
        parse_move=notation.parse_move,
        format_state=notation.format_state,
        parse_state=notation.parse_state,
        seats_shown=notation.seats_shown,
    ),
    drawing=Drawing(
        board=view.board,
        move=view.move_view,
        happened=view.happened,
        picture=picture,
        places=places,
    ),
    reasons=REASONS,
    symmetries=SYMMETRIES,
    rulebooks={"de": {}, "en": {"half": "left", "jump": "line"}},
    former={1: Former(options=lambda options: {**options, "half": "removed"})},
    seats_in=lambda state: state.seats_in,
    memory=Memory(lambda state: state.seen, notation.format_situation, notation.recall),
    apply_logged=rules.apply_logged,
    engine_levels=18,
)
