"""One's own games: cards of what was played, filters, and results from what is stored."""

import re
from datetime import UTC, datetime

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Open
from tests.e2e.drivers.endings import FINISHES, act, finish_off, gathered, post
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
    asked: list[str] = []
    ada.on("request", lambda request: asked.append(request.url))
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
    assert not [url for url in asked if "/frames" in url], "nothing is replayed"
    ada.get_by_role("combobox", name="Game").select_option("robotory")
    expect(cards).to_have_count(2)
    expect(ada.locator("[data-score=lost]")).to_have_count(2)
    ada.get_by_label("Against").select_option("people")
    expect(cards).to_have_count(0)
    ada.get_by_role("combobox", name="Game").select_option("")
    expect(cards).to_have_count(1)
    assert violations(ada) == []
    bo.goto("/records")
    expect(bo.locator("[data-score=lost]")).to_contain_text("Ada")
    expect(bo.get_by_role("row", name="Repulso people 0 1 0 0 (best 0)")).to_be_visible()


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
