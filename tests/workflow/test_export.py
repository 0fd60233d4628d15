"""The export of a finished run: the files of other tools, and the run's own figures of them."""

import csv
import json
import shutil

import ir_measures
import pandas as pd
import pytest
from ir_measures import AP, R, nDCG

CSFCUBE = {"map": AP(rel=2), "recall@20": R(rel=2) @ 20, "ndcg@20": nDCG @ 20}
MDCR = {"map": AP, "ndcg": nDCG, "recall_5": R @ 5}


@pytest.fixture(scope="module")
def exported(smoke, root):
    """A copy of the smoke run with its export: its results and the call."""
    finished, _ = smoke
    folder = finished.folder.parent / f"{finished.folder.name}-exported"  # as deep: equal paths
    shutil.copytree(finished.folder, folder)
    workplace = type(finished)(root, folder)
    done = workplace.snakemake("export", "--configfile", str(root / "config/smoke.yaml"))
    return folder / "results/smoke", done


def figures(results, benchmark, measures):
    """Return the values of the corrected protocol by split, ranker, query and measure."""
    table = pd.read_parquet(results / benchmark / "per_query.parquet")
    table = table[(table.protocol == "corrected") & (table["slice"] == "all")]
    table = table[(table.benchmark == benchmark) & table.metric.isin(list(measures))]
    rows = table[["split", "ranker", "query_id", "metric", "value"]]
    return {(s, r, q, m): value for s, r, q, m, value in rows.itertuples(index=False)}


def measured(results, benchmark, split, ranker, measures):
    """Return what ir_measures says of an exported run, by query and measure."""
    folder = results / "export" / benchmark / "trec" / split
    qrels = ir_measures.read_trec_qrels(str(folder / "qrels.txt"))
    run = ir_measures.read_trec_run(str(folder / "runs" / f"{ranker}.txt"))
    names = {measure: name for name, measure in measures.items()}
    return {
        (query, names[measure]): value
        for query, measure, value in ir_measures.iter_calc(list(names), qrels, run)
    }


def test_a_finished_run_is_exported_by_two_jobs(exported):
    assert exported[1].jobs() == {"export_csfcube": 1, "export_mdcr": 1, "export": 1}


@pytest.mark.parametrize(
    ("benchmark", "split", "measures"),
    [("csfcube", "test", CSFCUBE), ("mdcr", "test", MDCR), ("mdcr", "val", MDCR)],
)
def test_exported_runs_score_as_the_run_says(exported, benchmark, split, measures):
    results, _ = exported
    files = sorted((results / "export" / benchmark / "trec" / split / "runs").glob("*.txt"))
    runs = {}
    for file in files:  # a ranker that is trained twice has two, and its figures are their means
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


def test_beir_and_trec_hold_the_same_judgments(exported):
    for benchmark, split in (("csfcube", "test"), ("mdcr", "val"), ("mdcr", "test")):
        folder = exported[0] / "export" / benchmark
        with (folder / f"beir/qrels/{split}.tsv").open() as file:
            _, *beir = csv.reader(file, delimiter="\t")
        trec = [line.split() for line in (folder / f"trec/{split}/qrels.txt").open()]
        assert beir == [[query, document, grade] for query, _, document, grade in trec]


def test_the_demo_says_that_it_is_generated(exported):
    for benchmark in ("csfcube", "mdcr"):
        folder = exported[0] / "export" / benchmark
        metadata = json.loads((folder / "croissant.json").read_text())
        assert metadata["license"] == ["https://creativecommons.org/publicdomain/zero/1.0/"]
        assert "are invented" in (folder / "datasheet.md").read_text()


def test_what_a_run_lacks_is_named(workplace, real_data):
    facets = workplace.overlay(
        "facets", {"run": "facets", "data": {"csabstruct": str(real_data("csabstruct"))}}
    )
    failed = workplace.snakemake("export", "-n", "--configfile", facets, check=False)
    assert failed.returncode != 0
    assert "To export a collection needs data.csfcube, which is not set" in failed.output
    only = workplace.overlay(
        "only", {"run": "only", "data": {"csfcube": str(real_data("csfcube"))}}
    )
    target = "results/only/export/mdcr/croissant.json"
    failed = workplace.snakemake(target, "-n", "--configfile", only, check=False)
    assert failed.returncode != 0 and "The mdcr section needs data.s2orc" in failed.output
    planned = workplace.snakemake("export", "-n", "--configfile", only).jobs()
    assert planned["export_csfcube"] == 1 and "export_mdcr" not in planned
