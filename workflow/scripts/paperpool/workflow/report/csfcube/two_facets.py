"""Papers that are queried by more than one facet: how differently a ranker does on them.

Source: CSFCube, section 5, Figure 3.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from paperpool.benchmarks.benchmark import OFFICIAL, Headline
from paperpool.io.csv_rows import Rows, read_rows
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

_MARKERS = "os^DvP"
"""The markers of facets by their place; with the colours they differ for 30 facets."""

_BETWEEN = Style(kind="line", colour=MUTED, width=1.1)


Papers = Mapping[str, Mapping[str, float]]
"""The scores (fractions) of query papers by facet, the largest difference between facets first."""


def list_two_facets(
    results: Results, facets: Sequence[str], per_query: str | Path | Rows, queries: str | Path
) -> Iterator[Part]:
    """Yield how differently the best rankers do on the ``facets`` of a paper."""
    baseline = results.baselines[0]
    headline = results.benchmark.headline
    rankers = best_with_baseline(results.scores, headline, baseline, MAX_PANELS)
    panels = read_two_facet_papers(per_query, facets, rankers, headline)
    papers = next(iter(panels.values()), {})
    if not papers:
        yield Text("No query paper of this collection was judged for two facets.")
        return

    whose = "every ranker"
    if len(panels) < len(results.rankers):
        whose = f"the best rankers and {baseline}"
    source = ""
    if headline.protocol == OFFICIAL:
        source = "; Figure 3 of CSFCube"
    about = (
        f"NDCG%20 (×100) of {whose} for each query paper with two facets, the first ranker's "
        f"largest difference on top (test split, {headline.protocol} protocol{source})."
    )
    if len(papers) > MAX_PAPERS:
        about += f" The {MAX_PAPERS} papers with the largest differences are drawn."
    yield Text(about)

    titles = read_titles(queries)
    chart = two_facet_papers(panels, facets, titles)
    yield Drawing("NDCG%20 per facet of papers with two facets", chart, is_wide=True)

    rows = {}
    for paper, values in papers.items():
        lines: list[list[Any]] = []
        for facet in values:
            lines.append([facet, *(panel[paper][facet] for panel in panels.values())])
        differences = [_difference(panel[paper]) for panel in panels.values()]
        lines.append([GridCell("difference", kind="other"), *differences])
        rows[f"{titles.get(paper) or paper} ({paper})"] = lines
    caption = "NDCG%20 (×100) per paper and facet, and the difference between its facets."
    columns = [("facet", 0), *numbers(panels, 1, percent)]
    table = list_grid("Papers with two facets, table", caption, columns, rows, "")
    yield Fold(f"{plural(len(papers), 'paper')} in numbers", [table])


def read_two_facet_papers(
    per_query: str | Path | Rows,
    facets: Sequence[str],
    rankers: Sequence[str],
    headline: Headline,
) -> dict[str, Papers]:
    """Return, per ranker, the papers with two of ``facets`` or more, equal ones by id.

    Scores are headline scores: NDCG%20 on the test split.
    """
    values = read_query_values(per_query, headline)
    panels: dict[str, Papers] = {}
    for ranker in rankers:
        papers: dict[str, dict[str, float]] = {}
        for facet in facets:
            for query, value in values.get(ranker, {}).items():
                if query.endswith(f"_{facet}"):
                    papers.setdefault(query.removesuffix(f"_{facet}"), {})[facet] = value

        several = {paper: scores for paper, scores in papers.items() if len(scores) > 1}
        ordered = sorted(several, key=lambda paper: (-_difference(several[paper]), paper))
        panels[ranker] = {paper: several[paper] for paper in ordered}
    return panels


def _difference(values: Mapping[str, float]) -> float:
    """Return the highest score minus the lowest."""
    return max(values.values()) - min(values.values())


def read_titles(path: str | Path) -> dict[str, str]:
    """Return the titles of query papers by id from a collection's list of queries."""
    return {row["pid"]: (row.get("title") or "").strip() for row in read_rows(path)}


def two_facet_papers(
    panels: Mapping[str, Papers], facets: Sequence[str], titles: Mapping[str, str]
) -> RowChart:
    """Return Figure 3: each paper's score for each of its ``facets``, a panel per ranker.

    Rows are in the order of the first ranker's papers.
    """
    first = list(next(iter(panels.values()), {}))[:MAX_PAPERS]
    styles = _list_styles(facets)
    shown = []
    said = []
    for ranker, papers in panels.items():
        rows = []
        for paper in first:
            rows.append(_facet_row(titles.get(paper) or paper, papers[paper], styles))
        shown.append(RowPanel(rows, ranker))

        sentence = f"{ranker}: {len(papers)} papers"
        if papers:
            largest = max(map(_difference, papers.values()))
            sentence += f", differences up to {percent(largest)}"
        said.append(sentence)
    about = "NDCG%20 per facet of the papers with two facets, by ranker"
    return RowChart("facets", about, shown, "NDCG%20 (×100)", (0, 100), said="; ".join(said))


def _list_styles(facets: Sequence[str]) -> dict[str, Style]:
    """Return the colour and the marker of each facet."""
    styles = {}
    for place, facet in enumerate(facets):
        colour = FACET_COLOURS[place % len(FACET_COLOURS)]
        styles[facet] = Style(facet, "point", colour, marker=_MARKERS[place % len(_MARKERS)])
    return styles


def _facet_row(title: str, scores: Mapping[str, float], styles: Mapping[str, Style]) -> Row:
    values = {facet: 100 * value for facet, value in scores.items()}
    marks = [Mark(_BETWEEN, max(values.values()), start=min(values.values()))]
    for facet, value in values.items():
        marks.append(Mark(styles[facet], value, f"{title} — {facet}: {value:.2f}"))
    return Row(title, marks)
