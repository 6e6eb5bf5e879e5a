"""Charts as SVG in the colours of a page (`--ink`, `--line`, `--bar`, `--mark`)."""

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import Final

from ludothek.games.svg import element, points
from ludothek.research.report.intervals import Estimate
from ludothek.research.report.words import Numbers

Point = tuple[float, float]

WIDTH, HEIGHT = 520.0, 260.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 58.0, 16.0, 14.0, 46.0
_BINS: Final = 18  # bars of a histogram at most


class Frame:
    """Axes from zero or from given ends, with a grid."""

    def __init__(
        self, xs: tuple[float, float], ys: tuple[float, float], title: str, numbers: Numbers
    ) -> None:
        self.xs, self.ys, self.title, self.numbers = xs, ys, title, numbers
        self.parts: list[str] = []

    def x(self, value: float) -> float:
        """Where a value lies."""
        low, high = self.xs
        return _LEFT + (value - low) / (high - low or 1) * (WIDTH - _LEFT - _RIGHT)

    def y(self, value: float) -> float:
        """Where a value lies."""
        low, high = self.ys
        return HEIGHT - _BOTTOM - (value - low) / (high - low or 1) * (HEIGHT - _TOP - _BOTTOM)

    def grid(self, values: Sequence[float], percent: bool) -> None:
        """Lines across, with their values."""
        for value in values:
            y = self.y(value)
            self.parts.append(_line((_LEFT, y), (WIDTH - _RIGHT, y), "grid"))
            text = self.numbers.percent(value) if percent else self.numbers.short(value)
            self.label(text, _LEFT - 8, y + 4, "end")

    def label(self, text: str, x: float, y: float, anchor: str = "middle") -> None:
        """A text in the chart."""
        self.parts.append(
            element("text", _escaped(text), x=x, y=y, text_anchor=anchor, class_="label")
        )

    def below(self, ticks: Sequence[tuple[float, str]], caption: str) -> None:
        """What stands below the axis."""
        for value, text in ticks:
            self.label(text, self.x(value), HEIGHT - _BOTTOM + 18)
        self.label(caption, (_LEFT + WIDTH - _RIGHT) / 2, HEIGHT - 8)

    def whisker(self, x: float, estimate: Estimate) -> None:
        """The range around a value."""
        least, most = self.y(estimate.least), self.y(estimate.most)
        self.parts.append(_line((x, least), (x, most), "whisker"))
        for y in (least, most):
            self.parts.append(_line((x - 5, y), (x + 5, y), "whisker"))

    def svg(self) -> str:
        """The picture."""
        return element(
            "svg",
            element("title", _escaped(self.title))
            + "".join(self.parts).replace(" class-=", " class="),
            viewBox=f"0 0 {WIDTH:.0f} {HEIGHT:.0f}",
            role="img",
        )


def bars(title: str, named: Sequence[tuple[str, Estimate]], equal: float, numbers: Numbers) -> str:
    """Shares side by side, with whiskers, and a line where all would be equal."""
    top = min(1.0, ceil(max(each.most for _, each in named) * 5) / 5)
    frame = Frame((0, len(named)), (0, top), title, numbers)
    frame.grid(ticks(0, top), percent=True)
    wide = min(70.0, (WIDTH - _LEFT - _RIGHT) / len(named) * 0.6)
    for i, (name, each) in enumerate(named):
        x = frame.x(i + 0.5)
        frame.parts.append(_bar(frame, x - wide / 2, wide, each.value))
        frame.whisker(x, each)
        frame.label(name, x, HEIGHT - _BOTTOM + 18)
        frame.label(numbers.percent(each.value), x, HEIGHT - 8)
    y = frame.y(equal)
    frame.parts.append(_line((_LEFT, y), (WIDTH - _RIGHT, y), "mark"))
    return frame.svg()


