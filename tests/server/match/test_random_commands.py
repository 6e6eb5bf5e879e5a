"""Whatever anybody asks of a match, it stays the replay of its entries."""

from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from ludothek.server.match.commands import (
    Accept,
    Actor,
    Answer,
    CallOff,
    CheckClock,
    Command,
    Computer,
    Decide,
    Join,
    Leave,
    MakeLink,
    Propose,
    Resign,
)
from ludothek.server.match.config import Occupant, Pace
from ludothek.server.match.decide import decide
from ludothek.server.match.events import Entry, format_events, parse_events
from ludothek.server.match.refusals import Refusal
from ludothek.server.match.state import extended, replay
from ludothek.server.wire.views import happened, info, summary, view, waiting
from tests.server.example_matches import ADA, BO, CY, SERVER, Scene, computer, occupant, plan

OFFERS = st.sampled_from(["draw", "takeback", "rematch"])
ACTORS: st.SearchStrategy[Actor] = st.sampled_from([ADA, BO, CY, SERVER, Computer(1), Computer(2)])
COMMANDS: st.SearchStrategy[Command | None] = (
    st.none()  # a legal decision of the seat to decide, by who sits there
    | st.none()
    | st.builds(Join, seat=st.none() | st.integers(1, 4))
    | st.just(Leave())
    | st.just(Resign())
    | st.builds(Propose, what=OFFERS)
    | st.builds(Answer, what=OFFERS, accept=st.booleans())
    | st.builds(Accept, st.integers(1, 2), st.integers(0, 2))
    | st.builds(MakeLink, st.integers(1, 3))
    | st.just(CheckClock())
    | st.just(CallOff())
)
STEPS = st.lists(st.tuples(ACTORS, COMMANDS, st.integers(0, 4000)), max_size=25)


@settings(max_examples=120, deadline=None)
@given(
    game=st.sampled_from(["robotory", "repulso", "nexus", "splash"]),
    public=st.booleans(),
    second=st.sampled_from([None, occupant(BO), occupant(ADA), computer()]),
    pace=st.sampled_from([Pace(), Pace("turn", 20_000), Pace("fischer", 9_000, 500)]),
    steps=STEPS,
    seed=st.integers(0, 100),
)
def test_a_match_stays_the_replay_of_its_entries(
    game: str,
    public: bool,
    second: Occupant | None,
    pace: Pace,
    steps: list[tuple[Actor, Command | None, int]],
    seed: int,
) -> None:
    random = Random(seed)
    options = {"referee": "yes"} if game == "splash" else {}
    about = plan(game, public=public, pace=pace, options=options)
    scene = Scene.of(occupant(ADA), second, about=about, seed=seed)
    for actor, command, later in steps:
        scene.tick += later
        chosen = _legal(scene, actor, random) if command is None else (actor, command)
        _do(scene, *chosen)
    match = scene.match
    assert replay(match.id, map(_stored, scene.entries)) == match
    assert len(match.texts) == len(match.deciders)
    assert (match.result is not None) == (match.status == "finished")
    assert all(left >= 0 for left in match.clocks.left)
    for person in (None, ADA.id, BO.id):
        assert info(match, person, scene.tick).status == match.status
        assert view(match, person).position == match.game.format_position(match.state)
    assert len(happened(match, 0)) == match.ply
    assert waiting(match) in {"nobody", "people", "computer"}
    assert summary(match)


def _stored(entry: Entry) -> Entry:
    """An entry as it comes back from the database."""
    return replace(entry, events=parse_events(format_events(entry.events)))


def _do(scene: Scene, actor: Actor, command: Command) -> None:
    before = scene.match
    verdict = decide(before, actor, command, scene.tick)
    if isinstance(verdict, Refusal):
        assert verdict.message
        return
    if verdict:
        entry = Entry(before.seq + 1, 1000, scene.tick, verdict)
        scene.entries.append(entry)
        scene.match = extended(before, entry)


def _legal(scene: Scene, actor: Actor, random: Random) -> tuple[Actor, Command]:
    match = scene.match
    moves = [move for move in match.game.legal_moves(match.state) if not match.game.is_open(move)]
    if not moves:
        return actor, CheckClock()
    text = str(random.choice(moves))
    sitting = match.occupant(match.to_move)
    people = {ADA.id: ADA, BO.id: BO, CY.id: CY}
    who = people[sitting.person] if sitting and sitting.person else Computer(match.to_move)
    return who, Decide(ply=match.ply, decisions=[text])
