"""The backend of a browser's worker: stored before shown, the same messages as a server's."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

from ludothek.server.browser.message_interface import Backend
from ludothek.server.compute import worker_tasks

SOON = 20.0  # seconds in which anything here happens
SEATS = [{"kind": "me"}, {"kind": "computer", "level": 1}]
PEOPLE = [{"kind": "here", "name": "Ada"}, {"kind": "here", "name": "Bo"}]


class Browser:
    """JavaScript's part, in memory."""

    def __init__(self) -> None:
        self.stored: dict[str, list[str]] = {}
        self.about: dict[str, Any] = {}
        self.posted: list[Any] = []
        self.failing = ""
        self.mute = False  # no worker computes
        self.news = asyncio.Event()

    async def create(self, match: str, about: str, entry: str) -> str:
        return self.failing or self._keep(match, about, entry)

    async def append(self, match: str, expected: int, about: str, entry: str) -> str:
        if self.failing or len(self.stored[match]) != expected:
            return self.failing or "conflict"
        return self._keep(match, about, entry)

    async def entries(self, match: str, start: int) -> str:
        return json.dumps(self.stored.get(match, [])[start:])

    async def compute(self, job: str, urgency: int) -> str:
        assert urgency in {0, 1, 2}
        return "" if self.mute else worker_tasks.work(job, lambda _: None, lambda: False)

    def post(self, message: str) -> None:
        self.posted.append(json.loads(message))
        self.news.set()

    def _keep(self, match: str, about: str, entry: str) -> str:
        self.stored.setdefault(match, []).append(entry)
        self.about[match] = json.loads(about)
        return ""


class Page:
    """The page's part: asks, and waits for what it wants to hear."""

    def __init__(self, browser: Browser | None = None, seed: int = 1) -> None:
        self.browser = browser or Browser()
        self.backend = Backend(self.browser, lambda: seed)
        self._requests = 0
        self._ref = 0

    async def ask(self, what: str, **about: Any) -> Any:
        self._requests += 1
        number = self._requests
        self.send(request=number, do=what, **{"with": about})
        answer = await self.message_where(lambda message: message.get("answer") == number)
        return answer.get("problem") or answer["value"]

    async def act(self, match: str, **command: Any) -> Any:
        self._ref += 1
        ref = self._ref
        self.send(type="act", ref=ref, match=match, command=command)
        return await self.message_where(lambda message: message.get("ref") == ref)

    async def create(self, game: str = "repulso", **more: Any) -> Any:
        match = {"game": game, "seats": SEATS, **more}
        return await self.ask("create", match=match, name="Ada")

    def send(self, **message: Any) -> None:
        self.backend.receive(json.dumps(message))

    async def message_where(self, wanted: Callable[[Any], bool]) -> Any:
        async with asyncio.timeout(SOON):
            while True:
                for message in self.browser.posted:
                    if wanted(message):
                        self.browser.posted.remove(message)
                        return message
                self.browser.news.clear()
                await self.browser.news.wait()


def played(scene: Callable[[Page], Coroutine[Any, Any, None]]) -> None:
    async def play() -> None:
        await scene(Page())

    asyncio.run(play())


def first_legal(update: Any) -> str:
    return str(update["view"]["legal"][0]["text"])


def test_a_match_is_stored_before_it_is_shown_and_the_computer_answers() -> None:
    async def scene(page: Page) -> None:
        made = await page.create()
        match = made["match"]["id"]
        assert len(match) == 16
        assert match.startswith("local")
        assert page.browser.about[match]["summary"]["status"] == "playing"
        page.send(type="watch", match=match)
        update = await page.message_where(lambda message: message.get("type") == "match")
        assert update["since"] is None
        done = await page.act(match, type="decide", ply=0, decisions=[first_legal(update)])
        assert done["type"] == "done"
        computer = await page.message_where(
            lambda message: message.get("type") == "match" and message["match"]["ply"] >= 2
        )
        assert [each["seat"] for each in computer["happened"]] == [2]
        assert len(page.browser.stored[match]) >= 3

    played(scene)


def test_what_cannot_be_stored_changes_nothing_and_says_why() -> None:
    async def scene(page: Page) -> None:
        match = (await page.create(seats=PEOPLE))["match"]["id"]
        state = await page.ask("match", match=match)
        before = [*page.browser.stored[match]]
        page.browser.failing = "full"
        command = {"type": "decide", "ply": 0, "decisions": [first_legal(state)]}
        refused = await page.act(match, **command)
        assert refused["problem"]["code"] == "stored.full"
        assert page.browser.stored[match] == before
        assert (await page.create())["code"] == "stored.full"
        page.browser.failing = ""
        assert (await page.act(match, **command))["type"] == "done"

    played(scene)


