"""NDCG%20 of every ranker for each facet, as bars with intervals, a panel per facet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.collections.facets import FACETS
from paperpool.pages.scores import Score
from paperpool.pages.svg import ACCENT, DROP, INK, MUTED, drawing, make_svg
from paperpool.pages.wording import percent

MEASURE = BENCHMARK.headline.measure

_ROW_INCHES = 0.27
_OPACITY = 0.45
"""Of the bars, so that the interval and the published figure stand out from them."""

Scores = Mapping[tuple[str, str], Score]
"""Figures by ranker and facet."""


def draw_facet_bars(
    scores: Sequence[Score],
    groups: Mapping[str, Sequence[str]],
    confidence: float,
    name: str = "facet-bars",
) -> str:
    """Return the figure as SVG: official protocol, test split, values ×100.

    A row is a ranker, the same in every panel; ``groups`` has the rankers in the order shown.
    """
    chosen = {
        (s.ranker, s.slice): s
        for s in scores
        if (s.protocol, s.split, s.measure) == ("official", "test", MEASURE)
        and s.slice in FACETS
        and s.value is not None
    }
    rows, headings = _place(chosen, groups)
    n_rows = len(rows) + len(headings)
    right = max((100 * (s.high or s.known) for s in chosen.values()), default=100.0)
    with drawing(10.4, _ROW_INCHES * n_rows + 1.1) as figure:
        panels = figure.subplots(1, len(FACETS), sharey=True)
        figure.set_layout_engine("constrained", w_pad=0.08)
        titles: dict[str, str] = {}
        for axes, facet in zip(panels, FACETS, strict=True):
            titles |= _draw_panel(axes, facet, chosen, rows)
            axes.set_xlim(0, 1.2 * right)
        for heading, y in headings.items():
            panels[0].text(
                0, y, heading, transform=panels[0].get_yaxis_transform(), ha="right", va="center",
                color=MUTED, fontsize=8.5, fontweight="bold",
            )  # fmt: skip
        panels[0].set_yticks(list(rows.values()), list(rows))
        panels[0].set_ylim(n_rows - 0.4, -0.6)
        _add_legend(figure, confidence, any(s.published is not None for s in chosen.values()))
        return make_svg(figure, name, _describe(chosen, rows), titles)


def _place(
    chosen: Scores, groups: Mapping[str, Sequence[str]]
) -> tuple[dict[str, int], dict[str, int]]:
    """Return the row of each ranker and of each group's heading, from the top."""
    rows: dict[str, int] = {}
    headings: dict[str, int] = {}
    scored = {ranker for ranker, _ in chosen}
    for heading, rankers in groups.items():
        of_group = [ranker for ranker in rankers if ranker in scored]
        if of_group:
            headings[heading] = len(rows) + len(headings)
        for ranker in of_group:
            rows[ranker] = len(rows) + len(headings)
    return rows, headings


def _draw_panel(axes, facet: str, chosen: Scores, rows: Mapping[str, int]) -> dict[str, str]:
    titles = {}
    for ranker, y in rows.items():
        score = chosen.get((ranker, facet))
        if score is None:
            continue
        gid = f"{facet}-{y}"
        bar = axes.barh([y], [100 * score.known], height=0.66, color=ACCENT, alpha=_OPACITY)
        bar[0].set_gid(gid)
        titles[gid] = f"{ranker}, {facet}: {_text(score)}"
        if score.low is not None and score.high is not None:
            axes.plot([100 * score.low, 100 * score.high], [y, y], color=INK, linewidth=1.1)
        if score.published is not None:
            x = 100 * score.published
            axes.plot([x, x], [y - 0.42, y + 0.42], color=DROP, linewidth=2.2)
        axes.text(
            0.995, y, percent(score.value), transform=axes.get_yaxis_transform(), ha="right",
            va="center", fontsize=8.5,
        )  # fmt: skip
    axes.set_title(BENCHMARK.slices[facet])
    axes.set_xlabel(f"{BENCHMARK.measure_titles[MEASURE]} (×100)")
    axes.grid(axis="x")
    axes.spines["left"].set_visible(False)
    return titles


def _text(score: Score) -> str:
    text = percent(score.value)
    if score.low is not None:
        text += f" [{percent(score.low)}, {percent(score.high)}]"
    return text if score.published is None else f"{text}, published {percent(score.published)}"


def _add_legend(figure, confidence: float, published: bool) -> None:
    marks = [
        Patch(facecolor=ACCENT, alpha=_OPACITY, label="this run"),
        Line2D([], [], color=INK, linewidth=1.1, label=f"{100 * confidence:g}% interval"),
    ]
    if published:
        tick = {"marker": "|", "markersize": 9, "markeredgewidth": 2.2}
        marks.append(Line2D([], [], color=DROP, linestyle="", label="published", **tick))
    figure.legend(handles=marks, loc="outside upper left", ncols=len(marks))


def _describe(chosen: Scores, rows: Mapping[str, int]) -> str:
    figures = "; ".join(
        f"{ranker} "
        + ", ".join(
            f"{facet} {percent(chosen[ranker, facet].value)}"
            for facet in FACETS
            if (ranker, facet) in chosen
        )
        for ranker in rows
    )
    return f"NDCG%20 of every ranker for each facet: {figures}."
