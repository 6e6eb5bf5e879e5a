"""Training in PyTorch, with tiny networks; `make test-all` installs the extra `train` for it."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ludothek.engine import Limits, Searcher, advance, begin, networks
from ludothek.research.training.selfplay import Settings, encoder

pytestmark = pytest.mark.full


@pytest.mark.parametrize("game", ["robotory", "nexus"])
def test_a_run_plays_trains_distils_and_can_be_gone_on_with(game: str, tmp_path: Path) -> None:
    import torch

    from ludothek.research.training.train import Plan, Run

    torch.set_num_threads(1)  # so small a network gains nothing by more
    plan = Plan(
        game,
        tmp_path,
        seconds=8,
        distil_seconds=0.5,
        games=16,
        settings=Settings(visits=2, fast_visits=2, segment=8),
        width=16,
        blocks=1,
        turn=20,
        batch=64,
        capacity=2000,
        students=(64,),
    )
    Run(plan, torch.device("cpu")).go()
    rows = list(map(json.loads, (tmp_path / "curve.jsonl").read_text().splitlines()))
    assert {"seconds", "games", "evaluations", "cores"} <= rows[-1].keys()
    assert any("policy_loss" in row for row in rows)
    (tmp_path / "optimizer.pt").unlink()  # it is of use, but a checkpoint is whole without it
    again = Run(replace(plan, seconds=0), torch.device("cpu"))
    assert again.spent > 0
    assert again.counts.games >= rows[-1]["games"]
    network = networks.read(tmp_path / f"{game}-64.net", game)
    analysis = Searcher(game, evaluator=network).search(begin(game), Limits(nodes=50))
    assert analysis.nodes == 50


@pytest.mark.parametrize("game", ["robotory", "nexus"])
def test_the_core_and_the_student_evaluate_alike(game: str, tmp_path: Path) -> None:
    import torch

    from ludothek.research.training.models import Student

    torch.manual_seed(1)
    student = Student(encoder(game), 128)
    networks.write(tmp_path / "student.net", game, 128, student.weights())
    network = networks.read(tmp_path / "student.net", game)
    play = begin(game)
    for _ in range(8):
        analysis = Searcher(game, evaluator=network).search(play, Limits(nodes=1))
        advance(play, analysis.best)  # the only position that was evaluated
        inputs = np.zeros((1, encoder(game).inputs), np.float32)
        inputs[0, play.encode(play.seat)] = 1
        with torch.no_grad():
            values = student(torch.from_numpy(inputs))[1][:, : play.seats].softmax(1)[0].numpy()
        assert analysis.values[play.seat - 1] == pytest.approx(values[0], abs=0.005)


def test_a_ring_keeps_the_newest() -> None:
    import torch

    from ludothek.research.training.buffers import Ring

    ring = Ring(4, torch.device("cpu"))
    ring.add(torch.arange(3)[:, None])
    ring.add(torch.arange(3, 6)[:, None])
    assert (len(ring), ring.total) == (4, 6)
    (rows,) = ring.sample(100)
    assert set(rows[:, 0].tolist()) == {2, 3, 4, 5}
    ring.look_back(1)
    (newest,) = ring.sample(20)
    assert set(newest[:, 0].tolist()) == {5}
