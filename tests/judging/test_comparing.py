"""Verdicts on pairs of runs, on both questions, and what it would take."""

from dataclasses import replace

import numpy as np
import pytest

from paperpool.judging.comparing import (
    NO_DIFFERENCE,
    OPEN,
    SAME,
    UNDECIDABLE,
    compare_runs,
)
from paperpool.judging.drawing import Sample, draw_items

from ..made.judged import EMPTY, answer, hide_all, make_items


def draw(items, n, seed=0):
    """Return the comparison after ``n`` answered draws."""
    hidden = hide_all(items)
    sizes = compare_runs(hidden, EMPTY).sizes
    sample = draw_items(sizes, n, np.random.default_rng(seed))
    return compare_runs(answer(hidden, items, sample), sample)


def test_with_all_grades_these_topics_are_decided_and_others_tested():
    items = make_items(n_topics=40)
    [found] = compare_runs(items, EMPTY).assessments
    assert found.verdict == "r0 is better" == found.verdict_sampled
    assert found.interval == found.sequence == (found.value, found.value)
    by_topic = items.sum_topics((items.weights[0] - items.weights[1]) * items.grades)
    assert found.sampled[0] < found.value < found.sampled[1] and by_topic.mean() > 0
    assert (found.n_left, found.n_needed) == (0, 0) and not found.is_open
    few = compare_runs(make_items(n_topics=6, noises=(1.0, 1.0), seed=2), EMPTY).assessments[0]
    assert few.verdict_sampled == UNDECIDABLE and few.n_topics > 6


def test_before_any_grade_all_is_open_and_no_bound_is_given():
    comparison = compare_runs(hide_all(make_items()), EMPTY)
    [found] = comparison.assessments
    assert (found.verdict, found.verdict_sampled) == (OPEN, OPEN)
    assert found.sequence == (-np.inf, np.inf) and found.n_needed is None
    assert found.n_left == found.n_depends > 0
    errors = comparison.expect_errors([20, 40, 80, 10**6])[:, 0]
    assert (np.diff(errors) < 0).all() and errors[-1] == 0


def test_expected_errors_are_those_that_come(n=60):
    items = make_items(n_topics=30, kind="dcg")
    expected = compare_runs(hide_all(items), EMPTY).expect_errors([n])[0, 0]
    found = [draw(items, n, seed).assessments[0] for seed in range(30)]
    half = np.mean([(one.interval[1] - one.interval[0]) / 2 for one in found])
    assert half == pytest.approx(2 * expected, rel=0.35)


def test_draws_decide_and_intervals_cover():
    items = make_items(n_topics=40)
    [truth] = compare_runs(items, EMPTY).assessments
    found = [draw(items, 200, seed).assessments[0] for seed in range(40)]
    covered = [one.interval[0] <= truth.value <= one.interval[1] for one in found]
    assert np.mean(covered) >= 0.85
    assert {one.verdict for one in found} <= {OPEN, truth.verdict}
    assert np.mean([one.verdict == truth.verdict for one in found]) > 0.5


def test_runs_that_rank_alike_are_said_to_and_never_asked_for():
    items = make_items()
    same = replace(items, weights=items.weights[[0, 0]])
    comparison = compare_runs(hide_all(same), EMPTY)
    [found] = comparison.assessments
    assert found.verdict == found.verdict_sampled == SAME and not found.is_open
    assert len(comparison.draw(10, np.random.default_rng(0))) == 0


def test_a_difference_within_the_margin_is_none_that_matters():
    items = make_items(n_topics=40, noises=(1.0, 1.0))
    [whole] = compare_runs(items, EMPTY, margin=0.5).assessments
    assert whole.verdict != OPEN
    comparison = draw(items, 500)
    [found] = compare_runs(comparison.items, comparison.sample, margin=0.5).assessments
    assert found.verdict in (NO_DIFFERENCE.format(50), whole.verdict)


def test_a_planted_tie_is_never_decided():
    """Both runs take half of the topics of either run, so that they are alike on average."""
    items = make_items(n_topics=60, noises=(1.0, 1.0), seed=9)
    verdicts = [draw(items, 300, seed).assessments[0].verdict for seed in range(20)]
    assert sum(verdict.endswith("is better") for verdict in verdicts) <= 1


def test_draws_go_on_with_what_is_unknown():
    items = make_items()
    comparison = draw(items, 50)
    more = comparison.draw(40, np.random.default_rng(1))
    assert isinstance(more, Sample) and not set(more.drawn) & set(comparison.sample.drawn)
    assert (comparison.weighted[0][more.drawn] != 0).all()
