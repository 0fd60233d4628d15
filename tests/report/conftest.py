"""A small corpus and a small evaluation, written as the stages write them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from paperpool.collections.csfcube_release import QUERIES
from paperpool.evaluation.pool_bias import PoolBias, tabulate_bias
from paperpool.evaluation.tables import METRIC_COLUMNS, RANK_COLUMNS, SIGNIFICANCE_COLUMNS
from paperpool.io import tables
from paperpool.io.files import write_json, write_text
from paperpool.pages.charts.chart import Chart
from paperpool.pages.run_info import RunInfo, RunLabel
from paperpool.workflow.report.corpus import section as corpus_section
from paperpool.workflow.report.csfcube import section as csfcube_section
from paperpool.workflow.report.csfcube.section import CsfcubeFiles
from paperpool.workflow.report.page import build_page

from ..made.one_section import split_inputs
from ..made.results import GRAPH, KINDS, PER_QUERY, SUMMARY, TITLES, metric_rows
from ..made.tables import write_frame

_DRAWN: dict[str, str] = {}
"""Charts as SVG, by their values."""


@pytest.fixture(scope="module", autouse=True)
def draw_anew():
    """Draw equal charts once for all tests: most look at the words beside them.

    Return a function that has a chart drawn again, as users have it.
    """
    draw = Chart.__html__

    def recall(chart: Chart) -> str:
        key = repr(chart)
        if key not in _DRAWN:
            _DRAWN[key] = draw(chart)
        return _DRAWN[key]

    Chart.__html__ = recall
    yield _DRAWN.clear
    Chart.__html__ = draw


@dataclass
class Results:
    """The files of a run below ``folder``; change one, then ``page`` again."""

    folder: Path

    def write_corpus(self, summary: dict[str, Any], bad_rows: list[tuple]) -> None:
        write_json(self.folder / "summary.json", summary)
        tables.write_rows(self.folder / "quarantine.parquet", bad_rows, tables.QUARANTINE)

    def write_metrics(self, rows: list[dict[str, Any]]) -> None:
        write_frame(self.folder / "metrics.csv", METRIC_COLUMNS, rows)

    def write_per_query(self, values: dict[str, dict[str, float]]) -> None:
        rows = [
            ("csfcube", "official", split, ranker, slice_name, query, measure, value)
            for ranker, queries in values.items()
            for query, value in queries.items()
            for split, slice_name, measure, value in (
                ("test", "all", "ndcg%20", value),
                ("test", "all", "map", 0.99),
                ("dev", "all", "ndcg%20", 0.98),
                ("test", query.partition("_")[2], "ndcg%20", 0.97),
            )
        ]
        tables.write_rows(self.folder / "per_query.parquet", rows, tables.PER_QUERY)

    def run_info(self, **changes: Any) -> RunInfo:
        """Return the facts of the run, with ``changes``."""
        told: dict[str, Any] = {
            "name": "small",
            "seed": 13,
            "config": self.folder / "config.yaml",
            "is_demo": False,
            "left_out": {},
            "benchmarks": self.folder / "benchmarks",
            "building": "build_report",
            "packages": ["numpy", "no-such-package"],
            "data": ["csfcube", "s2orc"],
        }
        return RunInfo(**told | changes)

    @property
    def corpus_files(self) -> dict[str, Path]:
        """The files of the section on the corpus."""
        names = ("summary.json", "quarantine.parquet", "graph.json")
        return {name.partition(".")[0]: self.folder / name for name in names}

    def csfcube_files(self, **changes: Any) -> CsfcubeFiles:
        """Return the files and settings of the section on CSFCube, with ``changes``."""
        tables = ("metrics", "significance", "ranks", "published", "pool_bias")
        files: dict[str, Any] = {name: self.folder / f"{name}.csv" for name in tables}
        files |= {
            "per_query": self.folder / "per_query.parquet",
            "released_queries": self.folder / "released.txt",
            "collection": [self.folder / QUERIES],
            "checks": self.folder / "checks.json",
            "kinds": KINDS,
            "published_names": {"bm25": "fabs_bm25", "minilm": None},
            "baselines": ["bm25"],
            "confidence": 0.95,
        }
        return CsfcubeFiles(**files | changes)

    def page(
        self,
        corpus: bool = True,
        csfcube: bool = True,
        is_demo: bool = False,
        bench: Path | None = None,
        designs: dict[str, Path] | None = None,
        name: str = "",
    ) -> str:
        left_out = {} if corpus else {"corpus": "data.s2orc"}
        left_out |= {} if csfcube else {"csfcube": "data.csfcube"}
        label = RunLabel("small", is_demo)
        sections: dict[str, Any] = {"corpus": None, "csfcube": None}
        if corpus:
            sections["corpus"] = corpus_section.build_section(label, self.corpus_files, {})
        if csfcube:
            files = self.csfcube_files(designs=designs or {}, name=name)
            sections["csfcube"] = csfcube_section.build_section(label, *split_inputs(files))
        run = self.run_info(is_demo=is_demo, left_out=left_out)
        return build_page(run, sections, bench)


@pytest.fixture
def results(tmp_path: Path) -> Results:
    """A finished run with both sections."""
    return make_results(tmp_path)


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Results:
    """A finished run that tests leave as it is."""
    return make_results(tmp_path_factory.mktemp("report"))


@pytest.fixture(scope="session")
def page(finished: Results) -> str:
    """The report of such a run."""
    return finished.page()


def make_results(tmp_path: Path) -> Results:
    made = Results(tmp_path)
    write_json(tmp_path / "graph.json", GRAPH)
    made.write_corpus(
        SUMMARY,
        [
            (
                "a.jsonl.gz",
                3,
                "invalid_json",
                None,
                "<script>alert('row')</script>\x00" + "x" * 300,
            ),
            *(("a.jsonl.gz", line, "missing_key", "title", "{}") for line in range(10, 40)),
        ],
    )
    made.write_metrics(metric_rows())
    made.write_per_query(PER_QUERY)
    values = (0.1324, -0.0111, 0.1757, 0.00009, 0.0123)
    tests = [
        ("csfcube", protocol, "test", "all", measure, "minilm", "bm25", 5, *values)
        for protocol in ("official", "corrected")
        for measure in ("ndcg%20", "map", "p@20")
    ]
    write_frame(tmp_path / "significance.csv", SIGNIFICANCE_COLUMNS, tests)
    place = ("csfcube", "official", "test", "all", "ndcg%20")
    ranks = [
        (*place, *rank, True, 0.0321) for rank in (("minilm", 0.6, 1, 1, 2), ("bm25", 0.4, 2, 1, 2))
    ]
    write_frame(tmp_path / "ranks.csv", RANK_COLUMNS, ranks)
    queries = [(*query.split("_"), TITLES[query[0]]) for query in PER_QUERY["bm25"]]
    write_frame(tmp_path / QUERIES, ("pid", "facet", "title"), queries)
    write_text(
        tmp_path / "published.csv",
        "benchmark,protocol,split,system,slice,metric,value,sd,source\n"
        "csfcube,official,test,fabs_bm25,all,ndcg%20,0.4606,,Table 3\n"
        "csfcube,official,test,SPECTER-ID,all,ndcg%20,0.5722,0.007,Table 3\n"
        "csfcube,official,test,otAspire,all,map,0.4079,,Aspire\n",
    )
    write_text(tmp_path / "released.txt", "".join(f"{query}\n" for query in PER_QUERY["bm25"]))
    write_text(tmp_path / "config.yaml", "run: small\npath: <b>&\n")
    checks = {
        "unjudged_removed": 68,
        "problems": ["query 1_method: <script>alert('check')</script>"],
        "doubts": [{"what": "Tied <b>.", "where": "a file", "hint": "Untie."}],
    }
    write_json(tmp_path / "checks.json", {"theirs": checks})
    bias = [
        PoolBias("bm25", "dev", "all", 0.31, 0.32, 2, "of the dev split"),
        PoolBias("bm25", "test", "all", 1.0, 0.2013, 5, ""),
        PoolBias("minilm", "test", "all", 0.5, 0.2615, 5, "Half of them & no more."),
        PoolBias("minilm", "test", "method", 0.41, 0.42, 2, "of a facet"),
    ]
    tables.write_csv(tmp_path / "pool_bias.csv", tabulate_bias(bias))
    head = "s\th:m:s\tmax_rss\n"
    for name, row in {
        "rank_model/specter": "1.5\t0:00:01\t200.4",
        "rank_model/minilm": "2.5\t0:00:02\t-",
        "evaluate_csfcube": "130\t0:02:10\t150",
        "build_report": "99999\t1:00:00\t99999",
    }.items():
        write_text(tmp_path / "benchmarks" / f"{name}.tsv", head + row + "\n")
    return made
