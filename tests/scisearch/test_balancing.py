"""Synthetic pairs: as imblearn makes them where it can, between pairs of one grade."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from imblearn.over_sampling import SMOTE

from paperpool.scisearch.balancing import add_synthetic


def draw(counts, seed=0):
    rng = np.random.default_rng(seed)
    grades = np.repeat(np.arange(len(counts)), counts)
    return rng.normal(size=(len(grades), 3)).astype(np.float32), grades


def test_it_is_smote_where_every_grade_has_six_pairs():
    inputs, grades = draw([20, 9, 7, 6])
    made, labels = add_synthetic(inputs, grades, seed=42)
    by_library, its_labels = SMOTE(random_state=42).fit_resample(inputs, grades)
    np.testing.assert_array_equal(made, by_library)
    np.testing.assert_array_equal(labels, its_labels)


@given(st.lists(st.integers(0, 12), min_size=4, max_size=4), st.integers(0, 2**32 - 1))
def test_grades_that_occur_are_equally_frequent_and_rows_lie_between_two_of_a_grade(counts, seed):
    inputs, grades = draw(counts)
    made, labels = add_synthetic(inputs, grades, seed)
    np.testing.assert_array_equal(made[: len(inputs)], inputs)
    np.testing.assert_array_equal(labels[: len(inputs)], grades)
    for grade, count in enumerate(counts):
        assert (labels == grade).sum() == (max(counts) if count else 0)
        of_grade = made[labels == grade]
        if count:
            own = inputs[grades == grade]
            assert (of_grade >= own.min(axis=0) - 1e-6).all()
            assert (of_grade <= own.max(axis=0) + 1e-6).all()


def test_the_only_pair_of_a_grade_is_repeated():
    inputs, grades = draw([4, 1])
    made, labels = add_synthetic(inputs, grades, seed=0)
    assert labels.tolist() == [0, 0, 0, 0, 1, 1, 1, 1]
    assert (made[5:] == inputs[4]).all()


def test_a_grade_of_two_pairs_gets_rows_between_them():
    inputs = np.array([[0, 0], [1, 1], [2, 2], [3, 3], [10, 20], [20, 10]], np.float32)
    made, labels = add_synthetic(inputs, np.array([0, 0, 0, 0, 3, 3]), seed=1)
    assert labels.tolist() == [0, 0, 0, 0, 3, 3, 3, 3]
    np.testing.assert_allclose(made[6:].sum(axis=1), 30, rtol=1e-6)
    assert ((made[6:] > 10) & (made[6:] < 20)).all()


@pytest.mark.parametrize("counts", [[], [5], [3, 3]])
def test_nothing_is_made_where_grades_are_balanced(counts):
    inputs, grades = draw(counts)
    made, labels = add_synthetic(inputs, grades, seed=0)
    assert len(made) == len(labels) == len(inputs)
