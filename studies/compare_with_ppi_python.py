"""Are prediction-powered means those of ppi-python 0.2.3? The greatest differences, and why.

    python -m venv /tmp/ppi && /tmp/ppi/bin/pip install ppi-python==0.2.3
    PYTHONPATH=workflow/scripts /tmp/ppi/bin/python studies/compare_with_ppi_python.py

ppi-python takes graded and ungraded items for two samples of a large population; here all items are
the population, and the model's grades of all of them are known. So its tuning is divided by ``1 +
n/N``, takes the variance of the model's grades from both samples, and is at most 1; its intervals
have the error of the second sample besides, and normal quantiles in place of Student's. With many
grades the tunings and the intervals approach each other.
"""

import numpy as np
from ppi_py import ppi_mean_ci, ppi_mean_pointestimate

from paperpool.judging.powering import Draws

SIZES = ((40, 10**4), (200, 10**5), (1000, 10**6))
"""Grades of people, and of the model."""

SEEDS = 20

CONFIDENCE = 0.95


def main() -> None:
    """Print the greatest differences of each size, relative to the standard error."""
    print("people", "model", "estimate", "weighted", "tuned", "radius", sep="\t")
    for n, n_all in SIZES:
        found = np.array([compare(n, n_all, seed) for seed in range(SEEDS)])
        cells = [f"{value:.1e}" for value in np.abs(found).max(axis=0)]
        print(n, n_all, *cells, sep="\t")


def compare(n: int, n_all: int, seed: int) -> list[float]:
    """Return the differences, ours less theirs, in standard errors.

    They are of the estimate with the same tuning; of one whose draws have unlike probabilities; of
    the estimate with either's own tuning; and of the interval's radius.
    """
    rng = np.random.default_rng(seed)
    people = rng.integers(0, 4, n).astype(float)
    model = np.clip(people + rng.normal(size=n), 0, 3)
    of_all = np.clip(rng.integers(0, 4, n_all) + rng.normal(size=n_all), 0, 3)
    draws = Draws(people, model - of_all.mean(), np.full(n, 1 / n))
    tuning = draws.tuning
    error = draws.find_error(tuning)

    theirs = ppi_mean_pointestimate(people, model, of_all, lam=tuning)
    estimate = draws.estimate(tuning) - float(np.squeeze(theirs))

    # a grade divided by the probability of its draw is what a draw estimates
    shares = rng.uniform(0.5, 2, n)
    shares /= shares.mean()
    weighted = Draws(people / shares, model / shares - of_all.mean(), np.full(n, 1 / n))
    theirs = ppi_mean_pointestimate(people / shares, model / shares, of_all, lam=tuning)
    by_weights = weighted.estimate(tuning) - float(np.squeeze(theirs))

    own = float(np.squeeze(ppi_mean_pointestimate(people, model, of_all)))
    low, high = ppi_mean_ci(people, model, of_all, alpha=1 - CONFIDENCE)
    radius = draws.find_quantile(tuning, CONFIDENCE) * error
    differences = [
        estimate,
        by_weights,
        draws.estimate(tuning) - own,
        radius - float(np.squeeze(high - low)) / 2,
    ]
    return [difference / error for difference in differences]


if __name__ == "__main__":
    main()
