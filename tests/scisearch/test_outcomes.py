"""The files of several trainings: facets of a training, trainings of a ranker."""

import numpy as np
import pytest

from paperpool.collections.schemes import default_scheme
from paperpool.workflow.scisearch.choosing import judge_unseen
from paperpool.workflow.scisearch.facet_training import FacetTraining, train_facet
from paperpool.workflow.scisearch.features import Features, read_features
from paperpool.workflow.scisearch.grades import tabulate_counts
from paperpool.workflow.scisearch.names import FACET, HONEST
from paperpool.workflow.scisearch.outcomes import gather_outcomes, read_outcomes, untrained_outcome
from paperpool.workflow.scisearch.ranking import write_predictions
from paperpool.workflow.scisearch.training import TrainingSettings

from .test_features import write

FACETS = default_scheme().facet_names

LOSSES = ("nll", "kl")


@pytest.fixture
def features(collection):
    rng = np.random.default_rng(0)
    papers = [(p, f, FACET) for p in collection.papers for f in FACETS]
    return Features({key: rng.normal(size=4).astype(np.float32) for key in papers}, FACET)


def test_they_are_read_ranker_by_ranker_training_by_training(collection, features, tmp_path):
    files = {"predictions": [], "counts": [], "choices": []}
    told = {}
    for loss in LOSSES:
        for number in (1, 2):
            for facet in FACETS:
                settings = TrainingSettings(loss, epochs=1)
                own = (settings, 3, 1, number)
                training = FacetTraining(collection, features, "e", facet, *own)
                trained = list(train_facet(training))
                place = f"{loss}-{number}-{facet}"
                for kind, paths in files.items():
                    paths.append(tmp_path / f"{place}-{kind}")
                write_predictions(files["predictions"][-1], [m.predictions for m in trained])
                table = tabulate_counts({m.model.name: m.counts for m in trained})
                table.to_csv(files["counts"][-1], index=False)
                write_predictions(files["choices"][-1], list(judge_unseen(training)))
                told[loss, number, facet] = trained[1]
    found = read_outcomes(LOSSES, 2, *files.values())
    assert {loss: len(of) for loss, of in found.items()} == {"nll": 2, "kl": 2}
    for (loss, number, facet), model in told.items():
        outcome = found[loss][number - 1]
        np.testing.assert_array_equal(outcome.counts["honest-fold1", facet], model.counts)
        query = model.predictions.query_id[0]
        ranked = model.predictions[model.predictions.query_id == query].candidate_id
        assert [c for c, _ in outcome.runs[HONEST][query, facet]] == ranked.tolist()
        assert outcome.choice_scores.keys() == {(f, fold) for f in FACETS for fold in (1, 2)}
    without = read_outcomes(LOSSES, 2, files["predictions"], files["counts"], [])
    assert without["kl"][1].choice_scores == {}


def test_an_untrained_encoder_predicts_no_grades(collection, features):
    outcome = untrained_outcome(collection, features, choosing=True)
    assert outcome.counts is None and len(outcome.choice_scores) == 2 * len(FACETS)
    assert set(outcome.runs[HONEST]) == set(collection.pairs())
    assert untrained_outcome(collection, features, choosing=False).choice_scores == {}


def test_an_encoder_stands_untrained_before_what_is_trained_above_it(collection, tmp_path):
    write(tmp_path / "e", collection, FACET)
    trained = {"e-kl": ["kl"], "f-kl": ["of another encoder"]}
    vectors = {"e": tmp_path / "e"}
    found = gather_outcomes(collection, trained, {"e": ["e-kl"]}, vectors, FACET, choosing=False)
    assert list(found) == ["e", "e-kl"] and found["e-kl"] == ["kl"]
    features = read_features(tmp_path / "e", FACET)
    assert found["e"][0].runs == untrained_outcome(collection, features, choosing=False).runs
