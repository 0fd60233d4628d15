"""Relevance feedback: what is judged next follows what was found relevant.

A logistic regression tells the judged relevant candidates, and the query itself, from the judged
irrelevant ones and from some that are not judged yet, by the words of their texts. Its
ranking is fused with that of the runs by reciprocal ranks.

Source: Cormack and Grossman 2015, "Autonomy and reliability of continuous active learning for
technology-assisted review" (AutoTAR): the query as a first relevant document, a random sample of
what is not judged taken as irrelevant, a new model for every batch. Reciprocal ranks: Cormack,
Clarke and Büttcher 2009. The fusion with the runs is ours.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import vstack
from scipy.stats import rankdata
from sklearn.linear_model import LogisticRegression

from paperpool.judging.orders import JudgingPool, Known

RANK_CONSTANT = 20
"""Added to a rank before its reciprocal is taken; small, as pools are."""

LEAST_SAMPLED = 5
"""Candidates without a judgment that are taken as irrelevant, at least."""


def order_by_feedback(pool: JudgingPool, known: Known, n: int) -> list[int]:
    """Return the next candidates by runs and feedback together; equal ones by id.

    Before the first judgment the runs alone decide.
    """
    scores = fuse_ranks(pool.ranks)
    if known:
        words = rankdata(-_score_words(pool, known), method="average")
        scores = fuse_ranks(np.array([rankdata(-scores, method="average"), words]))
    left = [place for place in np.argsort(-scores, kind="stable") if place not in known]
    return [int(place) for place in left[:n]]


def fuse_ranks(ranks: NDArray) -> NDArray[np.float64]:
    """Return the sum of reciprocal ranks, shape (candidates,), of ranks of shape (runs, them)."""
    return (1.0 / (RANK_CONSTANT + ranks)).sum(axis=0)


def _score_words(pool: JudgingPool, known: Known) -> NDArray[np.float64]:
    """Return how far each candidate lies on the relevant side, shape (candidates,).

    At least one candidate is not judged yet, so that there is an irrelevant text to learn from.
    """
    judged = np.array(list(known))
    left = np.setdiff1d(np.arange(pool.size), judged)
    rng = np.random.default_rng([pool.seed, len(judged)])
    n_sampled = min(len(left), max(LEAST_SAMPLED, len(judged) // 2))
    sampled = rng.choice(left, n_sampled, replace=False)
    rows = vstack([pool.question, pool.vectors[judged], pool.vectors[sampled]], format="csr")
    labels = [True, *known.values(), *[False] * n_sampled]
    model = LogisticRegression(class_weight="balanced", max_iter=300)
    return model.fit(rows, labels).decision_function(pool.vectors)
