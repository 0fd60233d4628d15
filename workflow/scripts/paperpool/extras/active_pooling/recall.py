"""Estimate the relevant candidates left, from those requested at random.

At the start of a batch a pair has ``found`` known relevant candidates and ``left`` unjudged ones;
``drawn`` of these are drawn at random, ``hits`` of them relevant. Then ``found + left * hits /
drawn`` is an unbiased estimate of its relevant candidates (Horvitz and Thompson 1952). While a pair
goes on, the batches' estimates are averaged, as Des Raj does (1956, "Some estimators in sampling
with varying probabilities without replacement"): their errors are uncorrelated, for any choices of
the order in between. The weights are the inverse variances at equal shares of relevant candidates.
The stop of a pair depends on earlier hits, so after the stop the closing batch counts alone: it is
drawn when the stop is decided. The sum over pairs is the estimate for all of them (stratified
sampling: Cochran 1977, chapter 5).

Variances are those of drawing without replacement. The share of relevant candidates in them is the
pair's own, drawn towards that of all pairs in the same batch by one imagined draw, so that a pair
without a hit is not taken as certain; the variance is a sample's, larger by one part in ``drawn``.
The interval of the missed ones is log-normal, as of the size of a population (Chao 1987,
"Estimating the population size for capture-recapture data with unequal catchability"): never
negative, and longer upwards.
"""

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

CLOSING = "closing"
"""The round of the closing batches."""

CERTAIN = 0.0


@dataclass(frozen=True)
class Sample:
    """The random part of a pair's batch; samples of one ``round`` share their counts."""

    round: str
    found: int
    left: int
    drawn: int
    hits: int


@dataclass(frozen=True)
class Recall:
    """How many relevant candidates were found, are estimated to be there, and the interval.

    ``recall``, ``low`` and ``high`` are shares of the relevant candidates; None without a random
    draw or a find.
    """

    n_found: int
    n_relevant: float | None
    recall: float | None
    low: float | None
    high: float | None


def share_hits(samples: Collection[Sample]) -> dict[str, float]:
    """Return the share of relevant candidates in each round, one of two imagined draws a hit."""
    hits: Counter[str] = Counter()
    drawn: Counter[str] = Counter()
    for sample in samples:
        hits[sample.round] += sample.hits
        drawn[sample.round] += sample.drawn
    return {name: (hits[name] + 1) / (drawn[name] + 2) for name in drawn}


def estimate_relevant(
    samples: Sequence[Sample], shares: Mapping[str, float]
) -> tuple[float, float] | None:
    """Return the estimated relevant candidates by ``shares`` and the variance, or None."""
    if not samples:
        return None
    last = samples[-1]
    if last.round == CLOSING:
        samples = [last]
    if last.left == last.drawn:
        return last.found + last.hits, CERTAIN

    weights = []
    for sample in samples:
        weights.append(sample.drawn / (sample.left * (sample.left - sample.drawn)))
    mean = 0.0
    variance = 0.0
    for sample, weight in zip(samples, weights, strict=True):
        weight /= sum(weights)
        mean += weight * (sample.found + sample.left * sample.hits / sample.drawn)
        share = (sample.hits + shares[sample.round]) / (sample.drawn + 1)
        spread = sample.left * (sample.left - sample.drawn) / sample.drawn
        variance += weight**2 * spread * share * (1 - share) * (1 + 1 / sample.drawn)
    return mean, variance


def estimate_recall(
    n_found: int, estimates: Sequence[tuple[float, float] | None], confidence: float
) -> Recall:
    """Return the recall of some pairs together, from the estimate and variance of each."""
    known = [estimate for estimate in estimates if estimate is not None]
    if not known or len(known) < len(estimates):
        return Recall(n_found, None, None, None, None)
    n_relevant = max(float(n_found), sum(mean for mean, _ in known))
    if not n_found:
        return Recall(0, n_relevant, None, None, None)

    variance = sum(variance for _, variance in known)
    least, most = _bound(n_relevant - n_found, variance, confidence)
    return Recall(
        n_found,
        n_relevant,
        recall=n_found / n_relevant,
        low=n_found / (n_found + most),
        high=n_found / (n_found + least),
    )


def _bound(missed: float, variance: float, confidence: float) -> tuple[float, float]:
    """Return the interval of how many relevant candidates are missed."""
    quantile = NormalDist().inv_cdf((1 + confidence) / 2)
    if missed <= 0:
        return 0.0, quantile * math.sqrt(variance)
    factor = math.exp(quantile * math.sqrt(math.log(1 + variance / missed**2)))
    return missed / factor, missed * factor
