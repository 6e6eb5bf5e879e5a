"""A target for the short form of an attack."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.attacks.harness import Target, target

NewTarget = Callable[..., Target]


@pytest.fixture
def new_target(tmp_path: Path) -> Iterator[NewTarget]:
    """Starts a server with these settings, and a normal match on it."""
    with ExitStack() as stack:

        def start(**settings: Any) -> Target:
            return stack.enter_context(target(tmp_path, **settings))

        yield start
    assert "Traceback" not in (tmp_path / "log").read_text()
