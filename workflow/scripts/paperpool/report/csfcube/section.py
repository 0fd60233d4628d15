"""What the report's CSFCube section is filled with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from pathlib import Path
from typing import Any

import pandas as pd

from paperpool.benchmarks.benchmark import OFFICIAL
from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.collections.csfcube_release import QUERIES
from paperpool.collections.facets import FACETS
from paperpool.evaluation.pool_bias import find_warnings, read_pool_bias
from paperpool.evaluation.published import is_released_collection, read_figures
from paperpool.io.files import read_json
from paperpool.pages.fragments import Fragment, render_section
from paperpool.pages.front import make_front
from paperpool.pages.headline import best_first, best_with_baseline
from paperpool.pages.paired_tests import paired_table
from paperpool.pages.reads import Reads
from paperpool.pages.run_info import RunLabel
from paperpool.pages.score_cells import letter_baselines
from paperpool.pages.score_tables import TableSource, figures_by_system
from paperpool.pages.scores import read_comparisons, read_query_ids, read_scores
from paperpool.rankers.registry import group_rankers
from paperpool.report.csfcube import charts
from paperpool.report.csfcube.tables import make_corpus_tables, make_tables
from paperpool.report.csfcube.two_facets import MAX_PANELS, read_titles, read_two_facet_papers
from paperpool.report.errors.page import ErrorFiles, build_errors_page
from paperpool.resources import shipped


@dataclass(frozen=True)
class CsfcubeFiles:
    """The files and settings of the CSFCube section.

    Published systems are shown where the scored queries are the ``released_queries``. ``kinds``
    are those of the rankers, in the configuration's order; ``published_names`` maps a ranker to
    its name in ``published``, or None; ``checks`` has what was found in rankings from outside,
    by ranker, ``designs`` one of kind best to the table of its designs. ``errors`` is
    what the page of rankers' errors is made of, None where there is none.
    """

    metrics: str | Path
    per_query: str | Path
    significance: str | Path
    queries: str | Path
    published: str | Path
    released_queries: str | Path
    kinds: Mapping[str, str]
    published_names: Mapping[str, str | None]
    baselines: Sequence[str]
    confidence: float
    pool_bias: str | Path
    checks: str | Path
    designs: Mapping[str, str | Path] = field(default_factory=dict)
    errors: ErrorFiles | None = None


def collect_files(
    *,
    collection: Sequence[str],
    runs: Mapping[str, str],
    shown: Sequence[str] | None,
    **values: Any,
) -> CsfcubeFiles:
    """Return the files and settings of the section from those of its job.

    ``collection`` are the files of the collection, ``shown`` the rankers of the page of errors.
    """
    folder = Path(collection[0]).parent
    files = CsfcubeFiles(queries=folder / QUERIES, **values)
    tables = (files.metrics, files.per_query)
    return replace(files, errors=ErrorFiles(folder, *tables, runs, shown, files.baselines[0]))


def reads(run: Any) -> Reads:
    """Return the files and settings of the section."""
    csfcube, below = run.csfcube, run.csfcube.below
    best = run.rankers.of_benchmark("csfcube", "best")
    files = {
        **csfcube.csv("metrics", "significance", "pool_bias"),
        "per_query": f"{below}/per_query.parquet",
        "collection": csfcube.collection_files,
        "runs": {ranker: f"{below}/runs/{ranker}.parquet" for ranker in csfcube.rankers},
        "published": run.published("csfcube"),
        "released_queries": shipped("published/csfcube_queries.txt"),
        "checks": f"{below}/checks.json",
        "designs": {ranker: f"{below}/designs/{ranker}.csv" for ranker in best},
    }
    settings = {
        "kinds": run.rankers.kinds(csfcube.rankers),
        "published_names": run.rankers.published_names("csfcube", csfcube.rankers),
        "baselines": csfcube.baselines,
        "confidence": run.settings.evaluation.confidence,
        "shown": run.settings.report.errors,
    }
    return Reads(files, settings)


def build_section(run: RunLabel, files: CsfcubeFiles) -> Fragment:
    """Return the section and the page of errors."""
    content = make_csfcube_section(files)
    links = [
        ("csfcube", BENCHMARK.title),
        *([("whole-corpus", "Whole corpus")] if content["corpus"] else []),
        ("by-facet", "By facet"),
        ("intervals", "Intervals"),
        *([("errors", "Errors")] if files.errors else []),
        ("two-facets", "Two facets"),
        ("pool-bias", "Pool bias"),
        ("checks", "Run checks"),
    ]
    pages = {"errors": build_errors_page(run, files.errors)} if files.errors else {}
    html = render_section(Path(__file__).parents[1], "csfcube", content)
    fronts = [make_front(BENCHMARK, content["scores"], "csfcube")]
    return Fragment(html, links, pages=pages, fronts=fronts)


def make_csfcube_section(files: CsfcubeFiles) -> dict[str, Any]:
    """Return what ``csfcube/section.html.jinja`` needs."""
    scores = read_scores(files.metrics)
    comparisons = best_first(
        read_comparisons(files.significance), scores, BENCHMARK.headline, attrgetter("ranker")
    )
    groups = {
        title: best_first(rankers, scores, BENCHMARK.headline)
        for title, rankers in group_rankers(files.kinds).items()
    }
    comparable = is_released_collection(files.released_queries, read_query_ids(files.per_query))
    figures = read_figures(files.published) if comparable else []
    source = TableSource(
        BENCHMARK,
        scores,
        comparisons,
        files.baselines,
        figures_by_system(figure for figure in figures if figure.protocol == OFFICIAL),
        files.published_names,
    )
    bias = read_pool_bias(files.pool_bias)
    panels = read_two_facet_papers(
        files.per_query,
        read_titles(files.queries),
        best_with_baseline(scores, BENCHMARK.headline, files.baselines[0], MAX_PANELS),
    )
    return {
        "scores": scores,
        "comparable": comparable,
        "n_rankers": len({score.ranker for score in scores}),
        "tables": make_tables(source, groups),
        "corpus": make_corpus_tables(source, groups, figures),
        "letters": letter_baselines(files.baselines),
        "sources": list(dict.fromkeys(figure.source for figure in figures)),
        "tested": [BENCHMARK.measure_titles[measure] for measure in BENCHMARK.tested],
        "tests": {
            baseline: paired_table(
                comparisons, baseline, OFFICIAL, BENCHMARK.tested, BENCHMARK.slices
            )
            for baseline in files.baselines
        },
        "baseline": files.baselines[0],
        "confidence": f"{100 * files.confidence:g}%",
        "has_errors_page": files.errors is not None,
        "facet_bars": charts.facet_bars(scores, groups, files.confidence),
        "intervals": charts.intervals(scores, files.baselines, files.confidence),
        "two_facets": charts.two_facet_papers(panels),
        "panels": panels,
        "facet_rows": _facet_rows(panels),
        "max_papers": charts.MAX_PAPERS,
        "pool_bias": [row for row in bias if (row.split, row.slice) == ("test", "all")],
        "pool_bias_warnings": find_warnings(bias),
        "designs": {ranker: _read_ways(path) for ranker, path in files.designs.items()},
        "checks": read_json(files.checks),
    }


def _read_ways(path: str | Path) -> list[dict[str, Any]]:
    """Return the rows of a table of designs: by fold, what did best where it was tried first."""
    rows = pd.read_csv(path)
    ordered = rows.sort_values(["fold", "training"], ascending=[True, False]).to_dict("records")
    return [
        way
        | {
            "scored": way["fold"][4],
            "summed": f"{way['n_summed']} of {way['n_designs']}",
            "training": None if pd.isna(way["training"]) else way["training"],
            "members": way["weights"].replace("+", " + "),
        }
        for way in ordered
    ]


def _facet_rows(panels: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    """Return a row per paper and facet, papers in the order of the first panel."""
    by_ranker = {
        ranker: {paper.paper_id: paper for paper in papers} for ranker, papers in panels.items()
    }
    first = next(iter(panels.values()), [])
    return [
        {
            "title": paper.title,
            "paper_id": paper.paper_id,
            "facets": [facet for facet in FACETS if facet in paper.values],
            "values": {
                facet: [papers[paper.paper_id].values[facet] for papers in by_ranker.values()]
                for facet in paper.values
            },
            "differences": [papers[paper.paper_id].difference for papers in by_ranker.values()],
        }
        for paper in first
    ]
