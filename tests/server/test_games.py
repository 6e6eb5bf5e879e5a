"""The server knows the protocol of a game, and no single game."""

import re
from pathlib import Path

import ludothek.server
from ludothek.games import is_built_in, names


def test_no_game_is_treated_by_its_name() -> None:
    """That no game is imported is held by a contract of import-linter."""
    own = "|".join(name for name in names() if is_built_in(name))
    named = re.compile(rf"""["']({own})["']""")
    files = Path(ludothek.server.__file__).parent.rglob("*.py")
    assert [file.name for file in files if named.search(file.read_text())] == []
