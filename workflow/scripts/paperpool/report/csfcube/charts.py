"""The charts of CSFCube: rankers by facet, the headline figure, papers with two facets."""

from collections.abc import Mapping, Sequence

from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.collections.facets import FACETS
from paperpool.pages.charts.chart import Style
from paperpool.pages.charts.rows import Mark, Row, RowChart, RowPanel
from paperpool.pages.charts.svg import DROP, FACET_COLOURS, INK, MUTED
from paperpool.pages.headline import headline
from paperpool.pages.scores import Score
from paperpool.pages.wording import percent
from paperpool.report.csfcube.two_facets import TwoFacetPaper

MEASURE = BENCHMARK.headline.measure

MAX_PAPERS = 40
"""Papers per panel; of more, those with the largest differences are drawn."""

_FACETS = {
    facet: Style(facet, "point", FACET_COLOURS[facet], marker=marker)
    for facet, marker in zip(FACETS, "os^", strict=True)
}
_BETWEEN = Style(kind="line", colour=MUTED, width=1.1)


def facet_bars(
    scores: Sequence[Score], groups: Mapping[str, Sequence[str]], confidence: float
) -> RowChart:
    """Return NDCG%20 of every ranker for each facet: official protocol, test split, ×100.

    ``groups`` has the rankers in the order shown.
    """
    chosen = {
        (s.ranker, s.slice): s
        for s in scores
        if (s.protocol, s.split, s.measure) == ("official", "test", MEASURE)
        and s.slice in FACETS
        and s.value is not None
    }
    scored = {ranker for ranker, _ in chosen}
    places = [(group, ranker) for group, names in groups.items() for ranker in names]
    looks = (
        Style("this run", opacity=0.45),
        Style(f"{100 * confidence:g}% interval", "line", INK, width=1.1),
        Style("published", "tick", DROP, width=2.2),
    )
    panels = []
    for facet in FACETS:
        rows = []
        for group, ranker in places:
            score = chosen.get((ranker, facet))
            if ranker in scored:
                marks = _marks(score, f"{ranker}, {facet}", looks) if score else []
                notes = [percent(score.value)] if score else []
                rows.append(Row(ranker, marks, notes, group))
        panels.append(RowPanel(rows, BENCHMARK.slices[facet]))
    axis = f"{BENCHMARK.measure_titles[MEASURE]} (×100)"
    return RowChart("facet-bars", "NDCG%20 of every ranker for each facet", panels, axis)


def intervals(scores: Sequence[Score], baselines: Sequence[str], confidence: float) -> RowChart:
    """Return the headline figure ×100 of every ranker with its interval, the best on top.

    A published figure is a hollow mark, a baseline's a line across all rows.
    """
    looks = (
        Style("this run", "point", marker="o"),
        Style(f"{100 * confidence:g}% bootstrap interval", "line", width=2),
        Style("published", "point", INK, marker="D", size=8, fill="none"),
    )
    baseline = Style("baseline", "rule", MUTED, width=0.9, dashes=(0, (4, 3)))
    rows = []
    for score in headline(scores, BENCHMARK.headline):
        marks = _marks(score, score.ranker, looks)
        is_baseline = score.ranker in baselines
        if is_baseline:
            marks.insert(0, Mark(baseline, 100 * score.known))
        name = score.ranker + " (baseline)" * is_baseline
        rows.append(Row(name, marks, [_text(score)]))
    about = f"NDCG%20 over all test queries with {100 * confidence:g}% intervals"
    axis = "NDCG%20 (×100), all test queries, official protocol"
    return RowChart("intervals", about, [RowPanel(rows)], axis)


def _marks(score: Score, name: str, looks: tuple[Style, Style, Style]) -> list[Mark]:
    """Return a score, its interval and the published figure in the styles of ``looks``."""
    value, interval, published = looks
    marks = [Mark(value, 100 * score.known, f"{name}: {_text(score)}")]
    if score.low is not None and score.high is not None:
        marks.append(Mark(interval, 100 * score.high, start=100 * score.low))
    if score.published is not None:
        title = f"{name}, published: {percent(score.published)}"
        marks.append(Mark(published, 100 * score.published, title))
    return marks


def _text(score: Score) -> str:
    interval = f" [{percent(score.low)}, {percent(score.high)}]" if score.low is not None else ""
    return percent(score.value) + interval


def two_facet_papers(panels: Mapping[str, Sequence[TwoFacetPaper]]) -> RowChart:
    """Return Figure 3: each paper's figure for each of its facets, a panel per ranker.

    ``panels`` maps a ranker to its papers, the largest differences first; rows are in the order of
    the first ranker's.
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
