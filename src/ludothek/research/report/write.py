"""Writing a report: an HTML page in each language, and its data as JSON."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ludothek.research.arena.runs import Result
from ludothek.research.report.measures import measured
from ludothek.research.report.page import Page
from ludothek.research.report.plan import Plan
from ludothek.research.report.words import LANGUAGES


def write(plan: Plan, results: Mapping[str, Result], folder: Path, command: str) -> list[Path]:
    """Write `NAME.en.html`, `NAME.de.html` and `NAME.json`; the paths."""
    report = {**measured(plan, results), "command": command}
    data = folder / f"{plan.name}.json"
    data.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return [*(_page(plan, report, language, folder) for language in LANGUAGES), data]


def _page(plan: Plan, report: Mapping[str, Any], language: str, folder: Path) -> Path:
    other = next(each for each in LANGUAGES if each != language)
    page = Page(
        report, language, report["command"], f"{plan.name}.{other}.html", f"{plan.name}.json"
    )
    path = folder / f"{plan.name}.{language}.html"
    path.write_text(page.html(), encoding="utf-8")
    return path
