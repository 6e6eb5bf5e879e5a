"""Every way a match can end, told rightly from each seat, and shown on the board."""

import re

import pytest
from playwright.sync_api import Page, expect

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
from tests.e2e.drivers.invitations import press
from tests.e2e.pages.test_pages import violations
from tests.e2e.play.test_in_view import clipped

WON, LOST = "You win!", "You lose"
LAST_SEAT = "nobody else can bring in three marbles or take two steps."
FEWEST = "The board is full, and {} fewer clusters."
HOME = "The energy has run out, and most robots stand in {}."
BY_THE_RULES = {  # the winner, and the cause as the winner, the loser and a watcher read it
    "repulso": (0, FEWEST.format("you have"), FEWEST.format("Ada has"), "the winner has fewer"),
    "repulso-stuck": (
        1,
        "Ada still has playing pieces, but no space for any of them",
        "You still have playing pieces, but no space for any of them",
        "Ada still has playing pieces, but no space for any of them",
    ),
    "robotory": (1, HOME.format("your camp"), HOME.format("the camp of Bo"), "the winner’s camp"),
    "nexus": (
        0,
        f"You are the last one left: {LAST_SEAT}",
        f"Ada is the last one left: {LAST_SEAT}",
        f"Ada is the last one left: {LAST_SEAT}",
    ),
}
OUTLINED = {"repulso": 1, "robotory": 1, "nexus": 1}  # at least, of the winner


def expect_ending(page: Page, headline: str, cause: str) -> None:
    """How the match ended, as somebody reads it, and as a screen reader says it: result first."""
    read(page, headline, cause)
    start = re.escape(headline) + r"\.? .*" + re.escape(cause)
    spoken = page.locator("main p.unseen[aria-live]").filter(has_text=re.compile(f"^{start}"))
    expect(spoken).to_have_count(1)


def read(page: Page, headline: str, cause: str) -> None:
    """The same where somebody may have come after the end."""
    ending = page.locator("[data-ending]")
    expect(ending.get_by_role("heading", level=2)).to_have_text(headline)
    expect(ending.locator(".cause")).to_contain_text(cause)


@pytest.mark.parametrize("name", BY_THE_RULES)
def test_the_rules_decide_and_each_seat_is_told_its_own_end(open_page: Open, name: str) -> None:
    finish = FINISHES[name]
    winner, won, lost, watched = BY_THE_RULES[name]
    pages = gathered(open_page, finish)
    watcher = open_page(f"/match/{match_of(pages[0])}")
    watcher.wait_for_selector("[data-state]")
    finish_off(pages, finish.decisions)
    expect_ending(pages[winner], WON, won)
    expect_ending(pages[1 - winner], LOST, lost)
    expect_ending(watcher, f"{('Ada', 'Bo')[winner]} wins", watched)
    for page in pages:
        if name in OUTLINED:
            expect(page.locator(".outline.won").nth(OUTLINED[name] - 1)).to_be_attached()
        else:  # the clusters have not decided
            expect(page.locator(".outline")).to_have_count(0)
        expect(page.get_by_role("button", name="Rematch")).to_be_visible()
        assert page.locator("[data-ending] dd").count() >= 4, "the numbers of the game"
        assert violations(page) == []


@pytest.mark.parametrize("name", ["repulso-draw", "nexus-draw"])
def test_a_draw_by_the_rules_is_nobodys_loss(open_page: Open, name: str) -> None:
    finish = FINISHES[name]
    causes = {"repulso-draw": "Equally many clusters", "nexus-draw": "400 actions"}
    pages = gathered(open_page, finish)
    finish_off(pages, finish.decisions)
    for page in pages:
        expect_ending(page, "A draw", causes[name])
        expect(page.locator("[data-ending=drawn]")).to_be_visible()


@pytest.mark.parametrize("game", ["repulso", "robotory", "nexus", "splash"])
def test_a_draw_that_was_agreed_is_told_to_both(open_page: Open, game: str) -> None:
    ada, bo = gather(open_page, game)
    act(ada, {"type": "offer", "what": "draw"})
    press(bo, "Yes")
    for page in (ada, bo):
        expect_ending(page, "A draw", "The players agreed on a draw.")


