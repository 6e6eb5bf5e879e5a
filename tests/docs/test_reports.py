"""The reports of the documentation are what the program writes from their data.

`python -m tests.docs.test_reports` writes the pages again; the games are not played again.
"""

import json
from pathlib import Path

import pytest

from ludothek.games import load
from ludothek.research.report.page import Page
from ludothek.research.report.words import LANGUAGES, words

REPORTS = Path(__file__).parents[2] / "docs" / "reports"
NAMES = ("repulso", "robotory", "splash-2", "nexus-2", "nexus-3")


def page(name: str, language: str) -> str:
    report = json.loads((REPORTS / f"{name}.json").read_text("utf-8"))
    other = next(each for each in LANGUAGES if each != language)
    shown = Page(report, language, report["command"], f"{name}.{other}.html", f"{name}.json")
    return shown.html()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_a_report_is_what_the_program_writes(name: str, language: str) -> None:
    assert (REPORTS / f"{name}.{language}.html").read_text("utf-8") == page(name, language)


@pytest.mark.parametrize("name", NAMES)
def test_a_report_is_of_todays_rules_and_says_in_words_how_games_ended(name: str) -> None:
    report = json.loads((REPORTS / f"{name}.json").read_text("utf-8"))
    assert report["rules"] == load(report["game"]).version
    reasons = {reason for setting in report["settings"] for reason in setting["reasons"]}
    for language in LANGUAGES:
        assert {f"reason_{reason}" for reason in reasons} <= words(language).keys()


@pytest.mark.parametrize("name", NAMES)
def test_the_index_names_the_command_of_each_report(name: str) -> None:
    report = json.loads((REPORTS / f"{name}.json").read_text("utf-8"))
    row = next(
        line
        for line in (REPORTS / "index.md").read_text("utf-8").splitlines()
        if f"({name}.json)" in line
    )
    assert f"`{report['command']}`" in row


if __name__ == "__main__":
    for each in NAMES:
        for tongue in LANGUAGES:
            (REPORTS / f"{each}.{tongue}.html").write_text(page(each, tongue), "utf-8")
