"""The protocol of a game: the type `Game`, its parts and their defaults. Read this module first.

A game is a value, `Game`, put together from pure functions over two types of its own: a state
(frozen, slotted, hashable) and moves (small frozen dataclasses, one per kind, whose `str` is their
text). Every choice is one *decision* by one *seat*; a *turn* is one or more decisions, and the seat
to decide may change inside it. Nothing here reads a clock, draws random numbers or does I/O.

    game = load("repulso")
    state = game.initial()
    while not game.outcome(state):
        state = game.play(state, game.legal_moves(state)[0])

`apply` trusts its caller; `play` checks, and raises `IllegalMove` with a reason code.

Most games need nothing else. What is optional has a default: a dealt start (`deal`), sides that win
together (`sides`), computer players of their own (`Computers`), outcomes that come from outside
(`Simulation`), what a state remembers beside its position (`Memory`), places that can be touched in
the picture (`Place`), and texts for people (`words`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import index
from random import Random
from reprlib import repr as short_repr
from typing import Any, Final, Generic, Protocol, SupportsIndex, TypeVar

from ludothek.games.errors import (
    BadSetup,
    IllegalMove,
    Param,
    UnreadableMove,
    UnreadablePosition,
)

Seat = int  # 1 for p1, who starts; then 2, 3, …
Json = str | int | float | bool | None | Sequence["Json"] | Mapping[str, "Json"]
View = dict[str, Json]  # plain data for a front end
Event = dict[str, Json]  # plain data; the key "event" names what happened
Words = Mapping[str, Json]  # messages by key, in a tree


@dataclass(frozen=True, slots=True)
class Option:
    """A named alternative reading of the rules.

    >>> from ludothek.games import load
    >>> [option.name for option in load("robotory").options]
    ['end']
    """

    name: str
    values: tuple[str, ...]  # the first one is the default
    preset: bool = True  # by rulebooks; False: agreed on for every game anew


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before a game starts: the number of seats, and a value for every option.

    >>> from ludothek.games import load
    >>> load("robotory").setup(2, {"end": "all"})["end"]
    'all'
    """

    seats: int
    options: tuple[tuple[str, str], ...]  # in the order of the game's own list
    rules: int | None = None  # an earlier version of the rules; None: the current one

    def __getitem__(self, name: str) -> str:
        for option, value in self.options:
            if option == name:
                return value
        raise KeyError(name)


@dataclass(frozen=True, slots=True)
class Former:
    """An earlier version of the rules, by which games of that time are still replayed.

    >>> from ludothek.games import load
    >>> sorted(load("repulso").former)
    [1]
    """

    options: Callable[[Mapping[str, str]], dict[str, str]]  # of that time → in today's names
    differs: Callable[[Mapping[str, str]], bool] = lambda _: True  # with these, from today's rules


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    >>> Outcome((1,), "resigned").winners
    (1,)
    """

    winners: tuple[Seat, ...]  # several: a team; none: a draw
    reason: str  # a code, as "stuck" or "third-drop"

    @property
    def text(self) -> str:
        """`draw`, `p1win`, or for a team `p1p3win`."""
        return "".join(map(seat_text, self.winners)) + "win" if self.winners else "draw"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a decision is illegal: a code, and the parameters of its sentence.

    >>> because("no-such-place", place="z9")
    Reason(code='no-such-place', params=(('place', 'z9'),))
    """

    code: str
    params: tuple[tuple[str, Param], ...] = ()


def all_seats(setup: Setup) -> tuple[Seat, ...]:
    """All seats, from the first to the last.

    >>> from ludothek.games import load
    >>> all_seats(load("nexus").setup(3))
    (1, 2, 3)
    """
    return tuple(range(1, setup.seats + 1))


def each_alone(setup: Setup) -> tuple[tuple[Seat, ...], ...]:
    """Sides of one seat each: no two seats win together.

    >>> from ludothek.games import load
    >>> each_alone(load("nexus").setup(3))
    ((1,), (2,), (3,))
    """
    return tuple((seat,) for seat in all_seats(setup))


