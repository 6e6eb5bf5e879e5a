"""Touch events on a page, as a touch screen sends them."""

from collections.abc import Iterator

from playwright.sync_api import Page

Place = tuple[float, float]

STEPS = 4  # of a finger on its way
WHERE = "() => [scrollX, scrollY, visualViewport.scale, visualViewport.pageTop]"
SCROLLED = """([where, most]) => new Promise(resolve => {
    let left = most
    const look = () => {
        const { scale, pageTop } = visualViewport
        const moved = JSON.stringify([scrollX, scrollY, scale, pageTop]) !== JSON.stringify(where)
        if (moved || left-- === 0) resolve(moved)
        else requestAnimationFrame(look)
    }
    look()
})"""
FRAMES = 8  # in which a page that follows a finger has moved


class Fingers:
    """Touches of a screen; tells of each gesture whether the page went along."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session = page.context.new_cdp_session(page)
        self.moved_page = False

    def drag(self, start: Place, to: Place) -> "Fingers":
        """One finger, from a place so far."""
        x, y = start
        return self._go([[(x + to[0] * share, y + to[1] * share)] for share in _shares()])

    def pinch(self, first: Place, second: Place, apart: float) -> "Fingers":
        """Two fingers, each going so far away from the other."""
        (x, y), (u, v) = first, second
        return self._go([[(x - apart * s, y), (u + apart * s, v)] for s in _shares()])

    def _go(self, way: list[list[Place]]) -> "Fingers":
        where = self._page.evaluate(WHERE)
        self._send("touchStart", way[0])
        for places in way[1:]:
            self._send("touchMove", places)
        self._send("touchEnd", [])
        self.moved_page = bool(self._page.evaluate(SCROLLED, [where, FRAMES]))
        return self

    def _send(self, kind: str, places: list[Place]) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def middle(page: Page, selector: str) -> Place:
    """The middle of an element, in the window."""
    box = page.locator(selector).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def down(page: Page, selector: str = "canvas", step: int = 24) -> Iterator[Place]:
    """Places from the top of an element to its bottom."""
    box = page.locator(selector).bounding_box()
    assert box
    for y in range(int(box["y"]) + step, int(box["y"] + box["height"]), step):
        yield box["x"] + box["width"] / 2, float(y)


def grasps(page: Page, place: Place) -> bool:
    """Whether a mouse would grasp the held piece there."""
    page.mouse.move(*place)
    return bool(page.evaluate("() => document.querySelector('canvas').style.cursor") == "grab")


def orbit(page: Page) -> tuple[int, ...]:
    """Where the camera is: around, above, near."""
    orbit = page.get_attribute("canvas", "data-orbit") or ""
    return tuple(map(int, orbit.split()))


def _shares() -> list[float]:
    return [step / STEPS for step in range(STEPS + 1)]