@pytest.mark.parametrize("game", ["repulso", "robotory", "nexus", "splash"])
def test_who_runs_out_of_time_is_told_so_and_the_other_one_too(open_page: Open, game: str) -> None:
    ada, bo = gather(open_page, game, clock={"kind": "turn", "seconds": 2})
    read(ada, LOST, "Your time ran out.")
    read(bo, WON, "Ada ran out of time.")
    watcher = open_page(f"/match/{match_of(ada)}")
    read(watcher, "Bo wins", "Ada ran out of time.")


def test_why_somebody_has_left_is_read_in_full_beside_the_clock(open_page: Open) -> None:
    pages = gather(
        open_page, "nexus", clock={"kind": "turn", "seconds": 2}, wishes={"locale": "de"}
    )
    for page in pages:
        expect(page.locator("[data-ending]")).to_be_visible()
        expect(page.locator(".bar", has_text="Zeit")).to_be_visible()
        assert clipped(page, ".bar .who span") == []
        assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.parametrize("game", ["repulso", "robotory", "nexus", "splash"])
def test_giving_up_is_told_from_each_seat(open_page: Open, game: str) -> None:
    ada, bo = gather(open_page, game)
    press(bo, "Give up")
    bo.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect_ending(bo, LOST, "You gave up.")
    expect_ending(ada, WON, "Bo gave up.")
    for page in (ada, bo):  # whose side has won is seen beside the board, too
        expect(page.locator(".bar.won, .seat.won")).to_contain_text("Ada")


NUMBERS = {  # what a screen reader says of the numbers of a game
    "repulso": r"Clusters: Orange \(Ada\): \d+, Blue \(Bo\): \d+",
    "robotory": r"Robots at home: Light \(Ada\): \d+, Dark \(Bo\): \d+",
    "nexus": r"Marbles captured: Yellow \(Ada\): \d+, Blue \(Bo\): \d+",
    "splash": r"Water drops: Ada: \d+, Bo: \d+",
}
HEARD = """() => [...document.querySelectorAll('[data-ending] dl div')].map(each => {
    const value = each.querySelector('dd').cloneNode(true)
    value.querySelectorAll('[aria-hidden]').forEach(hidden => hidden.remove())
    return `${each.querySelector('dt').textContent}: ${value.textContent}`.replaceAll(/\\s+/g, ' ')
})"""


@pytest.mark.parametrize("game", NUMBERS)
def test_the_numbers_of_a_game_say_whose_they_are(open_page: Open, game: str) -> None:
    ada, bo = gather(open_page, game)
    act(ada, {"type": "resign"})
    expect(bo.locator("[data-ending]")).to_be_visible()
    heard = bo.evaluate(HEARD)
    assert any(re.search(NUMBERS[game], each) for each in heard), heard


def test_among_three_a_computer_plays_on_for_who_gave_up(open_page: Open) -> None:
    ada, bo, cy = gather(open_page, "nexus", 3)
    act(bo, {"type": "resign"})
    expect(bo.get_by_text("You gave up. A computer plays on in your place.")).to_be_visible()
    for page in (ada, cy):
        expect(page.get_by_text("Bo gave up.")).to_be_visible()
        expect(page.locator("[data-ending]")).to_have_count(0)
    act(ada, {"type": "resign"})
    act(cy, {"type": "resign"})  # nobody is left to play
    expect_ending(cy, LOST, "You gave up.")
    expect_ending(bo, LOST, "You gave up.")
    assert violations(bo) == []


def test_among_three_the_time_of_one_runs_out_and_the_others_play_on(open_page: Open) -> None:
    ada, bo, cy = gather(open_page, "nexus", 3, clock={"kind": "turn", "seconds": 4})
    expect(ada.get_by_text("Your time ran out. A computer plays on in")).to_be_visible()
    for page in (bo, cy):
        expect(page.get_by_text("Ada ran out of time.")).to_be_visible()