def histogram(title: str, values: Sequence[int], caption: str, numbers: Numbers) -> str:
    """How often each value occurs, in bins of equal width."""
    low, high = min(values), max(values)
    wide = max(1, ceil((high - low + 1) / _BINS))
    counts = [0] * ((high - low) // wide + 1)
    for value in values:
        counts[(value - low) // wide] += 1
    frame = Frame((low, low + wide * len(counts)), (0, max(counts)), title, numbers)
    frame.grid([each for each in ticks(0, max(counts)) if each == int(each)], percent=False)
    each_wide = (WIDTH - _LEFT - _RIGHT) / len(counts)
    for i, count in enumerate(counts):
        frame.parts.append(_bar(frame, frame.x(low + i * wide) + 1, max(1.0, each_wide - 2), count))
    shown = [each for each in ticks(low, low + wide * len(counts) - 1) if each == int(each)]
    frame.below([(each + 0.5, numbers.short(each)) for each in shown], caption)
    return frame.svg()


def curve(
    title: str,
    values: Sequence[Estimate | None],
    caption: str,
    numbers: Numbers,
    *,
    percent: bool,
    middle: bool,
) -> str:
    """Values over the parts of a game; at the middle of each part, or at its beginning."""
    known = [each for each in values if each is not None]
    top = 1.0 if percent else max((each.most for each in known), default=1.0)
    frame = Frame((0, 1), (0, top), title, numbers)
    frame.grid(ticks(0, top), percent=percent)
    at = [
        (frame.x((i + (0.5 if middle else 0)) / len(values)), each)
        for i, each in enumerate(values)
        if each is not None
    ]
    frame.parts.append(_polyline([(x, frame.y(each.value)) for x, each in at]))
    for x, each in at:
        if each.most > each.least:
            frame.whisker(x, each)
        frame.parts.append(_dot(x, frame.y(each.value)))
    frame.below([(part / 4, numbers.percent(part / 4)) for part in range(5)], caption)
    return frame.svg()


def ladder(
    title: str,
    rungs: Sequence[tuple[int, Estimate]],
    caption: str,
    numbers: Numbers,
    *,
    log: bool,
) -> str:
    """Ratings by strength, on a logarithmic axis where asked for."""
    spots = [log10(strength) if log else float(strength) for strength, _ in rungs]
    low = min(each.least for _, each in rungs)
    high = max(each.most for _, each in rungs)
    pad = (spots[-1] - spots[0] or 1) * 0.06
    frame = Frame(
        (spots[0] - pad, spots[-1] + pad), (min(0.0, low), max(high, 100.0)), title, numbers
    )
    frame.grid(ticks(*frame.ys), percent=False)
    at = [(frame.x(spot), each) for spot, (_, each) in zip(spots, rungs, strict=True)]
    frame.parts.append(_polyline([(x, frame.y(each.value)) for x, each in at]))
    for x, each in at:
        frame.whisker(x, each)
        frame.parts.append(_dot(x, frame.y(each.value)))
    names = [numbers.number(strength, 0) for strength, _ in rungs]
    frame.below(list(zip(spots, names, strict=True)), caption)
    return frame.svg()


def ticks(low: float, high: float) -> list[float]:
    """About five round values between two ends.

    >>> ticks(0, 1)
    [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    """
    if high <= low:
        return [low]
    rough = (high - low) / 5
    size = 10 ** floor(log10(rough))
    step = next(size * factor for factor in (1, 2, 5, 10) if size * factor >= rough * 0.999)
    first = ceil(low / step - 1e-9)
    return [round(i * step, 10) for i in range(first, floor(high / step + 1e-9) + 1)]


def _bar(frame: Frame, x: float, width: float, value: float) -> str:
    top = frame.y(value)
    return element(
        "rect", x=x, y=top, width=width, height=max(0.0, frame.y(0) - top), class_="bar", rx=2
    )


def _line(start: Point, end: Point, kind: str) -> str:
    return element("line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], class_=kind)


def _polyline(corners: list[Point]) -> str:
    return element("polyline", points=points(corners), class_="curve")


def _dot(x: float, y: float) -> str:
    return element("circle", cx=x, cy=y, r=4, class_="dot")


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")
