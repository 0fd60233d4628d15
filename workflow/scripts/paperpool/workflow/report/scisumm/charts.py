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

DIRECTIONS: dict[str, str] = {FORWARD: "candidate covers query", REVERSED: "reversed"}
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
        title: (lines, levels) for title, (lines, levels) in splits.items() if any(lines.values())
    }
    # a line or level looks the same in every panel, and all have one horizontal scale
    line_names: list[str] = []
    level_names: list[str] = []
    xs: set[int] = set()
    for lines, levels in drawn.values():
        for line, values in lines.items():
            xs.update(values)
            if values and line not in line_names:
                line_names.append(line)
        for level in levels:
            if level not in level_names:
                level_names.append(level)

    panels = []
    for title, (lines, levels) in drawn.items():
        series = []
        for (colour, dashes), level in zip(cycle(_LEVEL_LOOKS), level_names, strict=False):
            value = levels.get(level)
            if value is not None:
                style = Style(level, "line", colour, width=1.1, dashes=dashes)
                ends = [Point(min(xs), 100 * value), Point(max(xs), 100 * value)]
                series.append(Series(style, ends, f"{level}: {percent(value)}"))

        for number, line in enumerate(line_names):
            points = []
            for x, y in sorted(lines.get(line, {}).items()):
                points.append(Point(x, 100 * y, f"{line}, {letter} = {x}: {percent(y)}"))
            if points:
                series.append(Series(line_style(number, line), points))
        panels.append(Panel(series, title, x_axis, f"{y_axis} (×100)"))
    return LineChart(name, f"{y_axis} against {x_axis}", [panels], 4.2)


def power_chart(powers: Sequence[Power], source: Source, protocol: str) -> LineChart:
    """Return Figure 3 under one protocol."""
    splits = {}
    for split, title in BENCHMARK.splits.items():
        lines: dict[str, dict[int, float]] = {text: {} for text in DIRECTIONS.values()}
        for power in powers:
            if power.split == split and power.protocol == protocol and power.f1 is not None:
                lines[DIRECTIONS[power.direction]][int(power.d)] = power.f1
        splits[title] = (lines, _list_levels(source, protocol, split))
    x_axis = "power d of the scaling function"
    return lines_by_split(splits, f"powers-{protocol}", x_axis, "F1", "d")


def _list_levels(source: Source, protocol: str, split: str) -> dict[str, float]:
    """Return the scores that stand beside the powers: baselines, human agreement, published."""
    levels = {}
    for score in source.results.scores:
        cell = (score.protocol, score.split, score.slice, score.measure)
        if cell == (protocol, split, ALL, "f1") and score.ranker in LEVELS:
            levels[score.ranker] = score.value
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
        for score in source.results.scores:
            place = (score.protocol, score.split, score.slice)
            if place != (protocol, split, ALL) or score.value is None:
                continue
            if score.measure.startswith(RECALL_AT):
                cut = int(score.measure.removeprefix(RECALL_AT))
                lines.setdefault(score.ranker, {})[cut] = score.value
        splits[title] = (lines, {})
    return lines_by_split(splits, f"recall-{protocol}", "sentences chosen, K", "Recall", "K")


def slice_map(source: Source, protocol: str) -> HeatMap:
    """Return F1 on the test set by annotator and by reference paper."""
    values = {}
    for score in source.results.scores:
        is_shown = (score.protocol, score.split, score.measure) == (protocol, "test", "f1")
        if is_shown and score.slice != ALL and score.value is not None:
            values[score.slice.removeprefix(ANNOTATOR), score.ranker] = score.value
    rows = list(dict.fromkeys(row for row, _ in values))
    scored = {ranker for _, ranker in values}
    rankers = [ranker for ranker in source.rankers if ranker in scored]
    about = "F1 by annotator and reference paper"
    return percent_map(f"slices-{protocol}", about, rows, rankers, values)
