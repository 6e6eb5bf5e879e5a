"""Towers for the tests, set down with a hand that does not tremble."""

from ludothek.physics import Layout, Spot, Table, Tremor
from ludothek.physics.simulation.geometry import Pose, turn
from ludothek.physics.simulation.settle import settle
from ludothek.physics.table.pieces import body_of
from ludothek.physics.table.release import held

STILL = Tremor()


def tower(shapes: str) -> Table:
    """A table with a tower of these shapes, each on its first face, exactly centred."""
    table = Table(seed=1, hand="steady")
    for height, shape in enumerate(shapes):
        piece = shape + "rygbop"[shapes[:height].count(shape)]
        result = table.place(piece, body_of(piece).faces[0][0], tremor=STILL)
        assert result.stands
    return table


def lying(**middles: tuple[float, float, float]) -> Layout:
    """Pieces on their first faces with their middles at these millimetres."""
    poses = [Pose(x / 1000, y / 1000, z / 1000, turn("z", 0)) for x, y, z in middles.values()]
    return Layout(tuple(middles), tuple(poses))


def stands_at(shape: str, overhang: float, tremor: Tremor = STILL) -> bool:
    """Whether a piece stands that juts out by this share of its width over one of its kind."""
    base = settle(held(Layout(), Spot(f"{shape}r", "flat"))).end
    spot = Spot(f"{shape}y", "flat", x=overhang * body_of(f"{shape}y").size[0] * 1000)
    return settle(held(base, spot, tremor)).stands