def test_a_match_goes_on_in_another_page_and_each_reads_what_the_other_stored() -> None:
    async def scene(page: Page) -> None:
        match = (await page.create(seats=PEOPLE))["match"]["id"]
        other = Page(page.browser)
        state = await page.ask("match", match=match)
        await page.act(match, type="decide", ply=0, decisions=[first_legal(state)])
        answer = await other.ask("match", match=match)
        assert answer["match"]["ply"] == 1
        await other.act(match, type="resign")
        late = await page.act(match, type="resign")
        assert late["problem"]["code"] == "not-playing"
        assert (await page.ask("match", match=match))["match"]["result"]

    played(scene)


def test_a_computer_without_a_worker_takes_a_legal_decision_all_the_same() -> None:
    async def scene(page: Page) -> None:
        page.browser.mute = True
        match = (await page.create("robotory"))["match"]["id"]
        state = await page.ask("match", match=match)
        page.send(type="watch", match=match)
        await page.act(match, type="decide", ply=0, decisions=[first_legal(state)])
        await page.message_where(
            lambda message: message.get("type") == "match" and message["match"]["ply"] >= 2
        )
        notice = await page.message_where(lambda message: message.get("type") == "refused")
        assert (notice["ref"], notice["problem"]["code"]) == (None, "computer-failed")

    played(scene)


def test_hints_and_analyses_are_jobs_with_progress() -> None:
    async def scene(page: Page) -> None:
        match = (await page.create("robotory", seats=PEOPLE, hints=True))["match"]["id"]
        job = await page.ask("hint", match=match)
        done = await page.message_where(lambda message: message.get("type") == "job")
        assert done["job"]["id"] == job["id"]
        assert done["job"]["evaluations"][0]["best"]
        await page.act(
            match, type="decide", ply=0, decisions=done["job"]["evaluations"][0]["best"][:1]
        )
        assert (await page.ask("analyse", match=match, level=1))["code"] == "not-over"
        await page.act(match, type="resign")
        await page.ask("analyse", match=match, level=1)
        ended = await page.message_where(
            lambda message: message.get("type") == "job" and message["job"]["state"] == "done"
        )
        assert ended["job"]["done"] == ended["job"]["total"] == 2
        assert (await page.ask("job", job="?"))["code"] == "job-unknown"

    played(scene)


def test_records_go_out_and_come_in_again() -> None:
    async def scene(page: Page) -> None:
        match = (await page.create(seats=PEOPLE))["match"]["id"]
        state = await page.ask("match", match=match)
        await page.act(match, type="decide", ply=0, decisions=[first_legal(state)])
        await page.act(match, type="resign")
        text = await page.ask("record", match=match, form="text")
        again = await page.ask("upload", record=text)
        frames = await page.ask("frames", match=again["match"]["id"], start=0)
        assert [frame["ply"] for frame in frames["frames"]] == [0, 1]
        assert "<svg" in await page.ask("picture", match=match, ply=1)
        assert (await page.ask("upload", record="?"))["code"].startswith("record.")
        assert (await page.ask("match", match="local00000000000"))["code"] == "match-unknown"

    played(scene)


def test_a_rematch_is_a_match_of_its_own() -> None:
    async def scene(page: Page) -> None:
        match = (await page.create(seats=PEOPLE))["match"]["id"]
        await page.act(match, type="resign")
        await page.act(match, type="offer", what="rematch")
        following = (await page.ask("match", match=match))["match"]["next"]
        assert following in page.browser.stored
        assert (await page.ask("match", match=following))["match"]["previous"] == match

    played(scene)


def test_a_clock_runs_out_by_itself() -> None:
    async def scene(page: Page) -> None:
        clock = {"kind": "fischer", "seconds": 1, "increment": 0}
        match = (await page.create(seats=PEOPLE, clock=clock))["match"]["id"]
        page.send(type="watch", match=match)
        over = await page.message_where(
            lambda message: message.get("type") == "match" and message["match"]["result"]
        )
        assert over["match"]["result"] == {"winners": [2], "reason": "time"}

    played(scene)


def test_a_match_that_the_page_has_named_is_set_up_once() -> None:
    async def scene(page: Page) -> None:
        wish = {"id": "local0123456789a", "match": {"game": "robotory", "seats": SEATS}}
        made = [await page.ask("create", **wish, name="Ada") for _ in range(2)]
        assert [each["match"]["id"] for each in made] == [wish["id"]] * 2
        assert len(page.browser.stored) == 1
        for name in ("0123456789abcdef", "local0123456789A", "local0"):
            refused = await page.ask("create", **{**wish, "id": name}, name="Ada")
            assert refused["code"] == "match-unknown"
        assert len(page.browser.stored) == 1

    played(scene)


def test_who_begins_may_be_drawn_by_the_page() -> None:
    async def scene(page: Page) -> None:
        match = {"game": "repulso", "seats": SEATS[::-1], "starter": "random"}
        firsts = [
            (await page.ask("create", match=match, name="Ada", drawn=True))["match"]
            for _ in range(6)
        ]
        assert {(each["seats"][0]["kind"], each["starter"]) for each in firsts} == {
            ("computer", "random")
        }

    played(scene)
