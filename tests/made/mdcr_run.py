"""A small run of MDCR, written as its stages write it: two fields, four rankers, three queries."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from paperpool.evaluation.tables import METRIC_COLUMNS, RANK_COLUMNS, SIGNIFICANCE_COLUMNS
from paperpool.io import tables
from paperpool.io.files import write_json, write_text
from paperpool.workflow.report.mdcr import section
from paperpool.workflow.report.mdcr.section import ConstructionFiles, MdcrFiles

from .one_section import make_report
from .tables import write_frame

RANKERS = ("bm25", "alpha.1", "c_b-ow", "out")
MODELS = ("bm25", "alpha.1", "c_b-ow")
FIELDS = ("Art", "History")
SIZES = ("500", "20000")
TYPES = (*MODELS, "graph", "most_cited", "random")

GRAPH = {
    "q1": [("g1", "c1", 0.5), ("g2", "c9", 0.25)],
    "q2": [("g3", "c1", 0.75), ("g4", "c1", 0.75), ("g5", "c2", 0.125)],
}
"""Graph candidates of the test queries: candidate, cited paper, overlap."""


def metric_rows() -> list[dict[str, Any]]:
    """Return the rows of metrics.csv; ranker i has i/10, sizes and measures a little more."""
    rows = []

    def add(benchmark, protocol, split, slice_name, measures, n_runs, n_queries) -> None:
        for i, ranker in enumerate(RANKERS if benchmark == "mdcr" else MODELS, 1):
            for j, measure in enumerate(measures):
                value = i / 10 + j / 100 + (0.3 if slice_name.startswith("type:") else 0)
                rows.append(
                    dict.fromkeys(METRIC_COLUMNS, "")
                    | {
                        "benchmark": benchmark,
                        "protocol": protocol,
                        "split": split,
                        "ranker": ranker,
                        "slice": slice_name,
                        "metric": measure,
                        "value": value,
                        "sd": 0.0123 if n_runs > 1 else "",
                        "n_runs": n_runs,
                        "n_queries": n_queries,
                    }
                )

    large, small = ("map", "ndcg", "recall_30"), ("map", "ndcg", "recall_5")
    for size in SIZES:
        add("mdcr-dataset", "official", "test", size, large, 3, 9)
    for field in (*FIELDS, "all"):
        add("mdcr-field", "official", "test", field, large, 3, 2)
    for protocol in ("official", "corrected"):
        for split in ("val", "test"):
            for field in FIELDS:
                add("mdcr", protocol, split, field, small, 1, 1)
            add("mdcr", protocol, split, "all", small, 1, 2)
            for kind in TYPES:
                add("mdcr", protocol, split, f"type:{kind}", small, 1, 2)
    return rows


def write_provenance(path: Path) -> None:
    """Write provenance.parquet: two test queries and one of validation, a paper of each type."""
    rows: list[tuple] = []
    for split, query in (("test", "q1"), ("test", "q2"), ("val", "q3")):
        key = (split, FIELDS[0], query)
        rows.append((*key, "t1", "true", None, None, None, 8))
        for candidate, via, overlap in GRAPH.get(query, []):
            rows.append((*key, candidate, "graph", None, via, overlap, 5))
        for rank, model in enumerate(MODELS, 1):
            rows.append((*key, f"m{rank}{query}", model, 2 * rank, None, None, 6))
        rows.append((*key, "f1", "most_cited", None, None, None, 900))
        rows.append((*key, "r" + query, "random", None, None, None, 1))
    tables.write_rows(path, rows, tables.MDCR_PROVENANCE)


def write_run(folder: Path) -> MdcrFiles:
    """Write every file of the section, and return them."""
    write_frame(folder / "metrics.csv", METRIC_COLUMNS, metric_rows())
    of_all = ("mdcr", "official", "test", "all", "map")
    above = [(*of_all, "out", "bm25", 2, 0.3, 0.2, 0.4, 0.001, 0.003)]  # on the benchmark's fields
    write_frame(folder / "significance.csv", SIGNIFICANCE_COLUMNS, above)
    ranks = [(*of_all, r, 0.1 * i, 5 - i, 1, 4, i > 2, 0.0432) for i, r in enumerate(RANKERS, 1)]
    write_frame(folder / "ranks.csv", RANK_COLUMNS, ranks)
    write_text(
        folder / "published.csv",
        "benchmark,protocol,split,system,slice,metric,value,sd,source\n"
        "mdcr,official,test,BM25,Art,map,0.1234,,Table 3\n"
        "mdcr,official,test,SciNCL,Art,map,0.347,,Table 3\n"
        "mdcr-dataset,official,test,SciNCL,500,map,0.411,,Table 1\n",
    )
    write_json(
        folder / "checks.json",
        {"out": {"problems": ["2 pairs missing: <script>x</script>."], "doubts": []}},
    )
    return MdcrFiles(
        metrics=folder / "metrics.csv",
        significance=folder / "significance.csv",
        ranks=folder / "ranks.csv",
        published=folder / "published.csv",
        published_names={"bm25": "BM25", "alpha.1": None, "c_b-ow": None, "out": None},
        comparable=[],
        baselines=["bm25"],
        confidence=0.95,
        is_released=False,
        checks=folder / "checks.json",
        construction=write_construction(folder),
    )


def write_construction(folder: Path) -> ConstructionFiles:
    """Write the files of the construction: two graph candidates wanted and missing."""
    queries = [("field", "test", "Art", "q1"), ("field", "test", "Art", "q2")]
    queries += [("field", "val", "Art", "q3"), ("dataset", "test", None, "q4")]
    rows = [(*query, 2019) for query in queries]
    tables.write_rows(folder / "queries.parquet", rows, tables.MDCR_QUERIES)
    write_provenance(folder / "provenance.parquet")
    csvs = {
        "shortfalls": (
            "split field query_id type wanted found",
            [("test", "Art", "q1", "graph", 3, 2), ("val", "Art", "q3", "graph", 3, 0)],
        ),
        "jaccard": (
            "ranker other jaccard",
            [(a, b, 0.2 if "bm25" in (a, b) else 0.4) for a in MODELS for b in MODELS if a != b],
        ),
        "models": (
            "ranker mean_jaccard chosen",
            [("bm25", 0.2, True), ("alpha.1", 0.3, True), ("c_b-ow", 0.3, True)],
        ),
        "grid": (
            "level k1 b map chosen",
            [("dataset", 0.9, 0.4, 0.2111, False), ("dataset", 1.5, 0.75, 0.2222, True)],
        ),
    }
    for name, (columns, rows) in csvs.items():
        write_frame(folder / f"{name}.csv", columns, rows)
    return ConstructionFiles(
        queries=folder / "queries.parquet",
        provenance=folder / "provenance.parquet",
        positives=1,
        negatives=3,
        model_top=40,
        most_cited_top=50,
        bm25={"k1": [0.9, 1.2, 1.5], "b": [0.4, 0.75]},
        **{name: folder / f"{name}.csv" for name in csvs},
    )


def make_page(folder: Path, files: MdcrFiles | None) -> str:
    """Return the page of a run that has MDCR alone."""
    return make_report(folder, section, files)
