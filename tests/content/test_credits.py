"""Who made the games: as the rulebooks name them, for every game."""

import json
import re
from pathlib import Path

import pytest

from ludothek.games import load
from tests.content.content import GAMES, read

NEEDED = {"authors", "languages", "players", "publishers"}
KNOWN = NEEDED | {"issued", "minutes", "translators", "unsuitable_under"}
WEB = Path(__file__).parents[2] / "web"
INSIDE = {  # packages that become a part of the page, as people know them
    "@fontsource-variable/bricolage-grotesque": "Bricolage Grotesque",
    "@mujoco/mujoco": "MuJoCo",
    "pyodide": "Pyodide",
    "svelte": "Svelte",
    "three": "three.js",
    "uqr": "uqr",
}


def test_every_game_has_its_credits() -> None:
    assert set(read("credits")) == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_credits_are_complete(game: str) -> None:
    entry = read("credits")[game]
    assert NEEDED <= set(entry) <= KNOWN
    assert all(entry[part] for part in entry)


@pytest.mark.parametrize("game", GAMES)
def test_credits_tell_how_many_play_and_in_which_languages_the_rulebook_is(game: str) -> None:
    entry = read("credits")[game]
    counts = load(game).seat_counts
    assert entry["players"] == [min(counts), max(counts)]
    assert set(load(game).rulebooks) == set(entry["languages"])
    assert set(entry.get("translators", {})) <= set(entry["languages"])


@pytest.mark.parametrize("package", INSIDE)
def test_software_inside_the_page_is_named_with_its_licence(package: str) -> None:
    lock = json.loads((WEB / "package-lock.json").read_text("utf-8"))
    licence = lock["packages"][f"node_modules/{package}"]["license"]
    page = (WEB / "src" / "pages" / "About.svelte").read_text("utf-8")
    assert f"'{INSIDE[package]} ({licence})'" in page
    licences = (WEB / "src" / "content" / "licences.txt").read_text("utf-8")
    headings = re.findall(r"^={36}\n(.+)\n={36}$", licences, re.MULTILINE)
    assert any(heading.startswith(INSIDE[package]) for heading in headings)
