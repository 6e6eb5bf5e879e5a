"""How evenly the page draws while a tower of Splash! falls, and what a frame costs it.

    python -m bench.browser.frames            # the table in 3D, and the plain view
    python -m bench.browser.frames --gpu      # let the browser use a graphics card, if there is one

Plays a game to its first fall on a server of its own, opens the replay in Chromium, and reads the
browser's own frame times while the fall is shown. `script` is what our code took on average per
frame, `thread` everything the page's thread did; the rest of a frame is drawing, which without a
graphics card is done by the processor and takes most of it.
"""

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tests.e2e.conftest import FLAGS, Server, chromium
from tests.e2e.drivers.splashing import play_to_a_fall, set_up

SIZES = {"phone": (390, 844), "desktop": (1280, 860)}
FRAMES = """() => new Promise(resolve => {
    const times = []
    const moving = () => document.querySelector('.replay').dataset.state === 'moving'
    const next = now => {
        if (moving()) times.push(now)
        if (times.length && !moving()) resolve(times)
        else requestAnimationFrame(next)
    }
    document.querySelector('[data-fall]').click()
    requestAnimationFrame(next)
})"""


@dataclass(frozen=True, slots=True)
class Fall:
    """Frames of one fall, in milliseconds."""

    view: str
    gaps: tuple[float, ...]
    script: float
    thread: float

    def row(self) -> str:
        """One line of the table."""
        late = sum(gap > 1.5 * 1000 / 60 for gap in self.gaps) / len(self.gaps)
        worst = quantiles(self.gaps, n=20)[-1]
        figures = f"{median(self.gaps):8.1f} {worst:8.1f} {late:8.0%}"
        return f"{self.view:16} {len(self.gaps):6} {figures} {self.script:8.2f} {self.thread:8.2f}"


def fallen(page: Page) -> str:
    """A match in which a tower fell."""
    page.goto("/about")
    match = set_up(page, "me", "here")["match"]["id"]
    play_to_a_fall(page, Random(4))
    return str(match)


def costs(session: CDPSession) -> tuple[float, float]:
    """What scripts and the whole thread took so far, in milliseconds."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    named = {each["name"]: 1000 * each["value"] for each in metrics}
    return named["ScriptDuration"], named["TaskDuration"]


def watch(page: Page, match: str, view: str) -> Fall:
    """Show the fall, and note its frames."""
    page.goto(f"/replay/{match}")
    page.wait_for_selector(".replay[data-state=still]")
    if view.startswith("3D"):
        page.wait_for_function("() => document.querySelector('canvas')?.dataset.drawn")
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    before = costs(session)
    times = page.evaluate(FRAMES)
    script, thread = (now - then for now, then in zip(costs(session), before, strict=True))
    gaps = tuple(later - now for now, later in pairwise(times))
    return Fall(view, gaps, script / len(times), thread / len(times))


def like(page: Page, key: str, **likes: Any) -> None:
    """Settings of the page, from its next load on."""
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, json.dumps(likes)])


def measure(browser: Browser, address: str) -> Iterator[Fall]:
    """Both views, small and large."""
    page = browser.new_context(base_url=address, locale="en").new_page()
    page.goto("/about")
    like(page, "ludothek", speed="off")
    like(page, "ludothek-splash", plain=True)
    match = fallen(page)
    like(page, "ludothek", speed="normal")
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for view, plain in (("plain", True), ("3D", False)):
            like(page, "ludothek-splash", plain=plain)
            yield watch(page, match, f"{view}, {size}")


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gpu", action="store_true", help="use a graphics card")
    flags = [flag for flag in FLAGS if flag != "--disable-gpu" or not parser.parse_args(words).gpu]
    with TemporaryDirectory() as state, sync_playwright() as playwright:
        server = Server(Path(state))
        server.start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=flags)
        falls = list(measure(browser, server.address))
        browser.close()
        server.stop()
    print(f"{'view':16} frames   median      95%     late   script   thread   (ms; late: over 25)")
    print(*(fall.row() for fall in falls), sep="\n")
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


if __name__ == "__main__":
    main()
