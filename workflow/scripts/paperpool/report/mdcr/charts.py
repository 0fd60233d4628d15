"""The charts of MDCR: scores by the size of the pool, by field and by type."""

from collections.abc import Sequence

from paperpool.mdcr.names import ALL
from paperpool.pages.charts.heat_map import HeatMap, percent_map
from paperpool.pages.charts.lines import LineChart, Panel, Point, Series, line_style
from paperpool.pages.results import Results
from paperpool.pages.scores import Score
from paperpool.pages.wording import percent
from paperpool.report.mdcr.tables import own_cells, slice_title


def pool_size_lines(scores: Sequence[Score]) -> LineChart:
    """Return MAP ×100 against the size of the pool, the legend in the order of their ends.

    ``scores`` are of one protocol and split; their slices are sizes in digits. The band is the
    standard deviation over samplings of the pool.
    """
    shown = [s for s in scores if s.measure == "map" and s.value is not None]
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
    panel = Panel(series, "", "papers in the pool (logarithmic)", "MAP (×100)", "x")
    about = "MAP against the size of the pool"
    height = max(3.2, 0.22 * len(series) + 1.2)
    return LineChart("pool-size-lines", about, [[panel]], height, "outside right upper")


def map_by_slice(results: Results, slices: Sequence[str], name: str, about: str) -> HeatMap:
    """Return MAP of each slice and ranker, the best of a slice bold."""
    by_cell = {
        (slice_title(s.slice), s.ranker): s.value
        for s in results.scores
        if s.measure == "map" and s.slice in slices and s.value is not None
    }
    rows = [slice_title(part) for part in sorted(slices, key=lambda part: part == ALL)]
    best = {
        row: max((v for (of, _), v in by_cell.items() if of == row), default=None) for row in rows
    }
    return percent_map(
        name,
        about,
        rows,
        results.rankers,
        by_cell,
        marked={(slice_title(part), ranker) for part, ranker in own_cells(results)},
        marked_as="its own candidates",
        strong={cell for cell, value in by_cell.items() if value == best[cell[0]]},
        strong_names={slice_title(ALL)},
    )
