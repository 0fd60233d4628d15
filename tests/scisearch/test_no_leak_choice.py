"""The choices of an honest ensemble are independent of the scored fold.

Vectors are one-hot, so that every row of a training shows its papers.
"""

import dataclasses

import numpy as np
import pandas as pd
import pytest

from paperpool.collections.collection import Judgments
from paperpool.collections.schemes import default_scheme
from paperpool.workflow.scisearch.choosing import (
    FOLDS,
    judge_unseen,
    read_choice_scores,
    score_untrained,
)
from paperpool.workflow.scisearch.facet_training import FacetTraining
from paperpool.workflow.scisearch.features import Features
from paperpool.workflow.scisearch.names import FACET
from paperpool.workflow.scisearch.ranking import write_predictions
from paperpool.workflow.scisearch.splits import held_papers
from paperpool.workflow.scisearch.training import TrainingSettings

from .conftest import mark_papers
from .test_no_leak import papers_of, scored_papers

FACETS = default_scheme().facet_names

QUICK = TrainingSettings("kl", epochs=1)


@pytest.fixture
def seen(monkeypatch):
    """The inputs of every training, in order, without training."""
    found = []

    def spy(reranker, data, *rest):
        found.append(data)
        return pd.DataFrame()

    monkeypatch.setattr("paperpool.workflow.scisearch.facet_training.train_reranker", spy)
    return found


def check(collection, facet, seen):
    """Check every training for the choice, and the pairs that it predicts."""
    features, papers = mark_papers(collection, facet)
    tables = list(judge_unseen(FacetTraining(collection, features, "e", facet, QUICK, 13, 1)))
    assert len(tables) == len(seen) > len(FOLDS)
    for table, data in zip(tables, seen, strict=True):
        [fold] = set(table.fold)
        scored = scored_papers(collection, fold) | held_papers(collection, facet, fold)
        asked = set(table.query_id)
        # no grade of a paper of the scored fold is known to the choice
        assert asked and not scored & (asked | set(table.candidate_id))
        for rows in (data.inputs, data.validation_inputs):
            queries, candidates = papers_of(rows, papers)
            assert queries
            assert not scored & (queries | candidates)
            # nor has a network seen the grades of the queries that it is judged by
            assert not asked & (queries | candidates)
    return pd.concat(tables)


@pytest.mark.parametrize("facet", FACETS)
def test_of_the_release(released, facet, seen):
    judged = check(released, facet, seen)
    for fold in FOLDS:
        held = held_papers(released, facet, fold)
        queries = {query for query, _ in released.pairs(facet)} - held
        assert set(judged.query_id[judged.fold == fold]) == queries


@pytest.mark.parametrize("facet", FACETS)
def test_of_a_made_collection(collection, facet, seen):
    judged = check(collection, facet, seen)
    assert not judged.duplicated(["fold", "query_id", "candidate_id"]).any()


def spoil(collection, fold):
    """Return the collection with other grades for pairs with a paper of a fold."""
    held = {f: held_papers(collection, f, fold) for f in FACETS}
    judgments = {}
    for (query, facet), judged in collection.judgments.items():
        grades = tuple(
            3 - grade if {query, candidate} & held[facet] else grade
            for candidate, grade in judged.grades().items()
        )
        judgments[query, facet] = Judgments(judged.candidates, grades, {})
    return dataclasses.replace(collection, judgments=judgments)


def test_other_grades_in_the_scored_fold_change_no_figure_that_chooses(collection, tmp_path):
    rng = np.random.default_rng(0)
    vectors = {
        (p, f, FACET): rng.normal(size=6).astype(np.float32)
        for p in collection.papers
        for f in FACETS
    }
    features = Features(vectors, FACET)
    scores = {}
    for name, of in (("real", collection), ("spoilt", spoil(collection, 1))):
        paths = [tmp_path / f"{name}-{facet}" for facet in FACETS]
        for path, facet in zip(paths, FACETS, strict=True):
            training = FacetTraining(of, features, "e", facet, QUICK, 13, 1)
            write_predictions(path, list(judge_unseen(training)))
        scores[name] = read_choice_scores(paths), score_untrained(of, features)
    for real, spoilt in zip(scores["real"], scores["spoilt"], strict=True):
        assert set(real) == {(facet, fold) for facet in FACETS for fold in FOLDS}
        for facet in FACETS:
            assert real[facet, 1] == spoilt[facet, 1]
            assert real[facet, 2] != spoilt[facet, 2]  # those may learn from fold 1
