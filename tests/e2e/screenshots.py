"""Pictures of every page: desktop and phone, light and dark, in two languages or any of the six.

    python -m tests.e2e.screenshots FOLDER
    python -m tests.e2e.screenshots FOLDER --size phone --look dark-it --state ending-nexus price
    python -m tests.e2e.screenshots FOLDER --size small --look light-nl --page home lobby

starts a server of its own, plays a little, and looks at everything, or at what is named.
"""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.e2e.conftest import FLAGS, Open, Server, chromium
from tests.e2e.drivers.playing import i_begin, play_by_mouse, start
from tests.e2e.drivers.refereeing import played
from tests.e2e.drivers.splashing import (
    BADLY,
    LEANING,
    PLAIN,
    decide,
    play,
    set_up,
    solid,
    wanted,
)
from tests.e2e.drivers.states import STATES
from tests.e2e.splash.test_referee import THIRD_DROP, resume

SIZES = {
    "desktop": (1280, 860),
    "phone": (390, 844),
    "small": (320, 640),
    "wide": (1920, 1080),  # when it is named
}
NARROW = 1000  # pixels: smaller ones are touched
LOOKS = ("light-en", "dark-de")
GAMES = ("repulso", "robotory", "nexus")
PAGES = {
    "home": "/",
    "new": "/play/nexus",
    "lobby": "/lobby",
    "records": "/records",
    "settings": "/settings",
    "about": "/about",
    "missing": "/nowhere",
    **{f"rules-{game}": f"/rules/{game}" for game in (*GAMES, "splash")},
    **{f"learn-{game}": f"/learn/{game}" for game in (*GAMES, "splash")},
    "new-splash": "/play/splash",
    "referee": "/referee",
    "recover": "/recover#code",
}


LIKE = """some => {
    const kept = JSON.parse(localStorage.getItem('ludothek'))
    localStorage.setItem('ludothek', JSON.stringify({ ...kept, ...some }))
}"""
# Shows a collapse with even steps of time, however slowly it is drawn, and stands still then.
STOPPED = """most => {
    let [now, end] = [performance.now(), null]
    const ask = requestAnimationFrame
    const root = document.documentElement
    performance.now = () => now
    requestAnimationFrame = then => ask(() => {
        if (document.querySelector('.replay[data-state=moving]')) end ??= now + most
        if (end && now > end) return (root.dataset.stopped = '')
        then((now += 12))
    })
    document.querySelector('[data-fall]').click()
}"""
TOLD = played(3, THIRD_DROP).texts
REFEREE = {"draft": TOLD[:20], "over": TOLD, "place": TOLD[:54]}


@dataclass(frozen=True, slots=True)
class Shot:
    """One way to look at the pages."""

    size: str
    theme: str
    language: str

    def name(self, page: str) -> str:
        return f"{page}-{self.size}-{self.theme}-{self.language}.png"


def shots(sizes: list[str], looks: list[str]) -> Iterator[Shot]:
    for size in sizes:
        for look in looks:
            theme, _, language = look.partition("-")
            yield Shot(size, theme, language)


def context_of(browser: Browser, server: Server, shot: Shot) -> BrowserContext:
    """A browser of somebody new who looks at the pages in this way."""
    width, height = SIZES[shot.size]
    context = browser.new_context(
        base_url=server.address,
        viewport={"width": width, "height": height},
        has_touch=width < NARROW,
        is_mobile=width < NARROW,
        locale=shot.language,
        service_workers="block",
    )
    stored = {"speed": "off", "theme": shot.theme, "language": shot.language}
    settings = f"localStorage.setItem('ludothek', '{json.dumps(stored)}')"
    context.add_init_script(f"localStorage.getItem('ludothek') ?? {settings}")
    return context


def look_at_states(
    browser: Browser, server: Server, shot: Shot, folder: Path, names: list[str], *, window: bool
) -> None:
    """Moments of games, each with people of its own."""
    narrow = SIZES[shot.size][0] < NARROW and not window
    for name in names:
        with ExitStack() as contexts:
            open_page = opener(contexts, partial(context_of, browser, server, shot))
            save(STATES[name](open_page), folder / shot.name(name), full=narrow)


def look_at_pages(
    browser: Browser, server: Server, shot: Shot, folder: Path, names: list[str]
) -> None:
    """Pages as somebody new sees them."""
    with ExitStack() as contexts:
        page = opener(contexts, partial(context_of, browser, server, shot))()
        for name in names:
            page.goto(PAGES[name])
            save(page, folder / shot.name(name), full=True)


def opener(contexts: ExitStack, fresh: Callable[[], BrowserContext]) -> Open:
    """Opens pages, each as somebody new."""

    def open_page(path: str = "/", **_: object) -> Page:
        page = contexts.enter_context(fresh()).new_page()
        page.goto(path)
        page.wait_for_selector("main")
        return page

    return open_page


