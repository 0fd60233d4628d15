"""Predictions and rankings: ties, the query itself, the untrained encoder, files."""

import numpy as np
import pytest

from paperpool.collections.collection import Judgments
from paperpool.rankers.scoring.similarity import cosine
from paperpool.workflow.scisearch.features import Features
from paperpool.workflow.scisearch.names import AS_PUBLISHED, FACET, HONEST, MODELS
from paperpool.workflow.scisearch.pairs import list_pairs
from paperpool.workflow.scisearch.ranking import (
    predict,
    rank_untrained,
    read_predicted_runs,
    write_predictions,
)

from .conftest import make_features

PROBABILITIES = {
    "q": (0.1, 0.2, 0.3, 0.4),
    "z": (0.4, 0.3, 0.2, 0.1),
    "b": (0.0, 0.1, 0.9, 0.0),
    "a": (0.4, 0.3, 0.2, 0.1),
    "m": (0.3, 0.0, 0.4, 0.3),
}
"""By candidate, in the order of the file. Expected grades: 2, 1, 1.9, 1, 1.7."""


class Told:
    """Stands in for a network: the vector of a candidate is its row of PROBABILITIES."""

    def probabilities(self, pairs):
        return np.array([list(PROBABILITIES.values())[int(row[1])] for row in pairs])


@pytest.fixture
def asked(collection):
    judgments = {("q", "method"): Judgments(tuple(PROBABILITIES), (3, 0, 2, 1, 0), {})}
    collection = type(collection)(collection.papers, {}, judgments, {})
    features = make_features({c: [i] for i, c in enumerate(PROBABILITIES)}, "method")
    return list_pairs(collection, "method"), features


def test_as_published_the_most_probable_grade_ranks_and_ties_stay_in_file_order(asked):
    frame = predict(Told(), *asked, MODELS[0])
    assert frame.candidate_id.tolist() == ["q", "b", "m", "z", "a"]
    assert frame["rank"].tolist() == [1, 2, 3, 4, 5]
    assert frame.grade.tolist() == [3, 2, 0, 0, 1]


def test_honestly_the_expected_grade_ranks_ties_by_id_and_not_the_query(asked):
    frame = predict(Told(), *asked, MODELS[1])
    assert frame.candidate_id.tolist() == ["b", "m", "a", "z"]
    assert frame.expected.tolist() == pytest.approx([1.9, 1.7, 1, 1])
    assert set(frame.fold) == {1} and set(frame.protocol) == {HONEST}


def test_a_model_that_is_scored_on_no_pair_has_an_empty_table(asked, tmp_path):
    pairs, features = asked
    none = pairs.take(np.zeros(len(pairs.queries), bool))
    write_predictions(
        tmp_path / "p",
        [predict(Told(), *asked, MODELS[1]), predict(Told(), none, features, MODELS[2])],
    )
    assert read_predicted_runs([tmp_path / "p"])[HONEST].keys() == {("q", "method")}


def test_runs_follow_the_ranks_of_the_file(asked, tmp_path):
    path = tmp_path / "predictions.parquet"
    write_predictions(path, [predict(Told(), *asked, model) for model in MODELS[:2]])
    runs = read_predicted_runs([path])
    key = ("q", "method")
    assert runs[AS_PUBLISHED] == {key: [("q", 3), ("b", 2), ("m", 2), ("z", 0), ("a", 0)]}
    assert [c for c, _ in runs[HONEST][key]] == ["b", "m", "a", "z"]
    assert [s for _, s in runs[HONEST][key]] == pytest.approx([1.9, 1.7, 1, 1])


def test_the_untrained_encoder_ranks_by_cosine(collection):
    rng = np.random.default_rng(0)
    vectors = {
        (paper, facet, FACET): rng.normal(size=4).astype(np.float32)
        for paper in collection.papers
        for facet in ("background", "method", "result")
    }
    runs = rank_untrained(collection, Features(vectors, FACET))
    for protocol, run in runs.items():
        assert set(run) == set(collection.pairs())
        for (query, facet), ranking in run.items():
            judged = set(collection.judgments[query, facet].candidates)
            assert {c for c, _ in ranking} == judged - ({query} if protocol == HONEST else set())
            for candidate, score in ranking:
                pair = (vectors[query, facet, FACET], vectors[candidate, facet, FACET][None])
                assert score == pytest.approx(cosine(*pair)[0], abs=1e-6)
            assert [s for _, s in ranking] == sorted((s for _, s in ranking), reverse=True)
