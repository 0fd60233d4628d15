"""The smoke configuration end to end: every target, every format, and again."""

import json
import os
import re
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest
import yaml

from paperpool.collections.csfcube_release import read_collection
from paperpool.collections.schemes import default_scheme
from paperpool.evaluation.foreign_runs import read_foreign_run
from paperpool.evaluation.stored_runs import read_run
from paperpool.workflow.facets.labeller_files import is_head

RANKERS = [
    *["tfidf", "bm25", "cbow200", "tfidfcbow200", "minilm"],
    *["simulated-json", "simulated-trec", "simulated-parquet"],
]


SETTLED = """
    annotation/release/* annotation/tasks.json annotation/grades.parquet
    annotation/source_grades.csv
    collections/generated/summary.json collections/generated/steps/*
    collections/generated/runs/bm25.parquet
    corpus/*.json corpus/*.parquet corpus/papers/* corpus/citations/*
    csfcube/*/bm25.parquet csfcube/*/tfidf.parquet demo/csfcube/*.json
    mdcr/shortfalls.csv mdcr/steps/*.parquet mdcr/runs/*/bm25.parquet
    mdcr/runs/*/tfidf.parquet
    pools/*.json pools/*.parquet pools/queries.csv pools/turns.csv pools/runs/*_tfidf.parquet
    scisumm/corpus.csv scisumm/malformed.csv scisumm/steps/*.parquet scisumm/rankings/bm25*
    scisumm/runs/bm25*/Task1/*
""".split()
"""Results with the same bytes on every processor."""


def test_results_have_their_stored_digests(smoke):
    """Pools, queries, judgments, rankings by terms, and counts are as they were.

    Averages of word vectors, dense scores, their measures and negatives are left out, as they
    differ between processors. After a wanted change of results renew the digests:
    ``RENEW_SNAPSHOTS=1 python -m pytest tests/workflow/test_smoke.py -k stored``.
    """
    found = [smoke[0].digests("smoke", pattern) for pattern in SETTLED]
    lines = sorted(f"{path} {digest}" for of in found for path, digest in of.items())
    stored = Path(__file__).with_name("smoke_digests.txt")
    if os.environ.get("RENEW_SNAPSHOTS"):
        stored.write_text("\n".join(lines) + "\n", encoding="utf-8")
    changed = {*lines} ^ {*stored.read_text(encoding="utf-8").splitlines()}
    assert all(found) and {line.split()[0] for line in changed} == set()


def test_each_candidate_of_mdcr_follows_the_rules_of_its_paper(smoke, root, tmp_path, load_program):
    """Another implementation of the rules finds nothing, and each of four wrong candidates."""
    check_mdcr = load_program("studies/check_mdcr.py")
    overlays = [root / "config/smoke.yaml"]
    run = smoke[0].folder / "results/smoke"
    findings = check_mdcr.check_run(run, overlays)
    assert findings.broken == [] and findings.applied.total() > 1000

    changed = tmp_path / "changed"
    for part in ("corpus/papers", "corpus/citations", "mdcr/runs", "mdcr/steps"):
        (changed / part).parent.mkdir(parents=True, exist_ok=True)
        (changed / part).symlink_to(run / part)
    (changed / "corpus/twins.parquet").symlink_to(run / "corpus/twins.parquet")
    for file in (run / "mdcr").glob("*.*"):
        (changed / "mdcr" / file.name).write_bytes(file.read_bytes())
    file = changed / "mdcr/mdcr_test.json"
    benchmark = json.loads(file.read_text(encoding="utf-8"))
    [pools] = benchmark.values()
    for pool in pools.values():
        pool["graph"][0], pool["random"][0] = pool["random"][0], pool["graph"][0]
        pool["most_cited"][0] = pool["true"][0]
        pool["bm25"].pop()
    file.write_text(json.dumps(benchmark), encoding="utf-8")

    findings = check_mdcr.check_run(changed, overlays)
    broken = {finding.partition(":")[0] for finding in findings.broken}
    assert broken >= {
        "a pool lists no paper twice",
        "a negative is kept, not newer, not cited",
        "a negative of graph is offered by it",
        "a type has all that there are, up to its number",
    }


def test_it_takes_at_most_sixty_jobs(smoke):
    assert smoke[1].jobs()["all"] == 1  # is done by no job
    assert 1 < smoke[1].n_jobs - 1 <= 60


def test_a_second_call_has_nothing_to_do(smoke):
    assert "Nothing to be done" in smoke[0].run(base="smoke").output


def test_nothing_temporary_or_half_written_is_left(results):
    assert [file for file in results.rglob(".*") if file.is_file()] == []


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


def test_the_report_has_every_ranker_and_links_to_the_errors_of_two(results):
    page, errors = ((results / f"report/{name}.html").read_text() for name in ("index", "errors"))
    assert sorted(file.name for file in (results / "report").iterdir()) == [
        "errors.html",
        "index.html",
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
    again = read_foreign_run("bm25", str(path), default_scheme().facet_names)
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
