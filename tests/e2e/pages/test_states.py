"""Moments of games that come late or seldom: everybody can use them, and they fit a phone."""

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import Open
from tests.e2e.drivers.splashing import troubles
from tests.e2e.drivers.states import STATES
from tests.e2e.play.test_in_view import clipped

NAMES = (".bar .who strong", ".seat .who strong", "[data-ending] h2", "[data-ending] .button")


@pytest.mark.parametrize("name", STATES)
def test_a_late_moment_is_read_by_everybody_and_fits_a_phone(open_page: Open, name: str) -> None:
    def phone(path: str = "/", **wishes: object) -> Page:
        window = {"viewport": {"width": 390, "height": 844}, "reduced_motion": "reduce"}
        return open_page(path, **{**window, **wishes})

    page = STATES[name](phone)
    assert troubles(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    for each in NAMES:
        assert clipped(page, each) == []
