"""The Python that is packed for browsers plays matches as the one here does, message by message.

`make browser-python` packs it: Pyodide, our pure modules, what they load of the standard library,
the core as wasm and its networks.
"""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.server.browser.digests import all_digests
from tests.server.browser.pack import Pack, npm

SCRIPT = Path(__file__).with_name("digests.py")
MOST = 9_000_000  # bytes of the whole, compressed: what a phone has to fetch once


def _in_browser_python(pack: Pack, seeds: int, most: int) -> Any:
    return json.loads(npm("python", str(pack.folder), str(SCRIPT), str(seeds), str(most)))


def test_matches_of_every_game_have_the_same_digests(packed: Pack) -> None:
    assert _in_browser_python(packed, 1, 12) == all_digests(1, 12)


@pytest.mark.full
def test_whole_matches_of_every_game_have_the_same_digests(packed: Pack) -> None:
    assert _in_browser_python(packed, 3, 300) == all_digests(3, 300)


def test_the_pack_holds_compiled_modules_and_no_more_than_is_needed(packed: Pack) -> None:
    with zipfile.ZipFile(packed.folder / "ludothek.zip") as ours:
        names = ours.namelist()
    assert "ludothek/server/match/decide.pyc" in names
    assert [name for name in names if name.endswith(".py") or "/storage/" in name] == []
    assert packed.without_table() < MOST
