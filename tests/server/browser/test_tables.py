"""Splash! in a browser's worker: placements are simulated, then stored, then shown."""

import json
from typing import Any

from tests.server.browser.test_message_interface import PEOPLE, Page, first_legal, played

RANDOM = {"draft": "random", "hand": "steady"}
MIDDLE = {"face": "flat", "yaw": 0.0, "x": 0.0, "y": 0.0}
FACES = {"T": "lying"}


async def in_hand(page: Page, **more: Any) -> tuple[str, Any]:
    """A match in which a piece is to be placed."""
    options = RANDOM | more.pop("options", {})
    match = (await page.create("splash", seats=PEOPLE, options=options, **more))["match"]["id"]
    state = await page.ask("match", match=match)
    return match, await give_a_piece(page, match, state)


async def give_a_piece(page: Page, match: str, state: Any) -> Any:
    ply = state["match"]["ply"]
    await page.act(match, type="decide", ply=ply, decisions=[first_legal(state)])
    return await page.ask("match", match=match)


async def let_go(page: Page, match: str, state: Any, **aside: float) -> Any:
    piece = state["view"]["board"]["hand"]["piece"]
    spot = {**MIDDLE, "face": FACES.get(piece[0], "flat"), **aside}
    return await page.act(match, type="place", ply=state["match"]["ply"], **spot)


def test_a_placement_is_stored_with_its_motion_and_shown_later() -> None:
    async def scene(page: Page) -> None:
        match, state = await in_hand(page)
        for _ in range(2):
            assert (await let_go(page, match, state))["type"] == "done"
            state = await give_a_piece(page, match, await page.ask("match", match=match))
        table = state["match"]["table"]
        later = Page(page.browser)  # the page was closed in the meantime
        motion = await later.ask("motion", match=match, number=table["motion"])
        assert motion["versions"] == table["versions"]
        first = await later.ask("table", match=match, ply=table["ply"])
        last = await later.ask("table", match=match, ply=state["match"]["ply"])
        assert len(last["poses"]) == len(first["poses"]) + 1 == 2
        assert (await let_go(later, match, state))["type"] == "done"
        assert (await later.ask("motion", match=match, number=1))["code"] == "motion-unknown"
        named = ", ".join(f"{part} {version}" for part, version in table["versions"].items())
        record = await later.ask("record", match=match, form="json")
        assert json.loads(record)["comment"] == f"Simulated table: {named}"

    played(scene)


def test_what_the_table_refuses_changes_nothing() -> None:
    async def scene(page: Page) -> None:
        match, state = await in_hand(page)
        refused = await let_go(page, match, state, x=900.0)
        assert refused["problem"]["code"] == "table.off-table"
        page.browser.mute = True
        refused = await let_go(page, match, state)
        assert refused["problem"]["code"] == "table-failed"
        page.browser.mute = False
        assert (await let_go(page, match, state))["type"] == "done"
        late = await let_go(page, match, state, x=1.0)
        assert late["type"] == "refused"

    played(scene)


def test_a_computer_places_what_it_is_given() -> None:
    async def scene(page: Page) -> None:
        seats = [{"kind": "me"}, {"kind": "computer", "level": 1}]
        made = await page.create("splash", seats=seats, options=RANDOM)
        match = made["match"]["id"]
        page.send(type="watch", match=match)
        state = await page.ask("match", match=match)
        await give_a_piece(page, match, state)
        update = await page.message_where(
            lambda message: message.get("type") == "match" and message["match"]["table"]
        )
        assert [each["seat"] for each in update["happened"]] == [2]

    played(scene)


def test_a_piece_slips_where_it_is_held_when_the_time_is_over() -> None:
    async def scene(page: Page) -> None:
        clock = {"kind": "none", "placement": 3}
        match, state = await in_hand(page, clock=clock)
        page.send(type="watch", match=match)
        piece = state["view"]["board"]["hand"]["piece"]
        held = {**MIDDLE, "face": FACES.get(piece[0], "flat"), "x": 2.0}
        page.send(type="hover", match=match, ply=state["match"]["ply"], **held)
        update = await page.message_where(
            lambda message: message.get("type") == "match" and message["match"]["table"]
        )
        motion = await page.ask("motion", match=match, number=update["match"]["table"]["motion"])
        assert motion["spot"]["x"] == 2.0

    played(scene)


def test_a_tower_of_ones_own_is_tried() -> None:
    async def scene(page: Page) -> None:
        match, _ = await in_hand(page)
        position = (await page.ask("match", match=match))["view"]["position"]
        trial = {"game": "splash", "position": position, "tower": []}
        assert (await page.ask("placement", trial=trial))["poses"] == {}
        wrong = {**trial, "tower": [{"piece": "Lr", **MIDDLE}]}
        assert (await page.ask("placement", trial=wrong))["code"] == "nothing-to-place"

    played(scene)
