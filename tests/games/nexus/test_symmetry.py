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


def test_a_draw_is_the_last_event() -> None:
    state = play(at({"0,0": "10", "-2,0": "01"}, number="399"), "0,0>1,0")
    last: Event = NEXUS.events(state, NEXUS.notation.parse_move("1,0>1,1"))[-1]
    assert last == {"event": "drawn", "reason": "turn-limit"}