def look(browser: Browser, server: Server, shot: Shot, folder: Path) -> None:
    """All pages in one way, as one person."""
    context = context_of(browser, server, shot)
    page = context.new_page()
    matches = [play_a_little(page, game, folder, shot) for game in GAMES]
    for name, path in PAGES.items():
        page.goto(path)
        save(page, folder / shot.name(name), full=True)
    page.goto(f"/replay/{matches[0]}?ply=9")
    save(page, folder / shot.name("replay"))
    for name, prepare in FORMS.items():
        page.goto("/play/nexus")
        page.wait_for_selector("form")
        prepare(page)
        save(page, folder / shot.name(name), full=True)
    splash(page, folder, shot)
    context.close()


def mixed(page: Page) -> None:
    """Who sits where, in a game of four."""
    page.locator("input[value=mixed]").check()
    page.locator(".pill").nth(2).click()
    for seat, kind in ((2, "here"), (3, "open")):
        page.locator("form ol li").nth(seat).locator("select").first.select_option(kind)


def options(page: Page) -> None:
    """Clocks and rules."""
    page.locator("summary").click()


def invitation(page: Page) -> None:
    """A link to send."""
    page.locator("input[value=link]").check()
    i_begin(page)
    page.locator("button.start").click()
    page.wait_for_selector("#link-2")


FORMS: dict[str, Callable[[Page], None]] = {
    "new-mixed": mixed,
    "new-options": options,
    "invitation": invitation,
}


def play_a_little(page: Page, game: str, folder: Path, shot: Shot) -> str:
    """Some turns of a game; the match it was."""
    page.goto(f"/play/{game}")
    start(page)
    play_by_mouse(page, Random(3), touches=24)
    save(page, folder / shot.name(f"match-{game}"))
    return page.url.rpartition("/")[2]


def splash(page: Page, folder: Path, shot: Shot) -> None:
    """A match of Splash! from its draft to its end, its collapse, and the referee."""
    page.goto("/about")
    page.evaluate(PLAIN)
    options, random = {"draft": "choose"}, Random(4)
    match = set_up(page, "me", "here", options=options, public=True)["match"]["id"]
    picture = partial(splash_picture, page, folder, shot)
    wanted(page)
    picture("draft")
    page.locator("[data-auto]").click()
    for _ in range(8):
        now = play(page, random, until="give", aside=LEANING)
        decide(page, now, random)
    play(page, random, until="give", aside=LEANING)
    picture("give")
    play(page, random, until="place", aside=LEANING)
    save(page, folder / shot.name("splash-plain"))
    picture("place")
    page.goto("/")
    save(page, folder / shot.name("splash-live"), full=True)
    page.goto(f"/match/{match}")
    play(page, random, until="keep", aside=LEANING)
    picture("choose")
    play(page, random, aside=BADLY)
    picture("end")
    falling(page, match)
    save(page, folder / shot.name("splash-fall"))
    page.goto("/referee")
    for name, texts in REFEREE.items():
        resume(page, texts)
        save(page, folder / shot.name(f"referee-{name}"))
    page.locator(".fell").click()
    save(page, folder / shot.name("referee-fell"))


def splash_picture(page: Page, folder: Path, shot: Shot, name: str) -> None:
    """The table in three dimensions, and back to the plain view."""
    solid(page)
    save(page, folder / shot.name(f"splash-{name}"))
    page.locator("[data-look=plain]").click()


def falling(page: Page, match: str) -> None:
    """The replay of the greatest collapse, stopped in the middle."""
    page.evaluate(LIKE, {"speed": "normal"})
    page.goto(f"/replay/{match}")
    solid(page)
    page.evaluate(STOPPED, 900)
    page.wait_for_selector("html[data-stopped]", timeout=120_000)
    page.evaluate(LIKE, {"speed": "off"})


def save(page: Page, file: Path, *, full: bool = False) -> None:
    page.wait_for_selector("main *")
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(400)
    page.screenshot(path=file, full_page=full)


def wanted_pictures() -> Namespace:
    """What the command line asks for; without pages and states: all of them."""
    parser = ArgumentParser(description="Pictures of every page.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", nargs="+", choices=SIZES, default=list(SIZES)[:3])
    parser.add_argument("--look", nargs="+", default=LOOKS, metavar="THEME-LANGUAGE")
    parser.add_argument("--state", nargs="*", choices=STATES, default=[])
    parser.add_argument("--page", nargs="*", choices=PAGES, default=[])
    parser.add_argument("--window", action="store_true", help="moments as far as the window shows")
    return parser.parse_args()


def main(wishes: Namespace) -> None:
    wishes.folder.mkdir(parents=True, exist_ok=True)
    everything = not wishes.state and not wishes.page
    with TemporaryDirectory() as state, sync_playwright() as playwright:
        server = Server(Path(state))
        server.start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        for shot in shots(wishes.size, wishes.look):
            states = list(STATES) if everything else wishes.state
            look_at_states(browser, server, shot, wishes.folder, states, window=wishes.window)
            look_at_pages(browser, server, shot, wishes.folder, wishes.page)
            if everything:
                look(browser, server, shot, wishes.folder)
        browser.close()
        server.stop()


if __name__ == "__main__":
    main(wanted_pictures())
