"""Under ``honest``, no pair of a query paper of the scored fold reaches training.

Vectors are one-hot, so that every row of a training, real or synthetic, shows its papers.
"""

import numpy as np
import pytest
import torch

from paperpool.collections.schemes import default_scheme
from paperpool.workflow.scisearch import training
from paperpool.workflow.scisearch.facet_training import FacetTraining, split_pairs, train_facet
from paperpool.workflow.scisearch.names import MODELS
from paperpool.workflow.scisearch.networks import Reranker
from paperpool.workflow.scisearch.pairs import list_pairs
from paperpool.workflow.scisearch.training import TrainingSettings

from .conftest import mark_papers

FACETS = default_scheme().facet_names

EVERY_FACET = pytest.mark.parametrize("facet", FACETS)
EVERY_MODEL = pytest.mark.parametrize(
    "model", [model for model in MODELS if model.fold], ids=lambda model: model.name
)


def papers_of(rows, papers):
    """Return the papers in the query halves, and in the candidate halves, of rows."""
    used = np.abs(np.asarray(rows)).max(axis=0, initial=0) > 0
    return set(papers[used[: len(papers)]]), set(papers[used[len(papers) :]])


def scored_papers(collection, fold):
    return {query for query, _ in collection.folds["all"][f"fold{fold}_test"]}


def check_arrays(collection, facet, model):
    """Check the data of a model's training; return how many query papers train and validate."""
    features, papers = mark_papers(collection, facet)
    pairs = list_pairs(collection, facet)
    data = split_pairs(collection, pairs, features, "smote", model, seed=5)
    scored = scored_papers(collection, model.fold)
    trained, validated = (papers_of(rows, papers) for rows in (data.inputs, data.validation_inputs))
    for queries, candidates in (trained, validated):
        assert queries and candidates
        assert not scored & (queries | candidates)
    # nor does a query paper that stops the training take part in it
    assert not trained[0] & validated[0]
    assert trained[0] | validated[0] == set(pairs.queries) - scored
    assert len(data.grades) == data.n_pairs + data.n_synthetic
    counts = np.bincount(data.grades)
    assert set(counts[counts > 0]) == {counts.max()}
    assert data.n_synthetic > 0
    return len(trained[0]), len(validated[0])


@EVERY_FACET
@EVERY_MODEL
@pytest.mark.parametrize("name", ["released", "collection"])
def test_no_row_is_made_of_a_scored_paper(request, name, facet, model):
    n_trained, n_validated = check_arrays(request.getfixturevalue(name), facet, model)
    assert n_validated in (1, 2) and n_trained in ((4, 5, 6) if name == "released" else (3,))


def test_papers_stand_in_both_folds_of_the_release(released):
    # so that to leave out the pairs of the fold alone would leak
    assert len(scored_papers(released, 1) & scored_papers(released, 2)) == 7


def test_the_optimiser_sees_no_scored_paper_either(collection, monkeypatch):
    features, papers = mark_papers(collection, "method")
    seen = []
    forward = Reranker.forward

    def spy(self, pairs):
        if torch.is_grad_enabled():
            seen[-1].append(pairs.numpy().copy())
        return forward(self, pairs)

    def start(reranker, *rest):
        seen.append([])
        return training.train_reranker(reranker, *rest)

    monkeypatch.setattr(Reranker, "forward", spy)
    monkeypatch.setattr("paperpool.workflow.scisearch.facet_training.train_reranker", start)
    settings = TrainingSettings("kl", epochs=2)
    training_of_all = FacetTraining(collection, features, "e", "method", settings, 13, 1)
    trained = list(train_facet(training_of_all))
    assert len(seen) == len(trained) == 3
    for model, batches in zip(trained, seen, strict=True):
        rows = np.concatenate(batches)
        one_epoch = model.history.n_pairs[0] + model.history.n_synthetic[0]
        assert len(rows) == one_epoch * len(model.history)
        queries, candidates = papers_of(rows, papers)
        if model.model.fold:
            scored = scored_papers(collection, model.model.fold)
            assert queries and not scored & (queries | candidates)
        else:  # as published every query paper is trained on, and scored
            assert queries == {query for query, _ in collection.pairs("method")}


def test_as_published_synthetic_rows_are_made_of_pairs_that_do_not_train(collection):
    # the leak: SMOTE before the split
    features, _ = mark_papers(collection, "method")
    pairs = list_pairs(collection, "method")
    data = split_pairs(collection, pairs, features, "smote", MODELS[0], seed=5)
    real = {tuple(row) for row in features.of_pairs(pairs)}
    trained = {tuple(row) for row in data.inputs}
    left_out = np.array(sorted(real - trained))
    made = np.array(sorted(trained - real))
    # a synthetic row of one query paper lies between two pairs of it: some are of left-out pairs
    leaking = [row for row in made for pair in left_out if is_part(pair, row)]
    assert len(leaking) > 0


def is_part(pair, row):
    """Return whether both papers of a one-hot pair have a share in a synthetic row."""
    return bool((row[pair > 0] > 0).all())
