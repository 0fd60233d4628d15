"""The charts of SciSearch: what its protocol adds, its trainings, and distributions of grades."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from paperpool.benchmarks.scisearch import BENCHMARK
from paperpool.collections.facets import FACETS
from paperpool.pages.charts.chart import Style
from paperpool.pages.charts.lines import LineChart, Panel, Point, Series
from paperpool.pages.charts.rows import Mark, Row, RowChart
from paperpool.pages.charts.rows import Panel as Rows
from paperpool.pages.charts.svg import DROP, INK
from paperpool.pages.wording import MISSING, percent
from paperpool.report.scisearch.files import Epoch, History
from paperpool.report.scisearch.tables import ModelFigures, model_row
from paperpool.scisearch.names import AS_PUBLISHED, MODELS

_AS_PUBLISHED, _FIRST_FOLD, _SECOND_FOLD = (model.name for model in MODELS)
_MODELS = {
    _AS_PUBLISHED: Style(_AS_PUBLISHED, "line", DROP, marker="o"),
    _FIRST_FOLD: Style(_FIRST_FOLD, "line", marker="o"),
    _SECOND_FOLD: Style(_SECOND_FOLD, "line", dashes=(0, (4, 2)), marker="o"),
}

_INFLATION = Style(kind="line", colour=DROP, width=1.2, dashes=(0, (1, 1.5)))
_BARS = Style(opacity=0.45, width=0.94)
_GAUSSIAN = Style(kind="line", colour=DROP)
_TRUE = Style(kind="line", colour=INK, width=0.9, dashes=(0, (4, 3)))


@dataclass(frozen=True)
class GradePanel:
    """A true grade: the probabilities of the grades from 0, and a Gaussian (both in grades)."""

    title: str
    grade: int
    probabilities: Sequence[float]
    mean: float
    sd: float


def inflation_chart(models: Sequence[ModelFigures], confidence: float) -> RowChart:
    """Return NDCG%20 over all queries (×100), from honest to as-published, a row per model."""
    interval = Style(f"{100 * confidence:g}% interval", "line", opacity=0.55, width=2.4)
    styles = {
        "untrained": Style("untrained encoder", "tick", INK, width=2.0),
        "honest": Style("honest", "point", marker="o"),
        "as-published": Style("as-published", "point", DROP, marker="s"),
        "published": Style("the paper's", "point", INK, marker="D", size=8, fill="none"),
    }
    rows = []
    for model in models:
        scores = {
            "untrained": model.untrained,
            "honest": model.honest,
            "as-published": model.as_published,
        }
        known = {name: 100 * s.value for name, s in scores.items() if s and s.value is not None}
        if model.published is not None:
            known["published"] = 100 * model.published
        marks = []
        if "honest" in known and "as-published" in known:
            marks.append(Mark(_INFLATION, known["as-published"], start=known["honest"]))
        if model.honest and model.honest.low is not None and model.honest.high is not None:
            marks.append(Mark(interval, 100 * model.honest.high, start=100 * model.honest.low))
        marks += [
            Mark(styles[name], value, f"{model.name}, {name}: {value:.2f}")
            for name, value in known.items()
        ]
        rows.append(Row(model.name, marks, [_inflation_text(model)]))
    about = "NDCG%20 over all queries by protocol"
    axis = "NDCG%20 (×100), all queries"
    return RowChart("scisearch-inflation", about, [Rows(rows)], axis)


def _inflation_text(model: ModelFigures) -> str:
    row = model_row(model)
    ends = ((row.honest, row.honest_sd), (row.as_published, row.as_published_sd))
    both = " → ".join(f"{value} {sd}".strip() for value, sd in ends)
    return both if row.inflation == MISSING else f"{both}  ({row.inflation})"


def training_curves(histories: Mapping[str, History], name: str) -> LineChart:
    """Return validation loss and, below, accuracy by epoch, a column per facet.

    A dot is the epoch whose weights are kept. Losses are on a logarithmic scale where none is 0:
    those that run away would flatten the others.
    """
    facets = [facet for facet in FACETS if facet in histories]
    losses = [
        epoch.loss
        for history in histories.values()
        for epochs in history.values()
        for epoch in epochs
        if epoch.loss is not None
    ]
    scale = "y" if min(losses, default=0) > 0 else ""
    columns = []
    said = []
    for number, facet in enumerate(facets):
        lines: tuple[list[Series], list[Series]] = ([], [])
        for model, epochs in histories[facet].items():
            trained = [epoch for epoch in epochs if epoch.loss is not None]
            if not trained:
                said.append(f"{facet}, {model}: not trained")
                continue
            kept = kept_epoch(model, trained)
            figures = f"validation loss {kept.loss:.3f}, accuracy {percent(kept.accuracy)}"
            said.append(f"{facet}, {model}: epoch {kept.epoch} kept, {figures}")
            title = f"{model}, epoch {kept.epoch} of {len(trained)}: {figures}"
            for series, measure, factor in zip(lines, ("loss", "accuracy"), (1, 100), strict=True):
                points = [
                    Point(e.epoch, factor * getattr(e, measure), title if e is kept else "")
                    for e in trained
                    if getattr(e, measure) is not None
                ]
                series.append(Series(_MODELS[model], points))
        y_axes = ("", "") if number else ("loss", "accuracy (×100)")
        heading, empty = BENCHMARK.slices[facet], "not trained"
        columns.append(
            (
                Panel(lines[0], heading, "", y_axes[0], scale, empty),
                Panel(lines[1], "", "epoch", y_axes[1], "", empty),
            )
        )
    about = "Validation loss and accuracy by epoch"
    return LineChart(name, about, list(zip(*columns, strict=True)), 3.6, said="; ".join(said))


def kept_epoch(model: str, trained: Sequence[Epoch]) -> Epoch:
    """Return the epoch whose weights the model keeps: the last, honest models the lowest loss."""
    if model == AS_PUBLISHED:
        return trained[-1]
    return min(trained, key=lambda epoch: math.inf if epoch.loss is None else epoch.loss)


def grade_panels(panels: Sequence[GradePanel], label: str, name: str) -> LineChart:
    """Return Figures 1 and 2: distributions over the grades, and the Gaussians beside them.

    Figure 1 has what a model learns, around the true grade; Figure 2 what it predicts. Bars are a
    grade wide, so that their heights compare with the curve's density. ``label`` says what the
    bars are.
    """
    shown = []
    for panel in panels:
        n_grades = len(panel.probabilities)
        bars = [
            Point(grade, p, f"grade {grade}: {p:.3f}")
            for grade, p in enumerate(panel.probabilities)
        ]
        series = [Series(_BARS, bars)]
        top = max(panel.probabilities)
        if panel.sd > 0:
            height = 1 / (panel.sd * math.sqrt(2 * math.pi))
            xs = [x / 20 for x in range(-20, 20 * n_grades + 1)]
            curve = [
                Point(x, height * math.exp(-0.5 * ((x - panel.mean) / panel.sd) ** 2)) for x in xs
            ]
            title = f"Gaussian of mean {panel.mean:.2f} and sd {panel.sd:.2f}"
            series.append(Series(_GAUSSIAN, curve, title))
            top = max(top, height)
        series.append(Series(_TRUE, [Point(panel.grade, 0), Point(panel.grade, top)]))
        shown.append(Panel(series, panel.title, "grade", "" if shown else label))
    n = max((len(panel.probabilities) for panel in panels), default=1)
    return LineChart(name, f"{label} of grades 0 to {n - 1}", [shown], 2.7)
