"""Losses of re-rankers: by hand, by their properties, beside numerical integrals."""

import math

import numpy as np
import pytest
import torch
from scipy.integrate import quad
from scipy.stats import norm

from paperpool.workflow.scisearch.targets import fit_gaussian, spread_grades
from paperpool.workflow.scisearch.training import fit_gaussians, fitted_divergence, make_loss

SD = math.sqrt(2 / math.pi)


def logs_of(*rows):
    return torch.tensor(rows).log()


def test_likelihood_by_hand():
    logs = logs_of([0.5, 0.25, 0.125, 0.125], [0.1, 0.2, 0.3, 0.4])
    value = make_loss("nll", SD)(logs, torch.tensor([1, 3]))
    assert value.item() == pytest.approx(-(math.log(0.25) + math.log(0.4)) / 2)


def test_targets_are_normalised_gaussians_reflected_at_the_ends():
    # sd^2 is 2 / pi, so a grade d away weighs exp(-pi d^2 / 4); the filter ends at 4 sd
    weights = np.exp(-math.pi * np.arange(4) ** 2 / 4)
    w = weights / (weights[0] + 2 * weights[1:].sum())
    targets = spread_grades(SD)
    # 0 and what is reflected of -1, -2, -3: places 0, 1, 2
    np.testing.assert_allclose(targets[0], [w[0] + w[1], w[1] + w[2], w[2] + w[3], w[3]], rtol=1e-6)
    # from 1: place -1 (2 away) is 0 again, -2 (3 away) is 1; beyond 3, place 4 (3 away) is 3
    np.testing.assert_allclose(targets[1], [w[1] + w[2], w[0] + w[3], w[1], w[2] + w[3]], rtol=1e-6)
    np.testing.assert_allclose(targets.sum(axis=1), 1, rtol=1e-6)
    np.testing.assert_allclose(targets, targets[::-1, ::-1], rtol=1e-6)


def test_divergence_by_hand():
    logs = logs_of([0.4, 0.3, 0.2, 0.1], [0.25, 0.25, 0.25, 0.25])
    targets = spread_grades(SD).astype("f4").astype("f8")
    grades = [0, 2]
    by_hand = [
        (targets[g] * (np.log(targets[g]) - row)).sum()
        for g, row in zip(grades, logs.double().numpy(), strict=True)
    ]
    value = make_loss("kl", SD)(logs, torch.tensor(grades))
    assert value.item() == pytest.approx(np.mean(by_hand), rel=1e-5)


def test_a_far_grade_costs_more_than_a_near_one_but_not_by_likelihood():
    far, near = logs_of([0.94, 0.02, 0.02, 0.02]), logs_of([0.02, 0.02, 0.94, 0.02])
    grade = torch.tensor([3])
    for name in ("kl", "kl-fitted"):
        loss = make_loss(name, SD)
        assert loss(far, grade) > loss(near, grade) + 0.5
    assert make_loss("nll", SD)(far, grade) == make_loss("nll", SD)(near, grade)


def test_the_fitted_gaussians_are_those_of_numpy():
    rows = np.random.default_rng(0).dirichlet(np.ones(4), size=5)
    means, variances = fit_gaussians(torch.from_numpy(rows).log())
    expected = [(mean, sd**2) for mean, sd in map(fit_gaussian, rows)]
    np.testing.assert_allclose(torch.stack([means, variances], dim=1), expected)


@pytest.mark.parametrize("grade", range(4))
def test_the_fitted_divergence_is_that_of_densities(grade):
    logs = logs_of([0.1, 0.2, 0.3, 0.4])
    [mean], [variance] = (x.tolist() for x in fit_gaussians(logs))
    true, fitted = norm(grade, SD), norm(mean, math.sqrt(variance))
    integral, _ = quad(lambda x: true.pdf(x) * (true.logpdf(x) - fitted.logpdf(x)), -8, 11)
    value = fitted_divergence(logs, torch.tensor([grade]), SD)
    assert value.item() == pytest.approx(integral, rel=1e-4)


def test_gradients_are_finite_where_the_network_is_certain():
    logits = torch.tensor([[60.0, -60.0, -60.0, -60.0]], requires_grad=True)
    for name in ("nll", "kl", "kl-fitted"):
        value = make_loss(name, SD)(torch.log_softmax(logits, dim=1), torch.tensor([3]))
        [gradient] = torch.autograd.grad(value, logits)
        assert torch.isfinite(gradient).all()
