"""OpenSpiel games for Repulso, Robotory and NEXUS; importing this module registers them.

    import pyspiel, ludothek.research.openspiel
    game = pyspiel.load_game("ludothek_nexus(players=3,jump=line)")

Players count from 0, as everywhere in OpenSpiel. The options of a game are its parameters; returns
are the rewards of the specification, zero-sum for any number of players. What cannot be is a
`pyspiel.SpielError`. With `max_decisions` a game that has had so many ends as drawn by all, as in
other games of OpenSpiel: NEXUS with `draw=off` has no end by the rules.
"""

from typing import Any, Final

import numpy as np
import pyspiel
from numpy.typing import NDArray
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from ludothek.engine.core import GAMES, Play
from ludothek.games import AnyGame, BadSetup, load
from ludothek.research.env.action_checks import illegal
from ludothek.research.specification import Specification, specification

# Decisions of a game, surely; in NEXUS by the 400 actions after which a game is drawn.
LONGEST: Final = {"repulso": 1_000, "robotory": 1_000, "nexus": 100_000}
ENDLESS: Final = 2**31 - 1  # OpenSpiel has no way to say that a game may go on for ever
LIMIT: Final = "max_decisions"  # a parameter of each game; 0 is none


class Position:
    """A game in progress that can be copied and pickled, as OpenSpiel requires of states.

    >>> spec = specification("robotory")
    >>> position = Position(spec, spec.begin())
    >>> position.actions
    ()
    """

    def __init__(self, spec: Specification, play: Play, actions: tuple[int, ...] = ()) -> None:
        self.spec, self.play, self.actions = spec, play, actions

    def apply(self, action: int) -> None:
        """Carry out an action."""
        self.play.apply(action)
        self.actions = (*self.actions, action)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        return Position(self.spec, self.play.copy(), self.actions)

    def __reduce__(self) -> tuple[Any, ...]:
        setup = self.spec.setup
        return replayed, (self.spec.rules.name, setup.seats, dict(setup.options), self.actions)


def replayed(game: str, seats: int, options: dict[str, str], actions: tuple[int, ...]) -> Position:
    """The position after some actions.

    >>> replayed("robotory", 2, {}, (24,)).actions
    (24,)
    """
    spec = specification(game, seats, options)
    position = Position(spec, spec.begin())
    for action in actions:
        position.apply(action)
    return position


class LudothekState(pyspiel.State):
    """A state of one of the games.

    >>> state = pyspiel.load_game("ludothek_robotory").new_initial_state()
    >>> state.current_player(), state.action_to_string(24)
    (0, 'b@a1')
    """

    def __init__(self, game: "LudothekGame") -> None:
        super().__init__(game)
        self.at, self.most = Position(game.spec, game.spec.begin()), game.max_game_length()

    def current_player(self) -> int:
        """Who decides, from 0."""
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.at.play.seat - 1

    def _legal_actions(self, player: int) -> list[int]:
        decides = not self.is_terminal() and player == self.at.play.seat - 1
        return sorted(self.at.play.legal()) if decides else []

    def _apply_action(self, action: int) -> None:
        try:
            self.at.apply(action)
        except ValueError:
            raise pyspiel.SpielError(illegal(action)) from None

    def _action_to_string(self, player: int, action: int) -> str:
        decides = not self.at.play.over and player == self.at.play.seat - 1
        legal = decides and action in self.at.play.legal()
        return self.at.play.format(action) if legal else f"action {action}"

    def is_terminal(self) -> bool:
        """Is it over?"""
        return self.at.play.over or len(self.at.actions) >= self.most

    def returns(self) -> list[float]:
        """Of all players."""
        return list(self.at.spec.rewards(self.at.play))

    def __str__(self) -> str:
        return self.at.play.position


class Observer:
    """Observations of a player: planes, and the position as text.

    >>> game = pyspiel.load_game("ludothek_robotory")
    >>> observer = game.make_py_observer()
    >>> observer.set_from(game.new_initial_state(), 0)
    >>> observer.tensor.shape
    (192,)
    """

    def __init__(self, spec: Specification) -> None:
        self.tensor: NDArray[np.float32] = np.zeros(int(np.prod(spec.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(spec.shape)}

    def set_from(self, state: LudothekState, player: int) -> None:
        """Write what a player sees."""
        self.dict["observation"][:] = state.at.play.observation(player + 1)

    def string_from(self, state: LudothekState, player: int) -> str:  # noqa: ARG002
        """The position text; everything is open."""
        return str(state)


class LudothekGame(pyspiel.Game):
    """A game of OpenSpiel with its number of players and options.

    >>> pyspiel.load_game("ludothek_nexus(players=3)").num_players()
    3
    """

    name = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = dict(params or {})
        seats, most = int(chosen.pop("players", 2)), int(chosen.pop(LIMIT, 0))
        try:
            self.spec = specification(self.name, seats, chosen)
        except BadSetup as error:
            raise pyspiel.SpielError(str(error)) from None
        info = pyspiel.GameInfo(
            num_distinct_actions=self.spec.number_of_actions,
            max_chance_outcomes=0,
            num_players=seats,
            min_utility=-1.0 / (seats - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_longest(self.spec, most),
        )
        super().__init__(_game_type(self.spec.rules), info, params or {})

    def new_initial_state(self, state: None = None) -> LudothekState:  # noqa: ARG002
        """Before the first decision."""
        return LudothekState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> Any:
        """Everything is public."""
        if params:
            raise pyspiel.SpielError(f"observations have no parameters here, not {params}")
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.spec)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


def _longest(spec: Specification, most: int) -> int:
    """How many decisions a game can take: never fewer than some game does."""
    if most < 0:
        raise pyspiel.SpielError(f"{LIMIT} is a number from 0 on, not {most}; 0 is no limit")
    endless = spec.rules.name == "nexus" and spec.setup["draw"] == "off"
    return most or (ENDLESS if endless else LONGEST[spec.rules.name])


def _game_type(rules: AnyGame) -> Any:
    return pyspiel.GameType(
        short_name=f"ludothek_{rules.name}",
        long_name=rules.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(rules.seat_counts),
        min_num_players=min(rules.seat_counts),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": min(rules.seat_counts),
            LIMIT: 0,
            **{option.name: option.values[0] for option in rules.options},
        },
    )


def register() -> None:
    """Register the games with pyspiel. Importing this module does so.

    >>> register()
    >>> "ludothek_nexus" in pyspiel.registered_names()
    True
    """
    known = set(pyspiel.registered_names())
    for name in GAMES:
        if f"ludothek_{name}" not in known:
            kind = type(f"Ludothek{name.capitalize()}", (LudothekGame,), {"name": name})
            pyspiel.register_game(_game_type(load(name)), kind)


register()
