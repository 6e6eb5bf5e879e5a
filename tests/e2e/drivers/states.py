"""Moments of games that are worth a look: endings, prices, turning points, people at a table.

Each one is brought about with fresh pages, and gives the page that shows it. Nothing here looks
for words: the pages may speak any language.
"""

from collections.abc import Callable
from random import Random

from playwright.sync_api import Page

from tests.e2e.conftest import Open
from tests.e2e.drivers.endings import (
    FINISHES,
    act,
    finish_off,
    gather,
    gathered,
    match_of,
    person,
    post,
)
from tests.e2e.drivers.playing import PATIENCE, click, play_by_mouse, start, state, touch
from tests.e2e.drivers.splashing import BADLY, PLAIN, play_to_a_fall, set_up, solid
from tests.e2e.drivers.splashing import decide as decide_splash
from tests.e2e.drivers.splashing import wanted as wanted_splash

State = Callable[[Open], Page]


def ended(name: str, seat: int) -> State:
    """The end by the rules, as a seat sees it."""

    def end(open_page: Open) -> Page:
        finish = FINISHES[name]
        pages = gathered(open_page, finish)
        finish_off(pages, finish.decisions)
        pages[seat].wait_for_selector("[data-ending]")
        return pages[seat]

    return end


def won_by_resignation(open_page: Open) -> Page:
    """Splash!: the other one has given up amid the game."""
    ada, bo = gather(open_page, "splash", options={"draft": "random"})
    for page in (ada, bo):
        page.evaluate(PLAIN)
        page.reload()
    for page in (ada, bo, bo, ada):
        decide_splash(page, wanted_splash(page), Random(2), BADLY)
    act(bo, {"type": "resign"})
    ada.wait_for_selector("[data-ending]")
    return ada


def turning_point(open_page: Open) -> Page:
    """What was decided worst, and what would have been better."""
    page = ended("robotory", 0)(open_page)
    page.locator(".turning button").click()
    page.wait_for_selector("[data-turning] svg", timeout=PATIENCE)
    return page


def coached(game: str) -> State:
    """The first turn of a coached game."""

    def begin(open_page: Open) -> Page:
        page = open_page(f"/play/{game}")
        page.locator("button.coached").click()
        page.wait_for_selector("[data-suggested]", timeout=PATIENCE)
        return page

    return begin


def choices(open_page: Open) -> Page:
    """NEXUS: three marbles are in, and the next action is chosen."""
    page = open_page("/play/nexus")
    start(page)
    for _ in range(4):
        touch(page, state(page), Random(1))
    page.wait_for_function(MINE, timeout=PATIENCE)
    return page


MINE = "() => document.querySelector('[data-state]')?.dataset.state === 'mine'"


def price(open_page: Open) -> Page:
    """NEXUS: a leap, and what it costs."""
    page = gathered(open_page, FINISHES["nexus"])[0]
    page.locator("[data-action=steps]").click()
    for spot in ("0,0", "leap", "2,-2", "-1,0"):
        click(page, spot)
    page.wait_for_selector("[role=alertdialog]")
    return page


def out(open_page: Open) -> Page:
    """NEXUS: who is out looks on."""
    finish = FINISHES["nexus-out"]
    pages = gathered(open_page, finish)
    finish_off(pages, finish.decisions)
    pages[1].wait_for_selector("[data-out]")
    return pages[1]


def phrases(open_page: Open) -> Page:
    """What one can say, something that was heard, and an offer."""
    ada, bo = gather(open_page, "repulso")
    ada.locator("[aria-controls=phrases]").click()
    act(bo, {"type": "offer", "what": "draw"})
    ada.wait_for_selector(".offer")
    bo.locator("[aria-controls=phrases]").click()
    bo.locator("[data-phrase=luck]").click()
    ada.wait_for_selector(".heard p")
    return ada


def analysed(game: str) -> State:
    """A replay with its graph, its turning points and a line of the computer."""

    def analyse(open_page: Open) -> Page:
        page = ended(game, 0)(open_page)
        page.goto(f"/replay/{match_of(page)}?ply=0&analysis")
        page.wait_for_selector("polyline", state="attached", timeout=PATIENCE)
        page.wait_for_selector(".best button", timeout=PATIENCE)
        page.locator(".best button").first.click()
        page.wait_for_selector(".line")
        return page

    return analyse


def own_games(open_page: Open) -> Page:
    """Several games that were won and lost."""
    page = ended("repulso", 0)(open_page)
    for game, level in (("robotory", 2), ("nexus", 1), ("splash", 3)):
        seats = [{"kind": "me"}, {"kind": "computer", "level": level}]
        made = post(page, "matches", {"game": game, "seats": seats})
        post(page, f"matches/{made['match']['id']}/act", {"type": "resign"})
    page.goto("/records")
    page.wait_for_selector("[data-score] img")
    page.wait_for_selector("tbody tr")
    return page


def waiting(open_page: Open) -> Page:
    """A guest at a table where a seat is still free."""
    ada, bo = person(open_page, "Ada"), person(open_page, "Bo")
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    made = post(ada, "matches", {"game": "nexus", "seats": seats})
    post(bo, f"links/{made['links'][0]['token']}")
    bo.goto(f"/match/{made['match']['id']}")
    bo.wait_for_selector("main h2")
    return bo


