"""A forest plot of the headline figure: all-NDCG%20 of every ranker with its interval."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.lines import Line2D

from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.pages.headline import headline
from paperpool.pages.scores import Score
from paperpool.pages.svg import ACCENT, INK, MUTED, drawing, make_svg
from paperpool.pages.wording import percent

_ROW_INCHES = 0.34


def draw_intervals(
    scores: Sequence[Score],
    baselines: Sequence[str],
    confidence: float,
    name: str = "intervals",
) -> str:
    """Return the figure as SVG, the best ranker on top.

    Values are ×100; the published figure is a hollow mark where there is one.
    """
    shown = headline(scores, BENCHMARK.headline)
    with drawing(9.0, _ROW_INCHES * len(shown) + 1.0) as figure:
        axes = figure.add_subplot()
        titles = {}
        for y, score in enumerate(shown):
            is_baseline = score.ranker in baselines
            colour = INK if is_baseline else ACCENT
            value = 100 * score.known
            if score.low is not None and score.high is not None:
                axes.plot([100 * score.low, 100 * score.high], [y, y], color=colour, linewidth=2)
            axes.plot([value], [y], "o", color=colour, markersize=7, gid=f"ranker-{y}")
            titles[f"ranker-{y}"] = f"{score.ranker}: {_text(score)}"
            if score.published is not None:
                axes.plot(
                    [100 * score.published],
                    [y],
                    "D",
                    markerfacecolor="none",
                    markeredgecolor=INK,
                    markersize=8,
                    gid=f"published-{y}",
                )
                titles[f"published-{y}"] = f"published: {percent(score.published)}"
            if is_baseline:
                axes.axvline(value, color=MUTED, linewidth=0.9, linestyle=(0, (4, 3)), zorder=0)
            axes.text(
                1.015,
                y,
                _text(score),
                transform=axes.get_yaxis_transform(),
                va="center",
                fontsize=8.5,
            )
        names = [s.ranker + (" (baseline)" if s.ranker in baselines else "") for s in shown]
        axes.set_yticks(range(len(shown)), names)
        axes.set_ylim(len(shown) - 0.4, -0.6)
        axes.grid(axis="x")
        axes.spines["left"].set_visible(False)
        axes.set_xlabel("NDCG%20 (×100), all test queries, official protocol")
        _add_legend(figure, confidence, any(s.published is not None for s in shown))
        return make_svg(figure, name, _describe(shown, confidence), titles)


def _text(score: Score) -> str:
    interval = f"  [{percent(score.low)}, {percent(score.high)}]" if score.low is not None else ""
    return percent(score.value) + interval


def _add_legend(figure, confidence: float, published: bool) -> None:
    marks = [
        Line2D(
            [],
            [],
            color=ACCENT,
            marker="o",
            linewidth=2,
            label=f"this run, {100 * confidence:g}% bootstrap interval",
        )
    ]
    if published:
        marks.append(
            Line2D(
                [],
                [],
                marker="D",
                linestyle="",
                markerfacecolor="none",
                markeredgecolor=INK,
                markersize=8,
                label="published",
            )
        )
    marks.append(
        Line2D([], [], color=MUTED, linewidth=0.9, linestyle=(0, (4, 3)), label="baseline")
    )
    figure.legend(handles=marks, loc="outside upper left", ncols=3)


def _describe(shown: Sequence[Score], confidence: float) -> str:
    figures = "; ".join(f"{score.ranker} {_text(score)}" for score in shown)
    return f"NDCG%20 over all test queries with {100 * confidence:g}% intervals: {figures}."
