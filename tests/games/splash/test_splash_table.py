"""What the rules tell the simulated table about a position."""

from ludothek.games.splash import SPLASH
from ludothek.games.splash.table import awaits, faces, lying

PLACING = (
    "-/-/Ly/Lb.Lo.Sy.Sg.Sb.So.Pr.Pg.Tg.To.Oy.Og.Oo.Op,"
    "Lr.Lg.Lp.Sr.Sp.Py.Pb.Po.Pp.Tr.Tb.Tp.Or.Ob/0,0/place:2>1:Ty"
)


def test_a_piece_in_the_hand_is_awaited_by_the_table() -> None:
    state = SPLASH.parse_position(PLACING)
    assert awaits(state)
    assert lying(state) == ("Ly",)
    assert not awaits(SPLASH.initial())
    assert lying(SPLASH.initial()) == ()


def test_after_a_fall_everything_lies_there_until_the_new_tower_is_known() -> None:
    state = SPLASH.play(SPLASH.parse_position(PLACING), "falls:Ly|Ty")
    assert lying(state) == ("Ly", "Ty")


def test_the_piece_in_hand_can_go_down_on_its_own_sides() -> None:
    assert faces(SPLASH.parse_position(PLACING)) == ("lying", "standing")
    assert faces(SPLASH.initial()) == ()
