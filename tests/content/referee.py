"""Games of Splash! by the Python rules, for the page's referee to be held to.

    python -m tests.content.referee

writes `web/src/referee/fixtures/games.json`: random games with falls, bumps and faults, for every
number of seats and every option that means something at a real table; and
`web/src/referee/rulebooks.json`: what rulebooks preset, for a page without a network.
"""

import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, Final

from ludothek.games.protocol import Setup
from ludothek.games.record import Line, Record
from ludothek.games.record.text import format_record
from ludothek.games.splash import SPLASH, Bump, Fault, Give, Move, State
from ludothek.games.splash.chance import concrete
from ludothek.games.splash.pieces import NAMES, members
from ludothek.games.splash.rules import may_be_at_fault
from ludothek.games.splash.state import Falls, FallsSomehow, Giving, Placing, Stands

REFEREE: Final = Path(__file__).parents[2] / "web" / "src" / "referee"
FIXTURE: Final = REFEREE / "fixtures" / "games.json"
RULEBOOKS: Final = REFEREE / "rulebooks.json"
MISHAPS: Final = 0.05  # of all decisions at which there can be one
FALLS: Final = 0.2  # of all placements
TRIED: Final = 2  # decisions and pieces per ply that are looked into

# Seats, last-piece, teams, fault, a seed whose game has something rare in it, and the rules.
TABLES: Final = (
    (2, "stands", "no", "goes-on", 144, 2),  # the last piece was taken from the winner
    (2, "given", "no", "gives-next", 0, 2),
    (3, "stands", "no", "gives-next", 1153, 2),  # nobody owns a match, and the giver owns nothing
    (4, "stands", "pairs", "goes-on", 10, 2),
    (4, "given", "no", "gives-next", 1, 2),
    (5, "given", "no", "goes-on", 20, 2),
    (6, "stands", "no", "gives-next", 51, 2),  # the winner takes the last piece from somebody else
    (6, "given", "pairs", "goes-on", 20, 2),
    (6, "stands", "trios", "gives-next", 60, 2),
    (4, "stands", "pairs", "goes-on", 10, 1),
)


@dataclass
class Game:
    """A game on its way."""

    setup: Setup
    random: Random
    state: State = field(init=False)
    texts: list[str] = field(default_factory=list)
    plies: list[dict[str, Any]] = field(default_factory=list)
    views: dict[str, Any] = field(default_factory=dict)  # the first one of each phase

    def __post_init__(self) -> None:
        self.state = SPLASH.start(self.setup)

    def run(self) -> None:
        """Play to the end."""
        while SPLASH.outcome(self.state) is None:
            self._note_view()
            move = self._move()
            self.plies.append(self._ply(move))
            self.texts.append(str(move))
            self.state = SPLASH.play(self.state, move)
        self._note_view()

    def _move(self) -> Move:
        faulty = may_be_at_fault(self.state)
        if faulty and self.random.random() < MISHAPS:
            return self._mishap(self.random.choice((None, *faulty)))
        if isinstance(self.state.phase, Placing) and self.state.tower:
            falls = self.random.random() < FALLS
            return self._somehow() if falls else Stands()
        return self.random.choice(SPLASH.legal_moves(self.state))

    def _somehow(self) -> Move:
        return concrete(self.state, FallsSomehow(), self.random)

    def _mishap(self, seat: int | None) -> Move:
        """The tower without its top piece falls somehow, as if that were being placed."""
        *below, top = self.state.tower
        imagined = replace(self.state, tower=tuple(below), phase=Placing(1, 2, top))
        fallen = concrete(imagined, FallsSomehow(), self.random)
        assert isinstance(fallen, Falls)
        report = (fallen.stacks, fallen.marked)
        return Fault(seat, *report) if seat else Bump(*report)

    def _ply(self, move: Move) -> dict[str, Any]:
        legal = SPLASH.legal_texts(self.state)
        return {
            "position": SPLASH.format_position(self.state),
            "legal": " ".join(legal),
            "illegal": self._illegal(),
            "why": self._why(),
            "decision": str(move),
            "events": list(SPLASH.events(self.state, move)),
        }

    def _illegal(self) -> list[str]:
        """Decisions that were right at another time."""
        tried = self.random.sample(self.texts, min(TRIED, len(self.texts)))
        moves = [SPLASH.notation.parse_move(text) for text in tried]
        refused = [move for move in moves if SPLASH.refusal(self.state, move)]
        return [str(move) for move in refused]

    def _why(self) -> list[list[Any]]:
        """Pieces that somebody has, and why they may not be given; None: they may."""
        phase = self.state.phase
        if not isinstance(phase, Giving):
            return []
        owned = [
            (piece, None if seat == phase.seat else seat)
            for seat, stock in enumerate(self.state.stocks, 1)
            for piece in members(stock)
        ]
        steps: list[list[Any]] = []
        for piece, source in self.random.sample(owned, min(TRIED, len(owned))):
            reason = SPLASH.refusal(self.state, Give(piece, source))
            why = {"code": reason.code, "params": dict(reason.params)} if reason else None
            steps.append([NAMES[piece], why])
        return steps

    def _note_view(self) -> None:
        view: Any = SPLASH.view(self.state, SPLASH.to_move(self.state))
        self.views.setdefault(view["board"]["phase"]["name"], view)


def game(seats: int, last: str, teams: str, fault: str, seed: int, rules: int) -> dict[str, Any]:
    """One game, with its record."""
    options = {"last-piece": last, "teams": teams, "referee": "yes", "fault": fault}
    setup = SPLASH.setup_of(rules, seats, options)
    played = Game(setup, Random(seed))
    played.run()
    names = ("Ada", "Bo", "Cleo", "Dai", "Eve", "Fin")[:seats]
    line = Line.of(played.texts)
    result = SPLASH.outcome(played.state)
    record = Record("splash", setup, names, line, result, "2025-12-31")
    return {
        "seats": seats,
        "options": options,
        "rules": rules,
        "names": names,
        "plies": played.plies,
        "end": SPLASH.format_position(played.state),
        "views": list(played.views.values()),
        "record": format_record(record),
    }


def written() -> str:
    """The text of the fixture: a line per ply."""
    games = [game(*table) for table in TABLES]
    return "[\n" + ",\n".join(map(_game_text, games)) + "\n]\n"


def _game_text(of: dict[str, Any]) -> str:
    plies = ",\n".join(map(_compact, of["plies"]))
    rest = _compact({name: value for name, value in of.items() if name != "plies"})
    return f'{rest[:-1]},"plies":[\n{plies}\n]}}'


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def rulebooks() -> str:
    """The options that rulebooks preset, and as what, in the form in which the server tells it."""
    options = [{"name": o.name, "values": o.values} for o in SPLASH.options if o.preset]
    books = {language: SPLASH.rulebook(language) for language in SPLASH.rulebooks}
    return json.dumps({"options": options, "rulebooks": books}, indent=2) + "\n"


def main() -> None:
    """Write both files."""
    RULEBOOKS.write_text(rulebooks(), encoding="utf-8")
    FIXTURE.parent.mkdir(parents=True, exist_ok=True)
    FIXTURE.write_text(written(), encoding="utf-8")


if __name__ == "__main__":
    main()
