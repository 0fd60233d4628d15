"""The smoke configuration end to end: every target, every format, and again."""

import json
import re

import pandas as pd
import pyarrow.parquet as pq
import pytest
import yaml

from paperpool.collections.csfcube_release import read_collection
from paperpool.csfcube.evaluation import grade_ranking
from paperpool.evaluation.csfcube_measures import bpref
from paperpool.evaluation.foreign_runs import read_foreign_run
from paperpool.evaluation.runs import read_run
from paperpool.facets.head import is_head
from paperpool.io import tables

RANKERS = [
    *["tfidf", "bm25", "cbow200", "tfidfcbow200", "minilm"],
    *["simulated-json", "simulated-trec", "simulated-parquet"],
]


def test_it_takes_at_most_sixty_jobs(smoke):
    assert smoke[1].jobs()["all"] == 1  # is done by no job
    assert 1 < smoke[1].n_jobs - 1 <= 60


def test_a_second_call_has_nothing_to_do(smoke, root):
    workplace, _ = smoke
    again = workplace.snakemake("--configfile", str(root / "config/smoke.yaml"))
    assert "Nothing to be done" in again.output


def test_nothing_temporary_or_half_written_is_left(results):
    assert [file for file in results.rglob(".*") if file.is_file()] == []


def test_the_summary_accounts_for_every_row(results):
    summary = json.loads((results / "corpus/summary.json").read_text())
    by_contract = ["read", "quarantined", "readable", "kept", "filters", "shards"]
    assert list(summary) == [*by_contract, "bulk"]
    assert summary["read"] == 400 == sum(s["read"] for s in summary["shards"].values())
    assert summary["read"] == summary["readable"] + sum(summary["quarantined"].values())
    for counts in summary["filters"].values():
        assert summary["readable"] == counts["kept"] + sum(counts["dropped"].values())
    papers = pq.read_table(results / "corpus/papers")
    assert papers.num_rows == summary["kept"]
    for name in ("csfcube", "mdcr"):
        kept = sum(papers.column(f"in_{name}").to_pylist())
        assert kept == summary["filters"][name]["kept"]


def test_tables_have_the_columns_of_their_contract(results):
    assert pq.read_schema(next((results / "corpus/papers").iterdir())).names == [
        *tables.PAPERS.names,
        "in_csfcube",
        "in_mdcr",
    ]
    for file, schema in {
        next((results / "corpus/citations").iterdir()): tables.CITATIONS,
        results / "corpus/twins.parquet": tables.TWINS,
        results / "corpus/quarantine.parquet": tables.QUARANTINE,
        results / "facets/sentences.parquet": tables.SENTENCES,
        results / "csfcube/runs/bm25.parquet": tables.RUN,
        results / "csfcube/per_query.parquet": tables.PER_QUERY,
    }.items():
        assert pq.read_schema(file).equals(schema), file


def test_citations_are_distinct_and_never_of_the_paper_itself(results):
    edges = pq.read_table(results / "corpus/citations").to_pandas()
    assert len(edges) and not edges.duplicated().any()
    assert (edges.citing_id != edges.cited_id).all()


def test_the_papers_of_the_collection_are_kept(results):
    lines = (results / "demo/csfcube/abstracts-csfcube-preds.jsonl").read_text().splitlines()
    ids = {json.loads(line)["paper_id"] for line in lines}
    papers = pq.read_table(results / "corpus/papers").to_pandas()
    assert ids <= set(papers[papers.in_csfcube].paper_id)


def test_every_ranker_is_scored_and_the_three_formats_agree(results):
    metrics = pd.read_csv(results / "csfcube/metrics.csv")
    assert list(dict.fromkeys(metrics.ranker)) == RANKERS
    assert metrics.published.isna().all()  # the figures are those of another collection
    columns = ["protocol", "split", "slice", "metric", "value", "ci_low", "ci_high"]
    simulated = [
        metrics[metrics.ranker == name][columns].to_numpy().tolist()
        for name in RANKERS
        if name.startswith("simulated")
    ]
    assert simulated[0] == simulated[1] == simulated[2]


