"""The table: place pieces one by one, get the outcome of each, and save it.

    table = Table(seed=7)
    table.place("Lr", "flat")
    result = table.place("Sr", "flat", x=2.0)
    result.decision  # "stands"; or "falls:Lr|Sr", and table.keep("Lr") goes on from there

A table at rest is nothing but its poses, so a saved one goes on bit for bit.
"""

from collections.abc import Mapping
from dataclasses import astuple
from random import Random

from ludothek.games.protocol import Json
from ludothek.physics.simulation.geometry import are_numbers
from ludothek.physics.simulation.settle import Stop, never, settle
from ludothek.physics.simulation.trajectory import paths
from ludothek.physics.table.errors import BadPlacement
from ludothek.physics.table.fallen_stacks import Stack, stacks_left
from ludothek.physics.table.hand import Tremor, hand_named
from ludothek.physics.table.layout import Layout
from ludothek.physics.table.pieces import Piece
from ludothek.physics.table.release import Spot, check, held
from ludothek.physics.table.result import VERSIONS, Result, plain_poses
from ludothek.physics.table.serialization import Saved, checked_seed, read, written


class Table:
    """One table of Splash!, and the hand that plays on it.

    >>> table = Table(seed=7, hand="steady")
    >>> table.place("Lr", "flat").stands
    True
    >>> table.layout.pieces
    ('Lr',)
    >>> saved = table.save()
    >>> table.place("Lg", "flat", x=7.0).stands, table.fallen
    (False, (('Lr',), ('Lg',)))
    >>> table.keep("Lg").pieces  # the tower that is played on with
    ('Lg',)
    >>> Table.load(saved).layout.pieces
    ('Lr',)
    """

    def __init__(self, seed: int, hand: str = "normal") -> None:
        self.hand = hand_named(hand)
        self.seed = checked_seed(seed)
        self.versions: Mapping[str, str] = VERSIONS  # with which it was begun
        self.placements = 0
        self.layout = Layout()  # the tower from bottom to top, or what a fall has left
        self.fallen: tuple[Stack, ...] = ()  # the stacks to choose from after a fall

    def place(  # noqa: PLR0913
        self,
        piece: Piece,
        face: str,
        yaw: float = 0.0,
        x: float = 0.0,
        y: float = 0.0,
        *,
        tremor: Tremor | None = None,
        stop: Stop = never,
    ) -> Result:
        """Set a piece down, x and y millimetres from the centre of the top piece's upper side.

        The tremor comes from the seed, unless it is given. A stopped placement changes nothing.
        """
        if self.fallen:
            raise BadPlacement("fallen", "the tower has fallen: say first which stack stays")
        spot = Spot(piece, face, yaw, x, y)
        check(self.layout, spot)
        number = self.placements + 1
        shaken = self._tremor(number) if tremor is None else tremor
        if not are_numbers(*astuple(shaken)):
            raise BadPlacement("not-finite", "a tremor is made of finite numbers")
        start = held(self.layout, spot, shaken)
        motion = settle(start, stop)
        stacks = (start.pieces,) if motion.stands else stacks_left(motion, stop)
        self.placements, self.layout = number, motion.end
        self.fallen = () if motion.stands else stacks
        return Result(
            number=number,
            spot=spot,
            tremor=shaken,
            stacks=stacks,
            start=start.poses[-1],
            layout=motion.end,
            path=paths(start.pieces, motion.frames),
            frames=len(motion.frames) - 1,
            energy=motion.energy,
        )

    def keep(self, bottom: Piece, stop: Stop = never) -> Layout:
        """Go on from the stack with this bottom piece; the other pieces leave the table."""
        for stack in self.fallen:
            if stack[0] == bottom:
                self.layout = settle(self.layout.only(stack), stop).end
                self.fallen = ()
                return self.layout
        raise BadPlacement(
            "no-stack", f"no stack to choose has {bottom!r} at its bottom", piece=str(bottom)
        )

    @property
    def plain(self) -> dict[str, Json]:
        """For a front end; lengths in millimetres."""
        return {
            "poses": plain_poses(self.layout),
            "fallen": self.fallen,
            "placements": self.placements,
            "hand": self.hand.name,
            "versions": dict(self.versions),
        }

    def save(self) -> bytes:
        """Everything there is to know about this table, to go on from later."""
        return written(
            Saved(
                self.seed,
                self.hand.name,
                self.placements,
                self.layout,
                self.fallen,
                self.versions,
            )
        )

    @classmethod
    def load(cls, data: bytes, *, any_version: bool = False) -> "Table":
        """A saved table; one of another version is refused, unless any will do.

        It keeps the versions it was begun with: whatever is added, it is not wholly of ours.
        """
        saved = read(data, any_version=any_version)
        table = cls(saved.seed, saved.hand)
        table.versions, table.placements = saved.versions, saved.placements
        table.layout, table.fallen = saved.layout, saved.fallen
        return table

    def _tremor(self, number: int) -> Tremor:
        return self.hand.tremor(Random(f"{self.seed}/{number}"))
