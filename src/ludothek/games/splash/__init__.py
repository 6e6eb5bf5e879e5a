"""Splash! by Marie and Wilfried Fort: you choose the piece, your left neighbour has to place it.

The rules only: the simulated table and its computer players are in `ludothek.physics`.
"""

from typing import Final, get_args

from ludothek.games.protocol import Computers, Drawing, Former, Game, Notation, Simulation
from ludothek.games.splash import chance, notation, reasons, rules, table, view
from ludothek.games.splash.chance import deal
from ludothek.games.splash.picture import picture, places
from ludothek.games.splash.rules import longest
from ludothek.games.splash.state import (
    Base,
    Bump,
    Falls,
    FallsSomehow,
    Fault,
    Give,
    Keep,
    Move,
    Stands,
    State,
    Take,
)
from ludothek.games.splash.symmetry import SYMMETRIES

__all__ = [
    "SPLASH",
    "Base",
    "Bump",
    "Falls",
    "FallsSomehow",
    "Fault",
    "Give",
    "Keep",
    "Move",
    "Stands",
    "State",
    "Take",
    "deal",
    "longest",
]

SPLASH: Final[Game[State, Move]] = Game(
    name="splash",
    title="Splash!",
    version=2,
    seat_counts=(2, 3, 4, 5, 6),
    options=rules.OPTIONS,
    move_types=get_args(Move),
    start=rules.start,
    to_move=rules.to_move,
    legal_moves=rules.legal_moves,
    apply=rules.apply,
    refusal=reasons.refusal,
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
    reasons=reasons.REASONS,
    symmetries=SYMMETRIES,
    rulebooks={"de": {"last-piece": "given", "fault": "gives-next"}, "fr": {}, "it": {}},
    refuse_setup=rules.refuse_setup,
    former={1: Former(rules.options_of_version_1)},
    is_open=chance.is_open,
    concrete=chance.concrete,
    deal=chance.dealt,
    sides=rules.sides,
    computers=Computers("ludothek.physics.backend:decide", levels=5, able=table.simulated),
    simulation=Simulation(
        "ludothek.physics.backend",
        used=table.simulated,
        awaits=table.awaits,
        lying=table.lying,
        faces=table.faces,
    ),
)
