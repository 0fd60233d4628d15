"""MDCR through the whole workflow: the files of the smoke run."""

import json
from collections import Counter

import pandas as pd
import pyarrow.parquet as pq
import pytest

from paperpool.benchmarks.mdcr_strategies import official_types
from paperpool.collections.mdcr_benchmark import iterate_pools, read_benchmark
from paperpool.evaluation.pair_scores import pair_keys

SPLITS = ("val", "test")
RANKERS = ["bm25", "tfidf", "minilm"]
FIELD = "Computer Science"
TYPES = official_types(RANKERS)[:-1]
LARGE, SMALL = ["map", "ndcg", "recall_30"], ["map", "ndcg", "recall_5"]


@pytest.fixture(scope="module")
def mdcr(results):
    return results / "mdcr"


@pytest.fixture(scope="module")
def benchmarks(mdcr):
    return {split: read_benchmark(mdcr / f"mdcr_{split}.json") for split in SPLITS}


@pytest.fixture(scope="module")
def cited(results):
    """Return the references of every paper, by its id."""
    citations = pq.read_table(results / "corpus/citations").to_pandas()
    return citations.groupby("citing_id").cited_id.agg(set).to_dict()


@pytest.fixture(scope="module")
def papers(results):
    """Return the papers that the filter mdcr keeps, by id."""
    corpus = pq.read_table(results / "corpus/papers").to_pandas()
    return corpus[corpus.in_mdcr].set_index("paper_id")


def test_every_cell_of_the_three_evaluations_is_there(mdcr):
    metrics = pd.read_csv(mdcr / "metrics.csv")
    official, corrected = ["official"], ["official", "corrected"]
    of_types = [FIELD, "all", *(f"type:{kind}" for kind in TYPES)]
    expected = Counter(
        (benchmark, protocol, split, ranker, part, metric)
        for benchmark, protocols, splits, parts, measures in (
            ("mdcr-dataset", official, ["test"], ["100", "150"], LARGE),
            ("mdcr-field", official, ["test"], [FIELD, "all"], LARGE),
            ("mdcr", corrected, SPLITS, of_types, SMALL),
        )
        for protocol in protocols
        for split in splits
        for ranker in RANKERS
        for part in parts
        for metric in measures
    )
    keys = ["benchmark", "protocol", "split", "ranker", "slice", "metric"]
    assert Counter(metrics[keys].itertuples(index=False, name=None)) == expected
    assert metrics.value.between(0, 1).all() and (metrics.groupby("metric").value.max() > 0).all()
    assert metrics.published.isna().all()  # the figures are those of other pools
    n_queries = metrics.groupby(["benchmark", "split"]).n_queries.agg(["min", "max"]).max(axis=1)
    assert n_queries.to_dict() == {
        ("mdcr", "test"): 4,
        ("mdcr", "val"): 2,
        ("mdcr-dataset", "test"): 4,
        ("mdcr-field", "test"): 4,
    }
    tests = pd.read_csv(mdcr / "significance.csv")
    assert set(tests.baseline) == {"bm25"} and set(tests.ranker) == {"tfidf", "minilm"}
    assert set(tests.benchmark) == set(metrics.benchmark)


def test_a_figure_of_the_dataset_level_is_that_of_its_run(mdcr, cited):
    run = pq.read_table(mdcr / "runs/dataset/bm25.parquet").to_pandas()
    run = run[(run.split == "test") & (run.part == "150")]
    in_corpus = pq.read_table(mdcr / "steps/cited.parquet").to_pandas().query("in_corpus")
    relevant = in_corpus.groupby("query_id").cited_id.agg(set).to_dict()
    assert all(relevant[query] <= cited[query] for query in run.query_id)
    recalls = [
        len(set(ranking.candidate_id[ranking["rank"] <= 30]) & relevant[query])
        / len(relevant[query])
        for (_, query), ranking in run.groupby(["sampling", "query_id"])
    ]
    assert len(recalls) == 2 * 4
    metrics = pd.read_csv(mdcr / "metrics.csv").query(
        "benchmark == 'mdcr-dataset' and slice == '150' and metric == 'recall_30'"
    )
    [row] = metrics[metrics.ranker == "bm25"].itertuples()
    assert row.value == pytest.approx(sum(recalls) / len(recalls)) and row.n_runs == 2


def test_scores_are_of_exactly_the_pairs_and_texts_of_exactly_the_papers(mdcr, benchmarks, papers):
    for split, benchmark in benchmarks.items():
        folder = mdcr / "scores" / ("val" if split == "val" else "")
        for ranker in RANKERS:
            scores = json.loads((folder / f"{ranker}.json").read_text())
            assert sorted(scores) == sorted(pair_keys(benchmark))
            assert len(set(scores.values())) > 20
        lines = (mdcr / f"mdcr_{split}_data.jsonl").read_text().splitlines()
        texts = [json.loads(line) for line in lines]
        ids = {
            i for _, query, pool in iterate_pools(benchmark) for i in (query, *pool.candidates())
        }
        assert [text["paper_id"] for text in texts] == sorted(ids)
        assert all(text["abstract"] == papers.abstract[text["paper_id"]] for text in texts)


def test_three_models_give_candidates(mdcr):
    models = pd.read_csv(mdcr / "models.csv")
    jaccard = pd.read_csv(mdcr / "jaccard.csv")
    assert models.ranker.tolist() == RANKERS and models.chosen.all()
    assert len(jaccard) == 6 and jaccard.jaccard.between(0, 1, inclusive="neither").all()
    means = jaccard.groupby("ranker").jaccard.mean()
    assert models.set_index("ranker").mean_jaccard.to_dict() == pytest.approx(means.to_dict())
