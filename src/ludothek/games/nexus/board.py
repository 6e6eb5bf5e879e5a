"""The board: positions of the rings, adjacency, and which rings touch the outside.

Sets of rings are integers: bit i stands for the i-th ring in the order of positions.
"""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from functools import cached_property, lru_cache

from ludothek.games.hexgrid import DIRECTIONS, Pos, hexagon, neighbours, triangle

Rings = int  # a set of rings, as bits

START = {2: hexagon(2), 3: triangle(6), 4: hexagon(3)}


class Board:
    """The rings on the table, and what follows from where they lie. Made by `board`."""

    def __init__(self, rings: tuple[Pos, ...]) -> None:
        self.rings = rings  # sorted

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.rings == other.rings

    def __hash__(self) -> int:
        return hash(self.rings)

    @cached_property
    def all(self) -> Rings:
        """Every ring."""
        return (1 << len(self.rings)) - 1

    @cached_property
    def index(self) -> dict[Pos, int]:
        """Which ring lies at a position."""
        return {pos: i for i, pos in enumerate(self.rings)}

    @cached_property
    def near(self) -> tuple[Rings, ...]:
        """For each ring, the rings next to it."""
        index = self.index
        return tuple(
            sum(1 << index[pos] for pos in neighbours(ring) if pos in index) for ring in self.rings
        )

    @cached_property
    def towards(self) -> tuple[tuple[int | None, ...], ...]:
        """For each ring and direction, the next ring, if one lies there."""
        return tuple(
            tuple(self.index.get((q + dq, r + dr)) for dq, dr in DIRECTIONS) for q, r in self.rings
        )

    @cached_property
    def touched(self) -> dict[Pos, int]:
        """The ring-less positions next to rings, with how many rings they touch."""
        counts: dict[Pos, int] = {}
        for ring in self.rings:
            for pos in neighbours(ring):
                counts[pos] = counts.get(pos, 0) + 1
        return {pos: number for pos, number in counts.items() if pos not in self.index}

    @cached_property
    def border(self) -> Rings:
        """The rings next to the outside: the ring-less positions connected to infinity."""
        return self._around(self._outside)

    @cached_property
    def across(self) -> tuple[Rings, ...]:
        """For each ring, the rings next to it or to a hole it is next to."""
        near = list(self.near)
        for around in self._holes():
            for ring in members(around):
                near[ring] |= around & ~(1 << ring)
        return tuple(near)

    def _holes(self) -> Iterator[Rings]:
        """For each connected hole, the rings around it."""
        rest = self.touched.keys() - self._outside
        while rest:
            hole = self._connected(rest.pop())
            rest -= hole
            yield self._around(hole)

    @cached_property
    def _outside(self) -> frozenset[Pos]:
        """What of the outside touches rings."""
        low_q, _, low_r, _ = self._box
        corner = low_q, low_r  # of a margin around the rings: none lies there
        return frozenset(self.touched.keys() & self._connected(corner))

    @cached_property
    def _box(self) -> tuple[int, int, int, int]:
        """The rings' bounding box, with a margin of one around."""
        along_q, along_r = zip(*self.rings, strict=True)
        return min(along_q) - 1, max(along_q) + 1, min(along_r) - 1, max(along_r) + 1

    def _connected(self, start: Pos) -> set[Pos]:
        """The ring-less positions in the box that are connected to one of them."""
        low_q, high_q, low_r, high_r = self._box
        connected, rest = {start}, [start]
        while rest:
            for pos in neighbours(rest.pop()):
                if pos in connected or pos in self.index:
                    continue
                if low_q <= pos[0] <= high_q and low_r <= pos[1] <= high_r:
                    connected.add(pos)
                    rest.append(pos)
        return connected

    def _around(self, positions: AbstractSet[Pos]) -> Rings:
        """The rings next to one of these positions."""
        return sum(
            1 << i
            for i, ring in enumerate(self.rings)
            if any(pos in positions for pos in neighbours(ring))
        )

    def spread(self, start: Rings, within: Rings, across: bool = False) -> Rings:
        """All rings of `within` connected to `start` inside `within`; across holes, too?"""
        near = self.across if across else self.near
        reached = rest = start & within
        while rest:
            low = rest & -rest
            rest ^= low
            new = near[low.bit_length() - 1] & within & ~reached
            reached |= new
            rest |= new
        return reached

    def beside(self, of: Rings, across: bool = False) -> Rings:
        """All rings next to one of these (and these, where they touch each other)."""
        near, rings = self.across if across else self.near, 0
        while of:
            low = of & -of
            of ^= low
            rings |= near[low.bit_length() - 1]
        return rings

    def components(self, of: Rings, across: bool = False) -> Iterator[Rings]:
        """The connected parts of a set, by their smallest position."""
        while of:
            part = self.spread(of & -of, of, across)
            of &= ~part
            yield part

    def positions(self, of: Rings) -> tuple[Pos, ...]:
        """Where the rings of a set lie."""
        return tuple(self.rings[i] for i in members(of))


@lru_cache(maxsize=4096)
def board(rings: tuple[Pos, ...]) -> Board:
    """The board of these rings (sorted): the same one for the same rings, while it is in use."""
    return Board(rings)


def members(of: Rings) -> Iterator[int]:
    """The rings of a set, one by one."""
    while of:
        low = of & -of
        of ^= low
        yield low.bit_length() - 1
