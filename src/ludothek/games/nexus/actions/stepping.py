"""Action 3: two steps with marbles on the board (RULES.md, 3.5 to 3.7)."""

from collections.abc import Iterator

from ludothek.games.hexgrid import Pos
from ludothek.games.nexus.board import Board, Rings, members
from ludothek.games.nexus.state import Leap, Marbles, State, Stepping, Survey, Walk, survey
from ludothek.games.protocol import Seat

Step = Walk | Leap


def steps(state: State) -> list[Step]:
    """The steps that may be taken next, such that two can be taken."""
    return list(_second(state) if isinstance(state.under_way, Stepping) else _first(state))


def can_step_twice(state: State) -> bool:
    """Is the action possible at all?"""
    return any(True for _ in _first(state))


def land(marbles: tuple[Marbles, ...], board: Board, seat: Seat, step: Step) -> list[Marbles]:
    """The marbles after a step, before anything is removed."""
    after = list(marbles)
    if isinstance(step, Leap):
        _add(after, board.index[step.sacrificed], seat, -1)
    _add(after, board.index[step.start], seat, -1)
    _add(after, board.index[step.to], seat, +1)
    return after


def outnumbered(ring: Marbles, seat: Seat) -> Marbles:
    """How many marbles of each seat a landing there removes by majority (4.1)."""
    mine = ring[seat - 1]
    return tuple(number if number < mine else 0 for number in ring)


def walks(board: Board, seen: Survey, ring: int, jump: str) -> Rings:
    """The rings where a marble of this ring may walk to (3.6)."""
    near = board.near[ring]
    if jump == "chain":
        chain = board.spread(1 << ring, seen.own)
        near = chain | board.beside(chain)
    elif jump == "line":
        near |= _along_lines(board, seen.own, ring)
    return near & seen.room & ~(1 << ring)


def leaps(state: State, seen: Survey) -> Iterator[tuple[int, int, Rings]]:
    """The rings a leap may start from, their sacrifices, and where it may lead (3.7)."""
    for ring in members(seen.free):
        alone = state.marbles[ring][state.to_move - 1] == 1
        for sacrificed in members(seen.free & ~(1 << ring) if alone else seen.free):
            yield ring, sacrificed, (seen.room | 1 << sacrificed) & ~(1 << ring)


def _along_lines(board: Board, own: Rings, ring: int) -> Rings:
    landings = 0
    for direction in range(6):
        there = board.towards[ring][direction]
        while there is not None and own >> there & 1:
            there = board.towards[there][direction]
        if there is not None:
            landings |= 1 << there
    return landings


def _first(state: State) -> Iterator[Step]:
    """First steps after which a second one is left that does not just undo it."""
    board, seen = state.board, survey(state.marbles, state.to_move)
    for step, sure in _all(state, seen, _mobile(board, seen)):
        if sure or _goes_on(state, step):
            yield step


def _all(state: State, seen: Survey, mobile: Rings) -> Iterator[tuple[Step, bool]]:
    """Every single step, and whether another marble can surely step after it."""
    board, jump, rings = state.board, state.setup["jump"], state.board.rings
    for ring in members(seen.free):
        others = ~(1 << ring)
        for to in members(walks(board, seen, ring, jump)):
            can_leap = (seen.free & others & ~(1 << to)).bit_count() >= 2  # to the other's ring
            yield Walk(rings[ring], rings[to]), bool(mobile & others) or can_leap
    onward = _onward(board, seen)
    for ring, sacrificed, targets in leaps(state, seen):
        sure = bool(mobile & ~(1 << ring) & ~(1 << sacrificed))
        for to in members(targets):
            leap = Leap(rings[ring], rings[to], rings[sacrificed])
            yield leap, sure or bool(onward >> to & 1)


def _mobile(board: Board, seen: Survey) -> Rings:
    """The rings with two ways out: whichever step another marble takes, one of them stays open.

    It can fill one ring at most. And where it joins the marbles of such a ring, only the way back
    to where it came from is closed.
    """
    near = board.near
    return sum(1 << i for i in members(seen.free) if (near[i] & seen.room).bit_count() >= 2)


def _onward(board: Board, seen: Survey) -> Rings:
    """The rings where a marble that lands there can walk on: not mixed, with room beside them."""
    near, unmixed = board.near, seen.empty | seen.free
    return sum(1 << i for i in members(unmixed) if near[i] & seen.room)


def _goes_on(state: State, step: Step) -> bool:
    """Is there a second step after this one?"""
    seat, board = state.to_move, state.board
    after = land(state.marbles, board, seat, step)
    to = board.index[step.to]
    removed = outnumbered(after[to], seat)
    after[to] = tuple(n - gone for n, gone in zip(after[to], removed, strict=True))
    seen = survey(tuple(after), seat)
    back = None if isinstance(step, Leap) or any(removed) else (step.to, step.start)
    ways = _second_walks(board, seen, state.setup["jump"], back)
    can_walk = any(to for _, to in ways)
    return can_walk or (isinstance(step, Walk) and _can_leap(after, seen, seat))


def _can_leap(marbles: list[Marbles], seen: Survey, seat: Seat) -> bool:
    """A leap needs two marbles that can leave their rings, and a ring to go to.

    Two marbles in one ring: the one leaps anywhere else. In two rings: it leaps to the other's.
    """
    rings = list(members(seen.free))
    if len(rings) >= 2:
        return True
    return bool(rings) and marbles[rings[0]][seat - 1] >= 2 and bool(seen.room & ~seen.free)


def _second_walks(
    board: Board, seen: Survey, jump: str, back: tuple[Pos, Pos] | None
) -> Iterator[tuple[int, Rings]]:
    """For each ring a marble can leave, where it may walk: not back to the old situation (3.5)."""
    for ring in members(seen.free):
        to = walks(board, seen, ring, jump)
        if back and board.rings[ring] == back[0]:
            to &= ~(1 << board.index[back[1]])
        yield ring, to


def _second(state: State) -> Iterator[Step]:
    assert isinstance(state.under_way, Stepping)
    board, seen, rings = state.board, survey(state.marbles, state.to_move), state.board.rings
    for ring, ways in _second_walks(board, seen, state.setup["jump"], state.under_way.back):
        for to in members(ways):
            yield Walk(rings[ring], rings[to])
    if state.under_way.leapt:
        return
    for ring, sacrificed, targets in leaps(state, seen):
        for to in members(targets):
            yield Leap(rings[ring], rings[to], rings[sacrificed])


def _add(marbles: list[Marbles], ring: int, seat: Seat, number: int) -> None:
    old = marbles[ring]
    marbles[ring] = (*old[: seat - 1], old[seat - 1] + number, *old[seat:])
