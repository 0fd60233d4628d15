"""Bootstrap intervals and paired permutation tests over reference papers.

Citances of one paper are dependent, so papers are resampled. Scores are ratios of sums over papers
(see ``sums``): samples and permutations are summed before the ratio.
"""

from collections.abc import Iterable, Sequence
from functools import partial

import numpy as np

from paperpool.evaluation.paired_draws import Resampling, Test
from paperpool.evaluation.ranks import N_RANKED, Rank, compare_means, rank_all
from paperpool.evaluation.resampling import Floats, bootstrap_counts, interval, random_signs
from paperpool.scisumm.scoring.sums import HITS, compute_scores


class PaperDraws:
    """The draws of ``n_papers``, shared by all rankers of a slice; ``stream`` seeds the slice."""

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
        """Return bootstrapped scores (samples, scores) of ``papers`` (papers, columns), cached."""
        key = papers.tobytes()
        if key not in self._sampled:
            self._sampled[key] = compute_scores(self._counts @ papers)
        return self._sampled[key]

    def intervals(self, papers: Floats) -> list[tuple[float, float | None, float | None]]:
        """Return each score of all papers with its interval, missing for a single paper."""
        values = compute_scores(papers.sum(axis=0))
        if not self.possible:
            return [(float(value), None, None) for value in values]

        found: list[tuple[float, float | None, float | None]] = []
        for value, sampled in zip(values, self.samples(papers).T, strict=True):
            low, high = interval(sampled, self._confidence)
            found.append((float(value), low, high))
        return found

    def ranks(self, papers: Sequence[Floats], columns: Iterable[int]) -> dict[int, list[Rank]]:
        """Return the ranks of rankers by some scores, each from a matrix (papers, columns).

        Pairs are compared by random signs of jackknife pseudo-values, whose mean approximates the
        score: this avoids a summation per pair. See ``paperpool.evaluation.ranks``, and Miller,
        "The jackknife: a review" (1974).
        """
        table = np.stack([matrix[:, :HITS] for matrix in papers])
        sums = table.sum(axis=1)
        n_papers = table.shape[1]
        means = compute_scores(sums)
        jackknife = compute_scores(sums[:, np.newaxis] - table)
        values = n_papers * means[:, np.newaxis] - (n_papers - 1) * jackknife
        signs = 1 - 2 * self._swapped.T

        ranks = {}
        for column in columns:
            weighted = values[:, :, column] / n_papers
            sampled = [self.samples(matrix)[:N_RANKED, column] for matrix in papers]
            ranks[column] = rank_all(
                means[:, column],
                values[:, :, column].T,
                np.stack(sampled, axis=1),
                partial(compare_means, means[:, column], weighted, weighted @ signs),
                [n_papers],
                signs.shape[1],
                self._confidence,
            )
        return ranks

    def tests(self, ranker: Floats, baseline: Floats) -> list[Test]:
        """Return the tests of each score, from matrices (papers, columns); p is two-sided.

        The observed assignment counts as a permutation, so p is never 0 (Phipson and Smyth 2010).
        """
        ours = ranker.sum(axis=0)
        theirs = baseline.sum(axis=0)
        differences = compute_scores(ours) - compute_scores(theirs)
        moved = self._swapped @ (baseline - ranker)
        permuted = compute_scores(ours + moved) - compute_scores(theirs - moved)

        # equal values may differ in the last bits when summed in another order
        reached = (np.abs(permuted) >= np.abs(differences) - 1e-12).sum(axis=0)
        p_values = (1 + reached) / (1 + len(permuted))
        sampled = self.samples(ranker) - self.samples(baseline)
        tests: list[Test] = []
        for difference, column, p_value in zip(differences, sampled.T, p_values, strict=True):
            low, high = interval(column, self._confidence)
            tests.append((float(difference), low, high, float(p_value)))
        return tests
