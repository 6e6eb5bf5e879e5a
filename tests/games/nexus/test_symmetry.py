"""A choice of marbles is rare in random games; here it is turned and moved on purpose."""

from ludothek.games.nexus import NEXUS, State
from ludothek.games.protocol import Event
from tests.games.nexus.tables import at, play

WALL = dict.fromkeys(
    ["1,-1", "0,-1", "-1,0", "-1,1", "0,1", "1,1", "2,0", "0,2", "2,-2"],
    "10",
)


def choosing() -> State:
    state = at({**WALL, "0,0": "01", "1,0": "02", "-2,0": "01"}, reserves="2,4")
    return play(state, "0,2>-1,2", "2,-2>2,-1")


def test_a_choice_of_marbles_looks_the_same_from_every_side() -> None:
    state = choosing()
    for symmetry in NEXUS.symmetries:
        assert symmetry.holds(state)
        turned = symmetry.state(state)
        assert NEXUS.parse_position(NEXUS.format_position(turned)) == turned
        for move in NEXUS.legal_moves(state):
            after = NEXUS.apply(turned, symmetry.move(move))
            assert after == symmetry.state(NEXUS.apply(state, move))


def test_every_kind_of_decision_looks_the_same_from_every_side() -> None:
    """nexus 1.1: the grid has no place that is special."""
    fighting = at({"0,0": "20", "1,0": "10", "-2,0": "01"})
    lifted = play(fighting, "--2,2", "--1,2", "-0,2", "-2,-2")
    for state in (NEXUS.initial(), NEXUS.play(NEXUS.initial(), "@2,0"), fighting, lifted):
        for symmetry in NEXUS.symmetries:
            turned = symmetry.state(state)
            assert symmetry.holds(state)
            assert {symmetry.move(move) for move in NEXUS.legal_moves(state)} == {
                *NEXUS.legal_moves(turned)
            }
            assert hash(turned) == hash(NEXUS.parse_position(NEXUS.format_position(turned)))


def test_a_step_under_way_looks_the_same_from_every_side() -> None:
    """nexus 3.5"""
    state = play(at({"0,0": "20", "1,0": "10", "-2,0": "01"}), "1,0>2,0")
    for symmetry in NEXUS.symmetries:
        for move in NEXUS.legal_moves(state):
            after = NEXUS.apply(symmetry.state(state), symmetry.move(move))
            assert after == symmetry.state(NEXUS.apply(state, move))


def test_a_draw_is_the_last_event() -> None:
    state = play(at({"0,0": "10", "-2,0": "01"}, number="399"), "0,0>1,0")
    last: Event = NEXUS.events(state, NEXUS.notation.parse_move("1,0>1,1"))[-1]
    assert last == {"event": "drawn", "reason": "turn-limit"}
