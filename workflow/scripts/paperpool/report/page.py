"""The report: from result files to one HTML page that needs nothing else.

Everything from data goes through Jinja2's escaping; only the figures, which ``svg.write_svg``
wrote, are put in as they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from markupsafe import Markup

from paperpool.csfcube.collection import FACETS
from paperpool.csfcube.pool_bias import find_warnings, read_pool_bias
from paperpool.files import read_json
from paperpool.published import is_released_collection, read_figures
from paperpool.report import wording
from paperpool.report.annotation_section import AnnotationFiles, make_annotation_section
from paperpool.report.bench_table import read_bench
from paperpool.report.csfcube_tables import TESTED, paired_table, score_table
from paperpool.report.environment import make_environment
from paperpool.report.facets_section import make_facets_section
from paperpool.report.funnel import make_funnel, read_bad_rows
from paperpool.report.pools_section import PoolFiles, make_pools_section
from paperpool.report.provenance_table import installed_versions, read_costs, total_cost
from paperpool.report.scores import best_with_baseline, headline, read_comparisons, read_scores
from paperpool.report.svg import read_inline
from paperpool.report.two_facets import (
    MAX_PANELS,
    read_query_ids,
    read_titles,
    read_two_facet_papers,
)
from paperpool.report.two_facets_figure import MAX_PAPERS

MAIN_TABLE = ("official", "test")
"""The protocol and split that the papers print."""


@dataclass(frozen=True)
class RunInfo:
    """What the page says of the run itself.

    ``left_out`` maps a section that was left out to the configuration key it needs;
    ``benchmarks`` is the folder of Snakemake's benchmark files, of which those of the rule
    ``building`` are passed over; ``packages`` are the libraries whose versions are listed.
    """

    name: str
    seed: int
    config: str | Path
    is_demo: bool
    left_out: Mapping[str, str]
    benchmarks: str | Path
    building: str
    packages: Sequence[str]


@dataclass(frozen=True)
class CorpusFiles:
    """The files of the corpus section."""

    summary: str | Path
    quarantine: str | Path
    figure: str | Path


@dataclass(frozen=True)
class CsfcubeFiles:
    """The files and settings of the CSFCube section.

    Published systems are shown where the scored queries are the ``released_queries``.
    ``published_names`` maps a ranker to its name in ``published``, or None; ``checks`` maps a
    ranker whose rankings come from outside to its checks file.
    """

    metrics: str | Path
    per_query: str | Path
    significance: str | Path
    queries: str | Path
    published: str | Path
    released_queries: str | Path
    intervals_figure: str | Path
    two_facets_figure: str | Path
    published_names: Mapping[str, str | None]
    baseline: str
    confidence: float
    pool_bias: str | Path
    checks: Mapping[str, str | Path] = field(default_factory=dict)


def build_page(
    run: RunInfo,
    corpus: CorpusFiles | None = None,
    csfcube: CsfcubeFiles | None = None,
    bench: str | Path | None = None,
    annotation: AnnotationFiles | None = None,
    pools: PoolFiles | None = None,
    facets: str | Path | None = None,
) -> str:
    """Return the page; a section without files is a line that says which key to set.

    ``bench`` is the table of ``make bench``, shown where it is there, as are
    ``annotation``, ``pools`` and ``facets`` (facets/metrics.csv).
    """
    sections = {
        "corpus": _corpus_section(corpus) if corpus else None,
        "pools": make_pools_section(pools) if pools else None,
        "csfcube": _csfcube_section(csfcube) if csfcube else None,
    }
    costs = read_costs(run.benchmarks, leave_out=run.building)
    return (
        make_environment()
        .get_template("page.html.jinja")
        .render(
            run=run,
            summary=_summarise(run, sections),
            **sections,
            bench=read_bench(bench) if bench else [],
            annotation=make_annotation_section(annotation) if annotation else None,
            facets=make_facets_section(facets) if facets else None,
            config_text=Path(run.config).read_text(encoding="utf-8"),
            versions=installed_versions(run.packages),
            costs=costs,
            total=total_cost(costs),
        )
    )


def _corpus_section(files: CorpusFiles) -> dict[str, Any]:
    return {
        "funnel": make_funnel(read_json(files.summary)),
        "bad_rows": read_bad_rows(files.quarantine),
        "figure": Markup(read_inline(files.figure)),
    }


def _csfcube_section(files: CsfcubeFiles) -> dict[str, Any]:
    scores = read_scores(files.metrics)
    comparable = is_released_collection(files.released_queries, read_query_ids(files.per_query))
    figures = read_figures(files.published) if comparable else {}
    named = set(files.published_names.values())
    others = {system: cells for system, cells in figures.items() if system not in named}
    bias = read_pool_bias(files.pool_bias)
    panels = read_two_facet_papers(
        files.per_query,
        read_titles(files.queries),
        best_with_baseline(scores, files.baseline, MAX_PANELS),
    )
    return {
        "headline": headline(scores),
        "comparable": comparable,
        "n_rankers": len({score.ranker for score in scores}),
        "tables": {
            (protocol, split): score_table(
                scores, protocol, split, others if (protocol, split) == MAIN_TABLE else None
            )
            for protocol in ("official", "corrected")
            for split in ("test", "dev")
        },
        "sources": list(
            dict.fromkeys(figure.source for cells in figures.values() for figure in cells.values())
        ),
        "tested": TESTED,
        "tests": paired_table(read_comparisons(files.significance)),
        "baseline": files.baseline,
        "confidence": f"{100 * files.confidence:g}%",
        "intervals": Markup(read_inline(files.intervals_figure)),
        "two_facets": Markup(read_inline(files.two_facets_figure)),
        "panels": panels,
        "facet_rows": _facet_rows(panels),
        "max_papers": MAX_PAPERS,
        "pool_bias": [row for row in bias if (row.split, row.part) == ("test", "all")],
        "pool_bias_warnings": find_warnings(bias),
        "checks": {name: read_json(path) for name, path in files.checks.items()},
    }


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


def _summarise(run: RunInfo, sections: Mapping[str, dict[str, Any] | None]) -> str:
    """Return the page's one sentence."""
    parts = []
    if corpus := sections["corpus"]:
        funnel = corpus["funnel"]
        rows = wording.plural(funnel.read, "row")
        parts.append(f"{rows} of corpus read and {wording.plural(funnel.kept, 'paper')} kept")
    if pools := sections["pools"]:
        candidates = wording.plural(pools["sizes"].n_candidates, "candidate")
        queries = wording.plural(pools["sizes"].n_queries, "query")
        parts.append(f"{candidates} pooled for {queries}")
    if csfcube := sections["csfcube"]:
        text = f"{wording.plural(csfcube['n_rankers'], 'ranker')} scored on "
        text += "a generated collection" if run.is_demo else "CSFCube"
        if csfcube["headline"]:
            best = csfcube["headline"][0]
            text += (
                f", the best all-NDCG%20 being {best.ranker}'s "
                f"{wording.percent(best.value)} over {wording.plural(best.n_queries, 'query')}"
            )
        parts.append(text)
    return "; ".join(parts) + "." if parts else "No section of this run has data."
