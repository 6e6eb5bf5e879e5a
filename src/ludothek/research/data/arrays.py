"""Games as NumPy arrays, a row for each decision; `MEANINGS` says what is in them.

Everything can be read without this package. With it, `specification` decodes observations and
actions, and the records replay by the rules.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ludothek.engine.core import GAMES
from ludothek.games import Setup, load
from ludothek.games.protocol import Outcome
from ludothek.games.record import Line, Record, plies
from ludothek.research.arena.runs import Result
from ludothek.research.specification import Specification, specification

Arrays = dict[str, NDArray[Any]]

MEANINGS: Final[Mapping[str, str]] = {
    "game": "which game, from 0; the line of the records",
    "ply": "which decision of the game, from 0",
    "seat": "who decides, from 1",
    "position": "the position text before the decision",
    "decision": "the text of the decision that was taken",
    "values": "what each seat may expect before the decision, p1 first: 0 a loss, 1 a win",
    "outcome": "of each game: what each seat got of the win, p1 first; a draw is shared",
    "observation": "planes as the seat that decides sees them",
    "action": "the number of the decision that was taken",
    "policy_start": "where each row's policy begins in the next two arrays; one more at the end",
    "policy_action": "actions that the search visited",
    "policy_visits": "how often; a decision that was the only one has 1",
    "face": "the side on which a piece was set down; empty where none was placed",
    "pose": "x and y in millimetres from the middle of the top, turn in degrees; NaN where none",
}


def record_of(game: str, setup: Setup, names: Sequence[str], result: Result) -> Record:
    """The record of a game that was played.

    >>> result = {"moves": "w@a1 b@a2", "reason": "unfinished", "winners": []}
    >>> record = record_of("robotory", load("robotory").setup(2), ["Ada", "Bo"], result)
    >>> record.moves
    ('w@a1', 'b@a2')
    """
    moves = [*result.get("dealt", "").split(), *result["moves"].split()]
    finished = result["reason"] != "unfinished"
    outcome = Outcome(tuple(result["winners"]), result["reason"]) if finished else None
    return Record(game, setup, tuple(names), Line.of(moves), outcome)


def arrays_of(records: Sequence[Record], results: Sequence[Result]) -> Arrays:
    """All games of one setup.

    >>> result = {"moves": "w@a1 b@a2", "reason": "unfinished", "winners": []}
    >>> result |= {"values": [[0.5, 0.5], [0.6, 0.4]]}
    >>> record = record_of("robotory", load("robotory").setup(2), ["Ada", "Bo"], result)
    >>> arrays = arrays_of([record], [result])
    >>> arrays["seat"], arrays["decision"]
    (array([1, 2], dtype=int8), array(['w@a1', 'b@a2'], dtype='<U4'))
    """
    game, setup = records[0].game, records[0].setup
    rows = [
        row
        for i, (record, result) in enumerate(zip(records, results, strict=True))
        for row in _rows(i, record, result)
    ]
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    arrays: Arrays = {
        "game": np.array(columns["game"], np.int32),
        "ply": np.array(columns["ply"], np.int32),
        "seat": np.array(columns["seat"], np.int8),
        "position": np.array(columns["position"], np.str_),
        "decision": np.array(columns["decision"], np.str_),
        "values": np.array(columns["values"], np.float32),
        "outcome": np.array([_shares(record) for record in records], np.float32),
    }
    if game in GAMES:
        return arrays | _encoded(specification(game, setup.seats, dict(setup.options)), columns)
    return arrays | _poses([pose for result in results for pose in result["poses"]])


def _rows(number: int, record: Record, result: Result) -> list[dict[str, Any]]:
    """What was decided, without what was dealt."""
    rules_rows = [
        {"game": number, "ply": ply, "state": state, "decision": str(move)}
        for ply, state, move in plies(record)
        if move is not None
    ]
    decided = rules_rows[len(rules_rows) - len(result["values"]) :]
    policies = result.get("policies") or [{}] * len(decided)
    rules = load(record.game)
    return [
        {
            **row,
            "seat": rules.to_move(row["state"]),
            "position": rules.format_position(row["state"]),
            "values": values,
            "policy": policy,
        }
        for row, values, policy in zip(decided, result["values"], policies, strict=True)
    ]


def _shares(record: Record) -> tuple[float, ...]:
    """A draw, and a game that was not finished, is shared by all."""
    seats = record.setup.seats
    among = (record.result.winners if record.result else ()) or range(1, seats + 1)
    return tuple((seat in among) / len(among) for seat in range(1, seats + 1))


def _encoded(spec: Specification, columns: Mapping[str, list[Any]]) -> Arrays:
    """Observations, actions and policies, by the core."""
    observations, actions = [], []
    starts, visited, visits = [0], list[int](), list[int]()
    play = spec.begin()
    for i, text in enumerate(columns["decision"]):
        if columns["ply"][i] == 0:
            play = spec.begin()
        observations.append(spec.encode(play, play.seat).copy())
        actions.append(spec.action(play, text))
        for move, number in columns["policy"][i].items():
            visited.append(spec.action(play, move))
            visits.append(number)
        starts.append(len(visited))
        play.apply(actions[-1])
    return {
        "observation": np.stack(observations),
        "action": np.array(actions, np.int32),
        "policy_start": np.array(starts, np.int64),
        "policy_action": np.array(visited, np.int32),
        "policy_visits": np.array(visits, np.int32),
    }


def _poses(poses: Sequence[Any]) -> Arrays:
    nowhere = ["", np.nan, np.nan, np.nan]
    rows = [pose or nowhere for pose in poses]
    return {
        "face": np.array([row[0] for row in rows], np.str_),
        "pose": np.array([row[1:] for row in rows], np.float32),
    }
