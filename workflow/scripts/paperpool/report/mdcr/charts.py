"""The charts of MDCR: scores by the size of the pool, by field and type, common negatives."""

from collections.abc import Mapping, Sequence

from paperpool.benchmarks.mdcr import BENCHMARK
from paperpool.mdcr.names import ALL, TYPE
from paperpool.pages.charts.heat_map import HeatMap, percent_map
from paperpool.pages.charts.lines import LineChart, Panel, Point, Series, line_style
from paperpool.pages.results import Results
from paperpool.pages.scores import Score
from paperpool.pages.wording import percent
from paperpool.report.mdcr.tables import rankers_of, slice_title


def pool_size_lines(scores: Sequence[Score], measure: str = "map") -> LineChart:
    """Return scores ×100 against the size of the pool, the legend in the order of their ends.

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
        name,
        about,
        rows,
        results.rankers,
        by_cell,
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
        "jaccard",
        about,
        rankers,
        rankers,
        jaccard,
        marked={(a, b) for a, b in jaccard if a in chosen and b in chosen},
        marked_as="both chosen",
        strong_names=chosen,
    )
