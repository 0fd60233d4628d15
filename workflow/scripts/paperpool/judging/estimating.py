"""Estimate the difference between two runs from items that were drawn one after another.

The difference is the sum over items of ``weight difference × gain``. Before each draw some terms
are known, and the drawn one, divided by its probability, stands for all others: an unbiased
estimate of the whole (Des Raj 1956, "Some estimators in sampling with varying probabilities without
replacement"). These estimates are uncorrelated, whatever was judged before, and their errors are
martingale differences; they are averaged by weights that depend on earlier draws alone.

A gain is taken less a forecast of it, by earlier draws of the topic and the ranks in all runs: a
difference estimator (Särndal, Swensson and Wretman 1992, chapter 6; for draws without replacement,
Shekhar, Xu, Lipton, Liang and Ramdas 2023, "Risk-limiting financial audits via weighted sampling
without replacement").
"""

from dataclasses import dataclass

import numpy as np

from paperpool.evaluation.resampling import Floats
from paperpool.judging.drawing import Sample
from paperpool.judging.items import Items

TOPIC_STRENGTH = 5.0
"""Draws of a topic that the mean gain of all topics counts for in its forecast."""

SLOPE_STRENGTH = 2.0
"""The spread of standing that the prior slope counts for."""

_LEAST_LEFT = 1e-6


@dataclass(frozen=True)
class Prior:
    """The forecast of gains before any is known: ``level + slope × standing``."""

    level: float
    slope: float


@dataclass(frozen=True)
class Difference:
    """The estimated difference of two runs, the mean over topics, after some draws.

    ``error`` is its standard error as to the judgments, ``by_topic`` the estimate of each topic. If
    ``is_whole``, every grade that matters is known.
    """

    value: float
    error: float
    n_draws: int
    by_topic: Floats
    is_whole: bool

    @property
    def spread(self) -> float:
        """The standard error with topics like these sampled anew, judgments included."""
        n = len(self.by_topic)
        if n < 2:
            return float("inf")
        return float(self.by_topic.std(ddof=1) / np.sqrt(n))


@dataclass(frozen=True)
class ByDraw:
    """What each draw estimates of every topic, shape (draws, topics), and the draws' weights.

    The weights, (draws,), have the sum 1 and depend on earlier draws alone.
    """

    by_draw: Floats
    weights: Floats

    @property
    def by_topic(self) -> Floats:
        """The weighted mean of the draws' estimates of each topic."""
        return self.weights @ self.by_draw

    @property
    def means(self) -> Floats:
        """What each draw estimates of the mean over topics, shape (draws,)."""
        return self.by_draw.mean(axis=1)


def estimate_difference(
    differences: Floats, items: Items, sample: Sample, prior: Prior
) -> Difference:
    """Return the estimate after all draws of a sample.

    ``differences`` are those of the items' weights, of NDCG divided by the ideals. Other known
    items count as known from the beginning.
    """
    n = len(sample)
    known = items.known
    is_whole = bool(known[differences != 0].all())
    if not n or is_whole:
        terms = np.where(known, differences * np.nan_to_num(items.gains), 0.0)
        by_topic = items.sum_topics(terms)
        error = 0.0 if is_whole else float("inf")
        return Difference(float(by_topic.mean()), error, n, by_topic, is_whole)

    draws = estimate_by_draw(differences, items, items.gains, sample, prior)
    by_topic = draws.by_topic
    value = float(by_topic.mean())
    error = float("inf")
    if n > 1:
        squares = (draws.weights * (draws.means - value)) ** 2
        error = float(np.sqrt(squares.sum() * n / (n - 1)))
    return Difference(value, error, n, by_topic, is_whole=False)


def estimate_by_draw(
    differences: Floats, items: Items, gains: Floats, sample: Sample, prior: Prior
) -> ByDraw:
    """Return what each draw of a sample estimates, by ``gains`` of the known items.

    The estimates are linear in the gains and the prior together.
    """
    drawn = sample.drawn
    n = len(drawn)
    n_topics = len(items.topics)
    before = items.known
    before[drawn] = False

    terms = np.where(items.known, differences * np.nan_to_num(gains), 0.0)
    still_open = np.where(before, 0.0, differences)

    topics = items.places[drawn]
    is_topic = np.zeros((n, n_topics))
    is_topic[np.arange(n), topics] = 1.0
    of_draw = differences[drawn][:, None]
    standing = items.standing

    # what is known before each draw, and what is left: shape (draws, topics)
    found = items.sum_topics(np.where(before, terms, 0.0))
    found = found + _sum_before(is_topic * terms[drawn][:, None])
    left = items.sum_topics(still_open) - _sum_before(is_topic * of_draw)
    left_standing = items.sum_topics(still_open * standing)
    left_standing = left_standing - _sum_before(is_topic * of_draw * standing[drawn][:, None])

    slopes = _fit_slopes(gains[drawn], standing[drawn], prior)
    levels = _find_levels(gains[drawn], standing[drawn], slopes, is_topic, prior)
    forecasts = levels[np.arange(n), topics] + slopes * standing[drawn]
    residuals = differences[drawn] * (gains[drawn] - forecasts) / sample.probabilities
    by_draw = found + levels * left + slopes[:, None] * left_standing
    by_draw += is_topic * residuals[:, None]

    # the variance of a draw falls with the square of what is left
    total = np.abs(still_open).sum()
    sizes = total - _sum_before(np.abs(of_draw))[:, 0]
    weights = 1 / np.maximum(sizes, total * _LEAST_LEFT) ** 2
    return ByDraw(by_draw, weights / weights.sum())


def _sum_before(values: Floats) -> Floats:
    """Return the sums of the rows above each row."""
    sums = np.zeros_like(values)
    np.cumsum(values[:-1], axis=0, out=sums[1:])
    return sums


def _fit_slopes(gains: Floats, standing: Floats, prior: Prior) -> Floats:
    """Return the slope of gains over standing before each draw, by a ridge towards the prior's."""
    columns = [np.ones_like(gains), standing, gains, standing**2, standing * gains]
    sums = _sum_before(np.stack(columns, axis=1))
    counts = np.maximum(sums[:, 0], 1)
    spread = sums[:, 3] - sums[:, 1] ** 2 / counts
    together = sums[:, 4] - sums[:, 1] * sums[:, 2] / counts
    return (together + SLOPE_STRENGTH * prior.slope) / (spread + SLOPE_STRENGTH)


def _find_levels(
    gains: Floats, standing: Floats, slopes: Floats, is_topic: Floats, prior: Prior
) -> Floats:
    """Return the level of each topic's gains before each draw, shape (draws, topics).

    It is the mean of the topic's earlier draws less their slope, drawn towards that of all.
    """
    counts = _sum_before(is_topic)
    of_topic = _sum_before(is_topic * gains[:, None])
    of_topic = of_topic - slopes[:, None] * _sum_before(is_topic * standing[:, None])
    overall = of_topic.sum(axis=1) + TOPIC_STRENGTH * prior.level
    overall /= counts.sum(axis=1) + TOPIC_STRENGTH
    return (of_topic + TOPIC_STRENGTH * overall[:, None]) / (counts + TOPIC_STRENGTH)
