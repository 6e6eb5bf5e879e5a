"""Writing a data set: `NAME.npz`, `NAME.records.jsonl` and the datasheet `NAME.md`.

plan = plan_of("robotory", games=100)
export(plan, run(plan, Path("robotory.jsonl"), Machines()), Path("data"), command, "CC0-1.0")
"""

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import numpy as np
from numpy.lib.format import write_array

from ludothek import __version__
from ludothek.engine.core import GAMES
from ludothek.games.record import Record
from ludothek.games.record.json import to_json
from ludothek.research.arena.runs import OnResult, Result, Task, run_tasks, table
from ludothek.research.data.arrays import MEANINGS, Arrays, arrays_of, record_of
from ludothek.research.distributed import Machines
from ludothek.research.report.plan import Plan
from ludothek.research.report.play import play
from ludothek.research.specification import VERSIONS


def tasks(plan: Plan) -> list[Task]:
    """The games, with policies.

    >>> from ludothek.research.report.plan import plan_of
    >>> [task.job["policies"] for task in tasks(plan_of("robotory", games=2))]
    [True, True]
    """
    return [
        Task(f"data {task.key}", {**task.job, "policies": True})
        for task in plan.games_of(plan.options)
    ]


def run(
    plan: Plan, path: Path, machines: Machines, on_result: OnResult = lambda *_: None
) -> list[Result]:
    """Play what the file does not hold yet; all results, in order."""
    return list(run_tasks(play, tasks(plan), path, machines, on_result).values())


def export(
    plan: Plan, results: Sequence[Result], folder: Path, command: str, licence: str
) -> list[Path]:
    """Write the files; their paths.

    >>> from tempfile import TemporaryDirectory
    >>> from ludothek.research.report.plan import plan_of
    >>> plan = plan_of("robotory", games=1)
    >>> result = {"moves": "w@a1", "reason": "unfinished", "winners": [], "values": [[0.5, 0.5]]}
    >>> with TemporaryDirectory() as folder:
    ...     [file.name for file in export(plan, [result], Path(folder), "by hand", "CC0-1.0")]
    ['robotory.npz', 'robotory.records.jsonl', 'robotory.md']
    """
    setup = plan.rules.setup(plan.seats, dict(plan.options))
    names = [f"{_player(plan)} {seat}" for seat in range(1, plan.seats + 1)]
    records = [record_of(plan.game, setup, names, result) for result in results]
    arrays = arrays_of(records, results)
    npz, lines = folder / f"{plan.name}.npz", folder / f"{plan.name}.records.jsonl"
    save(npz, arrays)
    lines.write_text("".join(to_json(record) + "\n" for record in records), encoding="utf-8")
    sheet = folder / f"{plan.name}.md"
    sheet.write_text(datasheet(plan, records, arrays, command, licence), encoding="utf-8")
    return [npz, lines, sheet]


def _player(plan: Plan) -> str:
    return f"{plan.strength} nodes" if plan.game in GAMES else f"level {plan.strength}"


def datasheet(
    plan: Plan, records: Sequence[Record], arrays: Arrays, command: str, licence: str
) -> str:
    """What the data set is, how it was made, and what it is for."""
    sheet = files(__package__).joinpath("datasheet.md").read_text(encoding="utf-8")
    return sheet.format(
        title=plan.rules.title,
        name=plan.name,
        games=len(records),
        finished=sum(record.result is not None for record in records),
        rows=len(arrays["ply"]),
        seats=plan.seats,
        options=plan.rules.format_options(records[0].setup) or "the defaults",
        rules=plan.rules.version,
        won=", ".join(str(sum(share == 1)) for share in arrays["outcome"].T),
        table=_table(arrays),
        specification=f"{plan.game}-v{VERSIONS[plan.game]}",
        collection=_collection(plan),
        version=__version__,
        command=command,
        licence=licence,
    )


def _collection(plan: Plan) -> str:
    if plan.game in GAMES:
        return (
            f"Every seat searched {plan.strength} nodes for a decision: Monte-Carlo tree search\n"
            f"with network {plan.network_sum}. The first {plan.opening} decisions were drawn:\n"
            "one in four among all that are legal, the others by the visits of the search."
        )
    return (
        f"Every seat was played by level {plan.strength} on the simulated table. `values` are how\n"
        "far each seat was on its way to three water drops or an empty supply; no search says so."
    )


def _table(arrays: Arrays) -> str:
    rows = [("array", "type", "shape", "meaning")]
    for name, array in arrays.items():
        shape = " x ".join(map(str, array.shape))
        rows.append((f"`{name}`", array.dtype.name, shape, MEANINGS[name]))
    return table(rows)


def save(path: Path, arrays: Arrays) -> None:
    """As `np.savez_compressed`, whose oldest release cannot be told to pickle nothing."""
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as file:
                write_array(file, array, allow_pickle=False)


def load(path: Path) -> Arrays:
    """The arrays of a file; nothing in it is run.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     np.savez_compressed(Path(folder, "two.npz"), seat=np.array([1, 2]))
    ...     load(Path(folder, "two.npz"))
    {'seat': array([1, 2])}
    """
    with np.load(path, allow_pickle=False) as file:
        return {name: file[name] for name in file.files}
