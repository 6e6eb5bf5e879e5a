"""The first guided game: every task can be solved on the page, and failing it is told."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import ROOT, Open
from tests.e2e.drivers.playing import click, decide, start

GAMES = ("repulso", "robotory", "nexus")
LESSONS = ROOT / "web" / "src" / "content" / "lessons"


def tasks(game: str) -> list[dict[str, Any]]:
    """The tasks of a game, in their order."""
    tasks: list[dict[str, Any]] = json.loads((LESSONS / f"{game}.json").read_text("utf-8"))["tasks"]
    return tasks


@pytest.mark.parametrize("game", GAMES)
def test_every_task_is_solved_by_its_solution(open_page: Open, game: str) -> None:
    page = open_page(f"/learn/{game}")
    assert 6 <= len(tasks(game)) <= 10
    for task in tasks(game):
        solve(page, task)
        expect(page.locator("[data-result=done]")).to_be_visible()
        page.locator("aside .row .primary").click()
    expect(page).to_have_url(f"/play/{game}")


def solve(page: Page, task: dict[str, Any]) -> None:
    """Take the learner's decisions; the page answers for the others."""
    expect(page.locator("[data-result=trying]")).to_be_visible()
    for text in task["solution"]:
        page.wait_for_selector(".target, [data-decision]")
        decide(page, text, task["seat"])


def test_a_task_that_is_missed_can_be_tried_again_with_a_hint(open_page: Open) -> None:
    page = open_page("/learn/robotory")
    page.wait_for_selector(".target")
    decide(page, "b@a1")
    expect(page.get_by_text("Not quite.")).to_be_visible()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint")).not_to_be_empty()
    page.get_by_role("button", name="Try again").click()
    decide(page, "w@b2")
    expect(page.locator("[data-result=done]")).to_be_visible()


def test_the_rings_a_task_names_are_marked_and_all_names_can_be_switched_on(
    open_page: Open,
) -> None:
    page = open_page("/learn/nexus")
    page.get_by_role("button", name="Task 2").click()
    labels = page.locator("[data-label]")
    expect(labels).to_have_text(["-2,2", "2,-2"])
    expect(page.locator('[data-spot="-2,2"] .mark')).to_be_visible()
    page.get_by_role("button", name="Names of the rings").click()
    expect(labels).to_have_count(19)


def test_the_rings_of_a_game_have_no_names_until_somebody_asks_for_them(open_page: Open) -> None:
    page = open_page("/play/nexus")
    start(page)
    labels = page.locator("[data-label]")
    expect(labels).to_have_count(0)
    page.get_by_role("button", name="Names of the rings").click()
    expect(labels).to_have_count(19)
    page.reload()
    expect(labels).to_have_count(19)


def test_what_was_learnt_is_remembered(open_page: Open) -> None:
    page = open_page("/learn/repulso")
    page.wait_for_selector(".target")
    click(page, "c4")
    expect(page.locator("[data-result=done]")).to_be_visible()
    page.reload()
    expect(page.locator(".steps [aria-current]")).to_have_text("2")
