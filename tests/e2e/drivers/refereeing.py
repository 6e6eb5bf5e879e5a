"""Tells the page's referee what happens at a table, decision by decision."""

from collections.abc import Iterable
from random import Random

from playwright.sync_api import Page, expect

from ludothek.games.splash import SPLASH, State
from tests.content.referee import Game
from tests.e2e.drivers.playing import the_first_begins

Stack = list[str]
NAMES = ("Ada", "Bo", "Cleo", "Dai", "Eve", "Fin")


def played(seats: int, seed: int, **options: str) -> Game:
    """A random game with all its mishaps."""
    game = Game(SPLASH.setup(seats, {"referee": "yes", **options}), Random(seed))
    game.run()
    return game


def set_up(page: Page, seats: int, *, deal: str = "choose in turn") -> None:
    """Fill in who plays, and begin."""
    page.locator(f".pill input[value='{seats}']").check(force=True)
    for name, field in zip(NAMES, page.locator(".names input").all(), strict=False):
        field.fill(name)
    page.get_by_label(deal).check()
    the_first_begins(page)
    page.locator("button.start").click()


def tell_all(page: Page, state: State, texts: Iterable[str]) -> State:
    """Tell one decision after the other, and wait until each is known."""
    for text in texts:
        tell(page, state, text)
        state = SPLASH.play(state, SPLASH.notation.parse_move(text))
        expect(page.locator(".desk")).to_have_attribute("data-phase", _phase(state))
        expect(page.locator(".desk h1")).to_have_text(_headline(state))
    return state


def tell(page: Page, state: State, text: str) -> None:
    """Press what a decision needs."""
    kind, _, rest = text.partition(":")
    if kind in {"take", "give"}:
        page.locator(f".tile[data-piece={rest[:2]}]").click()
    elif kind == "stands":
        page.get_by_role("button", name="It stands").click()
    elif kind == "base":
        page.locator(f"[data-base={rest}]").click()
    elif kind == "keep":
        for piece in rest.split("."):
            page.locator(f".tile[data-piece={piece}]").click()
        page.locator("[data-keep]").click()
    else:
        _ask(page, kind)
        fields = rest.split("|")
        _report(page, _fallen(state, kind), [stack.rstrip("^").split(".") for stack in fields])
        page.locator("[data-reported]").click()
        if sum("." in stack for stack in fields) > 1:
            _compare(page, fields)


def _ask(page: Page, kind: str) -> None:
    if kind == "falls":
        page.get_by_role("button", name="It falls").click()
        return
    page.get_by_text("Something happened").click()
    page.locator(f"[data-mishap={kind.rstrip('123456')}]").click()
    if kind != "bump":
        page.locator(f"[data-fault='{kind[-1]}']").click()


def _fallen(state: State, kind: str) -> Stack:
    board = SPLASH.drawing.board(state)
    tower, hand = board["tower"], board["hand"]
    assert isinstance(tower, list)
    assert isinstance(hand, dict | None)
    return [*map(str, tower), *([str(hand["piece"])] if hand and kind == "falls" else [])]


def _report(page: Page, tower: Stack, stacks: list[Stack]) -> None:
    """Tap where the tower broke, if that says it all; else put the stacks together."""
    bottoms = {stack[0] for stack in stacks}
    if sorted(_cut(tower, bottoms)) == sorted(stacks):
        _tap(page, tower, bottoms)
    else:
        _build(page, [stack for stack in stacks if len(stack) > 1])


def _compare(page: Page, expected: list[str]) -> None:
    """Say which of several stacks is highest."""
    high = [stack for stack in expected if "." in stack]
    marked = [stack for stack in high if stack.endswith("^")]
    expect(page.locator("[data-stack]")).to_have_count(len(high))
    if len(marked) > 1:
        page.locator("[data-equal]").click()
    if len(marked) == 1 or len(high) > 2:
        for stack in marked:
            page.locator(f"[data-stack={stack[:2]}]").click()
    if len(marked) > 1 and len(high) > 2:
        page.locator("[data-equal]").click()


def _cut(tower: Stack, bottoms: set[str]) -> list[Stack]:
    cut: list[Stack] = []
    for piece in tower:
        if piece in bottoms or not cut:
            cut.append([piece])
        else:
            cut[-1].append(piece)
    return cut


def _tap(page: Page, tower: Stack, bottoms: set[str]) -> None:
    """The lowest piece that fell first; then those that still lie on the one below."""
    lowest = next(at for at, piece in enumerate(tower) if at and piece in bottoms)
    row = ".report li button[data-piece={}]"
    if lowest < len(tower) - 1:
        page.locator(row.format(tower[lowest])).click()
    for piece in tower[lowest:]:
        if piece not in bottoms:
            page.locator(row.format(piece)).click()


def _build(page: Page, stacks: list[Stack]) -> None:
    page.get_by_role("button", name="It lies differently").click()
    for number, stack in enumerate(stacks):
        if number:
            page.get_by_role("button", name="Next stack").click()
        for piece in stack:
            page.locator(f".report .tile[data-piece={piece}]").click()


def _phase(state: State) -> str:
    phase = SPLASH.drawing.board(state)["phase"]
    assert isinstance(phase, dict)
    return str(phase["name"])


def _headline(state: State) -> str:
    """Whose turn it is, or who has won."""
    if outcome := SPLASH.outcome(state):
        return f"{NAMES[outcome.winners[0] - 1]} wins."
    return NAMES[SPLASH.to_move(state) - 1]
