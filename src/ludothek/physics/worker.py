"""The table as jobs for `ludothek.workers`: JSON in, JSON out, nothing kept in between.

    {"do": "new", "seed": 7, "hand": "normal"}
    {"do": "place", "table": SAVED, "piece": "Lr", "face": "flat", "yaw": 0, "x": 0, "y": 0}
    {"do": "keep", "table": SAVED, "piece": "Lr"}

SAVED is what `Table.save` gave, as text. Every answer holds the new SAVED as "table" and what a
front end shows as "shown"; that of a placement also its "result". A refusal is an answer, too.
"""

import json
from typing import Any

from ludothek.games.errors import LudothekError
from ludothek.games.protocol import Json
from ludothek.physics.errors import BadPlacement
from ludothek.physics.table import Table
from ludothek.workers import Report, Stopped

Answer = dict[str, Any]


def work(job: str, _report: Report, _stopped: Stopped) -> str:
    """Carry out one job; it takes less than a second, so it is not stopped halfway."""
    try:
        return json.dumps(_carry_out(json.loads(job)))
    except LudothekError as error:
        refusal = {"code": error.code, "sentence": str(error), "params": dict(error.params)}
        return json.dumps({"refused": refusal})
    except (KeyError, TypeError) as error:
        raise ValueError(f"no job for the table: {error!r}") from error


def answer(text: str) -> Answer:
    """Read an answer; a refusal is raised."""
    found: Answer = json.loads(text)
    if refused := found.get("refused"):
        raise LudothekError(refused["code"], refused["sentence"], **refused["params"])
    return found


def _carry_out(wish: dict[str, Any]) -> dict[str, Json]:
    if wish["do"] == "new":
        return _now(Table(wish["seed"], wish["hand"]))
    table = Table.load(wish["table"].encode(), any_version=wish.get("any_version", False))
    if wish["do"] == "keep":
        table.keep(wish["piece"])
        return _now(table)
    yaw, x, y = (_number(wish, name) for name in ("yaw", "x", "y"))
    result = table.place(wish["piece"], wish["face"], yaw, x, y)
    return {**_now(table), "result": result.plain}


def _now(table: Table) -> dict[str, Json]:
    return {"table": table.save().decode(), "shown": table.plain}


def _number(wish: dict[str, Any], name: str) -> float:
    value = wish.get(name, 0.0)
    if not isinstance(value, int | float):
        raise BadPlacement("not-finite", f"{name} is a number, not {value!r}")
    return float(value)
