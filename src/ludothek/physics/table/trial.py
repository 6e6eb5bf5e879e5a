"""Trial placements on a layout, for the search of computer players.

Layouts are values and nothing is shared, so trials may run in any number of threads; MuJoCo lets
go of Python's lock while it simulates.
"""

from random import Random
from typing import Final

from ludothek.physics.simulation.settle import Stop, never, stays
from ludothek.physics.simulation.stability import centre
from ludothek.physics.table.hand import Hand, Tremor
from ludothek.physics.table.layout import Layout
from ludothek.physics.table.pieces import Piece, body_of
from ludothek.physics.table.release import STRAIGHT, Spot, held, top_of

SHIFT: Final = 1.0  # millimetres off the centre of the top piece that careful players risk


def careful(layout: Layout, piece: Piece) -> Spot:
    """The plain way to place: on the widest face, over the top piece, a bit towards the weight.

    >>> careful(Layout(), "Lr").face
    'flat'
    """
    face = body_of(piece).faces[0][0]
    if not layout.pieces:
        return Spot(piece, face)
    x, y = (
        max(-SHIFT, min(SHIFT, 500 * (weight - top)))
        for weight, top in zip(centre(layout), top_of(layout)[:2], strict=True)
    )
    return Spot(piece, face, x=x, y=y)


def would_stand(layout: Layout, spot: Spot, tremor: Tremor = STRAIGHT, stop: Stop = never) -> bool:
    """Whether a tower would stand with this placement; the spot is not checked.

    >>> would_stand(Layout(), Spot("Lr", "flat"))
    True
    """
    return stays(held(layout, spot, tremor), stop)


def chance(layout: Layout, spot: Spot, hand: Hand, random: Random, trials: int) -> float:
    """How often a spot held in so many trials of a hand.

    >>> from ludothek.physics import HANDS
    >>> chance(Layout(), Spot("Lr", "flat"), HANDS["normal"], Random(7), trials=2)
    1.0
    """
    return sum(would_stand(layout, spot, hand.tremor(random)) for _ in range(trials)) / trials
