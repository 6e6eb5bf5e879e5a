"""The model of docs/scaling.md: fitted at one rate, it is tried at another one."""

import pytest

from bench.model import Model, Run, checked, fitted

PAGE = Model(a=0.00172, b=0.000365)  # as docs/scaling.md has it
AT_285 = [Run(1, 285, 0.40), Run(2, 285, 0.56), Run(4, 285, 0.68)]


def test_the_constants_of_the_page_are_those_of_its_three_runs() -> None:
    model = fitted(AT_285)
    assert model.a == pytest.approx(PAGE.a, rel=0.03)
    assert model.b == pytest.approx(PAGE.b, rel=0.12)


def test_what_a_model_produced_is_fitted_exactly() -> None:
    runs = [Run(number, 400, PAGE.busy(number, 400)) for number in (1, 2, 4)]
    model = fitted(runs)
    assert model.a == pytest.approx(PAGE.a)
    assert model.b == pytest.approx(PAGE.b)


def test_a_prediction_at_another_rate_comes_with_its_error() -> None:
    (line,) = checked(PAGE, [Run(1, 652, 0.57)])
    assert line == ("1", "652", "57 % of a core", "64 %", "+12 %")
