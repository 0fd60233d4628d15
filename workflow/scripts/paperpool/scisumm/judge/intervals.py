"""Bootstrap intervals and paired permutation tests over reference papers.

The citances of a reference paper are about the same sentences and were annotated by the same
people, so that papers are drawn, not citances. A figure is a function of sums over papers (see
``sums``), not a mean over them: a bootstrap sample adds up the papers as often as they were drawn,
and a permutation swaps the counts of two rankers for some papers before both are summed.
"""

from collections.abc import Iterable, Sequence
from functools import partial

import numpy as np

from paperpool.evaluation.paired_draws import Resampling, Test
from paperpool.evaluation.ranks import N_RANKED, Rank, compare_means, rank_all
from paperpool.evaluation.resampling import Floats, bootstrap_counts, interval, random_signs
from paperpool.scisumm.judge.sums import HITS, figures

Figure = tuple[float, float | None, float | None]
"""A value and the ends of its interval, missing for a single paper."""


class PaperDraws:
    """The draws of ``n_papers`` that every ranker of a slice shares.

    ``stream`` sets the draws of one slice apart from those of another.
    """

    def __init__(self, n_papers: int, resampling: Resampling, stream: Sequence[int]):
        rng = np.random.default_rng([resampling.seed, *stream])
        self._confidence = resampling.confidence
        counts = bootstrap_counts([n_papers], resampling.n_bootstrap, rng)
        self._counts = counts.astype(np.float64)
        signs = random_signs(n_papers, resampling.n_permutations, rng)
        self._swapped = (signs < 0).astype(np.float64)
        self._sampled: dict[bytes, Floats] = {}

    @property
    def possible(self) -> bool:
        """Whether there are several papers to draw."""
        return self._counts.shape[1] > 1

    def samples(self, papers: Floats) -> Floats:
        """Return the bootstrapped figures of ``papers`` (papers, columns): (samples, figures).

        They are remembered: a ranker's are wanted for its intervals and for each of its tests.
        """
        key = papers.tobytes()
        if key not in self._sampled:
            self._sampled[key] = figures(self._counts @ papers)
        return self._sampled[key]

    def figures(self, papers: Floats) -> list[Figure]:
        """Return each figure of all papers with its interval."""
        values = figures(papers.sum(axis=0))
        if not self.possible:
            return [(float(value), None, None) for value in values]
        return [
            (float(value), *interval(sampled, self._confidence))
            for value, sampled in zip(values, self.samples(papers).T, strict=True)
        ]

    def ranks(self, papers: Sequence[Floats], columns: Iterable[int]) -> dict[int, list[Rank]]:
        """Return the ranks of rankers by some figures; each has the shape (papers, columns).

        Pairs are compared by the signs of jackknife's pseudo-values, whose mean is nearly the
        figure: the result of swapping papers, without summing anew for each pair. See
        ``paperpool.evaluation.ranks``, and Miller, "The jackknife: a review" (1974).
        """
        table = np.stack([matrix[:, :HITS] for matrix in papers])
        sums, n_papers = table.sum(axis=1), table.shape[1]
        means, without = figures(sums), figures(sums[:, np.newaxis] - table)  # without a paper
        values = n_papers * means[:, np.newaxis] - (n_papers - 1) * without
        signs = 1 - 2 * self._swapped.T
        return {
            column: rank_all(
                means[:, column],
                values[:, :, column].T,
                np.stack([self.samples(matrix)[:N_RANKED, column] for matrix in papers], axis=1),
                partial(compare_means, means[:, column], weighted, weighted @ signs),
                [n_papers],
                signs.shape[1],
                self._confidence,
            )
            for column in columns
            for weighted in [values[:, :, column] / n_papers]
        }

    def tests(self, ranker: Floats, baseline: Floats) -> list[Test]:
        """Return the difference of each figure, its interval and p (two-sided).

        Both have the shape (papers, columns). The observed assignment counts as one permutation,
        so that p is never 0 (Phipson and Smyth 2010).
        """
        difference = figures(ranker.sum(axis=0)) - figures(baseline.sum(axis=0))
        moved = self._swapped @ (baseline - ranker)
        permuted = figures(ranker.sum(axis=0) + moved) - figures(baseline.sum(axis=0) - moved)
        # equal values may differ in the last bits when summed in another order
        reached = (np.abs(permuted) >= np.abs(difference) - 1e-12).sum(axis=0)
        p_values = (1 + reached) / (1 + len(permuted))
        sampled = self.samples(ranker) - self.samples(baseline)
        return [
            (float(value), *interval(column, self._confidence), float(p))
            for value, column, p in zip(difference, sampled.T, p_values, strict=True)
        ]
