"""Directed games: from positions and with players that steer into what is rare."""

from random import Random

import pytest

from ludothek.games import Setup, load, names
from ludothek.testing import setups
from tests.oracle import nexus
from tests.oracle.compare import Met, directed_game, random_setup
from tests.oracle.directed import RINGS
from tests.oracle.pair import Pair, at

GAMES = {"repulso": 40, "robotory": 20, "splash": 1, "nexus": 1}  # for every setup

MET = {
    "repulso": [
        *(
            f"{result} at once with {n} stones"
            for result in ("none", "p1win", "p2win")
            for n in (1, 2)
        ),
        "p1win at once with 0 stones",
        "prospect of several stones",
    ],
    "robotory": ["p1win", "p2win"],
    "splash": [
        *(f"{what} while to {phase}" for what in ("bump", "fault") for phase in ("give", "place")),
        *(
            f"{what}: {marks}"
            for what in ("falls", "bump", "fault")
            for marks in ("single pieces", "one mark", "marks")
        ),
        "2 to choose from",
        "3 to choose from",
        "taken by the giver",
        "given by one who has none",
    ],
    "nexus": [
        *(f"closed by {action}" for action in ("ring", "enter", "step", "leap")),
        "2 areas",
        "2 victims",
        "circle that does not pay",
        "grown",
        "mixed rings",
        "mixed rings only",
        "removal chosen",
        "ring-less places beside",
    ],
}


def every_setup(name: str) -> list[Setup]:
    """Every value of every option, and as many setups with all options drawn."""
    game, random = load(name), Random(name)
    return [each for setup in setups(game) for each in (setup, random_setup(game, random))]


@pytest.mark.parametrize("name", names())
def test_directed_games_agree_with_the_oracle_and_meet_what_is_rare(name: str) -> None:
    met = Met()
    for setup in every_setup(name):
        for seed in range(GAMES[name]):
            met += directed_game(load(name), setup, Random(f"{name} {setup} {seed}"))
    assert [what for what in MET[name] if not met[what]] == []


def far_apart(seats: int, *, actions: int) -> str:
    """Every seat has a marble in a row of rings of its own, apart from the others."""
    rows = [(2 * seat, step) for seat in range(seats) for step in range(4)]
    rows += [(8, step) for step in range(RINGS[seats] - len(rows))]
    rings = [
        f"{q},{r}" + (":" + "0" * (q // 2) + "1" + "0" * (seats - 1 - q // 2)) * (r == 0 and q < 8)
        for q, r in rows
    ]
    everyone = "".join(str(seat) for seat in range(1, seats + 1))
    reserves = ",".join("0" * seats)
    return (
        f"{';'.join(rings)} p1 {reserves} {everyone} {'e' * seats} {'o' * seats}{seats} - {actions}"
    )


def to_and_fro(pair: Pair, rounds: int) -> Pair:
    """Everybody walks two rings on, then everybody walks back, until somebody calls it a draw."""
    for number in range(rounds):
        steps = [(0, 1), (1, 2)] if number % 2 == 0 else [(2, 1), (1, 0)]
        for seat in range(pair.setup.seats):
            for start, to in steps:
                pair.check(legal=False)
                if nexus.result(pair.there) != "none":
                    return pair
                pair = pair.play(f"{2 * seat},{start}>{2 * seat},{to}")
    pair.check(legal=False)
    return pair


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_situation_that_arises_for_the_third_time_is_a_draw(seats: int) -> None:
    game = load("nexus")
    pair = to_and_fro(at(game, game.setup(seats), far_apart(seats, actions=60)), 6)
    assert (nexus.result(pair.there), pair.there.actions) == ("draw", 60 + 4 * seats)
    unlimited = game.setup(seats, {"draw": "off"})
    pair = to_and_fro(at(game, unlimited, far_apart(seats, actions=60)), 6)
    assert (nexus.result(pair.there), pair.there.actions) == ("none", 60 + 6 * seats)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_four_hundred_actions_are_a_draw(seats: int) -> None:
    game = load("nexus")
    pair = to_and_fro(at(game, game.setup(seats), far_apart(seats, actions=399)), 2)
    assert (nexus.result(pair.there), pair.there.actions) == ("draw", 400)
    unlimited = game.setup(seats, {"draw": "off"})
    pair = to_and_fro(at(game, unlimited, far_apart(seats, actions=399)), 2)
    assert nexus.result(pair.there) == "none"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_seats_that_cannot_act_are_out_before_the_draw_is_tested(seats: int) -> None:
    """The others have nothing left when p1 completes the four hundredth action."""
    marbles = "1" + "0" * (seats - 1)
    rings = [f"0,{r}" + f":{marbles}" * (r == 0) for r in range(RINGS[seats])]
    everyone = "".join(str(seat) for seat in range(1, seats + 1))
    last = f"{','.join('0' * seats)} {everyone} {'e' * seats} {'o' * seats}{seats} - 399"
    game = load("nexus")
    pair = at(game, game.setup(seats), f"{';'.join(rings)} p1 {last}")
    for text in ("0,0>0,1", "0,1>0,2"):
        pair.check()
        pair = pair.play(text)
    pair.check()
    assert nexus.result(pair.there) == "p1win"
