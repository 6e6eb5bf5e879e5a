from ludothek.games.nexus.board import START, Board


def test_boards_are_the_same_where_their_rings_lie_alike() -> None:
    """nexus 1.1"""
    first, again, other = (Board(tuple(sorted(START[seats]))) for seats in (2, 2, 3))
    assert first == again
    assert hash(first) == hash(again)
    assert first != other
    assert first != first.rings
