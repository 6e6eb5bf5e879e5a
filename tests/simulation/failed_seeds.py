"""Seeds that failed once: they are run with the tests from then on."""

from pathlib import Path

from tests.simulation.run import Result

FILE = Path(__file__).parent / "failed_seeds.txt"


def failed_seeds() -> dict[int, str]:
    """The seeds, and what was wrong with them."""
    lines = FILE.read_text("utf-8").splitlines()
    pairs = (line.split(maxsplit=1) for line in lines if line and not line.startswith("#"))
    return {int(seed): reason for seed, reason in pairs}


def keep(result: Result) -> None:
    """Keep a seed that has failed."""
    if result.seed not in failed_seeds():
        with FILE.open("a", encoding="utf-8") as file:
            file.write(f"{result.seed} {result.complaints[0]}\n")
