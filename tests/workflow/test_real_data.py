"""The real collections and corpora through the whole workflow."""

import json

import pandas as pd
import pyarrow.parquet as pq
import pytest

from paperpool.collections.csfcube_release import read_collection
from paperpool.evaluation.foreign_runs import read_foreign_run

from .conftest import Workplace


@pytest.fixture
def release(real_data):
    return real_data("csfcube")


def specter(release):
    path = f"{release}/ranked_pools/test-pid2pool-csfcube-specter-{{facet}}-ranked.json"
    return {"kind": "run", "path": path, "published": "SPECTER"}


def overlay_of(workplace, release, **changes):
    without = dict.fromkeys(["minilm", "cbow200", "tfidfcbow200"])  # they take longer
    rankers = {**without, "specter": specter(release), **changes.pop("rankers", {})}
    content = {"run": "real", "data": {"csfcube": str(release)}, "rankers": rankers}
    quick = {"bootstrap": 1000, "permutations": 1000}
    return workplace.overlay("real", {**content, "evaluation": quick, **changes})


@pytest.fixture(scope="module")
def scored(root, real_data, tmp_path_factory):
    """A working directory with SPECTER's run scored beside tfidf and bm25."""
    place = Workplace(root, tmp_path_factory.mktemp("real"))
    place.snakemake("csfcube", "--configfile", overlay_of(place, real_data("csfcube")))
    return place


def test_the_papers_table_comes_out(scored):
    metrics = pd.read_csv(scored.folder / "results/real/csfcube/metrics.csv")
    table = metrics[(metrics.protocol == "official") & (metrics.split == "test")]
    published = table[(table.ranker == "specter") & table.published.notna()]
    assert len(published) == 20
    assert (published.value.round(4) == published.published).all()
    others = table[(table.slice == "all") & (table.metric == "ndcg%20")].set_index("ranker")
    assert others.published.dropna().to_dict() == {
        "tfidf": 0.4319,
        "bm25": 0.4606,
        "specter": 0.5328,
    }


def test_rankers_compared_on_their_own_differ_as_in_the_run(scored):
    folder = scored.compare("real/bm25", "real/specter")
    table = pd.read_csv(folder / "differences.csv")
    tests = pd.read_csv(scored.folder / "results/real/csfcube/significance.csv")
    tests = tests[tests.ranker == "specter"].reset_index(drop=True)
    columns = ["protocol", "split", "slice", "metric", "n_queries"]
    columns += ["difference", "ci_low", "ci_high", "p"]
    pd.testing.assert_frame_equal(table[columns], tests[columns], check_exact=True)
    assert table.p_holm.tolist() == table.p.tolist()  # of one pair there is nothing to correct
    page = (folder / "index.html").read_text()
    assert "bm25 → specter: all-NDCG%20 46.33 → 53.28 (+6.95, Holm p 0.0" in page
    assert "over 50 queries." in page and "are generated" not in page


def write_trec(path, release, change):
    """Write the released SPECTER rankings as a TREC run after ``change`` of one ranking."""
    collection = read_collection(release)
    run = read_foreign_run("specter", specter(release)["path"])
    change(run["1587", "result"])
    lines = [
        f"{query}_{facet} Q0 {candidate} 0 {score} x"
        for (query, facet), ranking in run.items()
        for candidate, score in ranking
    ]
    path.write_text("\n".join(lines))
    return collection


MISTAKES = {
    "lacks": (lambda ranking: ranking.pop(), "1 candidates missing"),
    "adds": (
        lambda ranking: ranking.append(("8781666", -99.0)),
        "1 candidates not in the pool: 8781666",
    ),
    "repeats": (lambda ranking: ranking.append(ranking[0]), "1 candidates repeated"),
}
UNJUDGED = [("41022419", -1.0), ("5111924", -2.0)]
"""Candidates of the pool of a query without a grade."""