class State(Protocol):
    """What every state has.

    >>> from ludothek.games import load
    >>> load("nexus").initial(3).setup.seats
    3
    """

    @property
    def setup(self) -> Setup: ...


S = TypeVar("S", bound=State)
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Symmetry(Generic[S, M]):
    """A symmetry of the rules: a renaming of the board, and perhaps of the seats.

    >>> from ludothek.games import load
    >>> [symmetry.name for symmetry in load("robotory").symmetries]
    ['half-turn']
    """

    name: str
    state: Callable[[S], S]
    move: Callable[[M], M]
    seat: Callable[[Seat], Seat] = lambda seat: seat
    holds: Callable[[S], bool] = lambda _: True  # not where a rule looks at names of places


@dataclass(frozen=True, slots=True)
class Notation(Generic[S, M]):
    """Texts of moves and states: one spelling each, and parsing inverts formatting.

    The text of a move is its `str`.

    >>> from ludothek.games import load
    >>> notation = load("robotory").notation
    >>> str(notation.parse_move("w@d2"))
    'w@d2'
    """

    parse_move: Callable[[str], M]  # raises UnreadableMove
    format_state: Callable[[S], str]
    parse_state: Callable[[str, Setup], S]  # raises UnreadablePosition
    seats_shown: Callable[[str], int] = lambda _: 2  # how many seats a position text shows


@dataclass(frozen=True, slots=True)
class Place:
    """A clickable rectangle of the picture, in the units of its viewBox.

    >>> from ludothek.games import load
    >>> game = load("robotory")
    >>> game.drawing.places(game.initial())[0].name
    'a1'
    """

    name: str
    x: float  # of its upper left corner
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Drawing(Generic[S, M]):
    """What front ends are given: the table and moves as plain data, events, and a picture.

    >>> from ludothek.games import load
    >>> game = load("robotory")
    >>> game.drawing.board(game.initial())["robots"]["R"]
    'd3'
    """

    board: Callable[[S], View]  # everything on the table
    move: Callable[[M], View]  # a decision: its "kind" and what it touches
    happened: Callable[[S, M, S], tuple[Event, ...]]  # before, decision, after
    picture: Callable[[S], str]  # an SVG document
    places: Callable[[S], tuple[Place, ...]] = lambda _: ()  # in the picture
    touches: Callable[[M], tuple[str, ...]] = lambda _: ()  # places of a decision, one by one


ENGINE_LEVELS: Final = 13  # of the engine's players, where a game does not say how many
MOST_LEVELS: Final = 18  # of any game; the page has a name for each
FORMER_LEVELS: Final = 8  # so many there were at first; stored games name them
LEVEL_SCALE: Final = 2  # which the levels of today are on; the former ones were on scale 1


@dataclass(frozen=True, slots=True)
class Computers:
    """A game's own computer players, in place of the engine's.

    >>> from ludothek.games import load
    >>> load("splash").computers.levels
    5
    """

    player: str  # "package.module:name" of a `games.backends.ComputerPlayer`
    levels: int  # from 1, the weakest, to this one
    able: Callable[[Setup], bool] = lambda _: True  # can they play with this setup?


@dataclass(frozen=True, slots=True)
class Surface:
    """The part of the picture over which a piece is held, and how it lies on the table.

    >>> surface = Surface(x=200, y=150, unit=4, width=60, depth=40)
    >>> surface.x + surface.unit * 10  # ten millimetres to the right, in units of the viewBox
    240
    """

    x: float  # of the spot at 0, 0 in the picture, in the units of its viewBox
    y: float
    unit: float  # of a millimetre; x of a spot runs to the right, y upwards
    width: float  # millimetres of it that are in the picture, half of them on either side
    depth: float


