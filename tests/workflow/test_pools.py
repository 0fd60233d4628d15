"""The pools through the whole workflow, on the demo corpus and on the real one."""

import json
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest
import yaml

from paperpool.io import tables
from paperpool.pools.names import TERM_SOURCES
from paperpool.pools.pool_tables import FIDELITY_COLUMNS, OVERLAP_COLUMNS


@pytest.fixture(scope="module")
def pools(smoke):
    return smoke[0].folder / "results/smoke/pools"


def test_the_pools_have_the_columns_of_their_contract(pools):
    assert pq.read_schema(pools / "pools.parquet").equals(tables.POOLS)
    assert list(pd.read_csv(pools / "overlap.csv")) == OVERLAP_COLUMNS
    assert list(pd.read_csv(pools / "fidelity.csv")) == FIDELITY_COLUMNS


def test_every_source_ranks_the_corpus_for_every_query(pools, smoke):
    queries = set(pd.read_csv(pools / "queries.csv", dtype=str).query_id)
    papers = pq.read_table(smoke[0].folder / "results/smoke/corpus/papers").to_pandas()
    n_papers = papers.in_csfcube.sum()
    for source in TERM_SOURCES:
        run = pq.read_table(pools / f"runs/{source}.parquet")
        assert run.schema.equals(tables.POOL_RUN)
        run = run.to_pandas()
        assert set(run.query_id) == queries and not (run.query_id == run.candidate_id).any()
        for _, ranking in run.groupby("query_id"):
            assert n_papers * 0.9 < len(ranking) < n_papers
            assert ranking["rank"].tolist() == list(range(1, len(ranking) + 1))
            assert ranking.score.is_monotonic_decreasing


def test_the_official_file_holds_the_table_and_the_turns_add_up(pools):
    table = pq.read_table(pools / "pools.parquet").to_pandas()
    official = json.loads((pools / "test-pid2pool.json").read_text())
    assert set(official) == set(table.query_id)
    for query, pool in table.groupby("query_id"):
        assert pool.position.tolist() == list(range(1, len(pool) + 1))
        assert official[query]["cands"] == pool.candidate_id.tolist()
        assert official[query]["cand_source"] == [list(sources) for sources in pool.sources]
    turns = pd.read_csv(pools / "turns.csv", dtype={"query_id": str})
    drawn = table.groupby(["query_id", "drawn_by"]).size()
    given = turns[turns.n_new > 0].set_index(["query_id", "source"]).n_new
    assert drawn.to_dict() == given.to_dict()
    ranked = turns[turns.source != "cited"]
    assert (ranked.shortfall == ranked.quota - ranked.n_new).all()


def test_what_was_annotated_in_the_demo_is_a_collection_that_rankers_are_scored_on(
    smoke, workplace
):
    release = smoke[0].folder / "results/smoke/annotation/release"
    config = workplace.overlay("own", {"run": "own", "data": {"csfcube": str(release)}})
    without = workplace.overlay("without", {"rankers": {"minilm": None}})
    workplace.snakemake("csfcube", "--configfile", config, without)
    metrics = pd.read_csv(workplace.folder / "results/own/csfcube/metrics.csv")
    figures = metrics[(metrics.slice == "all") & (metrics.metric == "map")]
    assert set(figures.ranker) == {"tfidf", "bm25", "cbow200", "tfidfcbow200"}
    assert (figures.value > 0.05).all()
    drawn = json.loads((smoke[0].folder / "results/smoke/pools/test-pid2pool.json").read_text())
    judged = json.loads((release / "test-pid2pool-csfcube.json").read_text())
    assert {q: set(p["cands"]) for q, p in judged.items()} == {
        q: set(p["cands"]) for q, p in drawn.items()
    }


def test_the_released_candidates_are_found_in_a_real_corpus(workplace, real_data, root):
    """On an eighth of the arXiv papers: word2vec takes minutes on all of them."""
    arxiv, own = (Path(real_data(name)) / "metadata" for name in ("s2orc-arxiv", "s2orc-csfcube"))
    overlay = {
        "run": "real",
        "data": {
            "s2orc": [str(arxiv / "metadata_0.jsonl.gz"), str(own / "*.jsonl.gz")],
            "csfcube": str(real_data("csfcube")),
        },
        "corpus": {"filters": ["csfcube"]},
        "rankers": {"minilm": None},
        "pools": yaml.safe_load((root / "config/pools.yaml").read_text())["pools"],
    }
    workplace.snakemake("pools", "--configfile", workplace.overlay("real", overlay))
    folder = workplace.folder / "results/real"
    fidelity = pd.read_csv(folder / "pools/fidelity.csv").set_index("source")
    least = {"abs_tfidf": 0.97, "title_tfidf": 0.97, "title_cbow200": 0.77, "abs_cbow200": 0.88}
    least |= {"title_tfidfcbow200": 0.77, "abs_tfidfcbow200": 0.84}
    assert (fidelity.share_top_100 >= pd.Series(least)[fidelity.index]).all()
    assert fidelity.n.to_dict() == {
        "title_tfidf": 1009,
        "title_cbow200": 1135,
        "title_tfidfcbow200": 1153,
        "abs_tfidf": 1045,
        "abs_cbow200": 931,
        "abs_tfidfcbow200": 1037,
    }
    turns = pd.read_csv(folder / "pools/turns.csv", dtype={"query_id": str})
    assert turns.query_id.nunique() == 34 and not turns.dry.any()
    assert turns[turns.quota == 33].query_id.nunique() == 7
    peaks = [
        pd.read_csv(file, sep="\t").max_rss.max() for file in (folder / "benchmarks").rglob("*.tsv")
    ]
    assert max(peaks) < 6_000
