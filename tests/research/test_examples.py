"""The examples for research run, cell by cell as notebooks do, with small numbers."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from examples.research import notebooks


def cells(name: str) -> list[dict[str, Any]]:
    book = json.loads((notebooks.HERE / f"{name}.ipynb").read_text("utf-8"))
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in book["cells"]}) == len(book["cells"])
    return list(book["cells"])


def run(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All code of a notebook, one cell after the other."""
    book = cells(name)
    monkeypatch.setattr("sys.argv", [name, "quick"])
    monkeypatch.chdir(folder)
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in book:
        if cell["cell_type"] == "code":
            exec(compile(cell["source"], name, "exec"), names)


@pytest.mark.parametrize("name", notebooks.EXAMPLES)
def test_a_notebook_is_its_script(name: str) -> None:
    """`python -m examples.research.notebooks` writes them anew."""
    text = (notebooks.HERE / f"{name}.ipynb").read_text("utf-8")
    assert text == notebooks.written(name)


@pytest.mark.parametrize("name", notebooks.EXAMPLES)
def test_a_notebook_begins_with_its_title_and_lost_no_code(name: str) -> None:
    first, *rest = cells(name)
    assert re.match(r"# \w", first["source"])
    script = (notebooks.HERE / f"{name}.py").read_text("utf-8")
    code = [cell["source"] for cell in rest if cell["cell_type"] == "code"]
    lines = [line for line in script.splitlines() if line and not line.startswith("# ")]
    kept = [line for line in "\n".join(code).splitlines() if line]
    assert kept == [line for line in lines if line != "#"]


@pytest.mark.parametrize(
    ("name", "last"),
    [
        ("random_games", r"Batch: \d+ games"),
        ("splash", r"by lot +wins \d+% of 2 games; \d+% of what it gave fell"),
    ],
)
def test_an_example_runs(
    name: str,
    last: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    run(name, tmp_path, monkeypatch)
    assert re.match(last, capsys.readouterr().out.splitlines()[-1])


@pytest.mark.full
@pytest.mark.filterwarnings("ignore")  # PyTorch and Stable-Baselines3 have some of their own
@pytest.mark.parametrize(
    ("name", "last"),
    [
        ("ppo", r"\d+ s: \d+% of 8 games against level2"),
        ("alphazero", r"loss \d+\.\d+; \d+% of 2 games against level2"),
        ("supervised", r"of \d+ decisions kept apart \d+% are foretold"),
    ],
)
def test_an_example_with_pytorch_runs(
    name: str,
    last: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    test_an_example_runs(name, last, tmp_path, monkeypatch, capsys)
