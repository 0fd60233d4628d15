"""The public rankings of CSFCube, as config/csfcube-runs.yaml names them, score as documented."""

from pathlib import Path

import pandas as pd
import pytest

from paperpool.collections.csfcube_release import read_collection
from paperpool.csfcube.evaluation import evaluate_runs
from paperpool.evaluation.foreign_runs import read_foreign_run
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.run_checks import check_run
from paperpool.resources import RESOURCES
from paperpool.workflow.config.loading import load_yaml

FETCHED = "resources/csfcube_runs/"


@pytest.fixture
def fetched(real_data, tmp_path, monkeypatch):
    """A working directory with the files where `paperpool fetch csfcube_runs` puts them."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / FETCHED
    folder.mkdir(parents=True)
    (folder.parent / "csfcube").symlink_to(real_data("csfcube"))
    (folder / "specter").symlink_to(real_data("csfcube") / "ranked_pools")
    for system in (real_data("known-runs") / "sciatica").iterdir():
        (folder / system.name).symlink_to(system)


def test_they_have_the_scores_of_the_table(fetched, root):
    rankers = load_yaml(root / "config/csfcube-runs.yaml")["rankers"]
    runs = {name: ranker["path"] for name, ranker in rankers.items() if ranker is not None}
    assert all(path.startswith(FETCHED) for path in runs.values())
    collection = read_collection(Path("resources/csfcube"))
    facets = collection.scheme.facet_names
    read = {
        name: check_run(name, path, read_foreign_run(name, path, facets), collection).run
        for name, path in runs.items()
    }
    cell = ["protocol", "split", "ranker", "slice", "metric"]
    few = Resampling(13, n_bootstrap=10, n_permutations=10)
    metrics = evaluate_runs(collection, read, {}, [], few).metrics
    found = metrics.set_index(cell)["value"]
    expected = pd.read_csv(RESOURCES / "expected/csfcube-runs.csv").set_index(cell)["value"]
    assert set(expected.index.get_level_values("ranker")) == set(runs) and len(runs) == 7
    assert found.loc[expected.index].tolist() == pytest.approx(expected.tolist(), abs=1e-12)
    for ranker, ndcg, ap in (
        ("ensemble", 61.99, 41.29),
        ("all-mpnet-base-v2", 60.99, 39.83),
        ("paraphrase-tinybert", 49.89, 30.84),
    ):
        printed = [found["official", "test", ranker, "all", name] for name in ("ndcg%20", "map")]
        assert [round(100 * value, 2) for value in printed] == [ndcg, ap]


def test_an_incomplete_one_is_found_by_its_name_and_refused(fetched, score):
    run = f"{FETCHED}bert_pp/test-pid2pool-csfcube-bert_pp-{{facet}}-ranked.json"
    status, _, error = score(run, "--on", "csfcube", "--baseline", "allenai_specter")
    assert status == 1
    assert "Run 'allenai_specter'" in error and "candidates missing" in error
