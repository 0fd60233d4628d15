"""The cost of moving the sentences of a query to those of a candidate, by Sinkhorn's algorithm.

Source: Cuturi, "Sinkhorn Distances" (2013), on logarithms, with an entropy penalty lowered in steps
as in geomloss.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from paperpool.rankers.scoring.similarity import Matrix

Costs = NDArray[np.float64]

PENALTY = 0.05
"""The weight of the plan's entropy in the released examples (their blur, at p = 1)."""

_STEP = 0.9
"""The factor of the penalty in each round, from the largest cost on (their scaling)."""

_MOST_ROUNDS = 2000
_CHECK_EVERY = 10
_TOLERANCE = 1e-6


def move_sentences(all_costs: Sequence[Matrix]) -> Sequence[float]:
    """Return the transport cost of every candidate; all are solved together, padded to one size."""
    n_columns = max(costs.shape[1] for costs in all_costs)
    padded = np.full((len(all_costs), len(all_costs[0]), n_columns), np.inf)
    for problem, costs in zip(padded, all_costs, strict=True):
        problem[:, : costs.shape[1]] = costs
    return transport_costs(padded, *weigh_sentences(padded)).tolist()


def weigh_sentences(costs: Costs) -> tuple[Costs, Costs]:
    """Return the logarithms of the weights of the rows and columns of ``costs``.

    Shape (problems, rows, columns). A weight is the softmax of the negative distance to the
    nearest; rows and columns that are infinite throughout are padding and weigh 0.
    """
    of_rows = -costs.min(axis=2)
    of_columns = -costs.min(axis=1)
    log_rows = of_rows - _log_sum(of_rows, axis=1)[:, None]
    log_columns = of_columns - _log_sum(of_columns, axis=1)[:, None]
    return log_rows, log_columns


def transport_costs(
    costs: Costs, log_rows: Costs, log_columns: Costs, penalty: float = PENALTY
) -> Costs:
    """Return the cost of the best plan of each problem, without its penalty, shape (problems,).

    ``costs`` and weights are as in ``weigh_sentences``. The plan minimises its cost plus
    ``penalty`` times its divergence from the product of the weights.
    """
    solid = np.where(np.isfinite(costs), costs, 0.0)
    current = max(float(solid.max(initial=0.0)), penalty)
    by_column = np.zeros(log_columns.shape)
    for i in range(_MOST_ROUNDS):
        inner = (by_column[:, None, :] - solid) / current + log_columns[:, None, :]
        by_row = -current * _log_sum(inner, axis=2)
        inner = (by_row[:, :, None] - solid) / current + log_rows[:, :, None]
        by_column = -current * _log_sum(inner, axis=1)

        # a plan says little before the penalty is the final one
        if current == penalty and i % _CHECK_EVERY == 0:
            plan = _plan(solid, by_row, by_column, log_rows, log_columns, penalty)
            if np.abs(plan.sum(axis=2) - np.exp(log_rows)).max(initial=0.0) < _TOLERANCE:
                break
        current = max(current * _STEP, penalty)

    plan = _plan(solid, by_row, by_column, log_rows, log_columns, penalty)
    return (plan * solid).sum(axis=(1, 2))


def _plan(costs, by_row, by_column, log_rows, log_columns, penalty: float) -> Costs:
    gain = (by_row[:, :, None] + by_column[:, None, :] - costs) / penalty
    return np.exp(gain + log_rows[:, :, None] + log_columns[:, None, :])


def _log_sum(values: Costs, axis: int) -> Costs:
    """Return the logarithm of the sum of exponentials (scipy's own is slow)."""
    top = values.max(axis=axis, keepdims=True)
    return np.log(np.exp(values - top).sum(axis=axis)) + top.squeeze(axis)
