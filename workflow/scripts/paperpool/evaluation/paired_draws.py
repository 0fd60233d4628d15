"""Draws that all rankers of a slice share, and their intervals and tests.

See ``resampling`` for sources. Draws are gone through block by block (see ``query_draws``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from paperpool.evaluation.query_draws import draw_queries
from paperpool.evaluation.ranks import N_RANKED, Rank, compare_means, rank_all
from paperpool.evaluation.resampling import (
    Floats,
    fold_weights,
    interval,
    permutation_p,
)

Estimate = tuple[float, float | None, float | None]
"""A value or a difference, and the optional ends of its interval."""

Test = tuple[float, float | None, float | None, float]
"""A difference, the ends of its interval, and its p-value."""


@dataclass(frozen=True)
class Resampling:
    """How intervals and tests are drawn."""

    seed: int
    n_bootstrap: int = 10_000
    n_permutations: int = 10_000
    confidence: float = 0.95


@dataclass(frozen=True)
class Paired:
    """The baselines that rankers are tested against, and the draws."""

    baselines: Sequence[str]
    resampling: Resampling

    def draws(self, sizes: Sequence[int], *stream: int) -> PairedDraws:
        """Return the draws of one slice, told apart from those of others by ``stream``."""
        return PairedDraws(sizes, self.resampling, stream)

    def among(self, rankers: Mapping[str, object]) -> list[str]:
        """Return the baselines that are among ``rankers``."""
        return [name for name in self.baselines if name in rankers]


class PairedDraws:
    """The draws that every ranker of one benchmark, protocol, split and slice shares.

    ``sizes`` are the numbers of queries of the folds, whose means are averaged; ``stream`` sets the
    draws of one slice apart from those of another.
    """

    def __init__(self, sizes: Sequence[int], resampling: Resampling, stream: Sequence[int]):
        self._sizes = list(sizes)
        self._resampling = resampling
        self._weights = fold_weights(sizes)
        self._draws = draw_queries(
            sizes,
            resampling.n_bootstrap,
            resampling.n_permutations,
            [resampling.seed, *stream],
        )

    def sample(self, matrices: Sequence[Floats]) -> list[Floats]:
        """Return the bootstrapped scores of each (queries, measures) matrix: (draws, measures)."""
        n_samples = self._resampling.n_bootstrap
        samples = [np.empty((n_samples, matrix.shape[1])) for matrix in matrices]
        for rows, weights in self._draws.weights():
            for sampled, matrix in zip(samples, matrices, strict=True):
                sampled[rows] = weights @ matrix
        return samples

    def estimate(
        self, matrices: Sequence[Floats], samples: Sequence[Floats] | None = None
    ) -> list[list[Estimate]]:
        """Return (value, ci_low, ci_high) per measure of each (queries, measures) matrix.

        ``samples`` are those of ``sample``, if drawn already.
        """
        if samples is None:
            samples = self.sample(matrices)
        estimates = []
        for matrix, sampled in zip(matrices, samples, strict=True):
            by_measure: list[Estimate] = []
            for value, column in zip(self._weights @ matrix, sampled.T, strict=True):
                low, high = interval(column, self._resampling.confidence)
                by_measure.append((float(value), low, high))
            estimates.append(by_measure)
        return estimates

    def ranks(
        self, matrices: Sequence[Floats], samples: Sequence[Floats], columns: Iterable[int]
    ) -> dict[int, list[Rank]]:
        """Return the ranks of rankers by some columns of their matrices (see ``ranks``)."""
        listed = list(columns)
        values = np.stack(matrices)[:, :, listed]  # rankers, queries, columns
        n_rankers, n_queries, n_columns = values.shape

        # signs are gone through once for all columns: rows are rankers, column after column
        flat = values.transpose(2, 0, 1).reshape(n_columns * n_rankers, n_queries)
        weighted = flat * self._weights
        sums = np.empty((len(flat), self._resampling.n_permutations))
        for rows, signs in self._draws.signs():
            sums[:, rows] = weighted @ signs.T

        ranks = {}
        for i, column in enumerate(listed):
            of_column = slice(i * n_rankers, (i + 1) * n_rankers)
            column_values = values[:, :, i].T
            means = self._weights @ column_values
            ranks[column] = rank_all(
                means,
                column_values,
                np.stack([sample[:N_RANKED, column] for sample in samples], axis=1),
                partial(compare_means, means, weighted[of_column], sums[of_column]),
                self._sizes,
                self._resampling.n_permutations,
                self._resampling.confidence,
            )
        return ranks

    def spread(self, stack: Floats) -> list[float | None]:
        """Return the sample standard deviation over runs of each score; None for a single run.

        ``stack`` has the shape (queries, runs, measures).
        """
        if stack.shape[1] == 1:
            return [None] * stack.shape[2]
        estimates = np.einsum("q,qrm->rm", self._weights, stack)
        return estimates.std(axis=0, ddof=1).tolist()

    def tests(
        self, differences: Sequence[Floats], samples: Sequence[Floats] | None = None
    ) -> list[list[Test]]:
        """Return (difference, ci_low, ci_high, p) per measure of each matrix of differences.

        ``samples`` are those of ``sample``, if drawn already.
        """
        if not differences:
            return []
        signs = (block for _, block in self._draws.signs())
        p_values = iter(permutation_p(np.hstack(differences), self._weights, signs))
        tests = []
        for estimates in self.estimate(differences, samples):
            by_measure = []
            for difference, low, high in estimates:
                by_measure.append((difference, low, high, float(next(p_values))))
            tests.append(by_measure)
        return tests