@dataclass(frozen=True, slots=True)
class Simulation(Generic[S]):
    """A simulated table, which decides the outcome of placements and reports it to the rules.

    How the piece is held before (`games.backends.Spot`) is a live gesture that the others see.

    >>> from ludothek.games import load
    >>> load("splash").simulation.simulator
    'ludothek.physics.backend'
    """

    simulator: str  # "package.module" or "package.module:name" of a `games.backends.Simulator`
    used: Callable[[Setup], bool]  # with this setup; else people report what happened
    awaits: Callable[[S], bool]  # is a piece to be let go now?
    lying: Callable[[S], tuple[str, ...]]  # the pieces on the table; those of a tower from below
    # The sides of the piece in the hand that can go down, the usual one first: a word each.
    faces: Callable[[S], tuple[str, ...]] = lambda _: ("flat",)
    # Where in the picture a piece can be set down; None: the picture does not show it.
    surface: Callable[[S], Surface | None] = lambda _: None


@dataclass(frozen=True, slots=True)
class Memory(Generic[S]):
    """What a state remembers of the game so far and its position text does not show.

    Later states of a game remember what earlier ones did, and perhaps more behind that.

    >>> from ludothek.games import load
    >>> game = load("nexus")
    >>> len(game.memory.items(game.initial()))
    1
    """

    items: Callable[[S], tuple[Any, ...]]  # oldest first
    format: Callable[[S, Any], str]  # one of them
    recall: Callable[[S, Sequence[str]], S]  # the state of a position text, with that memory


