"""Papers that are queried by more than one facet: how differently a ranker does on them.

Source: CSFCube, section 5, Figure 3.
"""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.collections.facets import FACETS
from paperpool.pages.charts.chart import Style
from paperpool.pages.charts.rows import Mark, Row, RowChart, RowPanel
from paperpool.pages.charts.svg import FACET_COLOURS, MUTED
from paperpool.pages.grid import GridCell, list_grid, numbers
from paperpool.pages.headline import best_with_baseline, read_query_values
from paperpool.pages.results import Results
from paperpool.pages.section import Drawing, Fold, Part, Text
from paperpool.pages.wording import percent, plural

MAX_PANELS = 4
"""Rankers that are shown."""

MAX_PAPERS = 40
"""Papers per panel; of more, those with the largest differences are drawn."""

_FACETS = {
    facet: Style(facet, "point", FACET_COLOURS[facet], marker=marker)
    for facet, marker in zip(FACETS, "os^", strict=True)
}
_BETWEEN = Style(kind="line", colour=MUTED, width=1.1)


@dataclass(frozen=True)
class TwoFacetPaper:
    """A query paper and its figure for each of its facets (fractions), in facet order."""

    paper_id: str
    title: str
    values: dict[str, float]

    @property
    def difference(self) -> float:
        """The highest figure minus the lowest."""
        return max(self.values.values()) - min(self.values.values())


def list_two_facets(results: Results, per_query: str | Path, queries: str | Path) -> Iterator[Part]:
    """Yield how differently the best rankers do on the facets of a paper."""
    baseline = results.baselines[0]
    rankers = best_with_baseline(results.scores, BENCHMARK.headline, baseline, MAX_PANELS)
    panels = read_two_facet_papers(per_query, read_titles(queries), rankers)
    papers = next(iter(panels.values()), [])
    if not papers:
        yield Text("No query paper of this collection was judged for two facets.")
        return
    is_some = len(panels) < len(results.rankers)
    whose = f"the best rankers and {baseline}" if is_some else "every ranker"
    drawn = f" The {MAX_PAPERS} papers with the largest differences are drawn."
    yield Text(
        f"NDCG%20 (×100) of {whose} for each query paper with two facets, the first ranker's "
        "largest difference on top (test split, official protocol; Figure 3 of CSFCube)."
        f"{drawn if len(papers) > MAX_PAPERS else ''}"
    )
    yield Drawing("NDCG%20 per facet of papers with two facets", two_facet_papers(panels), True)
    by_id = [{paper.paper_id: paper for paper in of} for of in panels.values()]
    rows = {}
    for paper in papers:
        same = [of[paper.paper_id] for of in by_id]
        lines: list[list[Any]] = [
            [facet, *(one.values[facet] for one in same)]
            for facet in FACETS
            if facet in paper.values
        ]
        difference = GridCell("difference", kind="other")
        lines.append([difference, *(one.difference for one in same)])
        rows[f"{paper.title} ({paper.paper_id})"] = lines
    caption = "NDCG%20 (×100) per paper and facet, and the difference between its facets."
    columns = [("facet", 0), *numbers(panels, 1, percent)]
    table = list_grid("Papers with two facets, table", caption, columns, rows, "")
    yield Fold(f"{plural(len(papers), 'paper')} in figures", [table])


def read_two_facet_papers(
    per_query: str | Path, titles: Mapping[str, str], rankers: Sequence[str]
) -> dict[str, list[TwoFacetPaper]]:
    """Return, per ranker of ``rankers``, the papers with two facets or more.

    Scores are official NDCG%20 on the test split. The largest differences between facets come
    first, equal ones by id.
    """
    values = read_query_values(per_query, BENCHMARK.headline)
    papers: dict[str, dict[str, dict[str, float]]] = {ranker: {} for ranker in rankers}
    for ranker in rankers:
        for query, value in values.get(ranker, {}).items():
            paper, _, facet = query.rpartition("_")
            papers[ranker].setdefault(paper, {})[facet] = value
    panels = {}
    for ranker, of_ranker in papers.items():
        found = [
            TwoFacetPaper(i, titles.get(i) or i, {f: facets[f] for f in FACETS if f in facets})
            for i, facets in of_ranker.items()
            if len(facets) > 1
        ]
        panels[ranker] = sorted(found, key=lambda paper: (-paper.difference, paper.paper_id))
    return panels


def read_titles(path: str | Path) -> dict[str, str]:
    """Return the titles of query papers by id from a collection's list of queries."""
    with Path(path).open(encoding="utf-8-sig", newline="") as file:
        return {row["pid"]: (row.get("title") or "").strip() for row in csv.DictReader(file)}


def two_facet_papers(panels: Mapping[str, Sequence[TwoFacetPaper]]) -> RowChart:
    """Return Figure 3: each paper's score for each of its facets, a panel per ranker.

    Rows are in the order of the first ranker's papers.
    """
    first = next(iter(panels.values()), [])[:MAX_PAPERS]
    shown = []
    for ranker, papers in panels.items():
        by_id = {paper.paper_id: paper for paper in papers}
        rows = [_facet_row(by_id[paper.paper_id]) for paper in first]
        shown.append(RowPanel(rows, ranker))
    said = "; ".join(
        f"{ranker}: {len(papers)} papers"
        + (f", differences up to {percent(papers[0].difference)}" if papers else "")
        for ranker, papers in panels.items()
    )
    about = "NDCG%20 per facet of the papers with two facets, by ranker"
    return RowChart("facets", about, shown, "NDCG%20 (×100)", (0, 100), said=said)


def _facet_row(paper: TwoFacetPaper) -> Row:
    values = {facet: 100 * value for facet, value in paper.values.items()}
    marks = [Mark(_BETWEEN, max(values.values()), start=min(values.values()))]
    marks += [
        Mark(_FACETS[facet], x, f"{paper.title} — {facet}: {x:.2f}") for facet, x in values.items()
    ]
    return Row(paper.title, marks)
