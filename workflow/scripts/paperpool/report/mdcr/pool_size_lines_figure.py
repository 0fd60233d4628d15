"""Figures against the size of the pool, a line per ranker with a band of one deviation each way."""

from __future__ import annotations

from collections.abc import Sequence

from paperpool.benchmarks.mdcr import BENCHMARK
from paperpool.pages.scores import Score
from paperpool.pages.svg import drawing, line_style, make_svg
from paperpool.pages.wording import percent, visible

_LABEL_GAP = 0.062
"""The least distance of two names at the lines' ends, in heights of the axes."""


def spread_labels(places: Sequence[float], gap: float) -> list[float]:
    """Return ``places`` moved as little as need be for ``gap`` between neighbours, in their order.

    They stay between 0 and 1 where there is room for all.
    """
    order = sorted(range(len(places)), key=lambda i: (places[i], i))
    moved = list(places)
    floor = 0.0
    for i in order:
        moved[i] = floor = max(moved[i], floor)
        floor += gap
    ceiling = 1.0
    for i in reversed(order):
        moved[i] = min(moved[i], ceiling)
        ceiling = moved[i] - gap
    return moved


def draw_pool_size_lines(
    scores: Sequence[Score], measure: str = "map", name: str = "pool-size-lines"
) -> str:
    """Return the figure as SVG, sizes on a logarithmic scale, figures ×100.

    ``scores`` are of one protocol and split; their slices are sizes in digits. The band is the
    standard deviation over samplings of the pool.
    """
    shown = [s for s in scores if s.measure == measure and s.value is not None]
    sizes = sorted({int(s.slice) for s in shown})
    rankers = list(dict.fromkeys(s.ranker for s in shown))
    titles: dict[str, str] = {}
    with drawing(9.0, max(3.2, 0.22 * len(rankers) + 1.2)) as figure:
        axes = figure.add_subplot()
        axes.set_xscale("log")
        ends: list[float] = []
        for number, ranker in enumerate(rankers):
            points = sorted((s for s in shown if s.ranker == ranker), key=lambda s: int(s.slice))
            _draw_line(axes, points, number, titles)
            ends.append(100 * points[-1].known)
        axes.set_xticks(sizes, [f"{size:,}" for size in sizes])
        axes.set_xticks([], minor=True)
        margin = 1.12 if len(sizes) > 1 else 1.5
        axes.set_xlim(sizes[0] / margin, sizes[-1] * margin)
        low, high = axes.get_ylim()
        low = 0.0 if low < high / 4 else low
        axes.set_ylim(low, high)
        places = spread_labels([(end - low) / (high - low) for end in ends], _LABEL_GAP)
        for number, (ranker, place) in enumerate(zip(rankers, places, strict=True)):
            colour, *_ = line_style(number)
            axes.text(
                1.01, place, visible(ranker), transform=axes.transAxes, color=colour,
                va="center", fontsize=8.5,
            )  # fmt: skip
        axes.grid(axis="y")
        axes.set_xlabel("papers in the pool (logarithmic)")
        axes.set_ylabel(f"{BENCHMARK.measure_titles[measure]} (×100)")
        return make_svg(figure, name, _describe(titles, measure), titles)


def _draw_line(axes, points: Sequence[Score], number: int, titles: dict[str, str]) -> None:
    colour, dashes, marker = line_style(number)
    xs = [int(s.slice) for s in points]
    means = [100 * s.known for s in points]
    deviations = [100 * (s.sd or 0.0) for s in points]
    if len(points) > 1:
        axes.fill_between(
            xs,
            [mean - sd for mean, sd in zip(means, deviations, strict=True)],
            [mean + sd for mean, sd in zip(means, deviations, strict=True)],
            color=colour,
            alpha=0.18,
            linewidth=0,
        )
    else:
        axes.errorbar(xs, means, yerr=deviations, color=colour, capsize=3)
    axes.plot(xs, means, color=colour, linestyle=dashes, linewidth=1.6)
    for point, (x, mean) in zip(points, zip(xs, means, strict=True), strict=True):
        gid = f"point-{number}-{x}"
        axes.plot([x], [mean], marker, color=colour, markersize=5.5, gid=gid)
        spread = "" if point.sd is None else f" ± {percent(point.sd)}"
        titles[gid] = f"{point.ranker}, {x:,} papers: {percent(point.value)}{spread}"


def _describe(titles: dict[str, str], measure: str) -> str:
    title = BENCHMARK.measure_titles[measure]
    return f"{title} against the size of the pool. {'; '.join(titles.values())}."
