"""The core is held to the Python rules, decision by decision."""

from collections import Counter
from random import Random

import pytest

from ludothek.engine import core
from ludothek.games import Setup, load
from ludothek.games.errors import UnreadablePosition
from ludothek.games.hexgrid import Pos, format_pos, neighbours
from tests.engine import lockstep

SETUPS = lockstep.every_setup()
NUMBER = Counter(name for name, _ in SETUPS)
NEXUS = load("nexus")


@pytest.mark.parametrize(("name", "setup"), SETUPS, ids=str)
def test_the_core_and_the_rules_agree_in_random_games(name: str, setup: Setup) -> None:
    number = 8000 // NUMBER[name]
    assert lockstep.decisions(name, setup, number, seed=1, longest=160) >= number


@pytest.mark.parametrize("seats", NEXUS.seat_counts)
def test_the_core_and_the_rules_agree_on_boards_that_have_fallen_far_apart(seats: int) -> None:
    random, agreed = Random(seats), 0
    while agreed < 12:
        try:
            state = NEXUS.parse_position(_scattered(seats, random))
        except UnreadablePosition:
            continue
        play = core.resume("nexus", NEXUS.format_position(state))
        for _ in range(8):
            legal = lockstep.compare(NEXUS, state, play)
            lifts_or_lays = [text for text in legal if ">" not in text and "@" not in text]
            move = random.choice(lifts_or_lays or legal)
            state = NEXUS.play(state, move)
            core.advance(play, move)
        agreed += 1


@pytest.mark.parametrize("half", ["removed", "left"])
@pytest.mark.parametrize("edge", ["open", "wall"])
@pytest.mark.parametrize("seats", NEXUS.seat_counts)
def test_the_core_and_the_rules_agree_where_many_are_surrounded(
    seats: int, edge: str, half: str
) -> None:
    """nexus 4.3, 4.4, 4.5, 7.1, 7.2"""
    random = Random(f"{seats} {edge} {half}")
    setup = NEXUS.setup(seats, {"edge": edge, "half": half})
    assert lockstep.surrounded(setup, random, tables=150) > 2


def _scattered(seats: int, random: Random) -> str:
    """A position text: rings on islands far from each other, some with marbles."""
    rings: set[Pos] = set()
    number = {2: 19, 3: 28, 4: 37}[seats]
    while len(rings) < number:
        reach = random.choice([4, 20, 80])
        island = [(random.randint(-reach, reach), random.randint(-reach, reach))]
        for _ in range(random.randint(0, 8)):
            island.append(random.choice(neighbours(random.choice(island))))
        rings |= set(island[: number - len(rings)])
    texts = [_ring(pos, seats, random) for pos in sorted(rings)]
    everybody = "".join(str(seat + 1) for seat in range(seats))
    reserves = ",".join("3" * seats)
    entered, kinds = "e" * seats, "o" * seats
    return f"{';'.join(texts)} p1 {reserves} {everybody} {entered} {kinds}{seats} - 40"


def _ring(pos: Pos, seats: int, random: Random) -> str:
    if random.random() < 0.7:
        return format_pos(pos)
    owner = random.randrange(seats)
    return f"{format_pos(pos)}:" + "".join("1" if seat == owner else "0" for seat in range(seats))
