"""Lines of the documentation for a shell: commands, modules and options that exist.

Those of the tutorial for players are really run.
"""

import os
import re
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import pytest
import typer

from ludothek.cli.main import app

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "bench/README.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
LINE: Final = re.compile(
    r"^ {4,}(?:.* && |PYTHONPATH=\S+ )?((?:ludothek|python -m)(?: .*)?)$", re.MULTILINE
)
# What stands for something else: `[--players N]` is an option, `…` says that more may follow.
EXAMPLES: Final = {"GAME": "robotory", "N": "2", "LANG": "en"}


def words(line: str) -> list[str]:
    """A line as a shell splits it: without its comment, with examples for placeholders."""
    plain = re.sub(r"[\[\]]|(?<!--database) …", " ", line)
    return [EXAMPLES.get(word, word) for word in shlex.split(plain, comments=True)]


def lines(program: str) -> list[tuple[str, str]]:
    """The page and the line, for each line that runs a program."""
    return [
        (page.relative_to(ROOT).as_posix(), line)
        for page in PAGES
        for line in LINE.findall(re.sub(r" \\\n\s*", " ", page.read_text("utf-8")))
        if line.split()[0] == program
    ]


LUDOTHEK: Final = lines("ludothek")
MODULES: Final = lines("python")
# A game at the terminal ends when somebody quits; other lines take minutes, or do not end.
RUN: Final = [line for page, line in LUDOTHEK if page.endswith("play.md") and "play" in words(line)]


def test_there_are_lines_to_look_at() -> None:
    assert len(LUDOTHEK) > 25
    assert len(MODULES) > 35
    assert len(RUN) == 5


@pytest.mark.parametrize(("page", "line"), LUDOTHEK)
def test_a_command_and_its_options_exist(page: str, line: str) -> None:
    assert page
    command: Any = typer.main.get_command(app)
    _, *rest = words(line)
    while hasattr(command, "commands"):
        command = command.commands[rest.pop(0)]
    command.make_context(command.name, rest)  # reads the arguments, and calls nothing


@pytest.mark.parametrize(("page", "line"), MODULES)
def test_a_module_and_its_options_exist(page: str, line: str) -> None:
    assert page
    _, _, module, *rest = words(line)
    code = source(module)
    for option in [word for word in rest if word.startswith("--")]:
        assert f'"{option}"' in code, f"{module} has no {option}"


def source(module: str) -> str:
    """What `python -m` runs, and what the measurements have in common."""
    spec = find_spec(module)
    if spec and spec.submodule_search_locations:
        spec = find_spec(f"{module}.__main__")
    assert spec, f"there is no module {module}"
    assert spec.origin
    common = ROOT / "bench" / "harness.py"
    return Path(spec.origin).read_text("utf-8") + common.read_text("utf-8")


@pytest.mark.parametrize("line", RUN)
def test_a_line_for_players_starts_a_game_that_they_may_quit(line: str, tmp_path: Path) -> None:
    env = {**os.environ, "HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)}
    program = [sys.executable, "-m", "ludothek.cli.main"]
    answer = subprocess.run(
        [*program, *words(line)[1:]],
        cwd=tmp_path,
        env=env,
        input="quit\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
