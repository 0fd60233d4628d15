"""Ratios of sums over queries, with intervals that draw the queries."""

from collections.abc import Sequence

import numpy as np

from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.resampling import Floats, bootstrap_counts, interval_where_defined

Estimate = tuple[float | None, float | None, float | None]


class RatioDraws:
    """Draws of ``n`` queries that several ratios share; ``stream`` sets them apart from others."""

    def __init__(self, n: int, resampling: Resampling, stream: int) -> None:
        rng = np.random.default_rng([resampling.seed, stream])
        self._weights = bootstrap_counts([n], resampling.n_bootstrap, rng).astype(float)
        self._confidence = resampling.confidence

    def sample(self, counts: Sequence[tuple[int, int]]) -> tuple[float, Floats]:
        """Return the ratio of queries' counts, each part and whole, and that of each draw.

        NaN where the whole is 0.
        """
        table = np.array(counts, dtype=float).reshape(-1, 2)
        sums = table.sum(axis=0)
        drawn = self._weights @ table
        with np.errstate(invalid="ignore", divide="ignore"):
            return float(sums[0] / sums[1]), drawn[:, 0] / drawn[:, 1]

    def estimate(self, counts: Sequence[tuple[int, int]]) -> Estimate:
        """Return the ratio and its interval; all are None if it is not defined."""
        return interval_where_defined(*self.sample(counts), self._confidence)

    def compare(
        self, first: Sequence[tuple[int, int]], second: Sequence[tuple[int, int]]
    ) -> Estimate:
        """Return the first ratio less the second, and the interval of the difference."""
        value, drawn = self.sample(first)
        other, drawn_other = self.sample(second)
        return interval_where_defined(value - other, drawn - drawn_other, self._confidence)
