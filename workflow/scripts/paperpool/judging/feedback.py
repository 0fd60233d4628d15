"""Relevance feedback: what is judged next follows what was found relevant.

A ridge regression tells the judged relevant candidates, and the query itself, from the judged
irrelevant ones and, with a weight of their own, from all that are not judged yet, by their vectors.
Its ranking is fused with that of the runs by reciprocal ranks.

Source: Cormack and Grossman 2015, "Autonomy and reliability of continuous active learning for
technology-assisted review" (AutoTAR): the query as a first relevant document, what is not judged
taken as irrelevant, a new model for every batch. Reciprocal ranks: Cormack, Clarke and Büttcher
2009. AutoTAR's model is a logistic regression, and its irrelevant documents a random sample; that
all are taken, with a weight, the ridge and the fusion with the runs are ours.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from paperpool.judging.orders import JudgingPool, Known


@dataclass(frozen=True)
class FeedbackSettings:
    """How feedback learns, and what it counts for beside the runs.

    ``rank_constant`` is added to a rank before its reciprocal is taken. The ranking that is learned
    counts ``weight`` times as much as that of the runs. ``ridge`` is the strength of the
    regularisation, ``unjudged`` the weight of a candidate without a judgment, where a judged one
    has 1.
    """

    rank_constant: int = 60
    weight: float = 2.0
    ridge: float = 3.0
    unjudged: float = 1.0


DIGITS = 9
"""Decimals of what is learned, so that equal texts are equal wherever they stand in a pool."""

SHIPPED = FeedbackSettings()
"""The settings of annotation, chosen on all of CSFCube.

What a choice is worth on other queries than its own, studies/replay_orders.py tells.
"""


def order_by_feedback(
    pool: JudgingPool, known: Known, n: int, settings: FeedbackSettings = SHIPPED
) -> list[int]:
    """Return the next candidates by runs and feedback together; equal ones by id.

    Before the first judgment the runs alone decide.
    """
    constant = settings.rank_constant
    scores = fuse_ranks(pool.ranks, constant)
    if known:
        learned = _learn_scores(pool, known, settings)
        ranks = (rankdata(-each, method="average") for each in (scores, learned))
        by_runs, by_feedback = (1.0 / (constant + of_each) for of_each in ranks)
        scores = by_runs + settings.weight * by_feedback
    left = [place for place in np.argsort(-scores, kind="stable") if place not in known]
    return [int(place) for place in left[:n]]


def fuse_ranks(ranks: NDArray, constant: int) -> NDArray[np.float64]:
    """Return the sum of reciprocal ranks, shape (candidates,), of ranks of shape (runs, them)."""
    return (1.0 / (constant + ranks)).sum(axis=0)


def _learn_scores(
    pool: JudgingPool, known: Known, settings: FeedbackSettings
) -> NDArray[np.float64]:
    """Return how far each candidate lies on the relevant side, shape (candidates,).

    Relevant and irrelevant texts have the same weight together.
    """
    target = np.full(1 + pool.size, -1.0)
    weights = np.full(1 + pool.size, settings.unjudged)
    target[0] = weights[0] = 1.0
    for place, is_relevant in known.items():
        target[place + 1] = 1.0 if is_relevant else -1.0
        weights[place + 1] = 1.0
    for side in (target > 0, target < 0):
        if side.any():
            weights[side] /= weights[side].sum()
    penalty = settings.ridge / (weights * len(weights) / 2)
    return pool.fit(target, penalty)[1:].round(DIGITS)
