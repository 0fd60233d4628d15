"""The pools through the whole workflow, on the demo corpus and on the real one."""

import json
from pathlib import Path

import pandas as pd
import pytest
import yaml


@pytest.fixture(scope="module")
def pools(results):
    return results / "pools"


def test_what_was_annotated_in_the_demo_is_a_collection_that_rankers_are_scored_on(
    pools, workplace
):
    release = pools.parent / "annotation/release"
    data = {"csfcube": str(release)}
    workplace.run("csfcube", run="own", data=data, rankers={"minilm": None})
    metrics = pd.read_csv(workplace.folder / "results/own/csfcube/metrics.csv")
    figures = metrics[(metrics.slice == "all") & (metrics.metric == "map")]
    assert set(figures.ranker) == {"tfidf", "bm25", "cbow200", "tfidfcbow200"}
    assert (figures.value > 0.05).all()
    drawn = json.loads((pools / "test-pid2pool.json").read_text())
    judged = json.loads((release / "test-pid2pool-csfcube.json").read_text())
    assert {q: set(p["cands"]) for q, p in judged.items()} == {
        q: set(p["cands"]) for q, p in drawn.items()
    }


def test_the_released_candidates_are_found_in_a_real_corpus(workplace, real_data, root):
    """On an eighth of the arXiv papers: word2vec takes minutes on all of them."""
    arxiv, own = (Path(real_data(name)) / "metadata" for name in ("s2orc-arxiv", "s2orc-csfcube"))
    shards = [str(arxiv / "metadata_0.jsonl.gz"), str(own / "*.jsonl.gz")]
    workplace.run(
        "pools",
        run="real",
        data={"s2orc": shards, "csfcube": str(real_data("csfcube"))},
        corpus={"filters": ["csfcube"]},
        rankers={"minilm": None},
        pools=yaml.safe_load((root / "config/pools.yaml").read_text())["pools"],
    )
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
