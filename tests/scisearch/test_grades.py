"""Accuracy and confusion of grades: by hand, over trainings, on the pairs of each protocol."""

import numpy as np
import pytest

from paperpool.collections.schemes import default_scheme
from paperpool.workflow.scisearch.facet_training import FacetTraining, split_pairs, train_facet
from paperpool.workflow.scisearch.grades import count_grades, measure_grades
from paperpool.workflow.scisearch.names import MODELS
from paperpool.workflow.scisearch.pairs import list_pairs
from paperpool.workflow.scisearch.tables import ACCURACY_COLUMNS, CONFUSION_COLUMNS
from paperpool.workflow.scisearch.training import TrainingSettings

from .conftest import mark_papers

FACETS = default_scheme().facet_names

TOLD = np.array([[0.4, 0.4, 0.1, 0.1], [0, 0, 0.5, 0.5], [0, 0, 0, 1], [0, 1, 0, 0]])


def full(right, wrong):
    """Return counts: ``right`` pairs of grade 1 predicted as 1, ``wrong`` predicted as 0."""
    counts = np.zeros((4, 4), dtype=int)
    counts[1, 1], counts[1, 0], counts[0, 0] = right, wrong, 1
    return counts


def training(right, wrong):
    return {(m.name, f): full(right, wrong) for m in MODELS for f in FACETS}


def test_the_most_probable_grade_is_predicted_the_lowest_of_equals():
    counts = count_grades([0, 3, 3, 0], TOLD)
    assert counts[0].tolist() == [1, 1, 0, 0] and counts[3].tolist() == [0, 0, 1, 1]
    assert counts.sum() == 4
    assert count_grades([], np.empty((0, 4))).sum() == 0


def test_figures_are_means_over_trainings_with_their_sd():
    accuracy, confusion = measure_grades({"e-kl": [training(3, 1), training(1, 3)]})
    assert list(accuracy) == list(ACCURACY_COLUMNS) and list(confusion) == list(CONFUSION_COLUMNS)
    honest = accuracy.query("protocol == 'honest' and slice == 'all'").iloc[0]
    # of five pairs four and two are right
    assert honest.value == pytest.approx(0.6) and honest.n_pairs == 2 * 3 * 5
    assert honest.sd == pytest.approx(np.std([0.8, 0.4], ddof=1)) and honest.n_runs == 2
    assert honest.commonest == pytest.approx(0.8)
    cells = confusion.query("protocol == 'as-published' and slice == 'method' and grade == 1")
    assert cells.n_pairs.tolist() == [2, 2, 0, 0] and cells.share.tolist() == [0.5, 0.5, 0, 0]
    # no pair has grade 3: there is no share of none
    assert confusion.query("grade == 3").share.isna().all()


def test_a_single_training_has_no_sd_and_no_pairs_no_accuracy():
    accuracy, _ = measure_grades({"e-kl": [training(3, 1)], "none": [{}]})
    assert accuracy.query("ranker == 'e-kl'").sd.isna().all()
    assert accuracy.query("ranker == 'none'").value.isna().all()


def test_pairs_are_those_that_neither_train_nor_validate_or_all_of_the_fold(collection):
    features, _ = mark_papers(collection, "method")
    settings = TrainingSettings("kl", epochs=1)
    trained = list(train_facet(FacetTraining(collection, features, "e", "method", settings, 7, 1)))
    pairs = list_pairs(collection, "method")
    for model in trained:
        own = model.facts["seed"]
        data = split_pairs(collection, pairs, features, "smote", model.model, own)
        if model.model.fold is None:
            n_all = 4 * np.bincount(pairs.grades).max()
            n_used = len(data.grades) + len(data.validation_grades)
            assert model.counts.sum() == len(data.testing[1]) == n_all - n_used
            truth = np.bincount(data.testing[1], minlength=4)
        else:
            assert data.testing is None
            assert model.counts.sum() == 4 * 19  # four queries a fold, never one for itself
            truth = np.bincount(model.predictions.grade.astype(int), minlength=4)
        np.testing.assert_array_equal(model.counts.sum(axis=1), truth)
