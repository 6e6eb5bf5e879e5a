"""The message interface of a browser's worker: the server's messages, and requests by name.

A message of the socket is answered by messages of the socket. A request is `{"request": number,
"do": name, "with": {...}}`, and is answered by `{"answer": number, "value": ...}`, or with a
`problem` in the place of the value.
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any, Final, Literal

from ludothek.games import LudothekError
from ludothek.server.browser.host import ME, PREFIX, Host, me
from ludothek.server.browser.matches import Matches, background, new_seed
from ludothek.server.browser.players import Computers, Jobs
from ludothek.server.browser.tables import Tables
from ludothek.server.compute import worker_tasks
from ludothek.server.compute.match_jobs import record_question
from ludothek.server.match import record_conversion
from ludothek.server.match.commands import Place
from ludothek.server.match.events import Events
from ludothek.server.match.refusals import Refusal, Refused, refused
from ludothek.server.match.setup.new_match import check_setup
from ludothek.server.match.setup.seating import set_up
from ludothek.server.match.state import Match
from ludothek.server.match.turn_preview import preview, try_out
from ludothek.server.wire import messages, updates, views
from ludothek.server.wire.codec import Invalid, decode, encode, parse_json
from ludothek.server.wire.models import (
    CreatedMatch,
    Frames,
    JobInfo,
    MatchState,
    NewMatch,
    Prefix,
    Problem,
    Trial,
    Tried,
)
from ludothek.server.wire.problems import invalid_problem, library_problem, problem_of
from ludothek.server.wire.table import Motion, TableState, TableTrial, TableTried

COUNT: Final = 200  # plies in one answer
NO_ANSWER: Final = Problem(
    code="computer-failed",
    params={},
    message="the computer has not answered; the rules alone decided for it",
)
NAME: Final = re.compile(rf"{PREFIX}[0-9a-f]{{11}}")  # that a page may give to a match

Request = Mapping[str, Any]
Answer = Callable[[Request], Awaitable[Any]]


class Backend:
    """One page, and its matches."""

    def __init__(self, host: Host, seed: Callable[[], int] = new_seed) -> None:
        self._host = host
        self._seed = seed
        self._matches = Matches(host, seed)
        self._jobs = Jobs(host, self._matches, self._tell_job)
        self._watched: set[str] = set()
        self._tables = Tables(host, self._matches)
        self._computers = Computers(
            host, self._matches, self._tables.place_anyhow, self._tell_fallback
        )
        self._matches.followers += [self._broadcast, self._computers.follow]
        self._requests: dict[str, Answer] = {
            "create": self._create,
            "match": self._match,
            "frames": self._frames,
            "try": self._try,
            "table": self._table,
            "motion": self._motion,
            "placement": self._placement,
            "upload": self._upload,
            "record": self._record,
            "picture": self._picture,
            "hint": self._hint,
            "analyse": self._analyse,
            "job": self._job,
            "refresh": self._refresh,
            "forget": self._forget,
        }

    def receive(self, text: str) -> None:
        """A message of the page."""
        background(self._receive(text))

    async def _receive(self, text: str) -> None:
        data = parse_json(text)
        if "request" in data:
            await self._answer(data)
            return
        message = messages.parse_message(text)
        try:
            await self._act(message)
        except (Refused, LudothekError, Invalid) as error:
            self._refuse(message, problem(error))

    async def _answer(self, data: Request) -> None:
        number = data["request"]
        try:
            value = await self._requests[data["do"]](data["with"])
        except (Refused, LudothekError, Invalid) as error:
            self._post({"answer": number, "problem": problem(error)})
        else:
            self._post({"answer": number, "value": value})

    async def _act(self, message: Any) -> None:
        match message:
            case messages.Watch(match=match_id):
                await self._watch(match_id)
            case messages.Unwatch(match=match_id):
                self._watched.discard(match_id)
            case messages.Act(match=match_id, command=Place() as command):
                match = await self._tables.place(match_id, me(""), command)
                self._post(messages.Done(ref=message.ref, seq=match.seq))
            case messages.Act(match=match_id, command=command):
                match = await self._matches.perform(match_id, me(""), command)
                self._post(messages.Done(ref=message.ref, seq=match.seq))
            case messages.Hover():
                self._tables.hold(message)
            case messages.Preview():
                await self._preview(message)

    async def _watch(self, match_id: str) -> None:
        self._watched.add(match_id)
        room = await self._matches.room(match_id)
        self._update(None, room.match)
        self._tables.warm(room.match)
        self._computers.follow(None, room.match)

    async def _preview(self, message: messages.Preview) -> None:
        prefix = Prefix(ply=message.ply, decisions=message.decisions)
        tried = preview(await self._matches.get(message.match), ME, prefix)
        self._post(messages.Previewed(ref=message.ref, tried=_granted(tried)))

    async def _create(self, request: Request) -> CreatedMatch:
        """Set a match up; one whose name the page has chosen, once."""
        name = request.get("id", "")
        match = await self._begun(name) or await self._matches.create(
            await self._first_events(decode(NewMatch, request["match"]), request), name
        )
        state = await self._shown(match)
        return CreatedMatch(match=state.match, view=state.view, links=[])

    async def _begun(self, match_id: str) -> Match | None:
        if not match_id:
            return None
        if not NAME.fullmatch(match_id):
            raise refused("match-unknown")
        try:
            return await self._matches.get(match_id)
        except Refused:
            return None

    async def _first_events(self, new: NewMatch, request: Request) -> Events:
        origin = await self._matches.get(new.origin.match) if new.origin else None
        table = await self._tables.saved(origin, new.origin.ply) if origin and new.origin else None
        seed = self._seed()
        seated = replace(new, starter="fixed") if request.get("drawn") else new  # by the page
        setup = check_setup(seated, me(request["name"]), seed, origin, table)
        return set_up(replace(setup.plan, starter=new.starter), setup.occupants, ME, seed)

    async def _match(self, request: Request) -> MatchState:
        return await self._shown(await self._matches.get(request["match"]))

    async def _frames(self, request: Request) -> Frames:
        match, start = await self._matches.get(request["match"]), request["start"]
        if start > match.ply:
            raise refused("ply-unknown")
        page = list(updates.frames(match, start, COUNT))
        return Frames(match=match.id, plies=match.ply, frames=page)

    async def _try(self, request: Request) -> Tried:
        return _granted(try_out(decode(Trial, request["trial"])))

    async def _table(self, request: Request) -> TableState:
        return await self._tables.show(await self._matches.get(request["match"]), request["ply"])

    async def _motion(self, request: Request) -> Motion:
        return await self._tables.motion(request["match"], request["number"])

    async def _placement(self, request: Request) -> TableTried:
        return await self._tables.try_out(decode(TableTrial, request["trial"]), self._seed())

    async def _upload(self, request: Request) -> MatchState:
        record = record_conversion.read(request["record"])
        events = record_conversion.archived(record, ME, self._seed())
        return await self._shown(await self._matches.create(events))

    async def _record(self, request: Request) -> str:
        form: Literal["text", "json"] = "json" if request["form"] == "json" else "text"
        job = record_question(await self._matches.get(request["match"]), form)
        return str(parse_json(worker_tasks.work(job, _silent, lambda: False))["record"])

    async def _picture(self, request: Request) -> str:
        match = await self._matches.get(request["match"])
        return match.game.svg(match.state_at(request["ply"]))

    async def _hint(self, request: Request) -> JobInfo:
        return await self._jobs.hint(request["match"])

    async def _analyse(self, request: Request) -> JobInfo:
        return await self._jobs.analysis(request["match"], request["level"])

    async def _job(self, request: Request) -> JobInfo:
        return self._jobs.state(request["job"])

    async def _refresh(self, request: Request) -> None:
        await self._matches.refresh(request["match"])

    async def _forget(self, request: Request) -> None:
        self._matches.forget(request["match"])

    async def _shown(self, match: Match) -> MatchState:
        tick = (await self._matches.room(match.id)).tick()
        info = views.info(match, ME, tick, match.seats_of(ME))
        return MatchState(match=info, view=views.view(match, ME))

    def _broadcast(self, before: Match | None, after: Match) -> None:
        if before and after.id in self._watched:
            self._update(before, after)

    def _update(self, before: Match | None, match: Match) -> None:
        view, seq = views.view_of_mover(match), before.seq if before else None
        shared, seats = updates.shared(match, view, seq), match.seats_of(ME)
        tick = self._matches.tick(match)
        self._post(updates.update(shared, match, ME, tick, seats))

    def _tell_job(self, job: JobInfo) -> None:
        self._post(messages.JobNews(job=job))

    def _tell_fallback(self) -> None:
        self._post(messages.Refused(ref=None, problem=NO_ANSWER))

    def _refuse(self, message: Any, why: Problem) -> None:
        if isinstance(message, messages.Watch):
            self._post(messages.Gone(match=message.match, problem=why))
        else:
            self._post(messages.Refused(ref=getattr(message, "ref", None), problem=why))

    def _post(self, message: Any) -> None:
        self._host.post(encode(message))


def _silent(_progress: str) -> None:
    return


def _granted(tried: Tried | Refusal) -> Tried:
    if isinstance(tried, Refusal):
        raise Refused(tried)
    return tried


def problem(error: Refused | LudothekError | Invalid) -> Problem:
    """An error as the page is told."""
    if isinstance(error, Refused):
        return problem_of(error.refusal)
    return invalid_problem(error) if isinstance(error, Invalid) else library_problem(error)
