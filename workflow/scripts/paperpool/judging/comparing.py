"""Compare runs, two by two, by the judgments so far: what is decided, and what it would take.

Two questions are answered for each pair of runs. The difference on *these* topics is a number that
all judgments would give; only the judgments are a sample. The difference on *topics like these* is
that of a population: the topics are a sample too, and more judgments of the same topics do not make
it certain.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from scipy.special import ndtri, stdtrit

from paperpool.evaluation.resampling import Floats
from paperpool.judging.drawing import Sample, combine_sizes, draw_items
from paperpool.judging.estimating import Difference, Prior, estimate_difference
from paperpool.judging.expecting import CONFIDENCE, NORMAL, expect_error, find_needed
from paperpool.judging.ideals import estimate_ideals
from paperpool.judging.items import Items
from paperpool.judging.sequences import LEAST, find_radius

POWER = 0.8

MARGIN = 0.02
"""A difference up to 2 points, of the best score, is none that matters."""

DECIDABLE = 0.5
"""The part of all judgments that may be needed: what takes more is called not decidable."""

LEVEL = 0.13
SLOPE = 0.45
VARIANCE = 0.06
"""CSFCube's gains among the ranks that count, relative to the best: the level and slope over the
standing, and the variance around both. They hold until judgments say otherwise."""

SAME = "the same where it counts"
BETTER = "{} is better"
NO_DIFFERENCE = "no difference above {:g} points"
OPEN = "open"
UNDECIDABLE = "not decidable"


@dataclass(frozen=True)
class Assessment:
    """Two runs: the estimated difference of their mean scores, the first less the second.

    ``interval`` is of these topics at this look, ``sequence`` at all looks together, ``sampled`` of
    topics like these. ``n_left`` counts unknown items that the difference depends on, ``n_needed``
    the judgments after which the sign on these topics is expected (None: not before all are
    judged), ``n_topics`` the topics that find a difference of this size with a power of 0.8 (None:
    any number is too few).
    """

    first: str
    second: str
    value: float
    interval: tuple[float, float]
    sequence: tuple[float, float]
    sampled: tuple[float, float]
    n_depends: int
    n_left: int
    n_needed: int | None
    n_topics: int | None
    verdict: str
    verdict_sampled: str

    @property
    def is_open(self) -> bool:
        """Whether more judgments of these topics may decide."""
        return self.verdict in (OPEN, UNDECIDABLE) and self.n_left > 0


@dataclass(frozen=True)
class Comparison:
    """The assessments of all pairs of runs, in the order of ``combinations``.

    ``weighted`` are the differences of the items' weights, of NDCG divided by the ideals, shape
    (pairs, items), and ``variance`` is that of gains around their forecast. If it is
    ``for_scores``, items are drawn by their weights in all runs, not by the differences of these.
    """

    items: Items
    sample: Sample
    assessments: tuple[Assessment, ...]
    weighted: Floats
    variance: float
    for_scores: bool = False

    @property
    def sizes(self) -> Floats:
        """The sizes of all items that were unknown before the first draw."""
        if self.for_scores:
            weights = self.items.weights
            sizes = combine_sizes(weights, np.ones(len(weights), dtype=bool))
        else:
            undecided = np.array([assessment.is_open for assessment in self.assessments])
            sizes = combine_sizes(self.weighted, undecided)
        before = self.items.known
        before[self.sample.drawn] = False
        return np.where(before, 0.0, sizes)

    def draw(self, n: int, rng: np.random.Generator) -> Sample:
        """Return the next ``n`` draws of unknown items; for differences none if all are decided."""
        is_open = any(assessment.is_open for assessment in self.assessments)
        if not is_open and not self.for_scores:
            return Sample(np.empty(0, dtype=np.int64), np.empty(0))
        return draw_items(np.where(self.items.known, 0.0, self.sizes), n, rng)

    def expect_errors(self, further: Sequence[int]) -> Floats:
        """Return the expected standard errors after ``further`` judgments, (further, pairs)."""
        errors = np.zeros((len(further), len(self.weighted)))
        for row, n in enumerate(further):
            for column, weighted in enumerate(self.weighted):
                n_drawn = len(self.sample) + n
                error = expect_error(weighted, self.sizes, n_drawn, self.variance)
                errors[row, column] = error / len(self.items.topics)
        return errors


def compare_runs(
    items: Items, sample: Sample, margin: float = MARGIN, *, for_scores: bool = False
) -> Comparison:
    """Compare all pairs of the items' runs by what is known, some of it ``sample`` of the rest.

    A difference below ``margin`` times the best score is none that matters.
    """
    prior = Prior(LEVEL * items.best_gain, SLOPE * items.best_gain)
    ideals = np.ones(len(items.topics))
    doubts = np.zeros(len(items.topics))
    if items.measure.kind == "ndcg":
        estimated = estimate_ideals(items, sample)
        ideals = np.where(estimated.values > 0, estimated.values, np.inf)
        doubts = estimated.errors / ideals

    weighted = []
    pairs = list(combinations(range(len(items.runs)), 2))
    for first, second in pairs:
        difference = items.weights[first] - items.weights[second]
        weighted.append(difference / ideals[items.places])
    shape = (len(pairs), len(items.places))
    variance = _find_variance(items, sample)
    weighted = np.array(weighted).reshape(shape)
    comparison = Comparison(items, sample, (), weighted, variance, for_scores)

    assessments = []
    for (first, second), of_pair in zip(pairs, comparison.weighted, strict=True):
        difference = estimate_difference(of_pair, items, sample, prior)
        # the ideals are estimates too: a topic's error is its own, in part that of all topics
        own = np.sqrt((difference.by_topic**2 * doubts**2).sum()) / len(items.topics)
        shared = difference.value * doubts.mean()
        error = float(np.sqrt(difference.error**2 + own**2 + shared**2))
        difference = replace(difference, error=error)
        names = (items.runs[first], items.runs[second])
        assessments.append(_assess(names, difference, of_pair, comparison, margin))
    return replace(comparison, assessments=tuple(assessments))


def _find_variance(items: Items, sample: Sample) -> float:
    """Return the variance of gains around their forecast, that of CSFCube for ``LEAST`` draws."""
    usual = VARIANCE * items.best_gain**2
    n = len(sample)
    if n < 2:
        return usual
    gains = items.gains[sample.drawn]
    standing = items.standing[sample.drawn]
    lines = np.stack([np.ones(n), standing], axis=1)
    fit, *_ = np.linalg.lstsq(lines, gains, rcond=None)
    found = ((gains - lines @ fit) ** 2).sum()
    return float((found + LEAST * usual) / (n + LEAST))


def _assess(
    names: tuple[str, str],
    difference: Difference,
    weighted: Floats,
    comparison: Comparison,
    margin: float,
) -> Assessment:
    """Return the verdict that an estimated difference has on two runs."""
    items = comparison.items
    depends = weighted != 0
    bounds = _find_bounds(difference)
    n_needed = 0 if difference.is_whole else None
    if depends.any():
        scale = items.measure.find_best(items.max_grade)
        verdict = _judge(names, bounds.sequence, margin, scale)
        verdict_sampled = _judge(names, bounds.sampled, margin, scale)
        if not difference.is_whole and difference.n_draws >= LEAST:
            before = items.known
            before[comparison.sample.drawn] = False
            sizes = np.abs(weighted[~before]) / len(items.topics)
            n_needed = find_needed(difference.value, sizes, comparison.variance)
            # even the largest difference that is left would take too many judgments
            farthest = max(map(abs, bounds.interval))
            n_farthest = find_needed(farthest, sizes, comparison.variance)
            is_far = n_farthest is None or n_farthest > DECIDABLE * (sizes > 0).sum()
            if verdict == OPEN and is_far:
                verdict = UNDECIDABLE
        if verdict_sampled == OPEN and bounds.is_beyond:
            verdict_sampled = UNDECIDABLE
    else:
        verdict = verdict_sampled = SAME

    return Assessment(
        *names,
        difference.value,
        bounds.interval,
        bounds.sequence,
        bounds.sampled,
        int(depends.sum()),
        int((depends & ~items.known).sum()),
        n_needed,
        bounds.n_wanted,
        verdict,
        verdict_sampled,
    )


@dataclass(frozen=True)
class _Bounds:
    """The intervals of a difference, and their verdict on topics like these.

    ``is_beyond`` is whether not even the largest difference that is left would show with as many
    topics, ``n_wanted`` how many would find the estimated one.
    """

    interval: tuple[float, float]
    sequence: tuple[float, float]
    sampled: tuple[float, float]
    is_beyond: bool
    n_wanted: int | None


def _find_bounds(difference: Difference) -> _Bounds:
    """Return the bounds of an estimated difference; before ``LEAST`` draws most are infinite."""
    n = difference.n_draws
    n_topics = len(difference.by_topic)
    value = difference.value
    of_topics = float(stdtrit(max(n_topics - 1, 1), (1 + CONFIDENCE) / 2))
    radius = find_radius(max(n, LEAST), CONFIDENCE)

    # with all judgments the doubt about ideals is left, and no looks count
    quantile = NORMAL
    sampling = of_topics
    if not difference.is_whole:
        quantile = float(stdtrit(max(n - 1, 1), (1 + CONFIDENCE) / 2))
        sampling = radius
    interval = _surround(value, quantile * difference.error)
    if not difference.is_whole and n < LEAST:
        return _Bounds(interval, _UNBOUNDED, _UNBOUNDED, is_beyond=False, n_wanted=None)

    sequence = _surround(value, radius * difference.error)
    spread = max(difference.spread, difference.error)
    between = np.sqrt(max(spread**2 - difference.error**2, spread**2 / 4))
    n_wanted = None
    if value and between:
        deviations = NORMAL + float(ndtri(POWER))
        n_wanted = int(np.ceil((deviations * between / value) ** 2 * n_topics))
    return _Bounds(
        interval,
        sequence,
        _surround(value, sampling * spread),
        is_beyond=bool(of_topics * between > max(map(abs, sequence))),
        n_wanted=n_wanted,
    )


_UNBOUNDED = (-np.inf, np.inf)


def _surround(value: float, radius: float) -> tuple[float, float]:
    """Return the interval around a value."""
    return (value - radius, value + radius)


def _judge(names: tuple[str, str], bounds: tuple[float, float], margin: float, scale: float) -> str:
    """Return the verdict of an interval; ``scale`` is the best score."""
    low, high = bounds
    if low > 0:
        return BETTER.format(names[0])
    if high < 0:
        return BETTER.format(names[1])
    if -margin * scale < low and high < margin * scale:
        return NO_DIFFERENCE.format(100 * margin)
    return OPEN