@dataclass(frozen=True, slots=True)
class Game(Generic[S, M]):
    """A game: names, options, rules, texts and drawing, in one value.

    >>> from ludothek.games import load
    >>> game = load("robotory")
    >>> state = game.play(game.initial(), "w@d2")
    >>> game.to_move(state), game.outcome(state), game.shares(state)
    (2, None, (0.5, 0.5))
    >>> game.legal_texts(state)[:3]
    ['w@a1', 'w@a2', 'w@a3']
    >>> move = game.notation.parse_move("w@d2")
    >>> game.events(game.initial(), move, state)[0]
    {'event': 'placed', 'seat': 1, 'disc': 'w', 'to': 'd2'}
    >>> game.view(state)["to_move"], game.svg(state)[:4]
    (2, '<svg')

    A position is a text, too:

    >>> text = game.format_position(state)
    >>> text, game.parse_position(text) == state
    ('4/2W2/3B2/1wR2/4 p2 w1b2,w2b2 w10b10 -', True)

    Seats and options make a setup, which is checked:

    >>> setup = game.setup(2, {"end": "all"})
    >>> game.changed_options(setup), game.format_options(setup)
    ((('end', 'all'),), 'end=all')
    >>> [option.name for option in game.options_for(2)], game.rulebook("en")
    (['end'], {'end': 'all'})
    """

    name: str  # as in commands and records
    title: str  # as on the box
    version: int  # of the rules; moves when behaviour moves
    seat_counts: tuple[int, ...]
    options: tuple[Option, ...]
    move_types: tuple[type[M], ...]  # the classes of its moves

    start: Callable[[Setup], S]
    to_move: Callable[[S], Seat]  # also of a finished game: the seat whose choice it would be
    legal_moves: Callable[[S], tuple[M, ...]]  # canonical order; empty exactly when over
    apply: Callable[[S, M], S]  # trusts that the move is legal
    refusal: Callable[[S, M], Reason | None]  # None exactly when the move is legal
    outcome: Callable[[S], Outcome | None]
    turn_begins: Callable[[S], bool]  # is the decision to come the first of its turn?

    notation: Notation[S, M]
    drawing: Drawing[S, M]
    reasons: Mapping[str, str]  # reason code → English sentence with {params}
    symmetries: tuple[Symmetry[S, M], ...] = ()
    # Language → the options that its rulebook reads otherwise than our default.
    rulebooks: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    refuse_setup: Callable[[Setup], str | None] = lambda _: None  # a sentence, or None
    former: Mapping[int, Former] = field(default_factory=dict)  # by version
    seats_in: Callable[[S], tuple[Seat, ...]] = lambda state: all_seats(state.setup)  # not out yet
    # A legal move may be *open*: it stands for a whole family (Splash!: "falls somehow"), is
    # listed, and never played; `concrete` picks one of the family.
    is_open: Callable[[M], bool] = lambda _: False
    concrete: Callable[[S, M, Random], M] = lambda _state, move, _random: move
    # A dealt start: decisions that nobody takes, from the start on. The same seed deals the same,
    # and every seed as many.
    deal: Callable[[Setup, int], tuple[M, ...]] = lambda _setup, _seed: ()
    # Who wins and loses together, every seat once; everybody alone, unless there are teams.
    sides: Callable[[Setup], tuple[tuple[Seat, ...], ...]] = each_alone
    computers: Computers | None = None  # None: the engine plays
    engine_levels: int = ENGINE_LEVELS  # where the engine plays
    simulation: Simulation[S] | None = None  # None: all that happens is decided
    memory: Memory[S] | None = None  # None: a position text shows all
    # `apply` and the drawing's `happened` in one, for rules that write down what happens anyway.
    apply_logged: Callable[[S, M], tuple[S, tuple[Event, ...]]] | None = None
    # Language (`de`, `en`, …) → what front ends say of the game; keys in docs/adding-a-board.md.
    words: Mapping[str, Words] = field(default_factory=dict)

    def setup(self, seats: int = 2, options: Mapping[str, str] | None = None) -> Setup:
        """Check a seat count and named options, and fill in the defaults."""
        seats, chosen = self._seat_count(seats), _named(options)
        values = []
        for option in self.options:
            value = chosen.pop(option.name, option.values[0])
            if value not in option.values:
                allowed = ", ".join(option.values)
                raise BadSetup(
                    "option-value",
                    f"option {option.name} of {self.title} is one of {allowed}, not {value!r}",
                    option=option.name,
                    value=value,
                )
            values.append((option.name, value))
        if chosen:
            names = ", ".join(option.name for option in self.options)
            name = next(iter(chosen))
            raise BadSetup(
                "option-unknown",
                f"{self.title} has no option {name!r}; it has {names}",
                option=name,
            )
        setup = Setup(seats, tuple(values))
        if sentence := self.refuse_setup(setup):
            raise BadSetup("setup", sentence)
        return setup

    def _seat_count(self, seats: int) -> int:
        """A whole number of any type, and one that the game is played with."""
        number = whole_number(seats)
        if number is None or number not in self.seat_counts:
            counts = ", ".join(map(str, self.seat_counts))
            raise BadSetup(
                "seat-count",
                f"{self.title} is played with {counts} seats, not {seats!r}",
                seats=seats,
            )
        return number

    def options_for(self, seats: int) -> tuple[Option, ...]:
        """The options, with the values that so many seats can choose, the others left as usual."""
        usual = {option.name: option.values[0] for option in self.options}
        return tuple(
            Option(
                option.name,
                tuple(
                    value
                    for value in option.values
                    if not self.refuse_setup(
                        Setup(seats, tuple({**usual, option.name: value}.items()))
                    )
                ),
            )
            for option in self.options
        )

    def setup_of(self, version: int, seats: int, options: Mapping[str, str]) -> Setup:
        """The setup of a game that was begun with that version of the rules.

        It asks for the former rules only where today's would play otherwise.
        """
        if version == self.version:
            return self.setup(seats, options)
        translate = self.former[version].options if version in self.former else dict
        return self._formerly(self.setup(seats, translate(options)), version)

    @property
    def versions(self) -> tuple[int, ...]:
        """The versions of the rules of which games can be shown."""
        return *sorted(self.former), self.version

    def version_of(self, setup: Setup) -> int:
        """The version of the rules a setup asks for."""
        return setup.rules or self.version

    def rulebook(self, language: str) -> dict[str, str]:
        """The options as the rulebook of a language (`de`, `en`, …) reads them."""
        if language not in self.rulebooks:
            languages = ", ".join(self.rulebooks) or "none"
            raise BadSetup(
                "rulebook-unknown",
                f"{self.title} has no rulebook in {language!r}; it has {languages}",
                rulebook=language,
            )
        otherwise = self.rulebooks[language]
        return {
            option.name: otherwise.get(option.name, option.values[0])
            for option in self.options
            if option.preset
        }

    def initial(self, seats: int = 2, options: Mapping[str, str] | None = None) -> S:
        """The state before the first decision."""
        return self.start(self.setup(seats, options))

    def play(self, state: S, move: M | str) -> S:
        """Apply a move or its text, if it is legal; else raise `IllegalMove` and change nothing."""
        if isinstance(move, str):
            move = self._read(state, move)
        elif type(move) not in self.move_types:
            raise self._no_move(state, move)
        if reason := self._reason(state, move):
            params = dict(reason.params)
            sentence = self.reasons[reason.code].format(**params)
            raise IllegalMove(reason.code, sentence, self.format_position(state), **params)
        if self.is_open(move):
            sentence = "it stands for many decisions; one of them is played"
            raise IllegalMove("open", sentence, self.format_position(state))
        return self.apply(state, move)

    def _read(self, state: S, text: str) -> M:
        try:
            return self.notation.parse_move(text)
        except UnreadableMove as error:
            error.position = self.format_position(state)
            raise

    def _reason(self, state: S, move: M) -> Reason | None:
        """Why a move is refused; one with no place in a set, or no text, is no move."""
        try:
            hash(move)
            str(move)
            return self.refusal(state, move)
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise self._no_move(state, move) from error

    def _no_move(self, state: S, thing: object) -> IllegalMove:
        sentence = f"{short_repr(thing)} is no decision of {self.title}; legal_moves lists those"
        return IllegalMove("no-move", sentence, self.format_position(state))

    def legal_texts(self, state: S) -> list[str]:
        """The texts of all legal decisions, in canonical order."""
        return list(map(str, self.legal_moves(state)))

    def view(self, state: S, seat: Seat | None = None) -> View:
        """Everything a front end shows to a seat (None: to a spectator), as plain data.

        Only the seat to decide is given its legal decisions.
        """
        outcome = self.outcome(state)
        legal = self.legal_moves(state) if seat == self.to_move(state) else ()
        return {
            "game": self.name,
            "version": self.version_of(state.setup),
            "seats": state.setup.seats,
            "options": dict(state.setup.options),
            "position": self.format_position(state),
            "seat": seat,
            "to_move": self.to_move(state),
            "turn_begins": self.turn_begins(state),
            "legal": [self.move_view(move) for move in legal],
            "outcome": {"winners": outcome.winners, "reason": outcome.reason} if outcome else None,
            "board": self.drawing.board(state),
        }

    @property
    def levels(self) -> tuple[int, ...]:
        """How strong computers can be, the weakest first.

        >>> from ludothek.games import load
        >>> load("nexus").levels[-1], load("splash").levels[-1]
        (18, 5)
        """
        last = self.computers.levels if self.computers else self.engine_levels
        return tuple(range(1, last + 1))

    def simulated(self, setup: Setup) -> bool:
        """Is the outcome of some decisions told by a simulated table?"""
        return self.simulation is not None and self.simulation.used(setup)

    def shares(self, state: S) -> tuple[float, ...]:
        """What each seat has of the win; who is left shares a game that is drawn, or goes on."""
        outcome = self.outcome(state)
        among = (outcome.winners if outcome else ()) or self.seats_in(state)
        return tuple((seat in among) / len(among) for seat in all_seats(state.setup))

    def move_view(self, move: M) -> View:
        """A decision as plain data: its text, its kind and what it touches."""
        view = {"text": str(move), **self.drawing.move(move)}
        places = self.drawing.touches(move)
        return {**view, "places": places} if places else view

    def events(
        self,
        before: S,
        move: M,
        after: S | None = None,
        log: tuple[Event, ...] | None = None,
    ) -> tuple[Event, ...]:
        """What a legal move makes happen, in order; the end of the game last.

        `after` is the state it leads to, and `log` what `apply_logged` says, where these are at
        hand.
        """
        if after is None:
            after = self.apply(before, move)
        events = self.drawing.happened(before, move, after) if log is None else log
        outcome = self.outcome(after)
        if outcome is None:
            return events
        over: Event = {"event": "won", "seats": list(outcome.winners)}
        if not outcome.winners:
            over = {"event": "drawn"}
        return (*events, {**over, "reason": outcome.reason})

    def svg(self, state: S) -> str:
        """The table as an SVG picture."""
        return self.drawing.picture(state)

    def format_position(self, state: S) -> str:
        """The position text; options follow as a last field where they are not the defaults."""
        text = self.notation.format_state(state)
        options = self.format_options(state.setup)
        return f"{text} {options}" if options else text

    def parse_position(self, text: str, setup: Setup | None = None) -> S:
        """Read a position text, strictly.

        The text shows its number of seats. Options stand in its last field, and there `rules=1`
        where a former version of the rules is asked for; a text without that field takes them
        from `setup` (that of the game being played), else the defaults.
        """
        body, stated = _body_and_options(text)
        options = dict(part.partition("=")[::2] for part in stated.split(",")) if stated else {}
        version = options.pop("rules", None)
        if setup and not stated:
            options, version = dict(setup.options), str(setup.rules) if setup.rules else None
        parsed = self.setup(self.notation.seats_shown(body), options)
        if version is not None:
            parsed = self._formerly(parsed, int(version) if version.isdecimal() else 0)
        if stated and self.format_options(parsed) != stated:
            expected = self.format_options(parsed) or "none, these are the defaults"
            raise UnreadablePosition(
                "options", f"the options of a position are written otherwise: {expected}"
            )
        if setup and setup != parsed:
            raise UnreadablePosition(
                "other-setup",
                "the position belongs to a game with other options or another number of seats",
            )
        state = self.notation.parse_state(body, parsed)
        if self.notation.format_state(state) != body:
            raise UnreadablePosition(
                "spelling",
                f"the position is written otherwise: {self.notation.format_state(state)}",
            )
        return state

    def former_position(self, text: str, setup: Setup) -> S:
        """Read a position text of the time of a former version: the setup has its options."""
        return self.notation.parse_state(_body_and_options(text)[0], setup)

    def _formerly(self, setup: Setup, version: int) -> Setup:
        if version not in self.former:
            versions = ", ".join(map(str, self.versions))
            raise BadSetup(
                "rules-version",
                f"known of the rules of {self.title} is version {versions}, not {version}",
                game=self.name,
                played=version,
                known=self.version,
            )
        differs = self.former[version].differs(dict(setup.options))
        return replace(setup, rules=version) if differs else setup

    def format_options(self, setup: Setup) -> str:
        """The options that are not the defaults, as `name=value,name=value`."""
        stated = [f"{name}={value}" for name, value in self.changed_options(setup)]
        return ",".join([*stated, f"rules={setup.rules}"] if setup.rules else stated)

    def changed_options(self, setup: Setup) -> tuple[tuple[str, str], ...]:
        """The options that are not the defaults."""
        defaults = {option.name: option.values[0] for option in self.options}
        return tuple((name, value) for name, value in setup.options if value != defaults[name])


