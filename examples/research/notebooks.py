"""The notebooks beside the scripts: `python -m examples.research.notebooks` writes them anew.

A cell of a script begins with `# %%`; one with `[markdown]` is text. Editors open the scripts as
notebooks, too.
"""

import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
EXAMPLES = ("random_games", "ppo", "alphazero", "supervised", "splash")
MARKDOWN = " [markdown]"


def notebook(script: str) -> dict[str, Any]:
    """A script as a notebook of format 4.5."""
    cells = [_cell(number, part) for number, part in enumerate(script.split("# %%")[1:])]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {"kernelspec": kernel},
        "cells": cells,
    }


def _cell(number: int, part: str) -> dict[str, Any]:
    name = {"id": f"cell-{number}", "metadata": {}}
    if part.startswith(MARKDOWN):
        lines = part.removeprefix(MARKDOWN).strip().splitlines()
        text = "\n".join(line.removeprefix("#").removeprefix(" ") for line in lines)
        return {**name, "cell_type": "markdown", "source": text}
    ran: dict[str, Any] = {"outputs": [], "execution_count": None}
    return {**name, **ran, "cell_type": "code", "source": part.strip()}


def written(name: str) -> str:
    """The notebook of an example, as its file holds it."""
    script = (HERE / f"{name}.py").read_text("utf-8")
    return json.dumps(notebook(script), indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Write all of them."""
    for name in EXAMPLES:
        (HERE / f"{name}.ipynb").write_text(written(name), "utf-8")


if __name__ == "__main__":
    main()
