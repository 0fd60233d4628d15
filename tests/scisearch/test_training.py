"""Training: stopping, kept weights, chance level, equal bytes, too few pairs."""

import dataclasses
import logging

import numpy as np
import pytest
import torch

from paperpool.collections.collection import Judgments, Pool
from paperpool.collections.schemes import default_scheme
from paperpool.evaluation.csfcube_measures import OFFICIAL
from paperpool.rankers.scoring.similarity import cosine
from paperpool.workflow.scisearch.facet_training import FacetTraining, train_facet
from paperpool.workflow.scisearch.features import Features
from paperpool.workflow.scisearch.names import FACET, MODELS
from paperpool.workflow.scisearch.networks import make_reranker, save_reranker
from paperpool.workflow.scisearch.ranking import write_predictions
from paperpool.workflow.scisearch.splits import TrainingData
from paperpool.workflow.scisearch.tables import HISTORY_COLUMNS
from paperpool.workflow.scisearch.training import (
    StopAsPublished,
    StopAtLowest,
    TrainingSettings,
    train_reranker,
)

FACETS = default_scheme().facet_names

DIMENSIONS = 8


def make_data(n_pairs=64, seed=0):
    """Return pairs of unit vectors whose grade is their nearness."""
    rng = np.random.default_rng(seed)
    grades = rng.integers(0, 4, n_pairs)
    queries = rng.normal(size=(n_pairs, DIMENSIONS))
    others = rng.normal(size=(n_pairs, DIMENSIONS))
    candidates = grades[:, None] * queries + (3 - grades)[:, None] * others
    parts = [v / np.linalg.norm(v, axis=1, keepdims=True) for v in (queries, candidates)]
    inputs = np.hstack(parts).astype(np.float32)
    half = n_pairs // 2
    return TrainingData(inputs[:half], grades[:half], half, 0, inputs[half:], grades[half:])


def test_as_published_it_stops_at_the_fourth_rise_in_a_row_and_keeps_the_last_weights():
    stop = StopAsPublished(make_reranker(2, 0), patience=4)
    losses = [5, 6, 7, 8, 7.9, 8, 8, 9, 10, 11]  # to stay is no rise
    assert not any(stop.is_over(0.5, loss) for loss in losses)
    assert stop.is_over(0.5, 12)


def test_as_published_it_stops_when_training_is_accurate_enough():
    stop = StopAsPublished(make_reranker(2, 0), patience=4)
    assert not stop.is_over(0.94, 5) and stop.is_over(0.95, 4)


def test_honestly_the_weights_of_the_lowest_loss_are_kept():
    reranker = make_reranker(2, 0)
    stop = StopAtLowest(reranker, patience=2)
    over = []
    for number, loss in enumerate([5, 3, 4, 2, 2, 6]):
        with torch.no_grad():
            reranker.srnn.bias.fill_(number)
        over.append(stop.is_over(0.99, loss))
    assert over == [False, False, False, False, False, True]
    stop.restore()
    assert reranker.srnn.bias.tolist() == [3, 3, 3, 3]


@pytest.mark.parametrize("loss", ["nll", "kl", "kl-fitted"])
@pytest.mark.parametrize("model", MODELS[:2], ids=lambda model: model.name)
def test_it_learns_and_says_how(loss, model):
    settings = TrainingSettings(loss, patience=20, epochs=40)
    history = train_reranker(make_reranker(DIMENSIONS, 1), make_data(256), settings, model, 1)
    assert list(history) == HISTORY_COLUMNS
    assert history.epoch.tolist() == list(range(1, len(history) + 1))
    assert history.train_loss.iloc[-1] < 0.8 * history.train_loss.iloc[0]
    assert history.train_accuracy.iloc[-1] > 0.4
    assert set(history.n_pairs) == {128} and set(history.model) == {model.name}


