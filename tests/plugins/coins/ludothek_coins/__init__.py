"""Coins on a board: a game with a dealt start, outcomes from outside and its own computers."""

from random import Random
from typing import Final

from ludothek.games import Game, Option, Setup
from ludothek.games.protocol import Computers, Drawing, Notation, Simulation, Words
from ludothek_coins import board, drawing, rules
from ludothek_coins.rules import Lies, Move, State, Take

__all__ = ["COINS", "State"]

WORDS: Final[Words] = {
    "title": "Coins",
    "tagline": "Six coins, three rings, and a hand that trembles.",
    "rules": ["Set your coins down in the middle of the board."],
    "phases": {
        "turn": {
            "you": "Take a coin, and set it down.",
            "other": "{seat:seat} sets a coin down.",
        }
    },
    "terms": {"face": {"heads": "Heads", "tails": "Tails"}},
    "kinds": {"take": {"choice": "Take coin {coin}"}},
    "events": {
        "taken": "{seat:seat} takes coin {coin}.",
        "lies": {
            "select": "where",
            "middle": "Coin {coin} of {seat:seat} lies in the middle.",
            "ring": "Coin {coin} of {seat:seat} lies on the ring.",
            "other": "Coin {coin} of {seat:seat} lies beside the rings.",
        },
    },
    "outcomes": {"all-lie": "All coins lie on the board."},
}


def deal(setup: Setup, seed: int) -> tuple[Move, ...]:
    """All six coins, unless they are chosen."""
    if setup["start"] != "dealt":
        return ()
    random = Random(seed)
    return tuple(map(Take, sorted(rules.COINS, key=lambda _: random.random())))


COINS: Final[Game[State, Move]] = Game(
    name="coins",
    title="Coins",
    version=1,
    seat_counts=(2,),
    options=(Option("start", ("dealt", "chosen")), Option("board", ("simulated", "real"))),
    move_types=(Take, Lies),
    start=State,
    to_move=lambda state: state.to_move,
    legal_moves=rules.legal_moves,
    apply=rules.apply,
    refusal=rules.refusal,
    outcome=rules.outcome,
    turn_begins=rules.turn_begins,
    notation=Notation(
        parse_move=rules.parse_move,
        format_state=rules.format_state,
        parse_state=rules.parse_state,
    ),
    drawing=Drawing(
        board=drawing.board,
        move=drawing.move,
        happened=drawing.happened,
        picture=drawing.picture,
        places=drawing.places,
        touches=drawing.touches,
    ),
    reasons=rules.REASONS,
    deal=deal,
    computers=Computers(
        "ludothek_coins.board:decide",
        levels=2,
        able=lambda setup: setup["board"] == "simulated",
    ),
    # --8<-- [start:simulation]
    simulation=Simulation(
        "ludothek_coins.board",
        used=lambda setup: setup["board"] == "simulated",
        awaits=lambda state: state.hand is not None,
        lying=lambda _state: (),
        faces=lambda state: board.FACES if state.hand is not None else (),
        surface=drawing.surface,
    ),
    # --8<-- [end:simulation]
    words={"en": WORDS},
)
