"""Nim as a package of its own: the entry point `nim` of its pyproject.toml leads to `NIM`."""

from typing import Final

from ludothek.games import Game, Option
from ludothek.games.protocol import Computers, Drawing, Notation
from ludothek_nim import drawing, rules, words
from ludothek_nim.rules import HEAPS, State, Take

__all__ = ["HEAPS", "NIM", "State", "Take"]

NIM: Final[Game[State, Take]] = Game(
    name="nim",
    title="Nim",
    version=1,
    seat_counts=(2,),
    options=(Option("last", ("wins", "loses")),),
    move_types=(Take,),
    start=State,
    to_move=lambda state: state.to_move,
    legal_moves=rules.legal_moves,
    apply=rules.apply,
    refusal=rules.refusal,
    outcome=rules.outcome,
    turn_begins=lambda _: True,
    notation=Notation(
        parse_move=rules.parse_move,
        format_state=rules.format_state,
        parse_state=rules.parse_state,
    ),
    drawing=Drawing(
        board=drawing.board,
        move=drawing.move,
        happened=drawing.happened,
        picture=drawing.picture,
        places=drawing.places,
        touches=drawing.touches,
    ),
    reasons=rules.REASONS,
    computers=Computers("ludothek_nim.computer:choose", levels=3),
    words=words.WORDS,
)
