"""A planted fault shows in a judge's kappa or bias, an honest judge has neither: on CSFCube."""

import numpy as np
import pytest

from paperpool.collections.schemes import UNGRADED
from paperpool.evaluation.paired_draws import Resampling
from paperpool.extras.judges.agreement import ALL, compare_grades, make_ground
from paperpool.workflow.annotation.items import Item
from tests.made.simulated_judges import WAYS, Simulation

N_JUDGES = 100


@pytest.fixture(scope="module")
def simulation(released):
    return Simulation(make_ground(released))


@pytest.fixture(scope="module")
def audit(simulation):
    """Return a function: kappa and bias of a judge's grades, and whether each shows a fault."""
    ground = simulation.ground
    quick = Resampling(seed=0, n_bootstrap=200, n_permutations=1)

    def find(judge):
        of_all = {}
        for part, _, measure, *estimate, _ in compare_grades(
            ground, ground.grades, judge, {}, quick
        ):
            if part == ALL:
                of_all[measure] = estimate
        kappa, _, kappa_high = of_all["kappa"]
        bias, low, high = of_all["bias"]
        shows_bias = abs(bias) >= 0.2 and low * high > 0
        return kappa, bias, {"agreement": kappa_high < 0.2, "bias": shows_bias}

    return find


def test_planted_faults_show_and_honest_judges_have_none(simulation, audit):
    found, accused = [], []
    for number in range(N_JUDGES):
        rng = np.random.default_rng([23, number])
        way = list(WAYS)[number % len(WAYS)]
        honest = simulation.make_honest(rng, way, rng.uniform(0.41, 0.69))
        assert 0.38 < simulation.kappa(honest) < 0.72
        accused += [number] if any(audit(honest)[2].values()) else []
        fault = ("bias", "agreement")[number % 2]
        found += [number] if audit(simulation.plant(rng, honest, fault))[2][fault] else []
    assert len(found) >= 95 and len(accused) <= 5, (found, accused)


def test_single_annotators_of_the_release_show_no_fault(simulation, audit, released):
    largest = 0.0
    for name in ("ann1", "ann2", "ann3", "ann4"):
        said = {
            Item(*pair, candidate): grade
            for pair, judgments in released.judgments.items()
            for candidate, grade in zip(
                judgments.candidates, judgments.annotators.get(name, ()), strict=False
            )
            if grade != UNGRADED
        }
        kappa, bias, faults = audit(simulation.ground.align(said))
        assert not any(faults.values()) and kappa > 0.45
        largest = max(largest, abs(bias))
    assert round(largest, 2) == 0.2  # as docs/annotation.md has it
