"""Ratings of a student in training, with a network that knows nothing."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ludothek.engine import networks
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
    assert "40 s, 150 games" in picture
    assert all(each.name in picture for each in few)
