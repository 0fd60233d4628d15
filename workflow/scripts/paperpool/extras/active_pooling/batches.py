"""Batches of candidates of each (query, facet) pair to be judged, and the end of judging.

Some candidates of a batch are drawn at random from all not requested yet; an order chooses the
others by the judgments so far. A pair whose order found no relevant candidate in ``patience``
batches in a row gets a closing batch, a random share of the rest, and stops. The random parts
estimate the number of relevant candidates left (``paperpool.extras.active_pooling.recall``).

All pairs go on together, when a batch is judged whole. Batches depend on pools, rules and judgments
alone.

Source of the rule to stop: Losada, Parapar and Barreiro 2019, "When to stop making relevance
judgments? A study of stopping methods for building information retrieval test collections". The
closing batch is the elusion test of reviews of legal documents. Their union is ours.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from paperpool.extras.active_pooling.orders import (
    JudgingPool,
    Known,
    Order,
    order_by_depth,
    order_by_feedback,
    order_by_max_mean,
    order_drawn,
    order_move_to_front,
)
from paperpool.extras.active_pooling.pools import Pair
from paperpool.extras.active_pooling.recall import CLOSING, Sample

ORDERS: dict[str, Order] = {
    "drawn": order_drawn,
    "depth": order_by_depth,
    "mtf": order_move_to_front,
    "maxmean": order_by_max_mean,
    "feedback": order_by_feedback,
}

RANDOM = "random"

RUNNING = "running"
STOPPED = "stopped"
WHOLE = "whole"
"""States of a pair: it goes on, its rule stopped it, or its whole pool is judged."""


@dataclass(frozen=True)
class BatchRules:
    """How batches are made, for every pair alike.

    ``order`` is a name of ORDERS, ``size`` the candidates of a batch, ``random_share`` the share
    drawn at random, ``patience`` the batches without a find of the order after which a pair stops,
    ``closing`` the share of the rest drawn then, ``encoder`` the settings of ``embed_papers``.
    """

    order: str
    size: int
    random_share: float
    patience: int
    closing: float
    encoder: Mapping[str, Any] | None = None

    @property
    def n_random(self) -> int:
        """How many candidates of a batch are drawn at random; at least one is the order's."""
        if not self.random_share:
            return 0
        return min(self.size - 1, max(1, round(self.random_share * self.size)))


@dataclass(frozen=True)
class Asked:
    """A requested candidate: its place in the pool, the batch (from 1), and the rule.

    ``rule`` is the name of the order, RANDOM or CLOSING; the latter two have a ``probability``.
    """

    place: int
    batch: int
    rule: str
    probability: float | None


@dataclass
class Course:
    """The course of one pair: its requests, its finds, the results of the random parts."""

    pool: JudgingPool
    asked: list[Asked] = field(default_factory=list)
    known: dict[int, bool] = field(default_factory=dict)
    samples: list[Sample] = field(default_factory=list)
    n_dry: int = 0
    state: str = RUNNING

    @property
    def n_found(self) -> int:
        """How many relevant candidates are found."""
        return sum(self.known.values())

    def choose(self, rules: BatchRules, batch: int) -> list[Asked]:
        """Return the next batch: the random part first, then the order's."""
        left = np.setdiff1d(np.arange(self.pool.size), list(self.known))
        is_closing = self.n_dry >= rules.patience
        n_random = math.ceil(rules.closing * len(left)) if is_closing else rules.n_random
        n_random = min(n_random, len(left))
        rng = np.random.default_rng([self.pool.seed, 1, batch])
        drawn = rng.choice(left, n_random, replace=False).tolist()
        rule = CLOSING if is_closing else RANDOM
        asked = [Asked(place, batch, rule, n_random / len(left)) for place in drawn]
        if is_closing:
            return asked

        ranked = ORDERS[rules.order](self.pool, self.known, rules.size)
        others = [place for place in ranked if place not in drawn]
        for place in others[: rules.size - n_random]:
            asked.append(Asked(place, batch, rules.order, None))
        return asked

    def learn(self, batch: list[Asked], judged: Known, rules: BatchRules) -> None:
        """Take in the judgments of a whole batch."""
        at_random = [asked for asked in batch if asked.probability is not None]
        by_order = [asked for asked in batch if asked.probability is None]
        is_closing = at_random == batch and self.n_dry >= rules.patience
        if at_random:
            sample = Sample(
                round=CLOSING if is_closing else str(batch[0].batch),
                found=self.n_found,
                left=self.pool.size - len(self.known),
                drawn=len(at_random),
                hits=sum(judged[asked.place] for asked in at_random),
            )
            self.samples.append(sample)

        if any(judged[asked.place] for asked in by_order):
            self.n_dry = 0
        else:
            self.n_dry += 1
        for asked in batch:
            self.known[asked.place] = judged[asked.place]
        if len(self.known) == self.pool.size:
            self.state = WHOLE
        elif is_closing or (self.n_dry >= rules.patience and not rules.closing):
            self.state = STOPPED


def follow_batches(
    pools: Mapping[Pair, JudgingPool], judged: Mapping[Pair, Known], rules: BatchRules
) -> tuple[dict[Pair, Course], int]:
    """Request batch after batch as far as the judgments go; return the courses and the last batch.

    ``judged`` has the settled grades, by pair and place. The last batch waits to be judged, unless
    every pair has stopped: its candidates are requested, their grades not yet in the courses.
    """
    courses = {pair: Course(pool) for pair, pool in pools.items()}
    batch = 0
    while True:
        running = [pair for pair, course in courses.items() if course.state == RUNNING]
        if not running:
            return courses, batch
        batch += 1
        with threadpool_limits(1, "blas"):  # the last digits depend on the threads
            chosen = {pair: courses[pair].choose(rules, batch) for pair in running}
        for pair, asked in chosen.items():
            courses[pair].asked += asked

        # all pairs go on together: one request without a grade holds back the batch
        for pair, asked in chosen.items():
            judged_places = judged.get(pair, {}).keys()
            if any(request.place not in judged_places for request in asked):
                return courses, batch
        for pair, asked in chosen.items():
            courses[pair].learn(asked, judged[pair], rules)
