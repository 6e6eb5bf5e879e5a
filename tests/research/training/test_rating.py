"""Ratings of a student in training, with a network that knows nothing."""

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ludothek.engine import networks
from ludothek.research.arena.ratings import Rating
from ludothek.research.training import rating
from ludothek.research.training.selfplay import encoder


@pytest.fixture
def network(tmp_path: Path) -> Path:
    """A file as a run writes it."""
    path = tmp_path / "repulso-64.net"
    _, inputs, outputs, seats, *_ = encoder("repulso")
    weights = np.zeros((inputs + 1 + 32 + outputs) * 64 + 32 + 33 * seats + outputs, "<i2")
    networks.write(path, "repulso", 64, weights.tobytes())
    return path


def test_a_network_is_rated_against_opponents_that_do_not_change(
    network: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = tuple(replace(each, games=2, nodes=30) for each in rating.OPPONENTS)
    monkeypatch.setattr(rating, "OPPONENTS", few)
    monkeypatch.setattr(rating, "NODES", 4)
    curve = network.with_name("curve.jsonl")
    curve.write_text('{"seconds": 20.5, "games": 70}\n')
    rating.Follower(network).rate()
    curve.write_text('{"seconds": 20.5, "games": 70}\n{"seconds": 40.0, "games": 150}\n')
    rating.Follower(network).rate()  # goes on with what was written
    rows = list(map(json.loads, network.with_name("ratings.jsonl").read_text().splitlines()))
    assert [(row["seconds"], row["games"]) for row in rows] == [(20.5, 70), (40.0, 150)]
    assert all(0 <= row[each.name] <= 1 for row in rows for each in few)
    assert all(row["error"] > 0 for row in rows)
    picture = network.with_name("ratings.svg").read_text()
    assert all(each.name in picture for each in few)


def test_ratings_are_drawn_over_seconds_and_over_games() -> None:
    rows = [
        {"seconds": 20.0, "games": 15, "rating": 100},
        {"seconds": 40.0, "games": 1_500, "rating": 200},
    ]
    known = {number: Rating(100.0 * number, 10) for number in range(len(rating.OPPONENTS))}
    picture = rating.plot(rows, known)
    assert "40 seconds" in picture
    assert "1,500 games" in picture
    first, second = re.findall(r'polyline points="([^"]+)"', picture)
    middle = rating.WIDTH / 2
    assert float(first.split(",")[0]) == pytest.approx(middle)  # after half of the seconds,
    assert float(second.split(",")[0]) < 0.1 * rating.WIDTH  # but with a hundredth of the games
