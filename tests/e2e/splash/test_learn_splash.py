"""The guided first game of Splash!: rules by tapping, and pieces on the simulated table."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.content.content import tasks
from tests.e2e.conftest import Open
from tests.e2e.drivers.splashing import PLAIN, solid, troubles

TASKS = tasks("splash")


def open_lesson(open_page: Open, **wishes: Any) -> Page:
    """The first task, with the table in its plain view."""
    page = open_page("/about", **wishes)
    page.evaluate(PLAIN)
    page.goto("/learn/splash")
    page.wait_for_selector(".steps [aria-current]")
    return page


def begin(page: Page, number: int) -> None:
    page.locator(".steps button").nth(number).click()
    expect(page.locator(".steps button").nth(number)).to_have_attribute("aria-current", "step")


def do(page: Page, step: Any) -> None:
    """One decision, or one placement, of a solution."""
    if not isinstance(step, str):
        return place(page, **step["place"])
    kind, _, rest = step.partition(":")
    if kind == "keep":
        for piece in rest.split("."):
            page.locator(f".choices [data-piece={piece}]").click()
        page.locator("[data-confirm]").click()
        return None
    page.locator(f"button.open[data-decision='{step}']").click()
    return None


def place(page: Page, face: str, x: float, y: float, yaw: float) -> None:
    sides = {"flat": "flat", "lying": "lying", "standing": "upright"}
    side = page.get_by_role("button", name=sides[face], exact=True)
    if side.count():
        side.click()
    turn, across, along = page.locator(".sliders input").all()
    turn.fill(str(yaw))
    across.fill(str(x))
    along.fill(str(y))
    page.locator("[data-let-go]").click()


def test_every_task_is_solved_by_its_solution(open_page: Open) -> None:
    page = open_lesson(open_page)
    for number, task in enumerate(TASKS):
        begin(page, number)
        for step in task["solution"]:
            do(page, step)
        expect(page.locator("[data-result=done]")).to_be_visible()
    expect(page.locator(".steps .done")).to_have_count(len(TASKS))
    expect(page.get_by_role("link", name="Play", exact=True)).to_be_visible()


def test_a_piece_that_falls_misses_the_task_and_can_be_tried_again(open_page: Open) -> None:
    page = open_lesson(open_page)
    begin(page, next(i for i, task in enumerate(TASKS) if task["id"] == "overhang"))
    place(page, "flat", 9, 0, 0)
    expect(page.locator("[data-result=missed]")).to_be_visible()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("[data-let-go]")).to_be_enabled()
    place(page, "flat", 5, 0, 0)
    expect(page.locator("[data-result=done]")).to_be_visible()


def test_axe_finds_nothing_serious_in_a_task(open_page: Open) -> None:
    page = open_lesson(open_page, reduced_motion="reduce")
    serious = {}
    for number, task in enumerate(TASKS):
        begin(page, number)
        page.wait_for_selector("[data-let-go]" if "table" in task else "button.open")
        serious[task["id"]] = troubles(page)
    assert not {name: what for name, what in serious.items() if what}


def test_every_lesson_is_at_the_table_on_which_the_game_is_played(open_page: Open) -> None:
    """The same view, seats and pieces; figures of balance only here."""
    page = open_lesson(open_page, viewport={"width": 400, "height": 480})
    for number, task in enumerate(TASKS):
        begin(page, number)
        expect(page.locator(".scene[data-view=plain] .side [data-figure]").first).to_be_visible()
        expect(page.locator("[data-seat]")).to_have_count(
            len(task["position"].split("/")[3].split(","))
        )
        if "table" in task:
            expect(page.locator(".plumb").first).to_be_attached()
            expect(page.locator(".told")).to_contain_text("inside the edge")
    solid(page)
    expect(page.locator(".scene[data-view=solid] canvas")).to_be_visible()
