"""Scores from a model's grades and drawn ones of people: coverage, width, and what is beyond."""

from dataclasses import replace

import numpy as np
import pytest

from paperpool.judging.drawing import combine_sizes, draw_items
from paperpool.judging.predicting import Drawn, predict_scores

from ..made.judged import EMPTY, answer, hide_all, make_items


def make_drawn(whole, seed, n=120):
    """Return items of which ``n`` are drawn by their weights."""
    sizes = combine_sizes(whole.weights, np.ones(len(whole.runs), dtype=bool))
    sample = draw_items(sizes, n, np.random.default_rng(seed))
    return Drawn(answer(hide_all(whole), whole, sample), sample, sizes > 0)


def make_model(whole, kept, seed=4):
    """Return people's grades, a share of them shuffled."""
    rng = np.random.default_rng(seed)
    grades = whole.grades.copy()
    is_shuffled = rng.random(len(grades)) >= kept
    grades[is_shuffled] = rng.permutation(grades[is_shuffled])
    return grades


def find_truths(whole):
    scores = [float(whole.sum_topics(w * whole.gains).mean()) for w in whole.weights]
    return [*scores, scores[0] - scores[1]]


@pytest.mark.parametrize("kind", ["dcg", "p"])
def test_intervals_cover_and_are_narrower_by_a_good_judge(kind):
    whole = make_items(n_topics=40, kind=kind)
    truths = find_truths(whole)
    model = make_model(whole, 0.8)
    covered = []
    ratios = []
    for seed in range(60):
        for found, truth in zip(
            predict_scores(make_drawn(whole, seed), model), truths, strict=True
        ):
            low, high = found.interval
            covered.append(low <= truth <= high)
            ratios.append((high - low) / (found.alone[1] - found.alone[0]))
            assert found.share == pytest.approx(ratios[-1] ** 2) and ratios[-1] <= 1
    assert 0.89 < np.mean(covered) < 0.99
    assert np.mean(ratios) < 0.85


def test_a_judge_of_noise_costs_nothing():
    whole = make_items(n_topics=40, kind="dcg")
    n_alone = 0
    for seed in range(10):
        for found in predict_scores(make_drawn(whole, seed), make_model(whole, 0.0)):
            assert 0.85 < found.share <= 1
            if found.share == 1:
                n_alone += 1
                assert found.tuning == 0 and found.interval == found.alone
    assert n_alone > 10


def test_the_grades_that_are_known_without_a_draw_have_no_error():
    whole = make_items(kind="dcg")
    everything = np.ones(len(whole.grades), dtype=bool)
    [first, *_] = predict_scores(Drawn(whole, EMPTY, ~everything), make_model(whole, 0.5))
    assert first.value == pytest.approx(find_truths(whole)[0])
    assert first.interval == pytest.approx((first.value, first.value)) and first.share == 1


def test_what_could_not_be_drawn_leaves_no_estimate():
    whole = make_items(kind="dcg")
    drawn = make_drawn(whole, 1)
    only_in_first = np.flatnonzero((whole.weights[0] > 0) & (whole.weights[1] == 0))
    left = [row for row in only_in_first if np.isnan(drawn.items.grades[row])]
    is_drawable = drawn.is_drawable.copy()
    is_drawable[left[:3]] = False
    drawn = replace(drawn, is_drawable=is_drawable)
    first, second, difference = predict_scores(drawn, make_model(whole, 0.5))
    assert first.n_beyond == difference.n_beyond == 3 and np.isnan(first.value)
    assert second.n_beyond == 0 and np.isfinite(second.value)


def test_the_doubt_about_ideals_is_part_of_both_intervals():
    drawn = make_drawn(make_items(n_topics=40, kind="ndcg"), 2)
    whole = make_items(n_topics=40, kind="ndcg")
    for found in predict_scores(drawn, make_model(whole, 0.8)):
        assert found.interval[1] - found.interval[0] <= found.alone[1] - found.alone[0]
