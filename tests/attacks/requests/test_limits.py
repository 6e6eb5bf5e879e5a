"""Limits are enforced, and malformed requests are refused."""

import pytest

from tests.attacks.conftest import NewTarget
from tests.attacks.requests import malformed
from tests.attacks.secrets import guessed_passwords


def test_malformed_requests_are_a_4xx_and_never_a_5xx(new_target: NewTarget) -> None:
    target = new_target(rate=1000)
    malformed.attack(target, rounds=1)
    assert {status[0] for status in target.statuses} <= {"2", "4"}, target.statuses
    assert target.statuses["422"] >= 30


def test_a_password_is_not_guessed_from_many_addresses_and_its_owner_not_locked_out(
    new_target: NewTarget,
) -> None:
    target = new_target()
    guessed_passwords.attack(target, addresses=5, tries=8, tokens=30)
    tries = target.statuses["login", 403]
    assert tries == pytest.approx(20, abs=2), "of one account"
    assert target.statuses["login", 429] == 40 - tries
    assert target.statuses["owner", 200] == 1
    assert target.statuses["token", 401] < 25
    assert target.statuses["token", 429] >= 5


def test_nobody_is_called_like_the_computer(new_target: NewTarget) -> None:
    target = new_target()
    guessed_passwords.imitate(target)
    assert target.statuses == {422: len(guessed_passwords.NAMES)}