def test_the_first_step_is_adams():
    # one batch of all pairs: the epoch's loss is that of the untrained network, and Adam's first
    # step moves every weight by the learning rate against the sign of its gradient
    data, settings = make_data(8), TrainingSettings("nll", batch_size=4, epochs=1)
    reranker, before = make_reranker(DIMENSIONS, 1), make_reranker(DIMENSIONS, 1)
    history = train_reranker(reranker, data, settings, MODELS[0], 1)
    loss = torch.nn.functional.nll_loss(
        before(torch.from_numpy(data.inputs)), torch.from_numpy(data.grades)
    )
    loss.backward()
    assert history.train_loss[0] == pytest.approx(loss.item(), rel=1e-5)
    steps = (reranker.srnn.bias - before.srnn.bias).detach()
    np.testing.assert_allclose(steps, -0.01 * before.srnn.bias.grad.sign(), rtol=1e-3)


def test_without_pairs_it_stays_untrained_and_says_so():
    data = make_data(8)
    empty = dataclasses.replace(data, inputs=data.inputs[:0], grades=data.grades[:0], n_pairs=0)
    reranker = make_reranker(DIMENSIONS, 1)
    history = train_reranker(reranker, empty, TrainingSettings("kl"), MODELS[1], 1)
    assert history.epoch.tolist() == [0] and history.validation_loss.isna().all()
    assert torch.equal(reranker.srnn.weight, make_reranker(DIMENSIONS, 1).srnn.weight)


def plant(collection, seed=0, shuffled=False, n_candidates=100):
    """Return a collection whose grades follow the similarity of planted vectors, and these.

    A grade is high if the first two numbers of the vectors agree; the others are noise. Shuffled,
    grades are dealt to the pairs at random.
    """
    rng = np.random.default_rng(seed)
    queries = sorted(collection.pools)
    names = [f"c{i:03d}" for i in range(n_candidates)]
    angles = {p: rng.uniform(0, 2 * np.pi) for p in (*queries, *names)}
    vectors = {
        (p, facet, FACET): np.array(
            [np.cos(a), np.sin(a), *0.2 * rng.normal(size=4)], dtype=np.float32
        )
        for p, a in angles.items()
        for facet in FACETS
    }
    judgments, pools = {}, {}
    for query in queries:
        near = np.array([np.cos(angles[query] - angles[c]) for c in names])
        grades = np.digitize(near, [0.3, 0.7, 0.93])
        for facet in FACETS:
            dealt = rng.permutation(grades) if shuffled else grades
            judgments[query, facet] = Judgments(tuple(names), tuple(map(int, dealt)), {})
        pools[query] = Pool(tuple(names), (("cited",),) * n_candidates)
    planted = dataclasses.replace(collection, judgments=judgments, pools=pools)
    return planted, Features(vectors, FACET)


def train(planted, features, facet, loss, epochs):
    settings = TrainingSettings(loss, epochs=epochs)
    return list(train_facet(FacetTraining(planted, features, "e", facet, settings, 7, 1)))


def honest_ndcg(collection, features, settings):
    """Return the mean NDCG%20 of both folds of a facet, over two seeds."""
    values = []
    for seed in range(2):
        training = FacetTraining(collection, features, "e", "method", settings, seed, 1)
        for trained in train_facet(training):
            for _, rows in trained.predictions.groupby("query_id"):
                ranked = rows.sort_values("rank").grade.to_numpy()
                values.append(OFFICIAL["ndcg%20"](ranked, ranked, 2))
    return np.mean(values)


def random_ndcg(collection):
    rng = np.random.default_rng(0)
    grades = [np.array(collection.judgments[q, "method"].adjudicated) for q in collection.pools]
    measure = OFFICIAL["ndcg%20"]
    return np.mean([measure(rng.permutation(g), g, 2) for g in grades for _ in range(200)])


def test_planted_signal_is_learnt_and_shuffled_grades_give_chance_level(collection, monkeypatch):
    monkeypatch.setattr("paperpool.workflow.scisearch.facet_training.MODELS", MODELS[1:])
    settings = TrainingSettings("kl", epochs=30)
    real, features = plant(collection)
    shuffled, _ = plant(collection, shuffled=True)
    chance = random_ndcg(real)
    assert 0.15 < chance < 0.5
    assert honest_ndcg(real, features, settings) > chance + 0.15
    # trained on grades that say nothing, and scored with those
    assert abs(honest_ndcg(shuffled, features, settings) - random_ndcg(shuffled)) < 0.1


