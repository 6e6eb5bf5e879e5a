"""Repulso by Armin Edalat: pieces that are placed apart, and stones that push them together.

The rules only: search and computer players are in `ludothek.engine`.
"""

from typing import Final, get_args

from ludothek.games.protocol import Drawing, Former, Game, Notation
from ludothek.games.repulso import notation, rules, view
from ludothek.games.repulso.picture import picture, places
from ludothek.games.repulso.state import Move, PlacePiece, PlaceStone, Slide, State
from ludothek.games.repulso.symmetry import SYMMETRIES

__all__ = ["REPULSO", "Move", "PlacePiece", "PlaceStone", "Slide", "State"]

REPULSO: Final[Game[State, Move]] = Game(
    name="repulso",
    title="Repulso",
    version=2,
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
    symmetries=SYMMETRIES,
    rulebooks={"de": {}, "en": {}, "fr": {}},
    former={1: Former(rules.options_of_version_1, rules.version_1_differs)},
    engine_levels=14,
)
