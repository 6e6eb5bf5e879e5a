"""Any game without a drawing of its own: its board data, as indented text."""

import json

from rich.text import Text

from ludothek.cli.boards.board_drawing import Scene, Supply


def board(scene: Scene) -> Text:
    """The board data."""
    return Text(json.dumps(scene.table, indent=2, ensure_ascii=scene.display.ascii))


def supplies(scene: Scene) -> list[Supply]:
    """One line per seat; what it has stands in the board data."""
    seats = scene.view["seats"]
    return [Supply(f"p{seat}", Text()) for seat in range(1, int(str(seats)) + 1)]


def phase(scene: Scene) -> str:
    """The kinds of decisions to choose from."""
    return "decide: " + ", ".join(sorted(scene.kinds))
