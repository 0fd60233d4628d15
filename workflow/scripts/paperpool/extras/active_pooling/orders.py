"""Orders of judging the candidates of one (query, facet) pair.

An order chooses the next candidates by the judgments so far, and has no memory of its own.

- ``drawn``: at random, by the seed, as CSFCube's tasks are.
- ``depth``: by the best rank that any run gives, as pools of a growing depth are.
- ``mtf``: move to front. A run is followed while it gives relevant candidates, and falls back by
  one when it gives an irrelevant one (Cormack, Palmer and Clarke 1998, "Efficient construction of
  large test collections", local move-to-front).
- ``maxmean``: the run whose judged candidates were relevant most often, by the mean of a Beta(1, 1)
  posterior (Losada, Parapar and Barreiro 2016, "Feeling lucky? Multi-armed bandits for ordering
  judgements in pooling-based evaluation", MaxMean).
- ``feedback``: a ridge regression of the candidates' vectors separates the judged relevant ones,
  and the query itself, from the irrelevant ones and, with a weight of their own, from all unjudged
  ones. Its ranking is fused with that of the runs by reciprocal ranks.

Source of feedback: Cormack and Grossman 2015, "Autonomy and reliability of continuous active
learning for technology-assisted review" (AutoTAR): the query as a first relevant document, unjudged
ones taken as irrelevant, a new model for every batch. Reciprocal ranks: Cormack, Clarke and
Büttcher 2009. AutoTAR has a logistic regression and a random sample of irrelevant documents; that
all are taken, with a weight, the ridge and the fusion with the runs are ours.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.stats import rankdata

from paperpool.evaluation.runs import Ranking

Known = Mapping[int, bool]
"""Whether each judged candidate is relevant, by its place in the pool, in the order of judging."""


@dataclass(frozen=True)
class JudgingPool:
    """The candidates of a pair, as the orders see them.

    ``ranks`` has the rank of each candidate in each run, shape (runs, candidates), from 1; missing
    candidates come last. ``words`` are the TF-IDF vectors of the query and then of the candidates,
    shape (1 + candidates, terms), ``embeddings`` those of an encoder, shape (1 + candidates,
    dimensions), if any. Their rows have length 1 or 0. ``seed`` is the pair's own.
    """

    candidates: tuple[str, ...]
    ranks: NDArray[np.int64]
    words: csr_array
    embeddings: NDArray[np.float64] | None
    seed: int

    @property
    def size(self) -> int:
        """How many candidates there are."""
        return len(self.candidates)

    @cached_property
    def likeness(self) -> NDArray[np.float64]:
        """Summed cosines of words and embeddings, shape (1 + candidates, 1 + candidates)."""
        likeness = (self.words @ self.words.T).toarray()
        if self.embeddings is None:
            return likeness
        return likeness + self.embeddings @ self.embeddings.T

    def fit(self, target: NDArray[np.float64], penalty: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the fit of ``target`` by a kernel ridge regression with an intercept.

        All of shape (1 + candidates,), the query first; ``penalty`` is added to the kernel's
        diagonal. Solved in the dual form: a pool has fewer candidates than dimensions.
        """
        likeness = self.likeness + 1.0
        return likeness @ np.linalg.solve(likeness + np.diag(penalty), target)


Order = Callable[[JudgingPool, Known, int], list[int]]
"""Returns the places of the next candidates to judge, best first: as many as requested, or all."""


def rank_candidates(candidates: Sequence[str], rankings: Sequence[Ranking]) -> NDArray[np.int64]:
    """Return ranks from 1, shape (rankings, candidates); left-out ones come last."""
    places = {candidate: place for place, candidate in enumerate(candidates)}
    ranks = np.full((len(rankings), len(candidates)), len(candidates) + 1, dtype=np.int64)
    for row, ranking in zip(ranks, rankings, strict=True):
        found = [places[candidate] for candidate, _ in ranking if candidate in places]
        row[found] = np.arange(1, len(found) + 1)
    return ranks


def order_drawn(pool: JudgingPool, known: Known, n: int) -> list[int]:
    """Return the next candidates of a random order."""
    return _first_unknown(np.random.default_rng(pool.seed).permutation(pool.size), known, n)


def order_by_depth(pool: JudgingPool, known: Known, n: int) -> list[int]:
    """Return the next candidates by best rank; equal ones by their mean rank, then by id."""
    return _first_unknown(np.lexsort((pool.ranks.sum(axis=0), pool.ranks.min(axis=0))), known, n)


