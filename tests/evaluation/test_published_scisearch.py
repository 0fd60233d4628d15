"""Published scores of SciSearch and its Appendix D: as printed, and consistent in themselves."""

import csv
import json

import pytest

from paperpool.evaluation.published import read_cells
from paperpool.workflow.scisearch.names import split_name

SLICES = ["background", "method", "result", "all"]
METRICS = ["r_precision", "p@20", "recall@20", "ndcg%100", "ndcg%20"]
TABLE_2 = ["SENTBERT-NLI", "SENTBERT-PP", "UNSIMCSE-BERT", "SUSIMCSE-BERT", "SPECTER"]
TRAINED = [*TABLE_2[:2], "SciBERT-CASED", "SciBERT-UNCASED", *TABLE_2[2:]]


@pytest.fixture(scope="module")
def path(root):
    return root / "workflow/scripts/paperpool/resources/published/scisearch.csv"


@pytest.fixture(scope="module")
def figures(path):
    cells = read_cells(path, ["system", "slice", "metric"])
    return {(split_name(key[0])[1] or "none", split_name(key[0])[0], *key[1:]): value
            for key, value in cells.items()}  # fmt: skip


@pytest.fixture(scope="module")
def examples(root):
    path = root / "workflow/scripts/paperpool/resources/published/scisearch_examples.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_every_cell_of_the_three_tables_is_there_once(path, figures):
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(figures) == (5 + 7 + 7) * 4 * 5
    systems = {"none": TABLE_2, "nll": TRAINED, "kl": TRAINED}
    assert set(figures) == {
        (loss, system, part, metric)
        for loss, names in systems.items()
        for system in names
        for part in SLICES
        for metric in METRICS
    }
    tables = {(split_name(row["system"])[1], row["protocol"], row["source"]) for row in rows}
    assert tables == {
        ("", "honest", "SciSearch, Table 2"),
        ("nll", "as-published", "SciSearch, Table 3"),
        ("kl", "as-published", "SciSearch, Table 4"),
    }


@pytest.mark.parametrize(
    ("loss", "system", "part", "metric", "value"),
    [
        ("nll", "SENTBERT-NLI", "background", "r_precision", 0.3107),
        ("nll", "SciBERT-CASED", "method", "p@20", 0.2353),
        ("nll", "SPECTER", "result", "ndcg%20", 0.8097),
        ("nll", "SciBERT-CASED", "all", "ndcg%20", 0.6935),
        ("kl", "SciBERT-UNCASED", "background", "recall@20", 0.7613),
        ("kl", "SUSIMCSE-BERT", "method", "ndcg%100", 0.7905),
        ("kl", "SPECTER", "all", "ndcg%20", 0.82),
        ("kl", "UNSIMCSE-BERT", "all", "ndcg%20", 0.7368),
        ("none", "SPECTER", "all", "ndcg%20", 0.5328),
    ],
)
def test_cells_as_printed(figures, loss, system, part, metric, value):
    assert figures[loss, system, part, metric] == value


def test_aggregated_is_the_mean_over_the_50_pairs_of_the_facets(figures):
    """Tables 3 and 4: 16 background, 17 method and 17 result pairs, within rounding."""
    for (loss, system, part, metric), value in figures.items():
        if loss != "none" and part == "all":
            parts = [figures[loss, system, facet, metric] for facet in SLICES[:3]]
            mean = sum(n * x for n, x in zip((16, 17, 17), parts, strict=True)) / 50
            assert mean == pytest.approx(value, abs=0.00011), (loss, system, metric)


def test_table_2_is_csfcubes_own_misprints_included(root, figures):
    """Two of CSFCube's cells are not the mean of the others: SciSearch prints both again."""
    theirs = read_cells(
        root / "workflow/scripts/paperpool/resources/published/csfcube.csv",
        ["system", "slice", "metric"],
    )
    by_name = {(name.upper(), part, metric): v for (name, part, metric), v in theirs.items()}
    for (loss, system, part, metric), value in figures.items():
        if loss == "none":
            assert by_name[system, part, metric] == value
    method = figures["none", "SENTBERT-NLI", "method", "recall@20"]
    others = [figures["none", "SENTBERT-NLI", part, "recall@20"] for part in SLICES]
    implied = (50 * others[3] - 16 * others[0] - 17 * others[2]) / 17
    assert method == 0.0289 and implied == pytest.approx(0.29, abs=0.005)
    facets = [figures["none", "SUSIMCSE-BERT", part, "recall@20"] for part in SLICES[:3]]
    mean = sum(n * x for n, x in zip((16, 17, 17), facets, strict=True)) / 50
    printed = figures["none", "SUSIMCSE-BERT", "all", "recall@20"]
    assert printed == 0.3483 and mean == pytest.approx(0.3834, abs=0.0001)


def test_examples_are_five_kinds_with_six_rows(examples):
    kinds = [row["example"] for row in examples]
    assert len(examples) == 6 and len(set(kinds)) == 5
    assert [row["example"] for row in examples if not row["candidate_id"]] == ["multiple-aspects"]
    outcomes = {(row["before"], row["after"]) for row in examples if row["candidate_id"]}
    assert outcomes == {("false positive", "true negative"), ("false negative", "true positive")}


def test_examples_are_judged_and_the_grades_agree_with_the_paper(real_data, examples):
    """A true positive has an adjudicated grade of at least 2, a true negative less."""
    for row in examples:
        path = real_data("csfcube") / f"test-pid2anns-csfcube-{row['facet']}.json"
        judged = json.loads(path.read_text(encoding="utf-8"))[row["query_id"]]
        if row["candidate_id"]:
            grade = judged["relevance_adju"][judged["cands"].index(row["candidate_id"])]
            assert (row["after"] == "true positive") == (grade >= 2)