def seated(seats: int) -> State:
    """Splash! with many seats on one device."""

    def sit(open_page: Open) -> Page:
        page = open_page("/about")
        page.evaluate(PLAIN)
        names = ("Benedikt", "Charlotte", "Dominique", "Ekaterina", "Friederike")
        set_up(page, "me", *["here"] * (seats - 1), names=names)
        wanted_splash(page)
        return page

    return sit


def hinted(open_page: Open) -> Page:
    """Some turns of Repulso, and a hint for the next one."""
    page = open_page("/play/repulso")
    start(page)
    play_by_mouse(page, Random(3), touches=6)
    page.wait_for_function(MINE, timeout=PATIENCE)
    page.locator(".menu button").first.click()
    page.wait_for_selector(".advice", timeout=PATIENCE)
    return page


def gave_up(game: str, seat: int) -> State:
    """The second one has given up after some decisions, as a seat sees it."""

    def end(open_page: Open) -> Page:
        pages = gather(open_page, game)
        act(pages[1], {"type": "resign"})
        pages[seat].wait_for_selector("[data-ending]")
        return pages[seat]

    return end


def out_of_time(seat: int) -> State:
    """The time of the first one has run out, as a seat sees it."""

    def end(open_page: Open) -> Page:
        pages = gather(open_page, "robotory", clock={"kind": "turn", "seconds": 2})
        pages[seat].wait_for_selector("[data-ending]", timeout=PATIENCE)
        return pages[seat]

    return end


def begun(game: str, seats: int) -> State:
    """The first turn of a game with that many people."""

    def begin(open_page: Open) -> Page:
        return gather(open_page, game, seats)[0]

    return begin


def refill(open_page: Open) -> Page:
    """Robotory: what a refill can be."""
    page = gathered(open_page, FINISHES["robotory"])[0]
    click(page, "lid")
    page.wait_for_selector("[data-choices]")
    return page


def robot(open_page: Open) -> Page:
    """Robotory: a robot is selected."""
    page = gathered(open_page, FINISHES["robotory"])[0]
    click(page, "c4")
    return page


def joining(open_page: Open) -> Page:
    """An invitation, as somebody new opens it."""
    ada = person(open_page, "Ada")
    made = post(ada, "matches", {"game": "nexus", "seats": [{"kind": "me"}, {"kind": "open"}]})
    page = open_page(f"/join#{made['links'][0]['token']}")
    page.wait_for_selector("main .button")
    return page


def after_a_fall(*, in_the_round: bool) -> State:
    """Splash!: the tower is down, and somebody clears up."""

    def fall(open_page: Open) -> Page:
        page = open_page("/about")
        page.evaluate(PLAIN)
        set_up(page, "me", "here", options={"draft": "random"})
        play_to_a_fall(page, Random(4))
        if in_the_round:
            solid(page)
        return page

    return fall


def unnamed(game: str) -> State:
    """Two on one device who have given no names."""

    def sit(open_page: Open) -> Page:
        page = open_page(f"/play/{game}")
        page.locator("input[value=here]").check()
        page.locator("button.start").click()
        page.wait_for_selector("[data-state]")
        return page

    return sit


def coached_to_an_early_end(open_page: Open) -> Page:
    """NEXUS: a coached game that ended before the coach had come to all rules."""
    page = coached("nexus")(open_page)
    act(page, {"type": "resign"})
    page.wait_for_selector("[data-untaught]")
    return page


STATES: dict[str, State] = {
    "ending-repulso": ended("repulso", 0),
    "ending-repulso-lost": ended("repulso", 1),
    "ending-robotory": ended("robotory", 1),
    "ending-nexus": ended("nexus", 0),
    "ending-splash": won_by_resignation,
    "turning-point": turning_point,
    "coach-nexus": coached("nexus"),
    "coach-splash": coached("splash"),
    "nexus-choices": choices,
    "nexus-price": price,
    "nexus-out": out,
    "phrases": phrases,
    "analysed": analysed("robotory"),
    "own-games": own_games,
    "waiting": waiting,
    "splash-six": seated(6),
    "hint": hinted,
    "ending-draw": ended("repulso-draw", 0),
    "ending-stuck": ended("repulso-stuck", 0),
    "ending-three": ended("nexus-three", 1),
    "gave-up": gave_up("robotory", 1),
    "time-lost": out_of_time(0),
    "time-won": out_of_time(1),
    "nexus-four": begun("nexus", 4),
    "splash-four": begun("splash", 4),
    "refill": refill,
    "robot": robot,
    "joining": joining,
    "splash-fallen": after_a_fall(in_the_round=False),
    "splash-fallen-round": after_a_fall(in_the_round=True),
    "one-device": unnamed("repulso"),
    "one-device-splash": unnamed("splash"),
    "coach-early-end": coached_to_an_early_end,
    "coach-repulso": coached("repulso"),
    "coach-robotory": coached("robotory"),
}
