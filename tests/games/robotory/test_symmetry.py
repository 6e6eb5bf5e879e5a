"""Half a turn of the board."""

from ludothek.games.robotory import ROBOTORY


def test_half_a_turn_swaps_seats_and_camps() -> None:
    """robotory 1.2"""
    (half_turn,) = ROBOTORY.symmetries
    state = ROBOTORY.initial()
    for text in ("w@a1", "b@e4", "w@c2"):
        state = ROBOTORY.play(state, text)
        turned = half_turn.state(state)
        assert ROBOTORY.to_move(turned) == half_turn.seat(ROBOTORY.to_move(state))
        assert {half_turn.move(move) for move in ROBOTORY.legal_moves(state)} == {
            *ROBOTORY.legal_moves(turned)
        }
        assert half_turn.state(turned) == state
