"""Plays Splash! through the page, by mouse or by keyboard, well or badly on purpose."""

import json
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Open
from tests.e2e.drivers.playing import PATIENCE
from tests.e2e.pages.test_pages import violations

Data = dict[str, Any]

PLAIN = "localStorage.setItem('ludothek-splash', '{\"plain\": true}')"
UNREADABLE = """async () => {
    const { violations } = await axe.run({ runOnly: ['color-contrast'] })
    return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html.slice(0, 160)))
}"""
# Millimetres from the middle of the top piece, the next ones where the table refuses the first.
Aside = tuple[str, ...]
CAREFULLY: Aside = ("0",)
LEANING: Aside = ("3", "2", "0")  # stands for a while, and then comes down at once
BADLY: Aside = ("9", "7", "5", "3", "0")
LONGEST = 200  # decisions of one game that are played here
WANTED = """() => {
    const { state, ply } = document.querySelector('.splash')?.dataset ?? {}
    return ['mine', 'over'].includes(state) ? [state, ply] : null
}"""
MOVED_ON = """ply => {
    const { dataset } = document.querySelector('.splash')
    return dataset.ply !== ply || dataset.state === 'over' || document.querySelector('.refused')
}"""
SET_UP = """async wish => {
    const post = async (path, body) => (await fetch(path, {
        method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
    })).json()
    await post('/api/guests', {})
    const kept = JSON.parse(localStorage.getItem('ludothek'))
    localStorage.setItem('ludothek', JSON.stringify({ ...kept, known: true }))
    return post('/api/matches', { game: 'splash', ...wish })
}"""


def set_up(page: Page, *seats: str, **wish: Any) -> Data:
    """A match with these seats (`me`, `here`, `open`, `computer`), and everybody at the table."""
    kinds: dict[str, Data] = {"here": {"name": "Bo"}, "computer": {"level": 1}}
    occupants = [{"kind": seat, **kinds.get(seat, {})} for seat in seats]
    guests = (occupant for occupant in occupants if occupant["kind"] == "here")
    for occupant, name in zip(guests, wish.pop("names", ()), strict=False):
        occupant["name"] = name
    options = {"draft": "random", **wish.pop("options", {})}
    made: Data = page.evaluate(SET_UP, {"seats": occupants, "options": options, **wish})
    page.goto(f"/match/{made['match']['id']}")
    return made


def ask(page: Page, path: str) -> Any:
    """What the server answers to this page."""
    answer = page.request.get(f"/api/{path}")
    assert answer.ok, answer.text()
    return answer.json()


def wanted(page: Page) -> str:
    """Wait until the page wants something of us, and say what."""
    state, _ = page.wait_for_function(WANTED, timeout=PATIENCE).json_value()
    return "over" if state == "over" else str(page.get_attribute(".splash", "data-phase"))


def play(page: Page, random: Random, *, until: str = "over", aside: Aside = CAREFULLY) -> str:
    """Decide this and that, up to a phase or to the end."""
    for _ in range(LONGEST):
        now = wanted(page)
        if now in {until, "over"}:
            return now
        decide(page, now, random, aside)
    raise AssertionError("the game does not end")


def play_to_a_fall(page: Page, random: Random) -> None:
    """Decide badly until a tower comes down."""
    while not (page.get_attribute(".splash", "data-decision") or "").startswith("falls:"):
        decide(page, wanted(page), random, BADLY)
    wanted(page)


def decide(page: Page, now: str, random: Random, aside: Aside = CAREFULLY) -> None:
    """One decision by mouse."""
    ply = page.get_attribute(".splash", "data-ply")
    if now == "place":
        place(page, aside)
    elif now == "keep":
        for piece in page.locator(".choices [data-piece]").all()[:3]:
            piece.click()
        page.locator("[data-confirm]").click()
    else:
        random.choice(page.locator("button.open[data-decision]").all()).click()
    page.wait_for_function(MOVED_ON, arg=ply, timeout=PATIENCE)


