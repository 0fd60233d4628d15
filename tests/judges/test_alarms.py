"""Judges with a planted fault are found, honest ones raise no alarm: on CSFCube's own judgments."""

import numpy as np
import pandas as pd
import pytest

from paperpool.annotation.material import Item
from paperpool.collections.facets import UNGRADED
from paperpool.evaluation.resampling import bootstrap_counts
from paperpool.judges.agreement import compare_grades
from paperpool.judges.alarms import find_alarms
from paperpool.judges.ground import make_ground
from paperpool.judges.systems import RANKER_COLUMNS

from ..made.simulated_judges import WAYS, Simulation

N_JUDGES = 100


@pytest.fixture(scope="module")
def simulation(released):
    return Simulation(make_ground(released))


@pytest.fixture(scope="module")
def audit(simulation):
    """Return a function: what is asked of a judge's grades, by test."""
    rng = np.random.default_rng(0)
    weights = bootstrap_counts([len(simulation.ground.pairs)], 200, rng).astype(float)

    def find(judge):
        agreement = compare_grades(simulation.ground, judge, {}, weights, 0.95)
        return find_alarms(agreement, None).set_index("test")

    return find


def test_planted_faults_are_found_and_honest_judges_are_not_accused(simulation, audit):
    found, accused = [], []
    for number in range(N_JUDGES):
        rng = np.random.default_rng([23, number])
        way = list(WAYS)[number % len(WAYS)]
        honest = simulation.make_honest(rng, way, rng.uniform(0.41, 0.69))
        assert 0.38 < simulation.kappa(honest) < 0.72
        accused += [number] if audit(honest).alarm.any() else []
        fault = ("bias", "agreement")[number % 2]
        found += [number] if audit(simulation.plant(rng, honest, fault)).alarm[fault] else []
    assert len(found) >= 95 and len(accused) <= 5, (found, accused)


def test_single_annotators_of_the_release_raise_no_alarm(simulation, audit, released):
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
        found = audit(simulation.ground.align(said))
        assert not found.alarm.any() and found.effect["agreement"] > 0.45
        largest = max(largest, abs(found.effect["bias"]))
    assert round(largest, 2) == 0.2  # as docs/annotation.md has it


def test_a_bias_is_told_with_its_side(simulation, audit):
    grades = simulation.ground.grades
    higher, lower = audit(np.minimum(grades + 1, 3)), audit(np.maximum(grades - 1, 0))
    assert higher.effect["bias"] > 0.9 and "higher than people" in higher.reason["bias"]
    assert lower.effect["bias"] < -0.2 and "lower than people" in lower.reason["bias"]


def test_circularity_is_an_alarm_beyond_its_bound(simulation):
    def row(ranker, same_model, gain, p_holm):
        cells = ("map", ranker, same_model, 0.4, 0.5, 1, 1, gain, 0.0, 0.1, p_holm, p_holm)
        return dict(zip(RANKER_COLUMNS, cells, strict=True))

    rows = [row("a", True, 0.06, 0.001), row("b", True, 0.06, 0.2), row("c", True, 0.01, 0.001)]
    table = pd.DataFrame([*rows, row("d", False, 0.5, 0.001)])
    weights = np.ones((1, len(simulation.ground.pairs)))
    agreement = compare_grades(simulation.ground, simulation.ground.grades, {}, weights, 0.95)
    found = find_alarms(agreement, table).set_index("test").loc["same model"]
    assert found.alarm.tolist() == [True, False, False]
    assert "raises a, which shares its model, by 0.06" in found.reason.iloc[0]