def order_move_to_front(pool: JudgingPool, known: Known, n: int) -> list[int]:
    """Return the next candidates of the runs in front.

    All runs start alike; of equal ones the first is followed, or the one followed last. Unjudged
    choices do not change the weights of runs.
    """
    return _follow_runs(pool, known, n, np.subtract, stays=True)


def order_by_max_mean(pool: JudgingPool, known: Known, n: int) -> list[int]:
    """Return the next candidates of the run with the largest mean; of equal ones the first."""
    return _follow_runs(pool, known, n, lambda found, judged: (found + 1) / (judged + 2))


def _follow_runs(
    pool: JudgingPool,
    known: Known,
    n: int,
    weigh: Callable[[NDArray[np.float64], NDArray[np.float64]], NDArray[np.float64]],
    stays: bool = False,
) -> list[int]:
    """Go through the judgments again, run by run, and then on to ``n`` further candidates.

    Of each run ``weigh`` gets the relevant candidates found by it, and those judged. A run that is
    followed goes on before its equals if it ``stays``.
    """
    rankings = np.argsort(pool.ranks, axis=1, kind="stable")
    depths = np.zeros(len(rankings), dtype=int)
    found = np.zeros(len(rankings))
    judged = np.zeros(len(rankings))
    seen: set[int] = set()
    chosen: list[int] = []
    run = 0
    n = min(n, pool.size - len(known))
    while len(chosen) < n:
        weights = weigh(found, judged)
        if not stays or weights[run] < weights.max():
            run = int(weights.argmax())
        while rankings[run, depths[run]] in seen:
            depths[run] += 1

        place = int(rankings[run, depths[run]])
        seen.add(place)
        if place in known:
            found[run] += known[place]
            judged[run] += 1
        else:
            chosen.append(place)
    return chosen


def _first_unknown(order: NDArray[np.int64], known: Known, n: int) -> list[int]:
    """Return the first ``n`` places of an order that are not judged yet."""
    unknown = [place for place in order.tolist() if place not in known]
    return unknown[:n]


@dataclass(frozen=True)
class FeedbackSettings:
    """The settings of feedback, and its weight beside the runs.

    ``rank_constant`` is added to a rank before its reciprocal is taken. The learned ranking counts
    ``weight`` times as much as that of the runs. ``ridge`` is the strength of the regularisation,
    ``unjudged`` the weight of a candidate without a judgment, relative to a judged one.
    """

    rank_constant: int = 60
    weight: float = 2.0
    ridge: float = 3.0
    unjudged: float = 1.0


DIGITS = 9
"""Decimals of what is learned, so that equal texts are equal at any place in a pool."""

SHIPPED = FeedbackSettings()
"""The settings of annotation, chosen on all of CSFCube (see studies/replay_orders.py)."""


def order_by_feedback(
    pool: JudgingPool, known: Known, n: int, settings: FeedbackSettings = SHIPPED
) -> list[int]:
    """Return the next candidates by runs (alone at first) and feedback; equal ones by id."""
    constant = settings.rank_constant
    scores = fuse_ranks(pool.ranks, constant)
    if known:
        learned = _learn_scores(pool, known, settings)
        by_runs = 1.0 / (constant + rankdata(-scores, method="average"))
        by_feedback = 1.0 / (constant + rankdata(-learned, method="average"))
        scores = by_runs + settings.weight * by_feedback
    return _first_unknown(np.argsort(-scores, kind="stable"), known, n)


def fuse_ranks(ranks: NDArray, constant: int) -> NDArray[np.float64]:
    """Return the sum of reciprocal ranks, shape (candidates,), of ranks of shape (runs, them)."""
    return (1.0 / (constant + ranks)).sum(axis=0)


def _learn_scores(
    pool: JudgingPool, known: Known, settings: FeedbackSettings
) -> NDArray[np.float64]:
    """Return candidates' distances to the relevant side, (candidates,); both sides weigh alike."""
    target = np.full(1 + pool.size, -1.0)
    weights = np.full(1 + pool.size, settings.unjudged)
    target[0] = weights[0] = 1.0  # the query is relevant
    for place, is_relevant in known.items():
        target[place + 1] = 1.0 if is_relevant else -1.0
        weights[place + 1] = 1.0

    for side in (target > 0, target < 0):
        if side.any():
            weights[side] /= weights[side].sum()
    penalty = settings.ridge / (weights * len(weights) / 2)
    return pool.fit(target, penalty)[1:].round(DIGITS)
