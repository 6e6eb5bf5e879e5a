"""Matches shortly before their end, with a page for everybody who plays."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

from tests.e2e.conftest import Open
from tests.e2e.fixtures.boards import nexus

Data = dict[str, Any]

NAMES = ("Ada", "Bo", "Cy", "Dee")
KNOWN = """name => {
    const kept = JSON.parse(localStorage.getItem('ludothek'))
    localStorage.setItem('ludothek', JSON.stringify({ ...kept, known: true, name }))
}"""


def triangle(**marbles: str) -> str:
    """The rings of three players, some with marbles, as `c00="200"`."""
    digits = {(int(name[1]), int(name[2])): f":{each}" for name, each in marbles.items()}
    places = [(q, r) for q in range(7) for r in range(7 - q)]
    return ";".join(f"{q},{r}{digits.get((q, r), '')}" for q, r in places)


@dataclass(frozen=True, slots=True)
class Finish:
    """A position, and the decisions that end the game from there."""

    game: str
    position: str
    decisions: tuple[str, ...]
    seats: int = 2


FINISHES = {
    "repulso": Finish(
        "repulso",
        "x*1oxo/oxoxox/1*xo*o/**ox**/xoxo1x/o**o** p2 p2 0+1,2+0 -",
        ("c6", "*e2", "a4"),
    ),
    "repulso-stuck": Finish(
        "repulso",
        "*1xo1*/ox1ox1/***1*o/1*1xoo/*1o1*1/*x*1*x p2 p2 5+0,6+0 -",
        ("d1", "b6", "a3"),
    ),
    "repulso-draw": Finish(
        "repulso",
        "o*ox1x/**xox*/o1o***/1o*xox/ox**xo/xo*xo* p2 p2 1+0,2+0 -",
        ("b4", "e6", "a3"),
    ),
    "robotory": Finish(
        "robotory",
        "1bwb/1bWwb/b1wBww/2bw1/wR1b p1 w0b0,w2b1 w4b5 -",
        ("Wb4", "stop", "w@b3", "+w4b0"),
    ),
    "nexus": Finish(
        "nexus",
        nexus("7,0", p1="0,0 0,0 -1,0 -2,0", p2="1,0"),
        ("0,0>1,0", "0,0>1,0"),
    ),
    "nexus-draw": Finish(
        "nexus",
        nexus("7,7", number="399", p1="0,0 0,0 -1,0 -2,0", p2="1,0"),
        ("-1,0>0,-1", "-2,0>-1,0"),
    ),
    "nexus-out": Finish(  # the second is out, and the others play on
        "nexus",
        f"{triangle(c00='200', c10='010', c60='001')} p1 7,0,0 123 eee ooo3 - 9",
        ("0,0>1,0", "0,0>1,0"),
        seats=3,
    ),
    "nexus-three": Finish(  # the second is out, and so is the third
        "nexus",
        f"{triangle(c00='200', c10='010')} p1 7,0,0 123 eee ooo3 - 9",
        ("0,0>1,0", "0,0>1,0"),
        seats=3,
    ),
}


def post(page: Page, path: str, body: Any = None) -> Any:
    """What the server answers to a request of this page."""
    answer = page.request.post(f"/api/{path}", data=body if body is not None else {})
    assert answer.ok, answer.text()
    return answer.json()


def act(page: Page, command: Data) -> Data:
    """Do something in the match that the page shows."""
    done: Data = post(page, f"matches/{match_of(page)}/act", command)
    return done


def match_of(page: Page) -> str:
    return page.url.rpartition("/match/")[2]


def person(open_page: Open, name: str, **wishes: Any) -> Page:
    """A page of somebody who has a name."""
    page = open_page("/about", **wishes)
    post(page, "guests", {"name": name})
    page.evaluate(KNOWN, name)
    return page


def gather(
    open_page: Open, game: str, seats: int = 2, *, wishes: Data | None = None, **wish: Any
) -> list[Page]:
    """A match between people, each with a page; the first one begins."""
    pages = [person(open_page, name, **(wishes or {})) for name in NAMES[:seats]]
    kinds = [{"kind": "me"}, *[{"kind": "open"}] * (seats - 1)]
    made = post(pages[0], "matches", {"game": game, "seats": kinds, **wish})
    for page, link in zip(pages[1:], made["links"], strict=True):
        post(page, f"links/{link['token']}")
    for page in pages:
        page.goto(f"/match/{made['match']['id']}")
        page.wait_for_selector("[data-state]")
    return pages


def gathered(open_page: Open, finish: Finish, **wish: Any) -> list[Page]:
    """The same from shortly before the end."""
    return gather(open_page, finish.game, finish.seats, position=finish.position, **wish)


def finish_off(pages: list[Page], decisions: tuple[str, ...]) -> None:
    """Take the last decisions, each by whose turn it is."""
    match = match_of(pages[0])
    for text in decisions:
        now = pages[0].request.get(f"/api/matches/{match}").json()["match"]
        command = {"type": "decide", "ply": now["ply"], "decisions": [text]}
        act(pages[now["to_move"] - 1], command)
