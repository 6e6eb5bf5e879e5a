"""Plays a match through the page, by mouse or by keyboard, without knowing any rule."""

import re
from random import Random

from playwright.sync_api import Page

LONGEST = 900  # touches of one game
PATIENCE = 120_000  # milliseconds: Python starts twice before a computer answers, on a busy machine
READY = """() => {
    const state = document.querySelector('[data-state]')?.dataset.state
    return ['over', 'confirm', 'choice', 'price', 'mine'].includes(state) ? state : null
}"""
TARGETS = """() => [...document.querySelectorAll('[data-spot].target')].map(e => e.dataset.spot)"""

WAYS = {  # the shapes of decisions, and what is touched for them
    r"stop": "",
    r"\*(\w\d)": "p{seat}:stone {0}",
    r"(\w\d)": "{0}",
    r"(\w\d)-(\w\d)": "{0} {1}",
    r"([wb])@(\w\d)": "p{seat}:{0} {1}",
    r"[WBR](\w\d)": "{0}",
    r"\+w\d+b\d+": "lid",
    r"@(.+)": "p{seat}:reserve {0}",
    r"[+-](-?\d+,-?\d+)": "{0}",
    r"(.+)>(.+)!(.+)": "{0} leap {1} {2}",
    r"(.+)>(.+)": "{0} {1}",
    r"x\d@(.+)": "{0}",
}


def visit(page: Page, path: str) -> None:
    """Go to a page and wait until it shows what it has."""
    page.goto(path)
    page.wait_for_selector("main h1")
    if path == "/lobby":
        page.wait_for_selector("main h2")


def i_begin(page: Page) -> None:
    """Choose in the form of a new game who begins, instead of chance."""
    page.locator("label:has(input[name=first][value=me])").click()


def the_first_begins(page: Page) -> None:
    """The same where everybody is listed."""
    page.locator("#starts").select_option("0")


def start(page: Page, level: int = 1) -> None:
    """From the form of a new game to the board; the person begins."""
    i_begin(page)
    page.locator("#level").fill(str(level))
    page.locator("button.start").click()
    page.wait_for_selector("[role=gridcell]")


def state(page: Page) -> str:
    """Wait until the page wants something of us, and say what."""
    return str(page.wait_for_function(READY, timeout=PATIENCE).json_value())


def play_by_mouse(page: Page, random: Random, until: str = "over", touches: int = LONGEST) -> str:
    """Touch what can be touched, up to that state, the end of the game or so many touches."""
    for _ in range(touches):
        now = state(page)
        if now in (until, "over"):
            return now
        touch(page, now, random)
    return state(page)


def touch(page: Page, now: str, random: Random) -> None:
    """One touch."""
    if now == "confirm":
        page.locator("[data-confirm]").click()
    elif now == "price":
        answer = random.choice(("[data-keep]", "[data-sacrifice]"))  # a leap may be all there is
        page.locator(answer).click()
    elif now == "choice":
        choices = page.locator("[data-choices] button").all()[:-1]
        random.choice(choices).click()
    else:
        page.wait_for_selector("[data-spot].target", state="attached")
        spots = page.evaluate(TARGETS)
        click(page, random.choice(spots))


def click(page: Page, spot: str) -> None:
    """Tap a spot in its middle."""
    page.locator(f'[data-spot="{spot}"]').first.click()


def play_by_keyboard(page: Page, random: Random) -> str:
    """The same with keys alone: N to the next place, Enter to touch it, C to confirm."""
    for _ in range(LONGEST):
        now = state(page)
        if now == "over":
            return now
        if now == "confirm":
            page.keyboard.press("c")
        elif now in ("choice", "price"):
            page.keyboard.press("Enter")
        else:
            to_the_board(page)
            for _ in range(random.randint(1, 6)):
                page.keyboard.press("n")
            page.keyboard.press("Enter")
    return state(page)


def decide(page: Page, text: str, seat: int = 1) -> None:
    """Take one decision, given by its text: touch what it is about, and choose it by name."""
    change = page.locator('[data-action=rings][aria-pressed="false"]:enabled')
    if re.fullmatch(r"--?\d+,-?\d+", text) and change.count():
        change.click()
    for spot in spots(text, seat):
        click(page, spot)
    if "!" in text:
        page.locator("[data-sacrifice]").click()
    named = page.locator(f'[data-decision="{text}"]')
    if text == "stop" or page.locator("[data-choices]").count():
        named.click()


def spots(text: str, seat: int) -> list[str]:
    """What has to be touched for a decision."""
    for pattern, ways in WAYS.items():
        if match := re.fullmatch(pattern, text):
            return ways.format(*match.groups(), seat=seat).split()
    raise ValueError(f"{text} is no decision of a board game")


ON_BOARD = "() => document.activeElement?.closest('svg') !== null"


def to_the_board(page: Page) -> None:
    """Tab until the board has the focus."""
    for _ in range(40):
        if page.evaluate(ON_BOARD):
            return
        page.keyboard.press("Tab")
    raise AssertionError("the board cannot be reached with the Tab key")


def press_until(page: Page, selector: str) -> None:
    """Tab until an element has the focus, and press it."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"{selector} cannot be reached with the Tab key")
