"""The table of Splash! in a browser: the same jobs and the same Python, on MuJoCo's browser build.

Two builds of MuJoCo do not agree to the last bit, so few placements end otherwise;
`python -m bench.browser.table_agreement` has the figures.
"""

import json
from itertools import islice
from typing import Any

import pytest

from bench.browser.core import native, node
from bench.browser.table_agreement import LIKE, compare, placements, share
from ludothek.physics.simulation.trajectory import unpacked
from ludothek.server.compute import worker_tasks
from ludothek.server.match.config import Plan
from tests.server.browser.pack import Pack, npm

NEAR = 0.02  # millimetres and parts of a quaternion
MOST = 3_000_000  # bytes of the table, compressed: what Splash! costs more than other games


def in_node(pack: Pack, jobs: list[str]) -> list[Any]:
    lines = npm("compute", str(pack.folder), lines="\n".join(jobs)).splitlines()
    return [json.loads(json.loads(line)["answer"]) for line in lines]


def here(job: str) -> Any:
    return json.loads(native(job)["answer"])


def played(job: str) -> list[str]:
    """What computers answer where something is placed: a spot, and what is given afterwards."""
    request = json.loads(job)
    about = request["about"]
    plan = Plan("splash", about["rules"], about["seats"], tuple(about["options"].items()))
    texts = tuple(about["moves"])
    return [
        worker_tasks.play_job(plan, texts, level, 5.0, 7, request["saved"])
        for level in (1, 2, 3, 4)
    ]


def show_after(job: str) -> str:
    """The job to show what a placement has left."""
    request, placed = json.loads(job), here(job)
    moves = [*request["about"]["moves"], placed["decision"]]
    about = {**request["about"], "moves": moves}
    return json.dumps({"do": "show", "about": about, "saved": placed["saved"], "seed": 0})


def test_pieces_are_placed_shown_and_judged_as_on_the_native_table(packed: Pack) -> None:
    placing = [placed.job for placed in islice(placements(), 6)]
    shown = [show_after(job) for job in placing[-2:]]
    thought = played(placing[-1])
    answers = in_node(packed, [*placing, *shown, *thought])
    for job, answer in zip(placing, answers, strict=False):
        expected = here(job)
        assert answer["decision"] == expected["decision"]
        assert answer["versions"]["engine"].endswith(" wasm")
        assert answer["versions"]["pieces"] == expected["versions"]["pieces"]
        _same_motion(answer["motion"], expected["motion"])
    for job, answer in zip(shown, answers[len(placing) :], strict=False):
        _near(list(answer["poses"].values()), list(here(job)["poses"].values()))
    decisions = answers[-len(thought) :]
    assert all("spot" in decision for decision in decisions)
    for job, decision in zip(thought, decisions, strict=True):
        assert decision["spot"] == here(job)["spot"]


def test_a_tower_of_ones_own_is_built_and_what_is_impossible_is_refused(packed: Pack) -> None:
    request = json.loads(next(iter(placements())).job)
    far = {"face": "flat", "yaw": 0.0, "x": 900.0, "y": 0.0}
    refused = json.dumps({**request, "spot": far, "anyhow": False})
    answer, after = in_node(packed, [refused, json.dumps(request)])
    assert answer == here(refused)
    assert after["decision"] == "stands"


def _same_motion(one: Any, other: Any) -> None:
    assert one.keys() == other.keys()
    assert one["path"].keys() == other["path"].keys()
    for piece, track in one["path"].items():
        ends = [unpacked(each)[-1][1] for each in (track, other["path"][piece])]
        _near([ends[0]], [ends[1]])


def _near(one: list[Any], other: list[Any]) -> None:
    for pose, expected in zip(one, other, strict=True):
        assert list(pose) == pytest.approx(list(expected), abs=NEAR)


def test_the_table_is_a_pack_of_its_own(packed: Pack) -> None:
    assert 0 < packed.table() < MOST
    script = (packed.folder / "mujoco.mjs").read_text()
    assert "new Function(" not in script


@pytest.mark.full
def test_nearly_all_of_a_thousand_placements_stand_or_fall_alike(packed: Pack) -> None:
    with node(packed.folder) as browser:
        (compared,) = compare([browser], 1_000)
    assert share(compared) >= LIKE
