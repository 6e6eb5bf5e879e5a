"""One pack for browsers."""

import pytest

from tests.server.browser.pack import Pack


@pytest.fixture(scope="session")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    """Python for a browser, packed anew."""
    return Pack.make(tmp_path_factory.mktemp("python"))
