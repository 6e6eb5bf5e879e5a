"""How soon a local game can be played, and how quickly the page answers while a computer thinks.

    python -m bench.browser.start [GAME …]

Starts a server of its own that leaves games to browsers, and opens each game in Chromium: cold
with nothing kept, warm with everything kept. Seconds count from the moment the page of a new game
is opened: until the board is drawn, and until the first touch is decided and stored. The referee,
which has rules of its own in the page, is there for comparison. Then the page's processor is slowed
down four times, and clicks and keys are timed while the strongest computer thinks (the browser's
own event timing: from the input to the next frame).
"""

import os
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.e2e.conftest import FLAGS, Server, chromium
from tests.e2e.drivers import refereeing, splashing
from tests.e2e.drivers.playing import TARGETS, i_begin, state, touch

GAMES: Final = ("repulso", "robotory", "nexus")
SPLASH: Final = "splash"
REFEREE: Final = "referee"
RUNS: Final = 3
SETTINGS: Final = """localStorage.setItem('ludothek', JSON.stringify(
    {speed: 'off', confirm: 'never', language: 'en', pack: 'PACK'}))"""
CELL: Final = "[role=gridcell]"
TABLE: Final = ".splash[data-state=mine]"
READY: Final = "[data-pack=ready]"
# What one has decided can be taken back, or stands in the list.
DECIDED: Final = "main ol li, main .actions button:text-is('Take back')"
MOST: Final = 2_000  # looks at the board
SLOWER: Final = 4
TOUCHES: Final = 30
TIMED: Final = """() => {
    window.timed = []
    new PerformanceObserver(list => window.timed.push(...list.getEntries().map(e => e.duration)))
        .observe({type: 'event', durationThreshold: 16})
}"""


def begun(context: BrowserContext, game: str) -> tuple[float, float]:
    """Seconds until the board is there, and until the first touch is answered."""
    page = context.new_page()
    start = perf_counter()
    page.goto(f"/play/{game}")
    i_begin(page)
    page.locator("button.start").click()
    page.wait_for_selector(CELL)
    shown = perf_counter() - start
    first_touch(page)
    answered = perf_counter() - start
    page.close()
    return shown, answered


def drafted(context: BrowserContext) -> tuple[float, float]:
    """The same of Splash!, whose table stands for the board."""
    page = context.new_page()
    start = perf_counter()
    page.goto("/play/splash")
    i_begin(page)
    page.locator("button.start").click()
    page.wait_for_selector(TABLE)
    shown = perf_counter() - start
    splashing.decide(page, splashing.wanted(page), Random(1))
    answered = perf_counter() - start
    page.close()
    return shown, answered


def refereed(context: BrowserContext) -> tuple[float, float]:
    """The same of the referee: until its form is there, and until it has the first decision."""
    page = context.new_page()
    start = perf_counter()
    page.goto("/referee")
    page.wait_for_selector("button.start")
    shown = perf_counter() - start
    refereeing.set_up(page, 2)
    page.locator(".tile").first.click()
    expect(page.locator(".desk h1")).to_have_text(refereeing.NAMES[1])
    answered = perf_counter() - start
    page.evaluate("localStorage.clear()")  # or the next visit goes on with this game
    page.close()
    return shown, answered


def opened(context: BrowserContext, what: str) -> tuple[float, float]:
    """A game, or the referee."""
    others = {SPLASH: drafted, REFEREE: refereed}
    return others[what](context) if what in others else begun(context, what)


def first_touch(page: Page) -> None:
    """Touch what can be touched until something is decided."""
    random = Random(1)
    for _ in range(MOST):
        if page.locator(DECIDED).count():
            return
        go_on(page, random)
        page.wait_for_timeout(10)
    raise RuntimeError("nothing could be decided")


def go_on(page: Page, random: Random) -> None:
    """One touch, if the page wants something."""
    now = page.locator("[data-state]").get_attribute("data-state")
    if now in {"choice", "price", "confirm"} or (now == "mine" and page.evaluate(TARGETS)):
        touch(page, now, random)


@contextmanager
def visitor(browser: Browser, address: str, pack: str) -> Iterator[BrowserContext]:
    """Somebody with a browser profile of their own."""
    context = browser.new_context(base_url=address, locale="en")
    context.add_init_script(SETTINGS.replace("PACK", pack))
    context.set_default_timeout(120_000)
    yield context
    context.close()


def cold(browser: Browser, address: str, game: str) -> tuple[float, float]:
    """A first visit."""
    with visitor(browser, address, "everything") as context:
        return opened(context, game)


def warm(browser: Browser, address: str, game: str) -> list[tuple[float, float]]:
    """Visits after everything is kept."""
    with visitor(browser, address, "everything") as context:
        page = context.new_page()
        page.goto("/settings")
        page.wait_for_selector(READY)
        page.close()
        return [opened(context, game) for _ in range(RUNS)]


def inputs(browser: Browser, address: str, game: str) -> list[float]:
    """Milliseconds until clicks and keys are answered while a computer thinks."""
    with visitor(browser, address, "everything") as context:
        page = context.new_page()
        page.goto(f"/play/{game}")
        i_begin(page)
        strongest = page.locator("#level")
        strongest.fill(strongest.get_attribute("max") or "")
        page.locator("button.start").click()
        state(page)
        session = context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.evaluate(TIMED)
        random = Random(1)
        for _ in range(TOUCHES):
            go_on(page, random)
            while page.locator("[data-state=waiting]").count():
                page.keyboard.press("Tab")
                page.mouse.click(5, 5)
        return [float(each) for each in page.evaluate("() => window.timed")]


def main() -> None:
    """Print two tables."""
    parser = ArgumentParser(prog="python -m bench.browser.start")
    parser.add_argument("games", nargs="*", metavar="GAME", help="all, and the referee, by default")
    chosen = parser.parse_args().games or [*GAMES, SPLASH, REFEREE]
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), LUDOTHEK_GAMES="browser")
        server.start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        print(f"{'game':10}{'start':8}{'board s':>9}{'touch s':>9}{'target':>8}")
        for game in chosen:
            runs = [cold(browser, server.address, game) for _ in range(RUNS)]
            _tell(game, "cold", runs, 6)
            _tell(game, "warm", warm(browser, server.address, game), 3)
        print(f"\nprocessor {SLOWER} times slower, computer thinking; target 100 ms")
        print(f"{'game':10}{'inputs':>8}{'median':>9}{'95 %':>9}{'longest':>9}")
        for game in filter(GAMES.__contains__, chosen):
            times = inputs(browser, server.address, game)
            figures = (median(times), quantiles(times, n=20)[-1], max(times))
            print(f"{game:10}{len(times):8}", *(f"{each:8.0f}" for each in figures), flush=True)
        browser.close()
        server.stop()
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


def _tell(game: str, start: str, runs: list[tuple[float, float]], target: int) -> None:
    shown, answered = (median(each) for each in zip(*runs, strict=True))
    print(f"{game:10}{start:8}{shown:9.2f}{answered:9.2f}{target:8}", flush=True)


if __name__ == "__main__":
    main()
