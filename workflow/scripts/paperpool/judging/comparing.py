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
from paperpool.judging.drawing import Sample, combine_sizes, draw_items, expect_inclusion
from paperpool.judging.estimating import Difference, Prior, estimate_difference
from paperpool.judging.ideals import estimate_ideals
from paperpool.judging.items import Items
from paperpool.judging.sequences import LEAST, find_radius

CONFIDENCE = 0.95

POWER = 0.8

MARGIN = 0.02
"""A difference up to 2 points, of the best score, is none that matters."""

DECIDABLE = 0.5
"""The part of all judgments that may be needed: what takes more is called not decidable."""

_STEPS = 30

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
    (pairs, items), and ``variance`` is that of gains around their forecast.
    """

    items: Items
    sample: Sample
    assessments: tuple[Assessment, ...]
    weighted: Floats
    variance: float

    @property
    def sizes(self) -> Floats:
        """The sizes of all items that were unknown before the first draw."""
        undecided = np.array([assessment.is_open for assessment in self.assessments])
        sizes = combine_sizes(self.weighted, undecided)
        before = self.items.known
        before[self.sample.drawn] = False
        return np.where(before, 0.0, sizes)

    def draw(self, n: int, rng: np.random.Generator) -> Sample:
        """Return the next ``n`` draws of unknown items, none if every pair is decided."""
        if not any(assessment.is_open for assessment in self.assessments):
            return Sample(np.empty(0, dtype=np.int64), np.empty(0))
        return draw_items(np.where(self.items.known, 0.0, self.sizes), n, rng)

    def expect_errors(self, further: Sequence[int]) -> Floats:
        """Return the expected standard errors after ``further`` judgments, (further, pairs)."""
        errors = np.zeros((len(further), len(self.weighted)))
        for row, n in enumerate(further):
            for column, weighted in enumerate(self.weighted):
                errors[row, column] = self._expect_error(weighted, self.sizes, n)
        return errors

    def _expect_error(self, weighted: Floats, sizes: Floats, n: int) -> float:
        """Return the standard error after ``n`` more draws by ``sizes``."""
        inclusion = expect_inclusion(sizes, len(self.sample) + n)
        is_drawn = inclusion > 0
        if not is_drawn.any():
            return 0.0
        chances = inclusion[is_drawn]
        total = (weighted[is_drawn] ** 2 * (1 - chances) / chances).sum()
        return float(np.sqrt(self.variance * total) / len(self.items.topics))


def compare_runs(items: Items, sample: Sample, margin: float = MARGIN) -> Comparison:
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
    comparison = Comparison(items, sample, (), np.array(weighted).reshape(shape), 0.0)
    comparison = replace(comparison, variance=_find_variance(items, sample))

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
    """Return what an estimated difference says of two runs."""
    items = comparison.items
    value = difference.value
    depends = weighted != 0
    n_left = int((depends & ~items.known).sum())
    n = difference.n_draws
    scale = items.measure.find_best(items.max_grade)
    n_topics = len(items.topics)

    quantile = float(stdtrit(max(n - 1, 1), (1 + CONFIDENCE) / 2))
    if difference.is_whole:  # what is left is the doubt about ideals
        quantile = float(ndtri((1 + CONFIDENCE) / 2))
    radius = find_radius(max(n, LEAST), CONFIDENCE)
    interval = _surround(value, quantile * difference.error)
    sequence = _surround(value, radius * difference.error)
    if not difference.is_whole and n < LEAST:
        sequence = (-np.inf, np.inf)

    # the looks count for topics like these as well, until all is judged
    of_topics = float(stdtrit(max(n_topics - 1, 1), (1 + CONFIDENCE) / 2))
    spread = max(difference.spread, difference.error)
    sampled = _surround(value, spread * (of_topics if difference.is_whole else radius))
    if not np.isfinite(sequence[0]):
        sampled = sequence
    between = np.sqrt(max(spread**2 - difference.error**2, spread**2 / 4))

    n_needed = _find_needed(value, weighted, comparison) if n >= LEAST else None
    if difference.is_whole:
        n_needed = 0
    verdict = _judge(names, sequence, margin, scale)
    if not depends.any():
        verdict = SAME
    elif verdict == OPEN and n >= LEAST:
        # even the largest difference that is left would take too many judgments
        farthest = max(map(abs, interval))
        if _find_needed(farthest, weighted, comparison, DECIDABLE) is None:
            verdict = UNDECIDABLE
    verdict_sampled = _judge(names, sampled, margin, scale)
    # not decidable if not even the largest difference that is left would show with these topics
    is_beyond = of_topics * between > max(map(abs, sequence))
    if not depends.any():
        verdict_sampled = SAME
    elif verdict_sampled == OPEN and is_beyond:
        verdict_sampled = UNDECIDABLE

    n_wanted = None
    if value and between and np.isfinite(sequence[0]):
        deviations = float(ndtri((1 + CONFIDENCE) / 2) + ndtri(POWER))
        n_wanted = int(np.ceil((deviations * between / value) ** 2 * n_topics))
    return Assessment(
        *names,
        value,
        interval,
        sequence,
        sampled,
        int(depends.sum()),
        n_left,
        n_needed,
        n_wanted,
        verdict,
        verdict_sampled,
    )


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


def _find_needed(
    value: float, weighted: Floats, comparison: Comparison, share: float = 1.0
) -> int | None:
    """Return after how many judgments in all, drawn for these runs, the sequence excludes 0.

    None if that is more than a ``share`` of those that the difference depends on.
    """
    before = comparison.items.known
    before[comparison.sample.drawn] = False
    sizes = np.abs(weighted[~before])
    sizes = sizes[sizes > 0]
    n_topics = len(comparison.items.topics)
    low, high = 0.0, 1.0 / sizes.min(initial=1.0)
    for _ in range(_STEPS):  # the time up to which is drawn, as in ``expect_inclusion``
        time = (low + high) / 2
        chances = -np.expm1(-time * sizes)
        n = chances.sum()
        total = (sizes**2 * (1 - chances) / chances).sum()
        error = np.sqrt(comparison.variance * total) / n_topics
        if find_radius(n, CONFIDENCE) * error < abs(value):
            high = time
        else:
            low = time
    n_needed = max(LEAST, int(np.ceil(-np.expm1(-high * sizes).sum())))
    return n_needed if n_needed < share * len(sizes) else None
