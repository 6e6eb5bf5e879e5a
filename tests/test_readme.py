"""What the README shows is what the program draws."""

from pathlib import Path

import pytest

from ludothek.games import load

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
SHOWN = {
    "repulso": "**x1o*/x1o***/1**o1o/o2x1*/1oxo**/ox1x*x p2 p2 4+0,5+0 -",
    "robotory": "b1bb/bw1W1/3B2/R2w1/1w1b p2 w2b2,w3b1 w3b6 -",
    "splash": (
        "-/-/Py.Ly.Lb.Ob.Sb.Pb.Tb/Lo.Sr.Ty.Tg.To.Or.Og.Oo,Lr.Lg.Sy.Sg.So.Sp.Pg.Op,"
        "Lp.Pr.Po.Pp.Tr.Tp.Oy/0,0,0/give:2"
    ),
    "nexus": (
        "0,1:001;0,2:001;0,3;0,4:001;1,0;1,1;1,2:001;1,3:101;1,4;1,5;2,-1;2,0:100;2,1;2,2:100;"
        "2,3:001;2,4;3,0:100;3,1:100;3,3;4,0:100;4,1:010;4,2:110;5,0:100;5,1:100;6,-1;6,0:010;"
        "6,1;7,0 p3 1,7,4 123 eee oro2 - 11"
    ),
}


def draw(name: str) -> str:
    game = load(name)
    return game.svg(game.parse_position(SHOWN[name])) + "\n"


@pytest.mark.parametrize("name", SHOWN)
def test_a_picture_is_what_the_program_draws(name: str) -> None:
    assert (PICTURES / f"{name}.svg").read_text(encoding="utf-8") == draw(name)


if __name__ == "__main__":
    for each in SHOWN:
        (PICTURES / f"{each}.svg").write_text(draw(each), encoding="utf-8")
