"""Heat maps on a game's own picture of its start."""

import re
from collections.abc import Mapping, Sequence
from typing import Final
from xml.sax.saxutils import quoteattr

from ludothek.games import AnyGame
from ludothek.games.protocol import Place, Setup
from ludothek.games.svg import element

_DARK: Final = 0.55  # from here on a text is white
COLD, HOT = (255, 244, 190), (196, 30, 58)  # from few or bad to many or good


def heat_map(
    rules: AnyGame, setup: Setup, values: Mapping[str, float], texts: Mapping[str, str], label: str
) -> str:
    """The picture with a coloured patch and a text on each place that has a value from 0 to 1."""
    state = rules.start(setup)
    places = rules.drawing.places(state)
    patches = [
        _patch(place, values[place.name], texts.get(place.name, ""), pieces=bool(rules.simulation))
        for place in places
        if place.name in values
    ]
    picture = _plain(rules.svg(state), label)
    if rules.simulation and places:
        picture = _cropped(picture, places)
    return picture.removesuffix("</svg>") + "".join(patches) + "</svg>"


def _patch(place: Place, value: float, text: str, *, pieces: bool) -> str:
    """In the middle of a place; of a piece, which has to be seen, at its upper right."""
    x, y = place.x + place.width / 2, place.y + place.height / 2
    radius = min(place.width, place.height) * 0.42
    if pieces:
        x, y, radius = x + place.width * 0.26, y - place.height * 0.36, radius * 0.75
    red, green, blue = (round(c + (h - c) * value) for c, h in zip(COLD, HOT, strict=True))
    patch = element(
        "circle", cx=x, cy=y, r=radius, fill=f"rgb({red},{green},{blue})", stroke="#2b1b12"
    )
    size = min(radius * 0.75, 2.9 * radius / max(3, len(text)))
    label = element(
        "text",
        text,
        x=x,
        y=y + size * 0.35,
        font_size=size,
        fill="#ffffff" if value > _DARK else "#2b1b12",
        text_anchor="middle",
        font_family="system-ui, sans-serif",
        font_weight="bold",
    )
    return patch + (label if text else "")


def _plain(svg: str, label: str) -> str:
    """The picture as large as its frame; a title would hide the values when pointed at."""
    named = f" aria-label={quoteattr(label)} role"
    sized = re.sub(r' width="[\d.]+" height="[\d.]+" role', lambda _: named, svg, count=1)
    return re.sub(r"<title>.*?</title>", "", sized, count=1)


def _cropped(svg: str, places: Sequence[Place]) -> str:
    """Only the part of the picture in which the places lie."""
    left, top = min(place.x for place in places), min(place.y for place in places)
    right = max(place.x + place.width for place in places)
    bottom = max(place.y + place.height for place in places)
    wide, high = 12, 24  # room around them
    box = (left - wide, top - high, right - left + 2 * wide, bottom - top + 2 * high)
    written = " ".join(f"{value:g}" for value in box)
    return re.sub(r'viewBox="[^"]*"', f'viewBox="{written}"', svg, count=1)