def test_partners_lose_by_the_one_of_them_who_gave_up(open_page: Open) -> None:
    pages = gather(open_page, "splash", 4, options={"teams": "pairs"})
    act(pages[2], {"type": "resign"})
    expect_ending(pages[2], LOST, "You gave up.")
    expect_ending(pages[0], LOST, "Cy gave up.")
    expect_ending(pages[1], "Your team wins!", "Cy gave up.")


def test_who_is_out_looks_on_and_the_last_one_wins(open_page: Open) -> None:
    going = FINISHES["nexus-out"]
    pages = gathered(open_page, going)
    finish_off(pages, going.decisions)
    expect(pages[1].locator("[data-out]")).to_contain_text("You are out")
    for page in (pages[0], pages[2]):
        expect(page.locator("[data-out]")).to_have_count(0)
    over = FINISHES["nexus-three"]
    pages = gathered(open_page, over)
    finish_off(pages, over.decisions)
    expect_ending(pages[0], WON, f"You are the last one left: {LAST_SEAT}")
    for page in pages[1:]:
        expect_ending(page, LOST, f"Ada is the last one left: {LAST_SEAT}")
        expect(page.locator("[data-out]")).to_have_count(0)


def test_several_seats_on_one_device_are_told_who_won(open_page: Open) -> None:
    page = person(open_page, "Ada")
    finish = FINISHES["repulso"]
    seats = [{"kind": "here", "name": name} for name in ("Ida", "Bo")]
    made = post(page, "matches", {"game": "repulso", "seats": seats, "position": finish.position})
    page.goto(f"/match/{made['match']['id']}")
    page.wait_for_selector("[data-state]")
    finish_off([page, page], finish.decisions)
    expect_ending(page, "Ida wins", "The board is full")


def test_the_turning_point_is_on_the_ending_with_the_better_decision(open_page: Open) -> None:
    finish = FINISHES["robotory"]
    ada, bo = gathered(open_page, finish)
    finish_off([ada, bo], finish.decisions)
    expect(ada.get_by_role("heading", name=LOST)).to_be_visible()
    press(ada, "Where was my turning point?")
    turning = ada.locator("[data-turning]")
    expect(turning.get_by_role("heading", name="Your turning point")).to_be_visible(timeout=60_000)
    expect(turning.locator("svg .arrow.worse")).not_to_have_count(0)
    expect(turning.locator("svg .arrow:not(.worse)")).not_to_have_count(0)
    expect(turning).to_contain_text(
        re.compile(r"lowered your chances of winning by \d+ .+\.\s*Better: .+\.")
    )
    assert violations(ada) == []
    turning.get_by_role("link", name="Look at it").click()
    ada.wait_for_url(re.compile(r"/replay/\w+\?ply=\d+"))


def won_against_level_1(open_page: Open) -> Page:
    page = person(open_page, "Ada")
    finish = FINISHES["nexus"]
    seats = [{"kind": "me"}, {"kind": "computer", "level": 1}]
    made = post(page, "matches", {"game": "nexus", "seats": seats, "position": finish.position})
    page.goto(f"/match/{made['match']['id']}")
    page.wait_for_selector("[data-state]")
    finish_off([page], finish.decisions)
    expect_ending(page, WON, f"You are the last one left: {LAST_SEAT}")
    return page


def test_after_a_win_the_next_level_is_offered(open_page: Open) -> None:
    page = won_against_level_1(open_page)
    first = page.url
    press(page, "Next level: 2")
    page.wait_for_url(lambda url: url != first)
    expect(page.get_by_text("Computer, level 2")).to_be_visible()


def test_an_ending_is_shared_with_its_replay(open_page: Open) -> None:
    page = won_against_level_1(open_page)
    page.evaluate("() => (navigator.share = async what => void (window.shared = what))")
    press(page, "Share")
    shared = page.evaluate("() => shared")
    assert shared["text"] == "NEXUS und Rabauken: You win!"
    assert shared["url"].endswith(f"/replay/{match_of(page)}")
