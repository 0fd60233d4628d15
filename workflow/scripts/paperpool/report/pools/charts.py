"""The charts of the pools: their sizes, and common candidates of sources."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from paperpool.pages.charts.chart import Style
from paperpool.pages.charts.heat_map import Cell, Grid, HeatMap
from paperpool.pages.charts.lines import LineChart, Panel, Point, Series, choose_width
from paperpool.pages.wording import plural


@dataclass(frozen=True)
class Overlap:
    """The mean number of papers that the first 25 of two sources have in common."""

    source_a: str
    source_b: str
    mean_common_top_25: float


def pool_sizes(sizes: Mapping[str, int]) -> LineChart:
    """Return the number of pools by size; ``sizes`` maps a query to its pool's size."""
    width = choose_width(min(sizes.values(), default=0), max(sizes.values(), default=0))
    counts = Counter(size // width * width for size in sizes.values())
    points = []
    for begin, n in sorted(counts.items()):
        span = f"{begin}" if width == 1 else f"{begin} to {begin + width - 1}"
        middle = begin + (width - 1) / 2
        points.append(Point(middle, n, f"{span} candidates: {plural(n, 'pool')}"))
    series = [Series(Style(width=0.92 * width), points)] if points else []
    panel = Panel(series, "", "candidates in the pool", "pools")
    return LineChart("pool-sizes", "Sizes of the pools", [[panel]], 2.2)


def overlap_map(pairs: Sequence[Overlap]) -> HeatMap:
    """Return the common papers among the first 25 of every two sources, below the diagonal."""
    sources = list(dict.fromkeys(s for pair in pairs for s in (pair.source_a, pair.source_b)))
    cells = {}
    for pair in pairs:
        column, row = sorted((pair.source_a, pair.source_b), key=sources.index)
        title = f"{pair.source_a} and {pair.source_b}: {pair.mean_common_top_25:.2f} of 25"
        cells[row, column] = Cell(pair.mean_common_top_25, f"{pair.mean_common_top_25:.1f}", title)
    return HeatMap("overlap", "Papers in common", [Grid(sources[1:], sources[:-1], cells)])
