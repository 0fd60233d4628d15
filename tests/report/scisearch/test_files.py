"""Reading SciSearch's trainings and predictions."""

import pytest

from paperpool.workflow.report.scisearch.charts import read_history
from paperpool.workflow.report.scisearch.grades import read_predictions

from ...made.scisearch_run import write_run


@pytest.fixture(scope="module")
def files(tmp_path_factory, root):
    return write_run(tmp_path_factory.mktemp("scisearch"), root)


def test_a_history_is_by_model_and_an_untrained_one_has_no_figures(files):
    history = read_history(files.histories["minilm-kl"]["method"])
    assert [len(epochs) for epochs in history.values()] == [6, 3, 1]
    assert list(history) == ["as-published", "honest-fold1", "honest-fold2"]
    last = history["as-published"][-1]
    assert (last.epoch, last.validation_accuracy, last.n_pairs, last.n_synthetic) == (6, 0.6, 2, 7)
    assert history["honest-fold2"][0].validation_loss is None


def test_predictions_are_means_by_true_grade_of_every_facet(files):
    paths = [files.predictions["tiny-nll"][facet] for facet in ("method", "result")]
    found = read_predictions(paths, "honest")
    assert [(p.grade, p.n_pairs) for p in found] == [(0, 2), (3, 2)]
    assert found[0].probabilities.tolist() == pytest.approx([0.4, 0.6, 0, 0])
    assert read_predictions(paths, "as-published")[1].probabilities.tolist() == [0, 0, 0, 1]
    assert read_predictions([], "honest") == []
