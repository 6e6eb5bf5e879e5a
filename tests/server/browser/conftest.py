"""One pack for browsers."""

import pytest

from tests.server.browser.pack import Pack


@pytest.fixture(scope="session")
def packed() -> Pack:
    """Python for a browser, as the page gets it."""
    return Pack.make()
