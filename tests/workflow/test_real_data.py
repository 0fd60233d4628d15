"""The real collections and corpora through the whole workflow."""

import json

import pandas as pd
import pyarrow.parquet as pq
import pytest

from paperpool.collections.schemes import default_scheme
from paperpool.evaluation.foreign_runs import read_foreign_run

from ..made.collection import write_trec_run
from .conftest import Workplace


@pytest.fixture
def release(real_data):
    return real_data("csfcube")


def specter(release):
    path = f"{release}/ranked_pools/test-pid2pool-csfcube-specter-{{facet}}-ranked.json"
    return {"kind": "run", "path": path, "published": "SPECTER"}


def describe(release, **changes):
    """Return the settings of a run that scores SPECTER's and further rankers."""
    without = dict.fromkeys(["minilm", "cbow200", "tfidfcbow200"])  # they take longer
    rankers = {**without, "specter": specter(release), **changes.pop("rankers", {})}
    content = {"run": "real", "data": {"csfcube": str(release)}, "rankers": rankers}
    return content | {"evaluation": {"bootstrap": 1000, "permutations": 1000}} | changes


@pytest.fixture(scope="module")
def scored(root, real_data, tmp_path_factory):
    """A working directory with SPECTER's run scored beside tfidf and bm25."""
    place = Workplace(root, tmp_path_factory.mktemp("real"))
    place.run("csfcube", **describe(real_data("csfcube")))
    return place


def test_the_papers_table_comes_out(scored):
    metrics = pd.read_csv(scored.folder / "results/real/csfcube/metrics.csv")
    table = metrics[(metrics.protocol == "official") & (metrics.split == "test")]
    published = table[(table.ranker == "specter") & table.published.notna()]
    assert len(published) == 21  # Tables 3 and 4, and the MAP that Aspire's model cards print
    assert (published.value.round(4) == published.published).all()
    others = table[(table.slice == "all") & (table.metric == "ndcg%20")].set_index("ranker")
    assert others.published.dropna().to_dict() == {
        "tfidf": 0.4319,
        "bm25": 0.4606,
        "specter": 0.5328,
    }


def test_a_run_of_which_half_was_not_judged_is_warned_of(workplace, release):
    facets = default_scheme().facet_names
    run = read_foreign_run("specter", specter(release)["path"], facets)
    for pair, ranking in run.items():
        run[pair] = [
            (candidate, -rank)
            for rank, (known, _) in enumerate(ranking)
            for candidate in ([f"new{rank}"] if rank < 10 else []) + [known]
        ]
    write_trec_run(workplace.folder / "half.trec", run)
    half = {"half": {"kind": "run", "path": "half.trec"}}
    few = {"bootstrap": 100, "permutations": 100}
    settings = describe(release, rankers=half, checks={"runs": "warn"}, evaluation=few)
    section = "results/real/report/sections/csfcube.json"  # the report has those that train, too
    done = workplace.run("csfcube", section, **settings)
    warning = "Only 50.0% of its first 20 candidates were judged"
    assert f"half: {warning}" in done.output
    results = workplace.folder / "results/real"
    bias = pd.read_csv(results / "csfcube/pool_bias.csv", keep_default_na=False)
    rows = bias.query("split == 'test' and slice == 'all'").set_index("ranker")
    assert rows["judged@20"].astype(float).to_dict() == {
        "tfidf": 1.0,
        "bm25": 1.0,
        "specter": 1.0,
        "half": 0.5,
    }
    assert rows.loc["half"].bpref == rows.loc["specter"].bpref
    assert [name for name, text in rows.warning.items() if text] == ["half"]
    assert warning in (workplace.folder / section).read_text()


def test_the_s2orc_sample_is_filtered_as_mdcr_does(workplace, real_data):
    shard = real_data("s2orc-sample") / "metadata/metadata_0.jsonl.gz"
    workplace.run("corpus", run="sample", data={"s2orc": [str(shard)]})
    summary = json.loads((workplace.folder / "results/sample/corpus/summary.json").read_text())
    assert summary["filters"]["mdcr"] == {
        "kept": 117,
        "kept_always": 0,
        "dropped": {"no_year": 13, "no_title": 0, "short_abstract": 499, "few_citations": 371},
    }


def test_arxiv_and_the_release_are_one_corpus_with_all_rows_accounted_for(
    workplace, real_data, release
):
    """A quarter of arXiv's papers; `make release-check` reads them all."""
    shards = [
        str(real_data("s2orc-arxiv") / "metadata/metadata_[01].jsonl.gz"),
        str(real_data("s2orc-csfcube") / "metadata/*.jsonl.gz"),
    ]
    data, corpus = {"s2orc": shards, "csfcube": str(release)}, ["csfcube", "mdcr", "none"]
    workplace.run("corpus", run="arxiv", data=data, corpus={"filters": corpus})
    corpus = workplace.folder / "results/arxiv/corpus"
    summary = json.loads((corpus / "summary.json").read_text())
    arxiv = [s for name, s in summary["shards"].items() if name.startswith("s2orc-arxiv")]
    assert [s["read"] for s in arxiv] == [22_419, 22_419]
    assert summary["read"] == summary["readable"] == summary["kept"] == 44_838 + 4205
    filters = summary["filters"]
    assert filters["csfcube"]["kept_always"] == 4205
    assert filters["csfcube"]["dropped"]["not_selected"] == 44_838 - 32_073
    twins = pq.read_table(corpus / "twins.parquet").to_pandas()
    is_arxiv = twins[["paper_id", "twin_of"]].astype(int) >= 9_000_000_000
    assert (is_arxiv.paper_id != is_arxiv.twin_of).sum() == 99


def test_mdcr_is_built_from_a_real_citation_graph(workplace, real_data):
    (workplace.folder / "resources").mkdir()
    (workplace.folder / "resources/s2orc-acl").symlink_to(real_data("s2orc-acl"))
    quick = dict.fromkeys(["minilm", "tfidfcbow200"])
    workplace.run("mdcr", "report", base="mdcr-acl", rankers=quick)
    mdcr = workplace.folder / "results/mdcr-acl/mdcr"
    provenance = pq.read_table(mdcr / "provenance.parquet").to_pandas()
    assert provenance.groupby("split").query_id.nunique().to_dict() == {"test": 60, "val": 26}
    wanted = 5 + 6 * 10
    found = provenance.groupby("query_id").size()
    shortfalls = pd.read_csv(mdcr / "shortfalls.csv", dtype={"query_id": str})
    lacking = (shortfalls.wanted - shortfalls.found).groupby(shortfalls.query_id).sum()
    assert (wanted - found[found < wanted]).to_dict() == lacking.to_dict()
    assert set(shortfalls.type) == {"graph"}  # few papers have neighbours with an abstract

    metrics = pd.read_csv(mdcr / "metrics.csv")
    figures = metrics[(metrics.protocol == "official") & (metrics.split == "test")]
    of_bm25 = figures[(figures.benchmark == "mdcr") & (figures.ranker == "bm25")]
    maps = of_bm25[of_bm25.metric == "map"].set_index("slice").value
    similar, others = ["graph", "bm25", "tfidf", "cbow200"], ["most_cited", "random"]
    hard, easy = (maps[[f"type:{kind}" for kind in kinds]] for kinds in (similar, others))
    assert 5 / wanted < maps["all"] < hard.min() and hard.max() < easy.min()
    recall = figures[(figures.benchmark == "mdcr-dataset") & (figures.metric == "recall_30")]
    by_size = recall.pivot(index="ranker", columns="slice", values="value")
    assert (by_size["500"] > by_size["1000"]).all()  # more papers to tell from those cited
