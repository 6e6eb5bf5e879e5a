"""Places of the pictures: what decisions name lies in the picture, apart from each other."""

import pytest

from ludothek.games import AnyGame, load
from ludothek.games.protocol import Place
from ludothek.games.svg import view_box

GAMES = ("repulso", "robotory", "nexus", "splash")


def _apart(one: Place, other: Place) -> bool:
    slack = 0.01
    return (
        one.x + one.width <= other.x + slack
        or other.x + other.width <= one.x + slack
        or one.y + one.height <= other.y + slack
        or other.y + other.height <= one.y + slack
    )


@pytest.mark.parametrize("name", GAMES)
def test_first_decisions_name_places_inside_the_picture(name: str) -> None:
    game: AnyGame = load(name)
    for seats in game.seat_counts:
        state = game.initial(seats)
        places = {place.name: place for place in game.drawing.places(state)}
        _, _, width, height = view_box(game.svg(state)) or (0, 0, 0, 0)
        for place in places.values():
            assert 0 <= place.x < place.x + place.width <= width
            assert 0 <= place.y < place.y + place.height <= height
        named = [set(game.drawing.move(move).values()) for move in game.legal_moves(state)]
        assert all(values & places.keys() for values in named)


@pytest.mark.parametrize("name", ["repulso", "splash"])
def test_places_of_a_grid_do_not_overlap(name: str) -> None:
    game: AnyGame = load(name)
    places = game.drawing.places(game.initial())
    assert all(_apart(one, other) for one in places for other in places if one is not other)


def test_a_piece_that_is_taken_has_no_place_any_more() -> None:
    splash: AnyGame = load("splash")
    taken = splash.play(splash.initial(), "take:Lr")
    assert "Lr" not in {place.name for place in splash.drawing.places(taken)}
    assert len(splash.drawing.places(taken)) == 29
