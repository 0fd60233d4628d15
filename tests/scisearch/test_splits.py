"""Which pairs train and validate: shares as published, whole query papers honestly."""

import numpy as np
import pytest

from paperpool.scisearch.pairs import list_pairs
from paperpool.scisearch.splits import held_papers, split_as_published, split_honest

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
