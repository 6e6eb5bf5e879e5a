from hypothesis import given
from hypothesis import strategies as st

from ludothek.games.protocol import Symmetry
from ludothek.games.repulso import REPULSO, Move, State
from tests.games.repulso.tables import at, some_states


def test_the_board_has_eight_symmetries() -> None:
    """repulso 1.4"""
    state = at("6/6/6/6/6/1o4 p2 p2 11+6,12+6 -")
    images = {REPULSO.format_position(symmetry.state(state)) for symmetry in REPULSO.symmetries}
    assert len(REPULSO.symmetries) == len(images) == 8
    assert REPULSO.format_position(state) in images
    assert len({symmetry.name for symmetry in REPULSO.symmetries}) == 8


def test_a_quarter_turn_goes_clockwise() -> None:
    """repulso 1.4"""
    turn = next(s for s in REPULSO.symmetries if s.name == "quarter-turn")
    turned = [str(turn.move(REPULSO.notation.parse_move(text))) for text in ("a1", "*b1", "a1-a6")]
    assert turned == ["a6", "*a5", "a6-f6"]


@given(some_states, st.sampled_from(REPULSO.symmetries))
def test_a_turned_or_mirrored_board_plays_the_same(
    state: State, symmetry: Symmetry[State, Move]
) -> None:
    """repulso 1.4"""
    image = symmetry.state(state)
    legal = REPULSO.legal_moves(state)
    assert {symmetry.move(move) for move in legal} == set(REPULSO.legal_moves(image))
    assert REPULSO.outcome(image) == REPULSO.outcome(state)
    for move in legal:
        after = REPULSO.apply(state, move)
        assert REPULSO.apply(image, symmetry.move(move)) == symmetry.state(after)
