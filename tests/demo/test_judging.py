"""Grades follow shared topics; annotators err as often as the release's did."""

import numpy as np

from paperpool.collections.facets import MAX_GRADE, RELEVANT_GRADE
from paperpool.demo.collection import adjudicated_grades, annotator_grades


def test_papers_that_share_the_facets_topic_are_graded_higher(plan):
    candidates = np.arange(1, len(plan))
    for facet in range(3):
        grades = adjudicated_grades(plan, 0, facet, candidates, np.random.default_rng(0))
        same = plan.latent.topics[candidates, facet] == plan.latent.topics[0, facet]
        assert grades.min() == 0 and grades.max() <= MAX_GRADE
        assert grades[same].mean() > 1 > 0.2 > grades[~same].mean()


def test_at_least_one_candidate_is_relevant(plan):
    strangers = np.flatnonzero(plan.latent.field != plan.latent.field[0])[:20]
    grades = adjudicated_grades(plan, 0, 1, strangers, np.random.default_rng(0))
    assert (grades >= RELEVANT_GRADE).sum() >= 1


def test_annotators_are_mostly_right_and_otherwise_mostly_one_off():
    truth = np.random.default_rng(1).choice(4, size=20_000, p=[0.7, 0.22, 0.06, 0.02])
    for facet, low, high in ((0, 0.52, 0.62), (1, 0.62, 0.72), (2, 0.60, 0.72)):
        first, second = (
            annotator_grades(truth, facet, np.random.default_rng(seed)) for seed in (2, 3)
        )
        assert set(np.unique(first)) == {0, 1, 2, 3}
        assert low < (first == second).mean() < high
        off = np.abs(first - truth)
        assert (off == 1).sum() > 4 * (off > 1).sum() > 0