def test_a_training_that_starts_at_the_identity_begins_with_the_encoders_order(collection):
    planted, features = plant(collection)
    orders = {}
    for start in ("identity", "random"):
        settings = TrainingSettings("kl", start=start, learning_rate=0.0, epochs=1)
        training = FacetTraining(planted, features, "e", "result", settings, 7, 1)
        *_, last = train_facet(training)  # an honest one
        rows = last.predictions
        cosines = [
            cosine(
                features.query(row.query_id, "result"),
                features.candidate(row.candidate_id, "result")[None],
            )[0]
            for row in rows.itertuples()
        ]
        both = rows.assign(cosine=cosines).groupby("query_id")
        orders[start] = both.apply(lambda of: of.cosine.corr(of.expected, "spearman")).min()
        assert last.facts["start"] == start
    assert orders["identity"] > 0.95 > orders["random"] + 0.2, orders


def test_two_trainings_give_equal_bytes_and_a_seed_is_of_one_model(collection, tmp_path):
    planted, features = plant(collection)
    files = []
    for name in "ab":
        trained = train(planted, features, "result", "nll", 2)
        for model in trained:
            save_reranker(tmp_path / name / model.model.name, model.reranker, model.facts)
        write_predictions(tmp_path / name / "p", [model.predictions for model in trained])
        files.append([path.read_bytes() for path in sorted((tmp_path / name).iterdir())])
    assert files[0] == files[1] and len(files[0]) == 4
    seeds = {
        FacetTraining(planted, features, "e", f, TrainingSettings(loss), 7, 1).seed_of(m)
        for loss in ("nll", "kl")
        for f in FACETS
        for m in MODELS
    }
    assert len(seeds) == 18


def test_the_first_training_is_that_of_a_run_with_one_and_every_other_differs(collection):
    planted, features = plant(collection)
    settings = TrainingSettings("nll", epochs=1)
    first = FacetTraining(planted, features, "e", "result", settings, 7, 1)
    weights = [
        next(train_facet(training)).reranker.srnn.weight.flatten().tolist()
        for training in (first, *(dataclasses.replace(first, number=n) for n in (1, 2, 3)))
    ]
    assert weights[0] == weights[1]
    assert len({tuple(w) for w in weights}) == 3
    assert first.seed_of(MODELS[0]) == 1101470522  # as before there were any


def test_every_pair_is_scored_once_by_the_model_of_its_fold(collection):
    planted, features = plant(collection)
    trained = train(planted, features, "result", "kl", 1)
    scored = {model.model.name: set(model.predictions.query_id) for model in trained}
    assert scored["as-published"] == set(planted.pools)
    for fold in (1, 2):
        pairs = planted.folds["result"][f"fold{fold}_test"]
        assert scored[f"honest-fold{fold}"] == {query for query, _ in pairs}


def test_one_query_paper_to_train_on_is_too_few_and_the_log_says_so(collection, caplog):
    planted, features = plant(collection)
    kept = {"q0", "q1", "q4"}  # fold 1 tests q4, fold 2 tests q0 and q1
    judgments = {pair: j for pair, j in planted.judgments.items() if pair[0] in kept}
    folds = {
        part: {name: [p for p in pairs if p[0] in kept] for name, pairs in of_part.items()}
        for part, of_part in planted.folds.items()
    }
    few = dataclasses.replace(planted, judgments=judgments, folds=folds)
    with caplog.at_level(logging.WARNING, logger="paperpool"):
        trained = train(few, features, "method", "kl", 2)
    n_epochs = {model.model.name: model.history.epoch.max() for model in trained}
    assert n_epochs == {"as-published": 2, "honest-fold1": 2, "honest-fold2": 0}
    [warning] = caplog.messages
    assert "honest-fold2" in warning and "too few pairs" in warning
    assert len(trained[2].predictions) == 200  # it is scored all the same
