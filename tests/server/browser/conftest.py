"""One pack for browsers a module."""

import pytest

from tests.server.browser.pack import Pack


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    """Python for a browser, packed anew."""
    return Pack.make(tmp_path_factory.mktemp("python"))
