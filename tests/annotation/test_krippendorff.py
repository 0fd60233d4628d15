"""Krippendorff's ordinal alpha."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperpool.annotation.krippendorff import ordinal_alpha

# Four observers and twelve units of Krippendorff, "Computing Krippendorff's Alpha-Reliability"
# (2011), section C; a dot is a missing value.
OBSERVERS = ("123321412...", "1233224125.3", ".3332342251.", "12332441251.")

UNITS = st.lists(st.lists(st.integers(0, 3), max_size=4), max_size=20)


def test_the_published_example_has_its_published_value():
    units = [
        [int(grade) for grade in unit if grade != "."] for unit in zip(*OBSERVERS, strict=True)
    ]
    assert ordinal_alpha(units, n_grades=6) == pytest.approx(0.815, abs=5e-4)


@pytest.mark.parametrize(
    ("units", "expected"),
    [
        # totals 3 and 3, distance 9: 1 - 5 * 18 / 162
        ([(0, 0), (1, 1), (0, 1)], 4 / 9),
        # totals 2, 1, 3; middles 1, 2.5, 4.5; distances 2.25, 12.25, 4: 1 - 5 * 8 / 180
        ([(0, 0), (1, 2), (2, 2)], 7 / 9),
        ([(0, 0), (3, 3), (1,), ()], 1.0),
    ],
)
def test_values_by_hand(units, expected):
    assert ordinal_alpha(units) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("units", [[], [(2, 2), (2, 2)], [(0,), (3,)]])
def test_without_two_different_grades_it_is_undefined(units):
    assert math.isnan(ordinal_alpha(units))


def test_a_distant_grade_disagrees_more_than_a_near_one():
    rest = [(0, 0), (1, 1), (2, 2), (3, 3)]
    assert ordinal_alpha([*rest, (0, 1)]) > ordinal_alpha([*rest, (0, 3)])


@given(UNITS)
def test_order_and_single_grades_change_nothing(units):
    turned = [[3, 3, 3][:1], *(unit[::-1] for unit in reversed(units)), []]
    first, second = ordinal_alpha(units), ordinal_alpha(turned)
    assert second == pytest.approx(first, abs=1e-9, nan_ok=True)
    assert math.isnan(first) or first <= 1.0 + 1e-12


@given(UNITS)
def test_turning_the_scale_round_changes_nothing(units):
    turned = [[3 - grade for grade in unit] for unit in units]
    assert ordinal_alpha(turned) == pytest.approx(ordinal_alpha(units), abs=1e-9, nan_ok=True)
