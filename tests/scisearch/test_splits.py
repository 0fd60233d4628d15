"""Training and validation pairs: shares as published, whole query papers under ``honest``."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from imblearn.over_sampling import SMOTE

from paperpool.workflow.scisearch.pairs import list_pairs
from paperpool.workflow.scisearch.splits import (
    add_synthetic,
    held_papers,
    split_as_published,
    split_honest,
)

from .conftest import mark_papers


@pytest.fixture
def marked(collection):
    features, papers = mark_papers(collection, "method")
    return list_pairs(collection, "method"), features, papers


def test_as_published_40_and_15_hundredths_of_real_and_synthetic_pairs(marked):
    pairs, features, _ = marked
    data = split_as_published(pairs, features, "smote", seed=3)
    n = 4 * np.bincount(pairs.grades).max()
    assert len(data.grades) == int(0.4 * n)
    assert len(data.validation_grades) == int((0.4 + 0.15) * n) - int(0.4 * n)
    plain = split_as_published(pairs, features, "none", seed=3)
    assert (plain.n_pairs, plain.n_synthetic) == (int(0.4 * len(pairs)), 0)
    # no row twice
    rows = np.vstack([plain.inputs, plain.validation_inputs])
    assert len(np.unique(rows, axis=0)) == len(rows)


def test_honestly_a_quarter_of_the_query_papers_validates_without_synthetic_pairs(marked):
    pairs, features, papers = marked
    data = split_honest(pairs, {"q0", "q1", "q2", "q3"}, features, "smote", seed=3)
    validating = {papers[i] for i in data.validation_inputs[:, : len(papers)].argmax(axis=1)}
    assert len(validating) == 1
    # its candidates without itself and without the four held query papers
    assert len(data.validation_grades) == 15
    assert data.n_pairs == 3 * 15
    assert set(np.unique(data.validation_inputs)) == {0, 1}


def test_the_papers_held_are_those_of_the_fold_in_any_facet(released):
    for facet in ("background", "method", "result"):
        for fold in (1, 2):
            own = {query for query, _ in released.folds[facet][f"fold{fold}_test"]}
            assert own < held_papers(released, facet, fold)


@pytest.mark.parametrize("kept", [0, 1])
def test_nobody_or_one_query_paper_left_is_not_enough(marked, kept):
    pairs, features, _ = marked
    held = {f"q{i}" for i in range(kept, 8)}
    data = split_honest(pairs, held, features, "smote", seed=3)
    assert not data.is_enough and len(data.grades) == 0
    assert data.inputs.shape[1] == data.validation_inputs.shape[1] == 2 * features.dimensions


def draw(counts, seed=0):
    rng = np.random.default_rng(seed)
    grades = np.repeat(np.arange(len(counts)), counts)
    return rng.normal(size=(len(grades), 3)).astype(np.float32), grades


def test_it_is_smote_where_every_grade_has_six_pairs():
    inputs, grades = draw([20, 9, 7, 6])
    made, labels = add_synthetic(inputs, grades, seed=42)
    by_library, its_labels = SMOTE(random_state=42).fit_resample(inputs, grades)
    np.testing.assert_array_equal(made, by_library)
    np.testing.assert_array_equal(labels, its_labels)


@given(st.lists(st.integers(0, 12), min_size=4, max_size=4), st.integers(0, 2**32 - 1))
def test_grades_that_occur_are_equally_frequent_and_rows_lie_between_two_of_a_grade(counts, seed):
    inputs, grades = draw(counts)
    made, labels = add_synthetic(inputs, grades, seed)
    np.testing.assert_array_equal(made[: len(inputs)], inputs)
    np.testing.assert_array_equal(labels[: len(inputs)], grades)
    for grade, count in enumerate(counts):
        assert (labels == grade).sum() == (max(counts) if count else 0)
        of_grade = made[labels == grade]
        if count:
            own = inputs[grades == grade]
            assert (of_grade >= own.min(axis=0) - 1e-6).all()
            assert (of_grade <= own.max(axis=0) + 1e-6).all()


def test_a_grade_of_two_pairs_gets_rows_between_them():
    inputs = np.array([[0, 0], [1, 1], [2, 2], [3, 3], [10, 20], [20, 10]], np.float32)
    made, labels = add_synthetic(inputs, np.array([0, 0, 0, 0, 3, 3]), seed=1)
    assert labels.tolist() == [0, 0, 0, 0, 3, 3, 3, 3]
    np.testing.assert_allclose(made[6:].sum(axis=1), 30, rtol=1e-6)
    assert ((made[6:] > 10) & (made[6:] < 20)).all()
