"""What SciSearch's protocol adds, as a figure: honest to as-published, a line per model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.lines import Line2D

from paperpool.pages.svg import ACCENT, DROP, INK, drawing, make_svg
from paperpool.pages.wording import MISSING, visible
from paperpool.report.scisearch.tables import ModelFigures, model_row

_ROW_INCHES = 0.36

_MARKS: dict[str, dict[str, Any]] = {
    "untrained": {"marker": "|", "color": INK, "markersize": 12, "markeredgewidth": 2.0},
    "honest": {"marker": "o", "color": ACCENT, "markersize": 7},
    "as-published": {"marker": "s", "color": DROP, "markersize": 6.5},
    "published": {
        "marker": "D", "markerfacecolor": "none", "markeredgecolor": INK, "markersize": 8,
    },
}  # fmt: skip


def draw_inflation(models: Sequence[ModelFigures], confidence: float, name: str) -> str:
    """Return the figure as SVG: NDCG%20 over all queries (×100), a row per model (at least one).

    ``honest`` has its interval; the untrained encoder is a tick, the paper's figure an open mark.
    """
    titles: dict[str, str] = {}
    with drawing(9.4, _ROW_INCHES * len(models) + 1.1) as figure:
        axes = figure.add_subplot()
        for y, model in enumerate(models):
            _draw_model(axes, y, model, titles)
        axes.set_yticks(range(len(models)), [visible(model.name) for model in models])
        axes.set_ylim(len(models) - 0.4, -0.6)
        axes.grid(axis="x")
        axes.spines["left"].set_visible(False)
        axes.set_xlabel("NDCG%20 (×100), all queries")
        _add_legend(figure, models, confidence)
        return make_svg(figure, name, _describe(models), titles)


def _values(model: ModelFigures) -> dict[str, float]:
    """Return a model's figures ×100 by the names of their marks, those that there are."""
    found = {
        "untrained": model.untrained.value if model.untrained else None,
        "honest": model.honest.value if model.honest else None,
        "as-published": model.as_published.value if model.as_published else None,
        "published": model.published,
    }
    return {mark: 100 * value for mark, value in found.items() if value is not None}


def _draw_model(axes, y: int, model: ModelFigures, titles: dict[str, str]) -> None:
    values = _values(model)
    if "honest" in values and "as-published" in values:
        ends = [values["honest"], values["as-published"]]
        axes.plot(ends, [y, y], color=DROP, linewidth=1.2, linestyle=(0, (1, 1.5)))
    if model.honest and model.honest.low is not None and model.honest.high is not None:
        ends = [100 * model.honest.low, 100 * model.honest.high]
        axes.plot(ends, [y, y], color=ACCENT, linewidth=2.4, alpha=0.55)
    for mark, value in values.items():
        gid = f"{mark}-{y}"
        axes.plot([value], [y], linestyle="", gid=gid, **_MARKS[mark])
        titles[gid] = f"{model.name}, {mark}: {value:.2f}"
    axes.text(
        1.015, y, _text(model), transform=axes.get_yaxis_transform(), va="center", fontsize=8.5
    )


def _text(model: ModelFigures) -> str:
    row = model_row(model)
    ends = ((row.honest, row.honest_sd), (row.as_published, row.as_published_sd))
    both = " → ".join(f"{value} {sd}".strip() for value, sd in ends)
    return both if row.inflation == MISSING else f"{both}  ({row.inflation})"


def _add_legend(figure, models: Sequence[ModelFigures], confidence: float) -> None:
    labels = {
        "untrained": "untrained encoder",
        "honest": f"honest, {100 * confidence:g}% interval",
        "as-published": "as-published",
        "published": "the paper's",
    }
    shown = {mark for model in models for mark in _values(model)}
    handles = [
        Line2D([], [], linestyle="-" if mark == "honest" else "", label=label, **_MARKS[mark])
        for mark, label in labels.items()
        if mark in shown
    ]
    figure.legend(handles=handles, loc="outside upper left", ncols=len(handles))


def _describe(models: Sequence[ModelFigures]) -> str:
    rows = "; ".join(
        f"{model.name} "
        + ", ".join(f"{mark} {value:.2f}" for mark, value in _values(model).items())
        for model in models
    )
    return f"NDCG%20 over all queries by protocol: {rows}."
