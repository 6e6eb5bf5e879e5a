"""Every fuzz target, for a moment; `python -m fuzz` runs them for longer."""

import pytest

from fuzz.targets import TARGETS, run


@pytest.mark.parametrize(
    "name", [name for name in TARGETS if name != "linear"]
)  # that one measures
def test_no_promise_is_broken(name: str) -> None:
    run(name, examples=60)
