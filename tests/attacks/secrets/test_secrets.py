"""What is secret stays secret, and what is revoked acts no more."""

from pathlib import Path

from tests.attacks.conftest import NewTarget
from tests.attacks.secrets import guessed_seed, revocations
from tests.server.clusters import cluster


def test_nothing_public_gives_a_seed_away(new_target: NewTarget) -> None:
    target = new_target(rate=1000)
    guessed_seed.attack(target, matches=3)
    assert target.statuses == {"long": 3, "no name": 3, "no deal": 3, "no chain": 3}


def test_what_is_revoked_at_one_process_stops_acting_at_the_other(tmp_path: Path) -> None:
    with cluster() as postgres, revocations.two_processes(postgres, tmp_path) as urls:
        spans = revocations.attack(*urls, rounds=1)
    ends = [name for names in revocations.WAYS.values() for name in names]
    assert {name: len(each) for name, each in spans.items()} == {
        name: ends.count(name) for name in ends if name != revocations.CODE
    }
