"""Designs: their formulas by hand, spreads by depth, and the cheapest that is enough."""

import numpy as np
import pytest

from paperpool.judging.designs import (
    Spread,
    find_cheapest,
    find_gaps,
    judge_to_depth,
    list_designs,
    measure_spreads,
    mix_spreads,
    score_queries,
)

from ..made.judged import make_items

USUAL = [Spread(20, 1, 0.2, 0.15, 0.9), Spread(100, 2, 0.2, 0.1, 1.0)]


def test_a_design_by_hand():
    [design] = list_designs(USUAL[:1], np.array([0.0, 10.0]), 36, [25])
    assert design.interval == pytest.approx(1.95996 * 0.2 / 5, rel=1e-4)
    assert design.detectable == pytest.approx(2.80159 * 0.15 / 5, rel=1e-4)
    assert design.tau == pytest.approx(0.9 * 0.5)  # a tie, and a sure difference
    assert design.hours == pytest.approx(25 * 20 / 100)


def test_the_cheapest_design_orders_systems_too():
    designs = list_designs(USUAL, np.array([1.0]), 36, [25, 100, 400])
    cheapest = find_cheapest(designs, 0.05)
    assert (cheapest.queries, cheapest.depth, cheapest.annotators) == (100, 20, 1)
    assert find_cheapest(designs, 0.001) is None
    poor = list_designs([Spread(10, 1, 0.2, 0.01, 0.5)], np.array([1.0]), 36)
    assert find_cheapest(poor, 0.05) is None


def test_spreads_are_those_of_the_scores_and_depth_ends_with_all_judgments():
    items = make_items(n_topics=20, n_candidates=60, noises=(0.5, 1.0, 2.0))
    spreads = measure_spreads(items)
    assert [spread.depth for spread in spreads] == [10, 20, 40, 60]
    scores = score_queries(items)
    assert spreads[-1].score == pytest.approx(np.sqrt(scores.var(axis=1, ddof=1).mean()))
    assert spreads[-1].tau == 1
    shallow = judge_to_depth(items, 10)
    assert (np.bincount(items.places[shallow.known]) == 10).all()
    best = items.weights.max(axis=0)
    for topic in range(20):
        of_topic = items.places == topic
        assert best[of_topic & shallow.known].min() >= best[of_topic & ~shallow.known].max()
    means = scores.mean(axis=1)
    assert find_gaps(scores)[0] == pytest.approx(abs(means[0] - means[1]))


def test_a_pilot_moves_the_usual_spreads_by_its_queries():
    found = [Spread(30, 2, 0.4, 0.1, 1.0)]
    few, many = (mix_spreads(found, USUAL, n) for n in (10, 10_000))
    assert few[1].score == pytest.approx(0.2 * np.sqrt((4 + 1) / 2))
    assert many[0].score == pytest.approx(0.4, rel=0.01)
    assert [spread.difference for spread in many] == pytest.approx([0.15, 0.1])
