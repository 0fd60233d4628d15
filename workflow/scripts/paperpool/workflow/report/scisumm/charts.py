"""The charts of cited text identification: F1 against the power, recall against K, by split.

Source: Ricci et al., Figures 3 and 4. A chart is of one protocol.
"""

from collections.abc import Mapping, Sequence
from itertools import cycle, product

from paperpool.benchmarks.scisumm import BENCHMARK
from paperpool.pages.charts.chart import Style
from paperpool.pages.charts.heat_map import HeatMap, percent_map
from paperpool.pages.charts.lines import LineChart, Panel, Point, Series, line_style
from paperpool.pages.charts.svg import INK, MUTED
from paperpool.pages.wording import percent
from paperpool.scisumm.names import ALL, ANNOTATOR, FORWARD, RECALL_AT, REVERSED
from paperpool.scoring.scisumm_tables import HUMAN, Source
from paperpool.workflow.report.scisumm.tables import Power

DIRECTIONS = {FORWARD: "candidate covers query", REVERSED: "reversed"}
"""The directions of powers.csv in words."""

LEVELS = ("symm", "bm25-ensemble")
"""The rankers of Figure 3 that have no power."""

_LEVEL_DASHES = ((0, (1, 1.5)), (0, (5, 2)), (0, (6, 2, 1, 2)), (0, (3, 1, 1, 1, 1, 1)))
_LEVEL_LOOKS = tuple(product((INK, MUTED), _LEVEL_DASHES))

Lines = Mapping[str, Mapping[int, float]]
"""Fractions by the name of their line and the place on the horizontal scale."""


def lines_by_split(
    splits: Mapping[str, tuple[Lines, Mapping[str, float]]],
    name: str,
    x_axis: str,
    y_axis: str,
    letter: str,
) -> LineChart:
    """Return a panel per split (scores ×100): its lines, and levels that do not depend on x.

    ``letter`` names x in a tooltip. Lines without points are left out, and splits without lines.
    """
    drawn = {
        title: ({line: points for line, points in lines.items() if points}, levels)
        for title, (lines, levels) in splits.items()
        if any(lines.values())
    }
    names = list(dict.fromkeys(line for lines, _ in drawn.values() for line in lines))
    levels = list(dict.fromkeys(level for _, levels in drawn.values() for level in levels))
    xs = {x for lines, _ in drawn.values() for points in lines.values() for x in points}
    panels = []
    for title, (lines, of_split) in drawn.items():
        series = []
        for (colour, dashes), level in zip(cycle(_LEVEL_LOOKS), levels, strict=False):
            if (value := of_split.get(level)) is not None:
                style = Style(level, "line", colour, width=1.1, dashes=dashes)
                ends = [Point(x, 100 * value) for x in (min(xs), max(xs))]
                series.append(Series(style, ends, f"{level}: {percent(value)}"))
        for number, line in enumerate(names):
            points = [
                Point(x, 100 * y, f"{line}, {letter} = {x}: {percent(y)}")
                for x, y in sorted(lines.get(line, {}).items())
            ]
            series += [Series(line_style(number, line), points)] if points else []
        panels.append(Panel(series, title, x_axis, f"{y_axis} (×100)"))
    return LineChart(name, f"{y_axis} against {x_axis}", [panels], 4.2)


def power_chart(powers: Sequence[Power], source: Source, protocol: str) -> LineChart:
    """Return Figure 3 under one protocol."""
    splits = {}
    for split, title in BENCHMARK.splits.items():
        lines = {
            text: {
                int(p.d): p.f1
                for p in powers
                if (p.direction, p.split, p.protocol) == (direction, split, protocol)
                and p.f1 is not None
            }
            for direction, text in DIRECTIONS.items()
        }
        splits[title] = (lines, _list_levels(source, protocol, split))
    x_axis = "power d of the scaling function"
    return lines_by_split(splits, f"powers-{protocol}", x_axis, "F1", "d")


def _list_levels(source: Source, protocol: str, split: str) -> dict[str, float]:
    """Return the scores that stand beside the powers: baselines, human agreement, published."""
    levels = {
        s.ranker: s.value
        for s in source.results.scores
        if (s.protocol, s.split, s.slice, s.measure) == (protocol, split, ALL, "f1")
        and s.ranker in LEVELS
    }
    levels[HUMAN] = source.human.get((protocol, split, ALL, "f1"))
    if protocol == "official":
        for system in ("BM25 ensemble", "BERT ensemble"):
            value = source.published.get(("scisumm", split, system, "f1"))
            levels[f"{system} (published)"] = value
    return {name: value for name, value in levels.items() if value is not None}


def recall_chart(source: Source, protocol: str) -> LineChart:
    """Return Figure 4 under one protocol."""
    splits: dict[str, tuple[Lines, dict[str, float]]] = {}
    for split, title in BENCHMARK.splits.items():
        lines: dict[str, dict[int, float]] = {ranker: {} for ranker in source.rankers}
        for s in source.results.scores:
            if (s.protocol, s.split, s.slice) == (protocol, split, ALL) and s.value is not None:
                cut = s.measure.removeprefix(RECALL_AT)
                if cut != s.measure:
                    lines.setdefault(s.ranker, {})[int(cut)] = s.value
        splits[title] = (lines, {})
    return lines_by_split(splits, f"recall-{protocol}", "sentences chosen, K", "Recall", "K")


def slice_map(source: Source, protocol: str) -> HeatMap:
    """Return F1 on the test set by annotator and by reference paper."""
    values = {
        (s.slice.removeprefix(ANNOTATOR), s.ranker): s.value
        for s in source.results.scores
        if (s.protocol, s.split, s.measure) == (protocol, "test", "f1")
        and s.slice != ALL
        and s.value is not None
    }
    rows = list(dict.fromkeys(row for row, _ in values))
    rankers = [r for r in source.rankers if any(r == of for _, of in values)]
    about = "F1 by annotator and reference paper"
    return percent_map(f"slices-{protocol}", about, rows, rankers, values)