def test_every_sentence_of_the_collection_and_of_the_kept_papers_has_a_facet(results):
    sentences = pq.read_table(results / "facets/sentences.parquet").to_pandas()
    assert not sentences.duplicated(["paper_id", "sentence_id"]).any()
    collection = read_collection(results / "demo/csfcube")
    texts = sentences.groupby("paper_id").text.apply(tuple).to_dict()
    for paper_id, paper in collection.papers.items():
        assert texts[paper_id] == paper.sentences
    papers = pq.read_table(results / "corpus/papers").to_pandas()
    kept = papers[papers.in_csfcube & papers.abstract.fillna("").str.strip().ne("")]
    assert set(texts) == set(kept.paper_id) | set(collection.papers)

    assert is_head(results / "facets/labeller")  # that this run trained
    figures = pd.read_csv(results / "facets/metrics.csv")
    assert figures.published.isna().all()
    given = [label for i in sorted(collection.papers) for label in collection.papers[i].labels]
    found = sentences[sentences.paper_id.isin(list(collection.papers))]
    found = found.sort_values(["paper_id", "sentence_id"]).facet
    [row] = figures.query(
        "data == 'csfcube' and split == 'all' and metric == 'micro_f1'"
    ).itertuples()
    assert row.value == pytest.approx((found.to_numpy() == given).mean())
    largest = max(given.count(label) for label in set(given)) / len(given)
    assert row.value > largest + 0.2 and row.n_sentences == len(given)


def test_pool_bias_of_every_ranker_is_measured(results):
    bias = pd.read_csv(results / "csfcube/pool_bias.csv", keep_default_na=False)
    assert list(dict.fromkeys(bias.ranker)) == RANKERS
    assert len(bias) == len(RANKERS) * 2 * 4
    assert (bias["judged@20"].astype(float) == 1).all() and (bias.warning == "").all()
    collection = read_collection(results / "demo/csfcube")
    run = read_run(results / "csfcube/runs/bm25.parquet")
    values = [bpref(*grade_ranking(run, p, collection, False)) for p in collection.pairs("method")]
    [row] = bias.query("ranker == 'bm25' and split == 'test' and slice == 'method'").itertuples()
    assert float(row.bpref) == pytest.approx(sum(values) / len(values))


def test_the_report_has_every_ranker_and_links_to_the_errors_of_two(results):
    page, errors = ((results / f"report/{name}.html").read_text() for name in ("index", "errors"))
    assert sorted(file.name for file in (results / "report").iterdir()) == [
        "errors.html",
        "index.html",
        "scisumm.html",
        "sections",
    ]
    assert '<a href="errors.html">' in page and '<a href="index.html">' in errors
    metrics = pd.read_csv(results / "csfcube/metrics.csv")
    figures = metrics.query("protocol == 'official' and split == 'test' and metric == 'ndcg%20'")
    for value in figures.value:
        assert f'<span class="value">{100 * value:.2f}</span>' in page
    for name in RANKERS:
        assert re.search(rf'<th scope="row">{name}\b', page)
    overall = figures[figures.slice == "all"].set_index("ranker").value
    best = overall.drop("bm25").sort_index().idxmax()
    assert f"What bm25 and {best} get wrong" in errors
    pairs = read_collection(results / "demo/csfcube").pairs()
    assert errors.count('<section class="query broad"') == len(pairs)


def test_a_ranked_file_in_the_official_format_reads_back_as_the_run(results):
    path = results / "csfcube/ranked/test-pid2pool-csfcube-bm25-{facet}-ranked.json"
    again = read_foreign_run("bm25", str(path))
    assert again == read_run(results / "csfcube/runs/bm25.parquet")


def test_runs_are_ranked_from_one_by_falling_score_and_equal_scores_by_id(results):
    for name in RANKERS:
        run = pq.read_table(results / f"csfcube/runs/{name}.parquet").to_pandas()
        for _, ranking in run.groupby(["query_id", "facet"]):
            assert ranking["rank"].tolist() == list(range(1, len(ranking) + 1))
            keys = list(zip(-ranking.score, ranking.candidate_id, strict=True))
            assert keys == sorted(keys)
            assert ranking.query_id.iloc[0] not in set(ranking.candidate_id)


def test_the_merged_configuration_is_written(results):
    config = yaml.safe_load((results / "config.yaml").read_text())
    assert config["run"] == "smoke" and config["demo"]["papers"] == 400
    assert set(config["rankers"]) == set(RANKERS)
