"""bench.load measures real matches, and its figures stand in docs/hosting.md."""

import asyncio
from argparse import Namespace
from pathlib import Path

from bench.load import HEADINGS, MARK, Measured, cells, measure, percentile
from tests.server.running import RunningServer

ROOT = Path(__file__).parents[2]


def test_bots_play_and_what_they_saw_is_a_line_of_the_table(tmp_path: Path) -> None:
    arguments = Namespace(game="robotory", pause=0.02)
    wanted = Measured(matches=3, seconds=1.0)
    with RunningServer(f"sqlite:///{tmp_path}/db.sqlite3", tmp_path / "log") as server:
        measured = asyncio.run(measure(wanted, arguments, [server.url], [server.pid]))
    assert measured.delays
    assert measured.memory[0] > 10
    line = cells(measured)
    assert len(line) == len(HEADINGS)
    assert line[0] == "3"


def test_percentiles_are_values_that_were_seen() -> None:
    values = [float(number) for number in range(1, 101)]
    assert percentile(values, 50) == 51
    assert percentile(values, 99) == 100
    assert percentile([], 99) == 0


def test_the_figures_have_their_place() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    assert f"<!-- {MARK} -->" in page
    assert f"<!-- end {MARK} -->" in page
