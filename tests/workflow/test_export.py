"""The export of a finished run: the files of other tools, and the run's own figures of them."""

import csv
import json

import ir_measures
import pandas as pd
import pytest
from ir_measures import AP, R, nDCG

from ..made.folders import write_beir

CSFCUBE = {"map": AP(rel=2), "recall@20": R(rel=2) @ 20, "ndcg@20": nDCG @ 20}
MDCR = {"map": AP, "ndcg": nDCG, "recall_5": R @ 5}


@pytest.fixture(scope="module")
def exported(copied):
    """A copy of the smoke run with its export: its results and the call."""
    done = copied.run("export", base="smoke")
    return copied.folder / "results/smoke", done


def figures(results, benchmark, measures):
    """Return the values of the corrected protocol by split, ranker, query and measure."""
    table = pd.read_parquet(results / benchmark / "per_query.parquet")
    table = table[(table.protocol == "corrected") & (table["slice"] == "all")]
    table = table[(table.benchmark == benchmark) & table.metric.isin(list(measures))]
    rows = table[["split", "ranker", "query_id", "metric", "value"]]
    return {(s, r, q, m): value for s, r, q, m, value in rows.itertuples(index=False)}


def measured(results, benchmark, split, ranker, measures):
    """Return ir_measures' scores of an exported run, by query and measure."""
    folder = results / "export" / benchmark / "trec" / split
    qrels = ir_measures.read_trec_qrels(str(folder / "qrels.txt"))
    run = ir_measures.read_trec_run(str(folder / "runs" / f"{ranker}.txt"))
    names = {measure: name for name, measure in measures.items()}
    return {
        (query, names[measure]): value
        for query, measure, value in ir_measures.iter_calc(list(names), qrels, run)
    }


def test_a_finished_run_is_exported_by_a_job_for_each_collection(exported):
    jobs = {"export_csfcube": 1, "export_mdcr": 1, "export_collection": 1, "export": 1}
    assert exported[1].jobs() == jobs


@pytest.mark.parametrize(
    ("benchmark", "split", "measures"),
    [("csfcube", "test", CSFCUBE), ("mdcr", "test", MDCR), ("mdcr", "val", MDCR)],
)
def test_exported_runs_score_as_the_run_says(exported, benchmark, split, measures):
    results, _ = exported
    files = sorted((results / "export" / benchmark / "trec" / split / "runs").glob("*.txt"))
    runs = {}
    for file in files:  # a ranker that is trained twice has two, and its scores are their means
        runs.setdefault(file.stem.partition("@")[0], []).append(file.stem)
    expected = figures(results, benchmark, measures)
    assert {ranker for s, ranker, *_ in expected if s == split} == set(runs)
    for ranker, names in runs.items():
        values = [measured(results, benchmark, split, name, measures) for name in names]
        assert {key: sum(v[key] for v in values) / len(values) for key in values[0]} == {
            (query, metric): pytest.approx(value, abs=1e-12)
            for (s, r, query, metric), value in expected.items()
            if (s, r) == (split, ranker)
        }


def test_runs_of_somebodys_collection_score_as_the_run_says(exported):
    table = pd.read_parquet(exported[0] / "collections/generated/per_query.parquet")
    measures = {name: ir_measures.parse_measure(name) for name in set(table["metric"])}
    assert len(measures) == 4
    for ranker, of_ranker in table.groupby("ranker"):
        rows = of_ranker[["query_id", "metric", "value"]].itertuples(index=False)
        expected = {(query, metric): value for query, metric, value in rows}
        found = measured(exported[0], "generated", "test", ranker, measures)
        assert found == pytest.approx(expected, rel=0, abs=1e-12)


def test_beir_and_trec_hold_the_same_judgments(exported):
    for benchmark, split in (("csfcube", "test"), ("mdcr", "val"), ("mdcr", "test")):
        folder = exported[0] / "export" / benchmark
        with (folder / f"beir/qrels/{split}.tsv").open() as file:
            _, *beir = csv.reader(file, delimiter="\t")
        trec = [line.split() for line in (folder / f"trec/{split}/qrels.txt").open()]
        assert beir == [[query, document, grade] for query, _, document, grade in trec]


def test_the_demo_says_that_it_is_generated(exported):
    for benchmark in ("csfcube", "mdcr", "generated"):
        folder = exported[0] / "export" / benchmark
        metadata = json.loads((folder / "croissant.json").read_text())
        assert metadata["license"] == ["https://creativecommons.org/publicdomain/zero/1.0/"]
        assert "are invented" in (folder / "datasheet.md").read_text()


def test_somebodys_collection_is_exported_and_ranked_again_as_before(workplace):
    """A BEIR folder by its own export: the same runs, figures and files."""
    settings = write_beir(workplace.folder / "theirs") | {"rankers": ["bm25", "tfidf"]}
    again = settings | {"path": "results/first/export/theirs/beir"}
    for run, of_run in (("first", settings), ("again", again)):
        content = {"run": run, "data": {"collections": {"theirs": of_run}}}
        content["evaluation"] = {"bootstrap": 1000, "permutations": 1000}
        jobs = workplace.run("collections", "export", **content).jobs()
        assert jobs["export_collection"] == jobs["export"] == 1 and "export_csfcube" not in jobs
    results = [workplace.folder / "results" / run for run in ("first", "again")]
    for table in ("metrics.csv", "runs/bm25.parquet", "runs/tfidf.parquet"):
        first, second = (folder / "collections/theirs" / table for folder in results)
        assert first.read_bytes() == second.read_bytes()
    export = results[0] / "export/theirs"
    data = [file for file in export.rglob("*") if file.is_file()]
    assert {str(f.relative_to(export)) for f in data} >= {
        "trec/test/runs/bm25.txt",
        "trec/test/runs/tfidf.txt",
        "beir/corpus.jsonl",
        "datasheet.md",
        "croissant.json",
    }
    for file in data:
        exported_again = results[1] / "export/theirs" / file.relative_to(export)
        assert file.read_bytes() == exported_again.read_bytes()
    assert "Nothing to be done" in workplace.run("export", **content).output


def test_what_a_run_lacks_is_named(workplace, real_data):
    facets = {"csabstruct": str(real_data("csabstruct"))}
    failed = workplace.fail("export", "-n", run="facets", data=facets)
    assert "To export a collection needs data.csfcube, which is not set" in failed.output
    only = {"run": "only", "data": {"csfcube": str(real_data("csfcube"))}}
    failed = workplace.fail("results/only/export/mdcr/croissant.json", "-n", **only)
    assert "The mdcr section needs data.s2orc" in failed.output
    planned = workplace.run("export", "-n", **only).jobs()
    assert planned["export_csfcube"] == 1 and "export_mdcr" not in planned
