"""Optimal transport beside a linear programme, and its weights."""

import numpy as np
import pytest
from scipy.optimize import linprog

from paperpool.rankers.scoring.transport import transport_costs, weigh_sentences


def solve_exactly(costs, rows, columns):
    """Return the cost of the cheapest plan without any penalty."""
    m, n = costs.shape
    of_rows = np.kron(np.eye(m), np.ones(n))
    of_columns = np.kron(np.ones(m), np.eye(n))
    equal = np.vstack([of_rows, of_columns]), np.concatenate([rows, columns])
    return linprog(costs.ravel(), A_eq=equal[0], b_eq=equal[1], method="highs").fun


@pytest.mark.parametrize("shape", [(1, 1), (1, 6), (5, 1), (3, 7), (8, 8)])
def test_a_small_penalty_gives_the_cost_of_the_cheapest_plan(shape):
    draws = np.random.default_rng(sum(shape))
    for _ in range(5):
        costs = draws.uniform(0.2, 3, shape)
        log_rows, log_columns = weigh_sentences(costs[None])
        exact = solve_exactly(costs, np.exp(log_rows[0]), np.exp(log_columns[0]))
        [ours] = transport_costs(costs[None], log_rows, log_columns, penalty=0.005)
        assert ours == pytest.approx(exact, abs=0.01)
        [softer] = transport_costs(costs[None], log_rows, log_columns, penalty=1.0)
        assert softer >= ours - 1e-6  # more spread out, so dearer


def test_weights_by_hand():
    log_rows, log_columns = weigh_sentences(np.array([[[1.0, 3.0, 2.0], [4.0, 2.5, 6.0]]]))
    rows, columns = np.exp(-np.array([1.0, 2.5])), np.exp(-np.array([1.0, 2.5, 2.0]))
    assert np.exp(log_rows[0]) == pytest.approx(rows / rows.sum())
    assert np.exp(log_columns[0]) == pytest.approx(columns / columns.sum())


def test_a_plan_by_hand():
    # equal weights: the diagonal costs 1 and the rest 2, so half goes each way of the diagonal
    costs = np.array([[[1.0, 2.0], [2.0, 1.0]]])
    half = np.log(np.full((1, 2), 0.5))
    assert transport_costs(costs, half, half) == pytest.approx([1.0], abs=1e-6)
    # at penalty 1 the plan is proportional to exp(-cost): 1 is e times as likely as 2
    expected = (np.e * 1 + 1 * 2) / (np.e + 1)
    assert transport_costs(costs, half, half, penalty=1.0) == pytest.approx([expected])


def test_padding_and_company_change_nothing():
    draws = np.random.default_rng(0)
    problems = [draws.uniform(0, 2, (3, n)) for n in (1, 4, 6)]
    padded = np.full((3, 3, 6), np.inf)
    for target, costs in zip(padded, problems, strict=True):
        target[:, : costs.shape[1]] = costs
    together = transport_costs(padded, *weigh_sentences(padded))
    alone = [transport_costs(c[None], *weigh_sentences(c[None]))[0] for c in problems]
    assert together == pytest.approx(alone, abs=1e-5)


def test_the_same_problem_twice_costs_the_same_to_the_last_bit():
    costs = np.random.default_rng(1).uniform(0, 2, (1, 4, 5)).repeat(3, axis=0)
    assert len(set(transport_costs(costs, *weigh_sentences(costs)).tolist())) == 1


def test_a_paper_moved_onto_itself_costs_nothing():
    points = np.random.default_rng(2).normal(size=(6, 8))
    costs = np.linalg.norm(points[:, None] - points[None], axis=2)[None]
    assert transport_costs(costs, *weigh_sentences(costs)) == pytest.approx([0.0], abs=1e-6)