def place(page: Page, aside: Aside) -> None:
    """Let go as far aside as the table allows; a base lies in the middle."""
    ply = page.get_attribute(".splash", "data-ply")
    bare = page.locator("[data-tower='0']").count()
    for far in CAREFULLY if bare else aside:
        _, across, along = page.locator(".sliders input").all()
        across.fill(far)
        along.fill("0")
        page.locator("[data-let-go]").click()
        page.wait_for_function(MOVED_ON, arg=ply, timeout=PATIENCE)
        if not page.locator(".refused").is_visible():
            return


def play_by_keyboard(page: Page) -> None:
    """Keys alone: N to what can be chosen, Enter to choose it, arrows to move a piece."""
    for _ in range(LONGEST):
        now = wanted(page)
        if now == "over":
            return
        ply = page.get_attribute(".splash", "data-ply")
        page.keyboard.press("n")
        if now == "place":
            expect(page.locator("[data-stage]")).to_be_focused()
            aim_by_keyboard(page)
            for _ in range(6):
                page.keyboard.press("ArrowRight")
            press_until_it_counts(page, ply)
        elif now == "keep":
            for _ in range(3):
                page.keyboard.press("Enter")
                page.keyboard.press("ArrowRight")
            page.keyboard.press("c")
        else:
            page.keyboard.press("Enter")
        page.wait_for_function(MOVED_ON, arg=ply, timeout=PATIENCE)
    raise AssertionError("the game does not end")


def aim_by_keyboard(page: Page) -> None:
    """Bring the piece over the middle, millimetre by millimetre."""
    _, across, along = (float(each.input_value()) for each in page.locator(".sliders input").all())
    for way, less, more in ((across, "ArrowRight", "ArrowLeft"), (along, "ArrowUp", "ArrowDown")):
        for _ in range(round(abs(way))):
            page.keyboard.press(less if way < 0 else more)


def press_until_it_counts(page: Page, ply: str | None) -> None:
    """Let go; where the table refuses that, come back a step."""
    for _ in range(8):
        page.keyboard.press("Enter")
        page.wait_for_function(MOVED_ON, arg=ply, timeout=PATIENCE)
        if not page.locator(".refused").is_visible():
            return
        page.keyboard.press("ArrowLeft")


def tab_to(page: Page, selector: str) -> None:
    """Tab until an element has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"{selector} cannot be reached with the Tab key")


def plainly(open_page: Open, path: str = "/about", **wishes: Any) -> Page:
    """A page that shows the plain view."""
    page = open_page(path, **wishes)
    page.evaluate(PLAIN)
    page.reload()
    page.wait_for_selector("main")
    return page


def solid(page: Page) -> None:
    """Change to the table in three dimensions, and wait until it is drawn."""
    page.locator("[data-look=plain]").click()
    drawn(page)


def drawn(page: Page) -> None:
    """Wait until the table in three dimensions is seen; a busy processor takes its time for it."""
    page.wait_for_function(
        "() => document.querySelector('canvas')?.dataset.drawn", timeout=PATIENCE
    )


def troubles(page: Page) -> list[Any]:
    """What axe finds; in the dark, what cannot be read. A calm page changes at once."""
    serious = violations(page)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    page.wait_for_selector("html[data-theme=dark]")
    serious += page.evaluate(UNREADABLE)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.wait_for_selector("html[data-theme=light]")
    return serious


def held(page: Page) -> Data | None:
    """How the piece is held, as this page shows it."""
    spot = page.get_attribute(".splash", "data-held")
    return json.loads(spot) if spot else None


def decisions(page: Page, match: str) -> list[str]:
    """All decisions of a match."""
    frames: list[Data] = []
    plies = 0
    while len(frames) <= plies:
        part = ask(page, f"matches/{match}/frames?start={len(frames)}&count=200")
        frames, plies = frames + part["frames"], part["plies"]
    return [frame["happened"]["decision"] for frame in frames[1:]]
