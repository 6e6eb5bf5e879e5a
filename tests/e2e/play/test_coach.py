"""The first five minutes: a coached game of each kind, rules before puzzles, fair warnings."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Open
from tests.e2e.drivers.invitations import press
from tests.e2e.drivers.playing import click, decide, state
from tests.e2e.pages.test_pages import violations

# Light has two robots at home: Dark loses by a refill that takes the last black discs.
ENDING = """\
Game: robotory
Rules: 1
Options: end=colour
p1: Ada
p2: Bo
Position: R3/5/6/2Ww1/3B p2 w2b2,w2b0 w6b2 -
Result: p1win resigned

1. w@a2 p1win
"""


NEXT = """last => {
    const coach = document.querySelector('[data-coach]')
    if (!coach.textContent.includes('turn 1 of 5')) return 'over'
    if (document.querySelector('[data-confirm]:enabled')) return 'confirm'
    const text = coach.querySelector('[data-suggested]')?.dataset.suggested
    return text !== last && document.querySelector('.arrow') ? text : null
}"""


def follow(page: Page) -> None:
    """Do what the coach suggests, decision by decision, up to the end of the first turn."""
    page.wait_for_selector("[data-suggested]", timeout=60_000)
    text = ""
    while text != "over":
        text = str(page.wait_for_function(NEXT, arg=text, timeout=60_000).json_value())
        if text == "confirm":
            press(page, "Confirm turn")
            page.wait_for_selector("[data-confirm]", state="detached")
        elif text != "over":
            decide(page, text)


@pytest.mark.parametrize(
    ("game", "goal"),
    [
        ("repulso", "end with fewer clusters"),
        ("robotory", "two of the three robots"),
        ("nexus", "the last player who can"),
    ],
)
def test_a_first_game_is_coached(open_page: Open, game: str, goal: str) -> None:
    page = open_page("/", settings={"game": game})
    page.get_by_role("button", name=re.compile("First game of .*, with a coach")).click()
    coach = page.locator("[data-coach]")
    expect(coach).to_contain_text(goal, timeout=30_000)
    expect(page.get_by_text("Computer, level 1")).to_be_visible()
    follow(page)
    expect(coach).to_contain_text("turn 2 of 5", timeout=30_000)
    assert violations(page) == []
    page.goto("/")
    expect(page.get_by_role("link", name=re.compile("^Continue: "))).to_be_visible()
    page.get_by_role("link", name=re.compile("^Continue: ")).click()
    expect(coach).to_contain_text("turn 2 of 5", timeout=30_000)
    press(page, "Without coach")
    expect(coach).to_have_count(0)


def test_after_the_guided_turns_there_are_tips(open_page: Open) -> None:
    taught = {str(topic): -1 for topic in range(5)}
    page = open_page("/play/robotory")
    page.locator("button.coached").click()
    page.wait_for_selector("[data-suggested]", timeout=60_000)
    page.evaluate(
        """taught => {
            const kept = JSON.parse(localStorage.getItem('ludothek'))
            kept.coached.robotory.taught = taught
            localStorage.setItem('ludothek', JSON.stringify(kept))
        }""",
        taught,
    )
    page.reload()
    coach = page.locator("[data-coach=tip]")
    expect(coach).to_contain_text("From now on you play freely")
    expect(coach).to_contain_text("Advice:")
    expect(page.locator("[data-suggested]")).to_have_count(0)


def test_splash_is_coached_with_goal_and_score_beside_the_table(open_page: Open) -> None:
    page = open_page("/play/splash")
    page.locator("button.coached").click()
    page.wait_for_selector("[data-suggested]", timeout=90_000)
    expect(page.locator("[data-coach]")).to_contain_text("turn 1 of 5")
    expect(page.locator("[data-standing]")).to_contain_text("15 pieces, 0 water drops")
    expect(page.locator("[data-coach]")).to_contain_text("Get rid of all your pieces")
    press(page, "Without coach")
    expect(page.locator("[data-standing]")).to_contain_text("Get rid of all your pieces")
    assert violations(page) == []


@pytest.mark.parametrize(
    ("game", "rule"),
    [
        ("repulso", "no piece of your own colour"),
        ("splash", "match the top one in shape or colour"),
    ],
)
def test_a_lesson_tells_the_rule_before_the_puzzle(open_page: Open, game: str, rule: str) -> None:
    page = open_page(f"/learn/{game}")
    told = page.locator("[data-rule]")
    expect(told).to_contain_text(rule)
    told.get_by_role("link").click()
    expect(page).to_have_url(re.compile(f"/rules/{game}#"))
    expect(page.locator(f"section#{page.url.rpartition('#')[2]}")).to_be_in_viewport()


def test_a_refill_that_ends_the_game_is_warned_of_and_confirmed(open_page: Open) -> None:
    page = open_page("/records", settings={"confirm": "never", "level": 1})
    page.get_by_label("Paste a record here").fill(ENDING)
    press(page, "Open")
    page.wait_for_selector("[role=gridcell]")
    press(page, "Play on from here")
    page.wait_for_url("**/match/*")
    page.wait_for_selector(".target")
    click(page, "lid")
    ends = page.locator('[data-decision="+w0b2"]')
    ends.focus()
    expect(page.locator("[data-choices] .warning")).to_contain_text("and you lose: Light wins")
    ends.click()
    expect(page.locator(".status")).to_contain_text("This ends the game, and you lose")
    assert state(page) == "confirm"
    press(page, "Take back")
    click(page, "lid")
    page.locator('[data-decision="+w2b0"]').focus()
    expect(page.locator("[data-choices] .warning")).to_have_count(0)
