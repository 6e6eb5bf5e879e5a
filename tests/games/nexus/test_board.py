from ludothek.games.hexgrid import hexagon
from ludothek.games.nexus.board import START, Board


def test_boards_are_the_same_where_their_rings_lie_alike() -> None:
    """nexus 1.1"""
    first, again, other = (Board(tuple(sorted(START[seats]))) for seats in (2, 2, 3))
    assert first == again
    assert hash(first) == hash(again)
    assert first != other
    assert first != first.rings


def test_rings_around_one_hole_are_next_to_each_other_across_it() -> None:
    """nexus 1.3, 4.3"""
    moat = tuple(pos for pos in hexagon(2) if pos == (0, 0) or pos not in hexagon(1))
    board = Board(moat)
    middle = board.index[(0, 0)]
    assert board.near[middle] == 0
    assert board.across[middle] == board.border == board.all & ~(1 << middle)
    assert board.spread(1 << middle, board.all, across=True) == board.all


def test_each_hole_has_rings_of_its_own_around_it() -> None:
    """nexus 4.3"""
    holes = {(-1, 0), (1, 0)}
    board = Board(tuple(pos for pos in hexagon(2) if pos not in holes))
    left, right, middle = (board.index[pos] for pos in ((-2, 0), (2, 0), (0, 0)))
    assert not board.across[left] >> right & 1
    assert board.across[left] >> middle & 1
    assert board.across[right] >> middle & 1
    whole = Board(START[2])
    assert whole.across == whole.near
