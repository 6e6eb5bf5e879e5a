"""Small SVG helpers, shared by the pictures of the games."""

import re
from typing import Final
from xml.sax.saxutils import escape, quoteattr

_NUMBERS: Final = r"[\s,]+".join([r"([+-]?\d+(?:\.\d+)?)"] * 4)
_VIEW_BOX: Final = re.compile(rf"<svg\b[^>]*?\sviewBox\s*=\s*[\"']\s*{_NUMBERS}\s*[\"']")


def element(tag: str, content: str = "", /, **attributes: str | float) -> str:
    """One element; `stroke_width=2` becomes `stroke-width="2"`, numbers are kept short."""
    written = "".join(
        f" {name.replace('_', '-')}={quoteattr(_value(value))}"
        for name, value in attributes.items()
    )
    return f"<{tag}{written}>{content}</{tag}>" if content else f"<{tag}{written}/>"


def text(content: str, x: float, y: float, size: float, fill: str, **more: str | float) -> str:
    """A centred label."""
    return element(
        "text",
        escape(content),
        x=x,
        y=y + size * 0.35,
        font_size=size,
        fill=fill,
        text_anchor="middle",
        font_family="system-ui, sans-serif",
        **more,
    )


def document(parts: list[str], width: float, height: float, title: str) -> str:
    """A whole picture with a title for those who cannot see it."""
    head = element("title", escape(title))
    return element(
        "svg",
        head + "\n" + "\n".join(parts) + "\n",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_value(width)} {_value(height)}",
        width=width,
        height=height,
        role="img",
    )


def view_box(svg: str) -> tuple[float, float, float, float] | None:
    """The viewBox of a picture: x, y, width and height; None: it has none that can be shown."""
    if not (written := _VIEW_BOX.search(svg)):
        return None
    x, y, width, height = map(float, written.groups())
    return (x, y, width, height) if width > 0 and height > 0 else None


def points(corners: list[tuple[float, float]]) -> str:
    """The corners of a polygon."""
    return " ".join(f"{_value(x)},{_value(y)}" for x, y in corners)


def _value(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")
