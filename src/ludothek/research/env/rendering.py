"""Rendering of positions: as text, or as an array of pixels."""

from io import BytesIO
from typing import Any, Final

import numpy as np
import resvg_py
from numpy.typing import NDArray
from PIL import Image

from ludothek.games import AnyGame
from ludothek.games.protocol import seat_text

MODES: Final = ("human", "rgb_array", "ansi")
WIDTH: Final = 480  # of a picture, in pixels


def text(rules: AnyGame, state: Any) -> str:
    """Who decides, and the position text, its rows below each other."""
    outcome = rules.outcome(state)
    head = outcome.text if outcome else f"{seat_text(rules.to_move(state))} decides"
    board, _, rest = rules.format_position(state).partition(" ")
    return f"{rules.title}: {head}\n" + board.replace("/", "\n") + f"\n{rest}\n"


def pixels(rules: AnyGame, state: Any) -> NDArray[np.uint8]:
    """The picture of the table: rows x columns x 3."""
    png = resvg_py.svg_to_bytes(svg_string=rules.svg(state), width=WIDTH, background="#ffffff")
    with Image.open(BytesIO(bytes(png))) as image:
        return np.asarray(image.convert("RGB"), np.uint8)


def render(rules: AnyGame, state: Any, mode: str | None) -> NDArray[np.uint8] | str | None:
    """As an environment's `render_mode` wants it; `human` prints the text."""
    if mode == "rgb_array":
        return pixels(rules, state)
    drawn = text(rules, state)
    if mode == "ansi":
        return drawn
    if mode == "human":
        print(drawn, end="")
    return None


def check_mode(mode: str | None) -> str | None:
    """Refuse a mode that there is not."""
    if mode is not None and mode not in MODES:
        raise ValueError(f"render_mode is one of {', '.join(MODES)}, not {mode!r}")
    return mode
