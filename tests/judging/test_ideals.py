"""Ideals: exact with all grades, near with a sample, and surer the more is known."""

import numpy as np
import pytest

from paperpool.evaluation.csfcube_measures import CORRECTED
from paperpool.judging.drawing import draw_items
from paperpool.judging.ideals import MOST_LEVELS, estimate_ideals, list_levels
from paperpool.judging.measures import sum_discounts

from ..made.judged import EMPTY, answer, hide_all, make_items


def test_with_all_grades_an_ideal_is_the_dcg_of_the_best_order():
    items = make_items()
    ideals = estimate_ideals(items, EMPTY)
    for topic, ideal in enumerate(ideals.values):
        grades = np.sort(items.grades[items.places == topic])[::-1]
        expected = (grades[:8] / np.log2(np.arange(2, 10))).sum()
        assert ideal == pytest.approx(expected)
    assert ideals.errors.tolist() == [0.0] * len(items.topics)
    whole = grades.astype(int)
    assert CORRECTED["ndcg@20"](whole, whole, 2) == pytest.approx(1)


def test_a_sample_estimates_it_with_an_error_that_shrinks():
    items = make_items(n_topics=30)
    hidden = hide_all(items)
    truth = estimate_ideals(items, EMPTY).values
    sizes = (items.weights > 0).any(axis=0).astype(float)
    errors = []
    for n in (0, 100, 250):
        sample = draw_items(sizes, n, np.random.default_rng(1))
        ideals = estimate_ideals(answer(hidden, items, sample), sample)
        errors.append(ideals.errors.mean())
        assert ideals.values.mean() == pytest.approx(truth.mean(), rel=0.35)
    assert errors == sorted(errors, reverse=True) and errors[-1] > 0


def test_levels_are_the_grades_or_some_of_many():
    assert list_levels(np.array([0, 2, 1, 2.0]), 3).tolist() == [1, 2]
    assert list_levels(np.array([]), 3).tolist() == [1, 2, 3]
    assert len(list_levels(np.linspace(0, 1, 200), 1)) == MOST_LEVELS


def test_sums_of_discounts_bound_every_ideal():
    items = make_items()
    assert estimate_ideals(hide_all(items), EMPTY).values.max() <= 3 * sum_discounts(np.array([8]))
