"""The rankers with an encoder, through the whole workflow on a small demo collection."""

import pandas as pd
import pyarrow.parquet as pq
import pytest

from paperpool.collections.csfcube_release import read_collection
from paperpool.evaluation.stored_runs import read_run
from paperpool.io import tables
from paperpool.io.files import read_json
from paperpool.models.static_encoder import load_static_encoder
from paperpool.rankers.scoring.fusing import fuse_runs

from .conftest import Workplace

KINDS = ("facet", "ot", "cross")
"""One of texts, one of sentences, one of pairs; ``tests/rankers/test_matrix.py`` has them all."""


@pytest.fixture(scope="module")
def workplace(root, tmp_path_factory):
    return Workplace(root, tmp_path_factory.mktemp("encoders"))


@pytest.fixture(scope="module")
def settings(tiny_bert):
    """The settings of a run with a ranker of each kind, and with their fusion."""
    known = ["the", "of", "and", "a", "to"]
    model, scorer = (
        {"model": str(tiny_bert(known, labels=labels)), "max_tokens": 48} for labels in (0, 1)
    )
    words = {"teacher": scorer["model"], "vocabulary": "words", "papers": 40, "max_tokens": 48}
    return {
        "run": "one",
        "demo": {"papers": 300, "shards": 1, "bulk_shards": 0, "queries": 6},
        "mdcr": {
            **{"rankers": ["static"], "years": [2010, 2019], "fields": ["Computer Science"]},
            **{"queries": 3, "validation_queries": 2, "dataset_queries": 3, "samplings": 1},
            **{"pool_sizes": [60], "field_pool": 40, "depth": 40},
        },
        "static": {"fast": words},
        "rankers": {
            "minilm": model,
            "static": {
                **{"kind": "dense", "model": "static:fast", "separator": "sep"},
                "max_tokens": 512,  # all, where a demo's rankers read less
            },
            **{kind: {"kind": kind, **(scorer if kind == "cross" else model)} for kind in KINDS},
            "fused": {"kind": "fusion", "members": [*KINDS]},
            "terms": {"kind": "fusion", "members": ["bm25", "tfidf"]},
        },
    }


def test_each_kind_ranks_every_judged_candidate_in_a_way_of_its_own(workplace, settings):
    targets = [f"results/one/csfcube/runs/{kind}.parquet" for kind in KINDS]
    done = workplace.run(*targets, **settings)
    assert done.jobs()["rank_pools_model"] == len(KINDS)
    collection = read_collection(workplace.folder / "results/one/demo/csfcube")
    runs = [read_run(workplace.folder / target) for target in targets]
    for run in runs:
        assert sorted(run) == collection.pairs()
        for pair, ranking in run.items():
            assert sorted(c for c, _ in ranking) == collection.rankable(*pair)
    orders = {str({pair: [c for c, _ in r] for pair, r in run.items()}) for run in runs}
    assert len(orders) == len(KINDS)
    fused = "results/one/csfcube/runs/fused.parquet"
    assert workplace.run(fused, **settings).jobs() == {"rank_pools_fusion": 1}
    assert read_run(workplace.folder / fused) == fuse_runs(runs, "rrf")
    corpus = "results/one/csfcube/corpus/terms.parquet"
    assert workplace.run(corpus, **settings).jobs()["rank_fusion"] == 1
    found = [read_run(workplace.folder / corpus.replace("terms", of)) for of in ("bm25", "tfidf")]
    assert read_run(workplace.folder / corpus) == fuse_runs(found, "rrf")
    assert "Nothing to be done" in workplace.run(*targets, "-n", **settings).output


def test_they_are_no_sources_of_the_pools(workplace, settings):
    jobs = workplace.run("pools", "-n", **settings).jobs()
    assert jobs["rank_encoder_source"] == 2  # minilm and static, of kind dense


def test_a_dense_ranker_is_a_source_that_ranks_the_corpus_for_every_query(workplace, settings):
    target = "results/one/pools/runs/minilm.parquet"
    workplace.run(target, **settings)
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


def test_a_static_encoder_ranks_csfcube_and_large_pools_of_mdcr(workplace, settings):
    """It is made of the corpus, but neither of the collection's papers nor of MDCR's queries."""
    results = workplace.folder / "results/one"
    runs = ["csfcube/runs/static.parquet", "mdcr/runs/field/static.parquet"]
    jobs = workplace.run(*(f"results/one/{run}" for run in runs), **settings).jobs()
    assert jobs["make_static_encoder"] == 1
    assert jobs["encode_papers"] == 2  # those of pools, and the others of MDCR
    collection = read_collection(results / "demo/csfcube")
    papers = pq.read_table(results / "corpus/papers").to_pandas()
    queries = set(pd.read_parquet(results / "mdcr/steps/queries.parquet").query_id)
    twins = pd.read_parquet(results / "corpus/twins.parquet")
    about = read_json(results / "models/fast/config.json")
    unseen = {*collection.papers, *queries, *twins.paper_id, *twins.twin_of}
    assert about["papers_fitted"] == 40
    assert len(papers) - len(unseen) <= about["papers_counted"] <= len(papers) - len(queries)
    encoder = load_static_encoder(results / "models/fast")
    texts = [f"{paper.title} {paper.abstract}" for paper in collection.papers.values()]
    vectors = dict(zip(collection.papers, encoder.encode(texts).astype(float), strict=True))
    for (query, _), ranking in read_run(results / runs[0]).items():
        cosines = [vectors[query] @ vectors[candidate] for candidate, _ in ranking]
        assert [score for _, score in ranking] == pytest.approx(cosines, abs=1e-6)
    of_pools = pq.read_table(results / runs[1])
    assert of_pools.schema.equals(tables.MDCR_RUN)
    assert len(of_pools.to_pandas().groupby("query_id")) == 5
