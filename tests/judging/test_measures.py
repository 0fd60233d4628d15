"""Measures as sums of weights times gains: by hand, and names that have no such sum."""

import numpy as np
import pytest

from paperpool.errors import UserError
from paperpool.judging.measures import Measure, parse_measure, sum_discounts


@pytest.mark.parametrize(
    ("name", "measure"),
    [
        ("ndcg%20", Measure("ndcg", 20, is_share=True)),
        ("nDCG@10", Measure("ndcg", 10)),
        (" P@5 ", Measure("p", 5)),
        ("DCG@20", Measure("dcg", 20)),
    ],
)
def test_names_are_read_in_any_case(name, measure):
    assert parse_measure(name, "--measure") == measure
    assert parse_measure(measure.name, "--measure") == measure


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("AP", "no sum over candidates"),
        ("map@10", "no sum over candidates"),
        ("dcg%20", "takes a rank"),
        ("ndcg%200", "more than all candidates"),
        ("R@10", "no measure whose difference"),
        ("ndcg@0", "no measure whose difference"),
    ],
)
def test_what_has_no_such_estimator_is_refused_with_the_reason(name, said):
    with pytest.raises(UserError, match=said) as error:
        parse_measure(name, "--measure")
    [problem] = error.value.problems
    assert problem.where == "--measure" and "NDCG" in problem.hint


def test_weights_are_discounts_or_shares_of_the_ranks_that_count():
    ranks = np.array([[1, 2, 3, 0]])
    depths = np.array([2, 2, 2, 2])
    np.testing.assert_allclose(Measure("dcg", 2).weigh(ranks, depths), [[1, 1 / np.log2(3), 0, 0]])
    np.testing.assert_allclose(Measure("p", 2).weigh(ranks, depths), [[0.5, 0.5, 0, 0]])
    assert Measure("ndcg", 20, is_share=True).count_ranks(np.array([9, 125])).tolist() == [1, 25]
    assert Measure("p", 5).count_ranks(np.array([9, 2])).tolist() == [5, 5]


def test_gains_are_grades_or_relevance():
    grades = np.array([-1, 0, 1.5, 2, np.nan])
    np.testing.assert_array_equal(Measure("dcg", 5).gain(grades, 2), [0, 0, 1.5, 2, np.nan])
    np.testing.assert_array_equal(Measure("p", 5).gain(grades, 2), [0, 0, 0, 1, np.nan])


def test_discounts_are_summed_between_whole_counts_too():
    np.testing.assert_allclose(
        sum_discounts(np.array([0, 1, 1.5, 2])), [0, 1, 1 + 0.5 / np.log2(3), 1 + 1 / np.log2(3)]
    )
    assert Measure("dcg", 2).find_best(3) == pytest.approx(3 * (1 + 1 / np.log2(3)))
    assert Measure("ndcg", 2).find_best(3) == 1