def _body_and_options(text: str) -> tuple[str, str]:
    body, _, last = text.rpartition(" ")
    return (body, last) if "=" in last else (text, "")


def run_lengths(symbols: str) -> str:
    """Symbols of a board, with numbers in place of empty spaces (`.`), of which nine may follow.

    >>> run_lengths("x..o/......")
    'x2o/6'
    """
    for number in range(9, 0, -1):
        symbols = symbols.replace("." * number, str(number))
    return symbols


def whole_number(number: object) -> int | None:
    """A whole number of any type as an `int`; None for what is none.

    >>> whole_number(3), whole_number(3.0), whole_number("3")
    (3, None, None)
    """
    try:
        return index(number) if isinstance(number, SupportsIndex) else None
    except TypeError:  # an array of several
        return None


def _named(options: Mapping[str, str] | None) -> dict[str, str]:
    """The options that were chosen; what is no mapping is refused."""
    if options is not None and not isinstance(options, Mapping):
        sentence = f"options are names with values, as in {{'name': 'value'}}, not {options!r}"
        raise BadSetup("options", sentence)
    return dict(options or {})


def seat_text(seat: Seat) -> str:
    """The text of a seat.

    >>> seat_text(1)
    'p1'
    """
    return f"p{seat}"


def because(code: str, **params: Param) -> Reason:
    """A `Reason` from keyword arguments.

    >>> because("full").code
    'full'
    """
    return Reason(code, tuple(params.items()))
