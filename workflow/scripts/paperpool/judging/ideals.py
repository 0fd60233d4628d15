"""The ideal DCG of each topic, from the grades that are known and a model of those that are not.

The ideal of graded candidates is a sum over levels of grades: the step of a level times the first
discounts, as many as there are candidates from that level on (at most the depth). What is not known
is counted by a share of each level, that of the topic drawn towards that of all topics (a beta
prior of ``STRENGTH`` candidates). Candidates that no run has among the ranks that count are taken
to reach a level less often than others, by the ratio of ``OUTSIDE``.
"""

from dataclasses import dataclass

import numpy as np

from paperpool.evaluation.resampling import Floats
from paperpool.judging.drawing import Sample
from paperpool.judging.items import Items, sum_groups
from paperpool.judging.measures import sum_discounts

STRENGTH = 10.0
"""Candidates of a topic that the shares of all topics count for."""

SHARES = (0.45, 0.17, 0.03)
"""The shares of candidates of grade 1, 2 and 3 or more among the ranks that count, in CSFCube."""

OUTSIDE = 0.3
"""How often another candidate reaches a level, relative to those, in CSFCube."""

MOST_LEVELS = 100
"""Levels of decimal grades; of more they are quantiles of the known ones."""


def list_levels(grades: Floats, max_grade: float) -> Floats:
    """Return the levels of grades above 0, rising."""
    found = np.unique(grades[grades > 0])
    if not len(found):
        return np.arange(1, max_grade + 1, dtype=float)
    if len(found) > MOST_LEVELS:
        found = np.unique(np.quantile(found, np.linspace(0, 1, MOST_LEVELS)))
    return found


@dataclass(frozen=True)
class Ideals:
    """The ideal of each topic, shape (topics,), and about its standard error."""

    values: Floats
    errors: Floats


def estimate_ideals(items: Items, sample: Sample) -> Ideals:
    """Return the ideals, estimated from known grades and those of a sample among them."""
    gains = items.gains
    known = items.known
    inside = (items.weights > 0).any(axis=0)
    seen_weights = np.zeros(len(gains))
    if len(sample):
        seen_weights[sample.drawn] = 1 / sample.probabilities
        seen_weights *= len(sample) / seen_weights.sum()
    else:
        seen_weights[known & inside] = 1.0

    levels = list_levels(gains[known], items.best_gain)
    steps = np.diff(levels, prepend=0.0)[:, None]
    reached = (gains[known] >= levels[:, None]).astype(float)
    places = items.places[known]
    n_topics = len(items.topics)
    seen = items.sum_topics(seen_weights)
    n_left = items.sum_topics(np.where(known, 0.0, np.where(inside, 1.0, OUTSIDE)))

    # by level and topic: the share of what is left, and how many there are in all
    hits = sum_groups(reached * seen_weights[known], places, n_topics)
    pooled = hits.sum(axis=1) + STRENGTH * _find_defaults(levels, items.best_gain)
    pooled /= seen.sum() + STRENGTH
    shares = (hits + STRENGTH * pooled[:, None]) / (seen + STRENGTH)
    counts = sum_groups(reached, places, n_topics) + shares * n_left
    spread = n_left * np.sqrt(shares * (1 - shares) / (seen + STRENGTH + 1))

    low = sum_discounts(np.clip(counts - spread, 0, items.depths))
    high = sum_discounts(np.minimum(counts + spread, items.depths))
    ideals = sum_discounts(np.minimum(counts, items.depths))
    errors = steps * (high - low) / 2
    return Ideals((steps * ideals).sum(axis=0), errors.sum(axis=0))


def _find_defaults(levels: Floats, best: float) -> Floats:
    """Return CSFCube's shares of levels, those of the same part of the highest grade."""
    scaled = levels / max(best, levels[-1]) * len(SHARES)
    return np.interp(scaled, np.arange(len(SHARES) + 1), (1.0, *SHARES))
