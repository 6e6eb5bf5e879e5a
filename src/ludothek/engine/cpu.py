"""Selection of the build of the compiled core for this processor.

A package for x86-64 has three: `baseline` for any processor, `v3` for those with AVX2, `v4` for
those with AVX-512. The best one that this processor can run is taken; the variable LUDOTHEK_CPU
asks for another one, as LUDOTHEK_CPU=baseline. All of them take the same decisions.
"""

import os
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Final

from ludothek.engine._processor import kind
from ludothek.games.errors import BadSetup

VARIABLE: Final = "LUDOTHEK_CPU"
KINDS: Final = ("baseline", "v3", "v4")  # a processor runs its own kind and those before


def usable() -> tuple[str, ...]:
    """The builds that are installed and that this processor can run, the best one last."""
    runs = KINDS[: KINDS.index(kind()) + 1]
    return tuple(each for each in runs if find_spec(module(each)))


def choose(builds: Sequence[str], wanted: str | None) -> str:
    """The wanted build, or the best one where none is wanted."""
    if not builds:
        raise ImportError("the core was compiled for another kind of processor; install it again")
    if wanted and wanted not in builds:
        known = ", ".join(builds)
        raise BadSetup("cpu-unknown", f"{VARIABLE} is {wanted!r}; here it can be {known}")
    return wanted or builds[-1]


def chosen() -> str:
    """The build that runs here, by processor and environment."""
    return choose(usable(), os.environ.get(VARIABLE))


def module(build: str) -> str:
    """The name of a build's module."""
    return f"ludothek.engine._core_{build}"
