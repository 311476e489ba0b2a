"""The objects that a student's function may return, or pass as alpha or beta, are read as numbers."""

import math
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from typing import Any

import pytest

from autograder.core.limits import LARGEST_EXACT, MOST_DIGITS
from autograder.core.worker.adapted import plain
from autograder.core.worker.grader import as_exact_float, as_float


class Everything(Fraction):
    """Claims to equal everything."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = Fraction.__hash__


class Result(IntEnum):
    WIN = 1


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (True, True),
        (Fraction(3), 3),
        (Fraction(-7, 2), -3.5),
        (Fraction(1, 3), 1 / 3),
        (Fraction(2**60), 2**60),
        (Decimal("0.1"), 0.1),
        (Decimal("3.0"), 3),
        (Decimal("-Infinity"), -math.inf),
        (Decimal("1E+399"), 10**399),
        (Decimal("-1E+5000"), -(10**MOST_DIGITS)),
        (Fraction(10**5000, 3), 10**MOST_DIGITS),
    ],
)
def test_fraction_or_decimal_is_read_as_the_number_that_it_equals(
    number: object, expected: float
) -> None:
    read = plain(number)
    assert read == expected
    assert type(read) is type(expected)


@pytest.mark.parametrize(
    "value", [Everything(3), Result.WIN, "3", None, Decimal("sNaN"), 3 + 0j]
)
def test_no_subclass_nor_other_object_is_read_as_a_number(value: Any) -> None:
    assert plain(value) is value
    assert math.isnan(as_float(value))


def test_decimal_that_is_no_number_is_read_as_nan() -> None:
    assert math.isnan(as_float(Decimal("NaN")))


def test_module_that_the_program_replaced_gives_no_more_than_a_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Impostor:
        def __eq__(self, other: object) -> bool:
            return not isinstance(other, float)

        __hash__ = None  # type: ignore[assignment]

        def __abs__(self) -> int:
            return 3

        def __int__(self) -> int:
            return 7

    monkeypatch.setattr("fractions.Fraction", Impostor)
    assert type(plain(Impostor())) in (int, float)


def test_bounds_may_be_fractions_and_decimals() -> None:
    assert as_float(Fraction(7, 2)) == as_float(Decimal("3.5")) == 3.5
    assert as_exact_float(Fraction(LARGEST_EXACT)) == LARGEST_EXACT
    assert math.isnan(as_exact_float(Fraction(LARGEST_EXACT + 1)))
