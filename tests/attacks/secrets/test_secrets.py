"""What is secret stays secret."""

from tests.attacks.conftest import NewTarget
from tests.attacks.secrets import guessed_seed


def test_nothing_public_gives_a_seed_away(new_target: NewTarget) -> None:
    target = new_target(rate=1000)
    guessed_seed.attack(target, matches=3)
    assert target.statuses == {"long": 3, "no name": 3, "no deal": 3, "no chain": 3}
