"""One's own games: cards of what was played, filters, and results from what is stored."""

import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Open
from tests.e2e.drivers.endings import FINISHES, act, finish_off, gathered, person, post
from tests.e2e.pages.test_pages import violations


def lost(page: Page, game: str, level: int) -> None:
    """A match against the computer, given up."""
    seats = [{"kind": "me"}, {"kind": "computer", "level": level}]
    made = post(page, "matches", {"game": game, "seats": seats})
    post(page, f"matches/{made['match']['id']}/act", {"type": "resign"})


def test_games_are_cards_with_filters_and_results_by_game_and_level(open_page: Open) -> None:
    finish = FINISHES["repulso"]
    pages = gathered(open_page, finish)
    finish_off(pages, finish.decisions)
    ada, bo = pages
    for game, level in (("robotory", 2), ("robotory", 2), ("nexus", 1)):
        lost(ada, game, level)
    requests: list[str] = []
    ada.on("request", lambda request: requests.append(request.url))
    ada.goto("/records")
    cards = ada.locator("[data-score]")
    expect(cards).to_have_count(4)
    won = ada.locator("[data-score=won]")
    expect(won).to_contain_text("Repulso")
    expect(won).to_contain_text("Bo")
    expect(won).to_contain_text(re.compile(rf"\b{datetime.now(UTC).year}\b"))
    expect(won).to_contain_text("Won")
    board = won.get_by_role("img", name="The final board")
    expect(board).to_be_visible()
    ada.wait_for_function("e => e.naturalWidth > 0", arg=board.element_handle())
    for row in (
        "Repulso people 1 0 0 1 (best 1)",
        "Robotory level 2 0 2 0 0 (best 0)",
        "NEXUS und Rabauken level 1 0 1 0 0 (best 0)",
    ):
        expect(ada.get_by_role("row", name=row)).to_be_visible()
    assert not [url for url in requests if "/frames" in url], "nothing is replayed"
    ada.get_by_role("combobox", name="Game").select_option("robotory")
    expect(cards).to_have_count(2)
    expect(ada.locator("[data-score=lost]")).to_have_count(2)
    ada.get_by_label("Against").select_option("people")
    expect(cards).to_have_count(0)
    ada.get_by_role("combobox", name="Game").select_option("")
    expect(cards).to_have_count(1)
    for whom, number in (("Bo", 1), ("Level 1", 1), ("Level 2", 2)):
        ada.get_by_label("Against").select_option(label=whom)
        expect(cards).to_have_count(number)
    assert violations(ada) == []
    bo.goto("/records")
    expect(bo.locator("[data-score=lost]")).to_contain_text("Ada")
    expect(bo.get_by_role("row", name="Repulso people 0 1 0 0 (best 0)")).to_be_visible()


@pytest.mark.parametrize("width", [390, 320])
def test_results_fit_a_phone_in_german(open_page: Open, width: int) -> None:
    page = person(open_page, "Ada", locale="de", viewport={"width": width, "height": 800})
    lost(page, "nexus", 1)
    page.goto("/records")
    row = page.get_by_role("row", name=re.compile("^NEXUS und Rabauken"))
    expect(row).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    words = page.evaluate(LABELS)
    assert len(words) == 3, "neighbours of four"
    assert all(one["right"] <= other["left"] for one, other in words if one["top"] == other["top"])


# What each value of a row counts stands over it, beside its neighbour's.
LABELS = """() => {
    const boxes = [...document.querySelectorAll('tbody tr td[data-label]')].map((cell) => {
        const { left, top } = cell.getBoundingClientRect()
        const pen = document.createElement('canvas').getContext('2d')
        const { font } = getComputedStyle(cell, '::before')
        pen.font = font
        return { left, top, right: left + pen.measureText(cell.dataset.label).width }
    })
    return boxes.slice(1).map((box, i) => [boxes[i], box])
}"""


def test_a_streak_grows_with_wins_and_ends_with_a_loss(open_page: Open) -> None:
    finish = FINISHES["nexus"]
    ada, bo = gathered(open_page, finish)
    for streak in (1, 2):
        if streak > 1:
            seats = [{"kind": "me"}, {"kind": "open"}]
            wish = {"game": "nexus", "seats": seats, "position": finish.position}
            made = post(ada, "matches", wish)
            post(bo, f"links/{made['links'][0]['token']}")
            for page in (ada, bo):
                page.goto(f"/match/{made['match']['id']}")
        finish_off([ada, bo], finish.decisions)
        ada.goto("/records")
        row = f"NEXUS und Rabauken people {streak} 0 0 {streak} (best {streak})"
        expect(ada.get_by_role("row", name=row)).to_be_visible()
        ada.go_back()
        ada.wait_for_url("**/match/*")
    seats = [{"kind": "me"}, {"kind": "open"}]
    made = post(ada, "matches", {"game": "nexus", "seats": seats})
    post(bo, f"links/{made['links'][0]['token']}")
    ada.goto(f"/match/{made['match']['id']}")
    act(ada, {"type": "resign"})
    ada.goto("/records")
    row = "NEXUS und Rabauken people 2 1 0 0 (best 2)"
    expect(ada.get_by_role("row", name=row)).to_be_visible()
