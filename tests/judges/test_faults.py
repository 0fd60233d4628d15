"""Judges with a planted fault are found, honest ones raise no alarm: on CSFCube's own judgments."""

import numpy as np
import pytest
from scipy.stats import norm

from paperpool.annotation.material import Item
from paperpool.collections.facets import UNGRADED
from paperpool.evaluation.foreign_runs import read_foreign_run
from paperpool.evaluation.resampling import bootstrap_counts
from paperpool.judges.faults import correlate_within, find_faults, list_alarms
from paperpool.judges.ground import NONE, make_ground
from paperpool.rankers.ranker import Tools
from paperpool.rankers.registry import make_ranker

from ..made.simulated_judges import FORMS, WAYS, Simulation

N_JUDGES = 100
FAULTS = ("more", "length", "overlap", "tfidf", "specter")
NAMED = {"more": "bias", "tfidf": "ranker", "specter": "ranker"}


@pytest.fixture(scope="module")
def simulation(released, real_data):
    path = real_data("csfcube") / "ranked_pools/test-pid2pool-csfcube-specter-{facet}-ranked.json"
    runs = {
        "tfidf": make_ranker({"kind": "tfidf"}).order(released, Tools()),
        "specter": read_foreign_run("specter", str(path)),
    }
    ground = make_ground(released, runs)
    words = {paper: text.abstract.lower().split() for paper, text in released.papers.items()}
    rows = [(set(words[i.query_id]), words[i.candidate_id]) for i in ground.items]
    facts = {
        "length": np.array([float(len(words)) for _, words in rows]),
        "overlap": np.array([len(asked & set(words)) / len(asked) for asked, words in rows]),
        **ground.rankers,
    }
    return Simulation(ground, facts)


@pytest.fixture(scope="module")
def weights(simulation):
    rng = np.random.default_rng(0)
    return bootstrap_counts([len(simulation.ground.pairs)], 200, rng).astype(float)


def make_judges(simulation):
    """Yield honest judges of kappa 0.4 to 0.7, in all ways in turn, and a generator for each."""
    for number in range(N_JUDGES):
        rng = np.random.default_rng([23, number])
        way = list(WAYS)[number % len(WAYS)]
        yield number, rng, simulation.make_honest(rng, way, rng.uniform(0.41, 0.69))


def test_planted_faults_are_found_and_honest_judges_are_not_accused(simulation, weights):
    found, named, accused = [], [], []
    for number, rng, honest in make_judges(simulation):
        assert 0.38 < simulation.kappa(honest) < 0.72
        alarms = list_alarms(find_faults(simulation.ground, honest, weights, 0.95))
        accused += [(number, alarm.reason) for alarm in alarms][:1]
        fault = FAULTS[number % len(FAULTS)]
        form = FORMS[number // len(FAULTS) % len(FORMS)]
        faulty = simulation.plant(rng, honest, fault, form)
        tests = {a.test for a in list_alarms(find_faults(simulation.ground, faulty, weights, 0.95))}
        found += [number] if tests else []
        named += [number] if NAMED.get(fault, fault) in tests else []
    assert len(found) >= 95 and len(named) >= 95
    assert len(accused) <= 5, accused


def test_single_annotators_of_the_release_raise_no_alarm(simulation, weights, released):
    largest = {"bias": 0.0, "overlap": 0.0, "specter": 0.0}
    for name in ("ann1", "ann2", "ann3", "ann4"):
        said = {
            Item(*pair, candidate): grade
            for pair, judgments in released.judgments.items()
            for candidate, grade in zip(
                judgments.candidates, judgments.annotators.get(name, ()), strict=False
            )
            if grade != UNGRADED
        }
        findings = find_faults(simulation.ground, simulation.ground.align(said), weights, 0.95)
        assert list(list_alarms(findings)) == [] and findings[0].effect > 0.45  # kappa
        for finding in findings:
            key = finding.about if finding.test == "ranker" else finding.test
            if key in largest:
                largest[key] = max(largest[key], abs(finding.effect))
    # the figures of docs/annotation.md
    assert {key: round(value, 2) for key, value in largest.items()} == {
        "bias": 0.2,
        "overlap": 0.15,
        "specter": 0.16,
    }


def test_correlations_within_strata_by_hand():
    # in the first stratum both rise together, the second does not vary
    given, clue = np.array([0, 1, 2, 1, 1]), np.array([0.0, 1.0, 2.0, 5.0, 9.0])
    strata = np.array([0, 0, 0, 2, 2])
    correlation, p = correlate_within(given, clue, strata)
    # sums of squares: of the grades 2 + 0, of the clue 2 + 8; the variance is 2 * 2 / 2
    assert correlation == pytest.approx(2 / np.sqrt(2 * 10))
    assert p == pytest.approx(norm.sf(2 / np.sqrt(2)))
    assert correlate_within(np.ones(5, dtype=int), clue, strata) == (0.0, 1.0)


def test_no_grades_in_common_ask_nothing_and_all_of_one_size_are_beyond_doubt(simulation, weights):
    ground = simulation.ground
    assert find_faults(ground, np.full(len(ground.items), NONE), weights, 0.95) == []
    few = np.where(ground.place < 5, np.minimum(ground.grades, 2) + 1, NONE)
    [bias] = [f for f in find_faults(ground, few, weights, 0.95) if f.test == "bias"]
    assert bias.effect > 0.9 and "higher than people" in bias.reason
    lower = np.where(ground.grades > 0, ground.grades - 1, 0)
    [bias] = [f for f in find_faults(ground, lower, weights, 0.95) if f.test == "bias"]
    assert bias.effect < -0.2 and "lower than people" in bias.reason
