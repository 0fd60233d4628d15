"""Orders of judging: against plain second implementations, in batches, and taken up again."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.stats import rankdata
from sklearn.linear_model import Ridge
from threadpoolctl import threadpool_limits

from paperpool.extras.active_pooling.batches import ORDERS
from paperpool.extras.active_pooling.orders import (
    SHIPPED,
    FeedbackSettings,
    JudgingPool,
    order_by_depth,
    order_by_feedback,
    order_by_max_mean,
    order_drawn,
    order_move_to_front,
    rank_candidates,
)

N_RUNS, N = 4, 40


def make_pool(seed, n=N, has_embeddings=False):
    """A pool with runs and words drawn at random, relevance by two of the words.

    Embeddings know these two words alone.
    """
    rng = np.random.default_rng(seed)
    ranks = np.argsort(np.argsort(rng.random((N_RUNS, n)), axis=1), axis=1) + 1
    words = (rng.random((1 + n, 12)) < 0.3).astype(float)
    words[0] = np.arange(12) < 2
    embeddings = words[:, :2] if has_embeddings else None
    names = tuple(f"c{i:02}" for i in range(n))
    return JudgingPool(names, ranks, csr_array(words), embeddings, seed), words[1:, :2].any(axis=1)


def judge(pool, relevant, order, n):
    """Return the places in which an order has them judged, in batches of ``n`` candidates."""
    known = {}
    while len(known) < pool.size:
        known |= {place: bool(relevant[place]) for place in order(pool, known, n)}
    return list(known)


def plain_depth(pool):
    """Candidates as growing depths add them; those of one depth by the sum of their ranks."""
    order = []
    for depth in range(1, pool.size + 1):
        added = {i for ranks in pool.ranks for i in range(pool.size) if ranks[i] <= depth}
        new = sorted(added - set(order), key=lambda i: (sum(r[i] for r in pool.ranks), i))
        order += new
    return order


def plain_move_to_front(pool, relevant):
    """Follow a run until it gives an irrelevant candidate; then the one with fewest of them."""
    lists = [sorted(range(pool.size), key=lambda i: ranks[i]) for ranks in pool.ranks]
    faults, order = [0] * len(lists), []
    run = 0
    while len(order) < pool.size:
        if faults[run] > min(faults):
            run = faults.index(min(faults))
        candidate = next(i for i in lists[run] if i not in order)
        order.append(candidate)
        faults[run] += not relevant[candidate]
    return order


def plain_max_mean(pool, relevant):
    """Follow the run whose own candidates were relevant most often, each run begun at 1 of 2."""
    lists = [sorted(range(pool.size), key=lambda i: ranks[i]) for ranks in pool.ranks]
    own, order = [[True, False] for _ in lists], []
    while len(order) < pool.size:
        means = [sum(found) / len(found) for found in own]
        run = means.index(max(means))
        order.append(next(i for i in lists[run] if i not in order))
        own[run].append(bool(relevant[order[-1]]))
    return order


@pytest.mark.parametrize("seed", range(20))
def test_orders_by_runs_are_those_of_a_plain_implementation(seed):
    pool, relevant = make_pool(seed)
    assert judge(pool, relevant, order_by_depth, 1) == plain_depth(pool)
    assert judge(pool, relevant, order_move_to_front, 1) == plain_move_to_front(pool, relevant)
    assert judge(pool, relevant, order_by_max_mean, 1) == plain_max_mean(pool, relevant)


@pytest.mark.parametrize("name", ORDERS)
@pytest.mark.parametrize("batch", [1, 7, N])
def test_every_order_judges_each_candidate_once_and_can_be_taken_up_again(name, batch):
    pool, relevant = make_pool(3)
    order = judge(pool, relevant, ORDERS[name], batch)
    assert sorted(order) == list(range(N))
    known = {place: bool(relevant[place]) for place in order[: 2 * batch]}
    assert ORDERS[name](pool, known, batch) == order[2 * batch : 3 * batch]


def test_a_drawn_order_is_the_seeds_own():
    first, second = (judge(*make_pool(seed), order_drawn, 5) for seed in (1, 2))
    assert first == judge(*make_pool(1), order_drawn, 9) != second


@pytest.mark.parametrize("settings", [SHIPPED, FeedbackSettings(20, 1.0, 0.5, 0.2)])
@pytest.mark.parametrize("said", [(True, False), (True,)])
def test_feedback_is_a_weighted_ridge_regression_fused_with_the_runs(settings, said):
    pool, relevant = make_pool(4, has_embeddings=True)
    known = {p: bool(relevant[p]) for p in (3, 8, 11, 20, 33) if relevant[p] in said}
    vectors = np.hstack([pool.words.toarray(), pool.embeddings, np.ones((1 + N, 1))])
    sides = [True, *(known.get(place, False) for place in range(N))]
    weights = [1.0, *(1.0 if place in known else settings.unjudged for place in range(N))]
    both = list(zip(weights, sides, strict=True))
    of_side = {side: sum(w for w, s in both if s == side) for side in sides}
    # each side weighs half of all texts
    weights = [w / of_side[s] * (1 + N) / 2 for w, s in both]
    ridge = Ridge(alpha=settings.ridge, fit_intercept=False)
    ridge.fit(vectors, np.where(sides, 1.0, -1.0), sample_weight=weights)
    learned = vectors @ ridge.coef_
    by_feedback = 1 / (settings.rank_constant + rankdata(-learned[1:].round(9)))
    runs = (1 / (settings.rank_constant + pool.ranks)).sum(axis=0)
    fused = 1 / (settings.rank_constant + rankdata(-runs)) + settings.weight * by_feedback
    left = sorted(set(range(N)) - set(known), key=lambda place: (-fused[place], place))
    assert order_by_feedback(pool, known, N, settings) == left


@pytest.mark.parametrize("has_embeddings", [False, True])
def test_equal_texts_follow_by_id_on_any_number_of_threads(has_embeddings):
    for seed in range(10):
        pool, relevant = make_pool(seed, has_embeddings=has_embeddings)
        words = pool.words.toarray()
        words[[5, 18, 31]] = words[11]  # four candidates are the same paper
        ranks = pool.ranks.copy()
        ranks[:, [4, 17, 30]] = ranks[:, [10]]
        embeddings = words[:, :2] if has_embeddings else None
        twins = replace(pool, words=csr_array(words), ranks=ranks, embeddings=embeddings)
        known = {place: bool(relevant[place]) for place in (0, 1, 2)}
        orders = []
        for threads in (1, 2):
            with threadpool_limits(threads, "blas"):
                orders.append(order_by_feedback(replace(twins), known, N))
        assert orders[0] == orders[1]
        assert [place for place in orders[0] if place in (4, 10, 17, 30)] == [4, 10, 17, 30]


def test_ranks_count_the_pools_candidates_alone():
    rankings = [[("x", 3.0), ("b", 2.0), ("a", 1.0)], [("c", 1.0)], []]
    assert rank_candidates(["a", "b", "c"], rankings).tolist() == [[2, 1, 4], [4, 4, 1], [4, 4, 4]]
