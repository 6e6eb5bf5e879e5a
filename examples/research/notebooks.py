"""The examples as notebooks: `python -m examples.research.notebooks FOLDER`.

A cell begins with `# %%`; one with `[markdown]` is text. Editors open the scripts as notebooks,
too.
"""

import json
import sys
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


def main(folder: Path) -> None:
    """Write all of them."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in EXAMPLES:
        script = (HERE / f"{name}.py").read_text("utf-8")
        (folder / f"{name}.ipynb").write_text(json.dumps(notebook(script), indent=1), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