def test_runs_that_break_the_rules_are_one_clear_error(workplace, release):
    changes = {name: change for name, (change, _) in MISTAKES.items()}
    changes["more"] = lambda ranking: ranking.extend(UNJUDGED)
    for name, change in changes.items():
        write_trec(workplace.folder / f"{name}.trec", release, change)
    rankers = {name: {"kind": "run", "path": f"{name}.trec"} for name in changes}
    overlay = overlay_of(workplace, release, rankers=rankers)
    targets = {name: f"results/real/csfcube/runs/{name}.parquet" for name in changes}
    failed = workplace.snakemake(*targets.values(), "--configfile", overlay, check=False)
    assert failed.returncode != 0 and "Traceback" not in failed.output
    for name, (_, expected) in MISTAKES.items():
        assert f"Run '{name}', query 1587_result" in failed.output and expected in failed.output
        assert not (workplace.folder / targets[name]).exists()
    assert "Run 'more'" not in failed.output
    warned = overlay_of(workplace, release, rankers=rankers, checks={"runs": "warn"})
    done = workplace.snakemake(*targets.values(), "--configfile", warned)
    for name, (_, expected) in MISTAKES.items():
        assert expected in done.output
        _, problems = checks_of(workplace, name)
        assert len(problems) == 1 and expected in problems[0]
    assert checks_of(workplace, "more") == (2, [])  # the unjudged are removed and counted


def checks_of(workplace, name):
    """Return the number of unjudged candidates removed from a run, and its problems."""
    checks = json.loads((workplace.folder / f"results/real/csfcube/checks/{name}.json").read_text())
    return checks["unjudged_removed"], checks["problems"]


def test_a_run_of_which_half_was_not_judged_is_warned_of(workplace, release):
    run = read_foreign_run("specter", specter(release)["path"])
    lines = [
        f"{query}_{facet} Q0 {candidate} 0 {-rank} x"
        for (query, facet), ranking in run.items()
        for rank, (known, _) in enumerate(ranking)
        for candidate in ([f"new{rank}"] if rank < 10 else []) + [known]
    ]
    (workplace.folder / "half.trec").write_text("\n".join(lines))
    overlay = overlay_of(
        workplace,
        release,
        rankers={"half": {"kind": "run", "path": "half.trec"}},
        checks={"runs": "warn"},
    )
    section = "results/real/report/sections/csfcube.json"  # the report has those that train, too
    done = workplace.snakemake("csfcube", section, "--configfile", overlay)
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
    overlay = workplace.overlay("sample", {"run": "sample", "data": {"s2orc": [str(shard)]}})
    workplace.snakemake("corpus", "--configfile", overlay)
    summary = json.loads((workplace.folder / "results/sample/corpus/summary.json").read_text())
    assert summary["filters"]["mdcr"] == {
        "kept": 117,
        "kept_always": 0,
        "dropped": {"no_year": 13, "no_title": 0, "short_abstract": 499, "few_citations": 371},
    }


def test_arxiv_and_the_release_are_one_corpus_with_all_rows_accounted_for(
    workplace, real_data, release
):
    shards = [
        str(real_data(name) / "metadata/*.jsonl.gz") for name in ("s2orc-arxiv", "s2orc-csfcube")
    ]
    overlay = workplace.overlay(
        "arxiv",
        {
            "run": "arxiv",
            "data": {"s2orc": shards, "csfcube": str(release)},
            "corpus": {"filters": ["csfcube", "mdcr", "none"]},
        },
    )
    workplace.snakemake("corpus", "--configfile", overlay)
    corpus = workplace.folder / "results/arxiv/corpus"
    summary = json.loads((corpus / "summary.json").read_text())
    arxiv = [s for name, s in summary["shards"].items() if name.startswith("s2orc-arxiv")]
    assert len(arxiv) == 8 and sum(s["read"] for s in arxiv) == 179_348
    assert summary["read"] == summary["readable"] == summary["kept"] == 179_348 + 4205
    filters = summary["filters"]
    assert filters["csfcube"]["kept_always"] == 4205
    assert filters["csfcube"]["dropped"]["not_selected"] == 179_348 - 127_849
    twins = pq.read_table(corpus / "twins.parquet").to_pandas()
    is_arxiv = twins[["paper_id", "twin_of"]].astype(int) >= 9_000_000_000
    assert (is_arxiv.paper_id != is_arxiv.twin_of).sum() == 434


def test_mdcr_is_built_from_a_real_citation_graph(workplace, real_data, root):
    (workplace.folder / "resources").mkdir()
    (workplace.folder / "resources/s2orc-acl").symlink_to(real_data("s2orc-acl"))
    quick = workplace.overlay("quick", {"rankers": dict.fromkeys(["minilm", "tfidfcbow200"])})
    overlay = str(root / "config/mdcr-acl.yaml")
    workplace.snakemake("mdcr", "report", "--configfile", overlay, quick)
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
