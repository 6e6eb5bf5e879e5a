"""Every fuzz target, for a moment; `python -m fuzz` runs them for longer."""

import pytest

from fuzz.targets import READERS, TARGETS, read, run
from ludothek.games import names

# What once took minutes where reading was not linear: it has to come to an end.
LONG = (" ", "\t", "(", "[", "{", '"', "\\", "1.", "a,", "-", "@", "\n", "p1:", "{ ")
SIZE = 100_000
GAMES = [f"{name} {part}" for name in names() for part in ("decision", "position")]


@pytest.mark.parametrize("name", [name for name in TARGETS if name != "linear"])
def test_no_promise_is_broken(name: str) -> None:
    run(name, examples=60)


@pytest.mark.full
def test_reading_takes_time_in_proportion_to_the_length() -> None:
    """It measures processor time, and compares two lengths: a slow machine is slow in both."""
    run("linear", examples=300)


@pytest.mark.parametrize("reader", [*READERS, *GAMES])
def test_long_nonsense_is_read_to_its_end(reader: str) -> None:
    for unit in LONG:
        read(reader, unit * (SIZE // len(unit)))
        long = unit * (SIZE // len(unit))
        read(reader, "Game: nexus\nRules: " + long + "\n\n1. a")
        read(reader, "Game: a" + long + "b")  # inside: what ends a value has to be looked for
