"""What is needed is in view, has its name and lies on nothing else, on small windows too."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import Open
from tests.e2e.drivers.endings import act, gather, match_of, person, post
from tests.e2e.drivers.invitations import press
from tests.e2e.drivers.playing import click, decide, i_begin, start, state, the_first_begins, visit
from tests.e2e.drivers.splashing import plainly, set_up, wanted
from tests.e2e.play.test_replay import opened

GAMES = ("repulso", "robotory", "nexus")
PHONES = (390, 320)
# A record in which Light may refill, and Dark after them.
REFILLING = """\
Game: robotory
Rules: 1
Options: end=colour
p1: Ada
p2: Bo
Position: 4/2W2/3B2/2R2/4 p1 w0b2,w2b0 w6b6 -
Result: p1win resigned

1. b@a2 p1win
"""


def box(of: Locator) -> Any:
    """Where something lies in the window."""
    return of.bounding_box()


def overlap(one: Any, other: Any) -> bool:
    """Does one of two boxes lie on the other, by more than a pixel?"""
    across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return bool(across > 1 and down > 1)


def clipped(page: Page, selector: str) -> list[str]:
    """The elements whose text does not fit them, or that stand out of the window."""
    texts: list[str] = page.evaluate(
        """selector => [...document.querySelectorAll(selector)].filter(each => {
            const { left, right } = each.getBoundingClientRect()
            return each.scrollWidth > each.clientWidth + 1 || left < 0 || right > innerWidth
        }).map(each => each.textContent)""",
        selector,
    )
    return texts


# --- boards


@pytest.mark.parametrize("game", GAMES)
def test_a_page_enlarged_to_200_percent_does_not_shrink_the_board(
    open_page: Open, game: str
) -> None:
    sizes = []
    for zoom in (1, 2):
        window = {"width": 1280 // zoom, "height": 860 // zoom}
        page = open_page(f"/play/{game}", viewport=window, device_scale_factor=zoom)
        start(page)
        cell = box(page.locator("[role=gridcell]").first)
        sizes.append(cell["width"] * zoom)
    assert sizes[1] >= sizes[0], "in pixels of the screen"


def test_a_page_enlarged_to_200_percent_does_not_shrink_the_table_of_splash(
    open_page: Open,
) -> None:
    sizes: dict[str, list[float]] = {}
    for zoom in (1, 2):
        window = {"width": 1280 // zoom, "height": 860 // zoom}
        page = plainly(open_page, viewport=window, device_scale_factor=zoom)
        match = set_up(page, "me", "here")["match"]["id"]
        wanted(page)
        act(page, {"type": "resign"})
        for path in (f"/match/{match}", f"/replay/{match}", "/learn/splash"):
            page.goto(path)
            table = page.locator("[data-table]")
            expect(table.locator("svg").first).to_be_visible()
            sizes.setdefault(path.split("/")[1], []).append(box(table)["height"] * zoom)
    for page_of, (plain, enlarged) in sizes.items():
        assert enlarged >= plain, (page_of, "in pixels of the screen")


@pytest.mark.parametrize("game", GAMES)
def test_a_page_enlarged_to_200_percent_does_not_shrink_a_replay(
    open_page: Open, game: str
) -> None:
    sizes = []
    for zoom in (1, 2):
        window = {"width": 1280 // zoom, "height": 860 // zoom}
        page = gather(open_page, game, wishes={"viewport": window, "device_scale_factor": zoom})[0]
        act(page, {"type": "resign"})
        page.goto(f"/replay/{match_of(page)}")
        sizes.append(box(page.locator("[role=gridcell]").first)["width"] * zoom)
    assert sizes[1] >= sizes[0], "in pixels of the screen"


@pytest.mark.parametrize("width", PHONES)
def test_four_seats_on_a_phone_have_room_for_their_names(open_page: Open, width: int) -> None:
    names = ("Alexandra", "Benedikt", "Charlotte", "Dominique")
    page = open_page("/play/nexus", viewport={"width": width, "height": 800})
    page.get_by_label("People beside me").check()
    page.locator(".pill", has_text="4").click()
    for number, name in enumerate(names):
        page.locator(".names input").nth(number).fill(name)
    the_first_begins(page)
    press(page, "Start")
    page.wait_for_selector(".target")
    bars = page.locator(".bar strong")
    assert sorted(bars.all_inner_texts()) == sorted(names)
    assert clipped(page, ".bar strong") == []
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("width", "height"), [(1280, 860), (390, 844), (320, 700)])
def test_choices_do_not_cover_what_one_has_left(open_page: Open, width: int, height: int) -> None:
    window = {"width": width, "height": height}
    page = opened(open_page, REFILLING, viewport=window, settings={"level": 1})
    press(page, "Play on from here")
    page.wait_for_url("**/match/*")
    assert state(page) == "mine"
    click(page, "lid")
    choices = page.locator("[data-choices]")
    expect(choices).to_be_visible()
    for spot in ("p1:w", "p1:b", "p2:w", "p2:b", "lid"):
        assert not overlap(box(choices), box(page.locator(f'[data-spot="{spot}"]').first)), spot
    expect(choices.get_by_role("button").first).to_be_in_viewport(ratio=1)


RESERVES = {
    "nexus": {
        "p1:reserve": "Yellow has 10 marbles in reserve",
        "p2:reserve": "Blue has 11 marbles in reserve",
    },
    "repulso": {
        "p1:piece": "Supply of Orange: playing pieces 12",
        "p1:stone": "Supply of Orange: action pieces 6",
    },
    "robotory": {"p1:w": "Supply of Light: white 2", "p1:b": "Supply of Light: black 2"},
}


@pytest.mark.parametrize("game", GAMES)
def test_the_reserves_are_told_apart_by_name(open_page: Open, game: str) -> None:
    page = open_page(f"/play/{game}")
    start(page)
    for spot, name in RESERVES[game].items():
        reserve = page.locator(f'[data-spot="{spot}"]').first
        expect(reserve).to_have_accessible_name(name)


@pytest.mark.parametrize(("width", "height"), [(1280, 560), (390, 844)])
def test_an_end_that_comes_is_in_view_however_far_one_has_scrolled(
    open_page: Open, width: int, height: int
) -> None:
    ada, bo = gather(open_page, "repulso", wishes={"viewport": {"width": width, "height": height}})
    ada.get_by_label("Sound", exact=True).scroll_into_view_if_needed()
    act(bo, {"type": "resign"})
    expect(ada.get_by_role("heading", name="You win!")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("width", PHONES)
def test_results_fit_a_phone(open_page: Open, width: int) -> None:
    page = person(open_page, "Ada", viewport={"width": width, "height": 800})
    for game in GAMES:
        seats = [{"kind": "me"}, {"kind": "computer", "level": 1}]
        made = post(page, "matches", {"game": game, "seats": seats})
        post(page, f"matches/{made['match']['id']}/act", {"type": "resign"})
    page.goto("/records")
    row = page.get_by_role("row", name=re.compile("NEXUS und Rabauken"))
    expect(row.get_by_role("cell")).to_have_count(5)
    assert clipped(page, ".wide, .wide td, .wide tbody th") == []


# --- messages


def test_what_was_refused_is_not_said_any_more_after_a_move(open_page: Open) -> None:
    page = open_page("/play/repulso", settings={"confirm": "never"})
    page.get_by_label("People beside me").check()
    press(page, "Start")
    page.wait_for_selector(".target")
    click(page, "c4")
    assert state(page) == "mine"
    click(page, "a1")
    assert state(page) == "mine"
    click(page, "c5")
    expect(page.locator(".refused")).to_contain_text("c5 is next to c4")
    click(page, "e5")
    expect(page.locator("ol li")).to_have_count(3)
    expect(page.locator(".refused")).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "decision"), [("repulso", "f6"), ("robotory", "w@b2"), ("nexus", "@-2,0")]
)
def test_a_hint_goes_with_the_position_it_is_about(
    open_page: Open, game: str, decision: str
) -> None:
    page = open_page(f"/play/{game}")
    start(page)
    press(page, "Hint")
    expect(page.locator(".arrow").first).to_be_visible(timeout=30_000)
    expect(page.locator(".advice")).to_contain_text("Hint:")
    decide(page, decision)
    expect(page.locator(".arrow")).to_have_count(0)
    expect(page.locator(".advice")).to_have_count(0)


@pytest.mark.parametrize("seats", [4, 6])
@pytest.mark.parametrize("width", PHONES)
def test_many_seats_of_splash_on_a_phone_have_room_for_their_names(
    open_page: Open, width: int, seats: int
) -> None:
    page = plainly(open_page, viewport={"width": width, "height": 800})
    names = ["Benedikt", "Charlotte", "Dominique", "Ekaterina", "Friederike"]
    set_up(page, "me", *["here"] * (seats - 1), names=names[: seats - 1])
    wanted(page)
    expect(page.locator(".seat")).to_have_count(seats)
    expect(page.locator(".seats")).to_contain_text(names[seats - 2])
    assert clipped(page, ".seat .who strong") == []
    assert clipped(page, "[data-standing] li") == []
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width


def test_what_was_touched_is_let_go_by_a_button_that_does_not_sound_like_placing(
    open_page: Open,
) -> None:
    page = open_page("/play/repulso")
    start(page)
    click(page, "p1:stone")
    press(page, "Clear selection")
    expect(page.locator(".touched")).to_have_count(0)
    assert page.locator("ol li").count() == 0


# --- forms and buttons


@pytest.mark.parametrize(("width", "height"), [(1280, 700), (390, 700), (320, 560)])
def test_the_start_button_is_always_in_view(open_page: Open, width: int, height: int) -> None:
    page = open_page("/", viewport={"width": width, "height": height})
    for game in (*GAMES, "splash"):
        visit(page, f"/play/{game}")
        page.get_by_text("Clock and rules").click()
        for top in (0, 10_000):
            page.evaluate("top => window.scrollTo(0, top)", top)
            expect(page.locator("button.start")).to_be_in_viewport(ratio=1)
    page.get_by_text("Seat by seat").click()  # the longest form of all
    page.evaluate("() => window.scrollTo(0, 0)")
    expect(page.locator("button.start")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("game", "width", "locale"),
    [
        ("repulso", 390, "de"),
        ("robotory", 1280, "de"),
        ("nexus", 320, "fr"),
        ("splash", 1280, "nl"),
        ("splash", 320, "fr"),
    ],
)
def test_the_buttons_that_keep_a_game_are_not_clipped(
    open_page: Open, game: str, width: int, locale: str
) -> None:
    page = open_page(f"/play/{game}", viewport={"width": width, "height": 800}, locale=locale)
    i_begin(page)
    page.locator("button.start").click()
    page.wait_for_selector(".target, .splash[data-state=mine]")
    page.goto(page.url.replace("/match/", "/replay/"))
    page.wait_for_selector(".slide")
    page.locator(".menu .button").last.scroll_into_view_if_needed()
    assert page.locator(".menu .button").count() >= 6
    assert clipped(page, ".menu .button") == []
    for button in page.locator(".menu .button").all():
        button.scroll_into_view_if_needed()
        expect(button).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("path", ["/", "/play/nexus", "/rules/nexus", "/learn/splash"])
def test_german_words_are_hyphenated_by_their_language(open_page: Open, path: str) -> None:
    page = open_page(path, locale="de", viewport={"width": 320, "height": 700})
    page.wait_for_selector("main p")
    assert page.get_attribute("html", "lang") == "de"
    how = page.evaluate(
        """() => [...document.querySelectorAll('main p')].filter(p => p.textContent.length > 40)
            .map(p => getComputedStyle(p).hyphens)"""
    )
    assert set(how) == {"auto"}
    assert clipped(page, "main p:not(.unseen)") == []
