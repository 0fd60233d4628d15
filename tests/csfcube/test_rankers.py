"""Rankers on the real collection: where their figures have to lie, and what they rank."""

import numpy as np
import pytest

from paperpool.csfcube.evaluation import Resampling, evaluate_runs
from paperpool.csfcube.release import read_collection
from paperpool.csfcube.term_rankers import INDEXES, rank_by_terms


@pytest.fixture(scope="module")
def released(real_data):
    return read_collection(real_data("csfcube"))


def figure(collection, run):
    quick = Resampling(seed=0, n_bootstrap=100, n_permutations=100)
    metrics = evaluate_runs(collection, {"r": run}, {}, "r", quick).metrics
    return metrics.query(
        "protocol == 'official' and split == 'test' and slice == 'all' and metric == 'ndcg%20'"
    ).value.item()


@pytest.mark.parametrize(
    ("kind", "low", "high"),
    [("bm25", 0.446, 0.476), ("tfidf", 0.417, 0.462)],  # the paper: 0.4606 and 0.4319
)
def test_term_rankers_come_out_as_in_the_paper(released, kind, low, high):
    assert low <= figure(released, rank_by_terms(released, kind)) <= high


def test_random_order_scores_as_chance(released):
    rng = np.random.default_rng(0)
    values = []
    for _ in range(20):
        run = {
            pair: [(c, 0.0) for c in rng.permutation(released.rankable(*pair))]
            for pair in released.pairs()
        }
        values.append(figure(released, run))
    assert np.mean(values) == pytest.approx(0.231, abs=0.02)


@pytest.mark.parametrize("kind", list(INDEXES))
def test_every_candidate_is_ranked_once_and_never_the_query(collection, kind):
    run = rank_by_terms(collection, kind)
    for pair in collection.pairs():
        assert sorted(c for c, _ in run[pair]) == collection.rankable(*pair)
        scores = [s for _, s in run[pair]]
        assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("kind", list(INDEXES))
def test_equal_scores_are_ordered_by_id(kind):
    index = INDEXES[kind](
        ["one two three", "one two three", "four five six", "seven", "eight", "nine"]
    )
    assert index.score("one", [0, 1, 2])[0] == index.score("one", [0, 1, 2])[1]
    assert index.score("one", [0, 2])[0] > index.score("one", [0, 2])[1]


@pytest.mark.parametrize("kind", list(INDEXES))
def test_a_query_of_unknown_words_scores_nothing(kind):
    index = INDEXES[kind](["one two three", "four five six"])
    assert index.score("zyx", [0, 1]).tolist() == [0.0, 0.0]
