"""The charts of MDCR: figures by the size of the pool, and how the benchmark was built."""

from collections.abc import Mapping, Sequence

from paperpool.benchmarks.mdcr import BENCHMARK
from paperpool.mdcr.names import ALL, TYPE
from paperpool.pages.charts.chart import Style
from paperpool.pages.charts.heat_map import HeatMap, percent_map
from paperpool.pages.charts.lines import LineChart, Panel, Point, Series, choose_width, line_style
from paperpool.pages.charts.rows import Mark, Row, RowChart, RowPanel
from paperpool.pages.charts.svg import DROP, LINE
from paperpool.pages.results import Results
from paperpool.pages.scores import Score
from paperpool.pages.wording import percent, plural, share
from paperpool.report.mdcr.construction import Filling
from paperpool.report.mdcr.tables import rankers_of, slice_title

_WANTED = Style(colour=LINE, opacity=0.35)
_FOUND, _MISSING = Style("found"), Style("missing", colour=DROP)


def pool_size_lines(scores: Sequence[Score], measure: str = "map") -> LineChart:
    """Return figures ×100 against the size of the pool, the legend in the order of their ends.

    ``scores`` are of one protocol and split; their slices are sizes in digits. The band is the
    standard deviation over samplings of the pool.
    """
    shown = [s for s in scores if s.measure == measure and s.value is not None]
    series = []
    for number, ranker in enumerate(dict.fromkeys(s.ranker for s in shown)):
        points = []
        for s in sorted((s for s in shown if s.ranker == ranker), key=lambda s: int(s.slice)):
            x, y, sd = int(s.slice), 100 * s.known, 100 * (s.sd or 0.0)
            spread = "" if s.sd is None else f" ± {percent(s.sd)}"
            title = f"{ranker}, {x:,} papers: {percent(s.value)}{spread}"
            points.append(Point(x, y, title, y - sd, y + sd))
        series.append(Series(line_style(number, ranker), points))
    series.sort(key=lambda one: -one.points[-1].y)
    title = BENCHMARK.measure_titles[measure]
    panel = Panel(series, "", "papers in the pool (logarithmic)", f"{title} (×100)", "x")
    about = f"{title} against the size of the pool"
    height = max(3.2, 0.22 * len(series) + 1.2)
    return LineChart("pool-size-lines", about, [[panel]], height, "outside right upper")


def strategies_chart(fillings: Sequence[Filling], queries: Mapping[str, int]) -> RowChart:
    """Return a bar per type of candidate, as wide as wanted; ``queries`` counts them by split."""
    rows = []
    for filling in fillings:
        name, found, wanted = filling.title, f"{filling.found:,}", f"{filling.wanted:,}"
        marks = [
            Mark(_WANTED, filling.wanted),
            Mark(_FOUND, filling.found, f"{name}: {found} of {wanted} found"),
        ]
        notes = [f"{found} of {wanted}", share(filling.found, filling.wanted), ""]
        if filling.missing > 0:
            few = plural(filling.short, "query")
            title = f"{name}: {filling.missing:,} missing, {few} with too few"
            end = filling.found + filling.missing
            marks.append(Mark(_MISSING, end, title, filling.found))
            notes[-1] = f"−{filling.missing:,}"
        rows.append(Row(name, marks, notes, filling.strategy))
    asked = ", ".join(f"{plural(n, f'{split} query')}" for split, n in queries.items())
    about = f"Candidates found and wanted for {asked or 'no query'}"
    limits = (0, max((filling.wanted for filling in fillings), default=0) or 1)
    return RowChart("strategies", about, [RowPanel(rows)], limits=limits)


def model_ranks(counts: Mapping[str, Mapping[int, int]], top: int) -> LineChart:
    """Return the ranks of each model's negatives; ``counts`` are by model and rank, to ``top``."""
    width = choose_width(0, top - 1)
    columns = Style(width=0.9 * width)
    panels = []
    for model, ranks in counts.items():
        points = []
        for first in range(1, top + 1, width):
            last = min(first + width - 1, top)
            n = sum(ranks.get(rank, 0) for rank in range(first, last + 1))
            span = f"rank {first}" if first == last else f"ranks {first} to {last}"
            title = f"{model}, {span}: {plural(n, 'negative')}"
            points.append(Point((first + last) / 2, n, title))
        name = f"{model}: {plural(sum(ranks.values()), 'negative')}"
        panels.append(Panel([Series(columns, points)], name, "rank in the model", "negatives"))
    about = "Ranks of the models' negatives"
    return LineChart("model-ranks", about, [panels], 1.9)


def map_by_slice(results: Results, slices: Sequence[str], name: str, about: str) -> HeatMap:
    """Return MAP of each slice and ranker, the best of a slice bold."""
    by_cell = {
        (slice_title(s.slice), s.ranker): s.value
        for s in results.scores
        if s.measure == "map" and s.slice in slices and s.value is not None
    }
    ordered = sorted(slices, key=lambda slice_name: slice_name == ALL)
    rows = [slice_title(slice_name) for slice_name in ordered]
    best = {
        row: max((v for (of, _), v in by_cell.items() if of == row), default=None) for row in rows
    }
    own = {
        (slice_title(slice_name), ranker)
        for slice_name in slices
        if slice_name.startswith(TYPE)
        for ranker in rankers_of(results, slice_name.removeprefix(TYPE))
    }
    return percent_map(
        *(name, about, rows, results.rankers, by_cell),
        marked=own,
        marked_as="its own candidates",
        strong={cell for cell, value in by_cell.items() if value == best[cell[0]]},
        strong_names={slice_title(ALL)},
    )


def jaccard_map(
    jaccard: Mapping[tuple[str, str], float], rankers: Sequence[str], chosen: Sequence[str]
) -> HeatMap:
    """Return the overlap of the negatives of every two rankers, those of ``chosen`` bold."""
    about = "Jaccard index of the highest-ranked negatives of two rankers"
    return percent_map(
        *("jaccard", about, rankers, rankers, jaccard),
        marked={(a, b) for a, b in jaccard if a in chosen and b in chosen},
        marked_as="both chosen",
        strong_names=chosen,
    )
