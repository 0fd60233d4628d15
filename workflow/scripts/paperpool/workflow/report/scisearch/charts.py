"""The charts of SciSearch: the effect of its protocol, trainings, distributions of grades."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path

from paperpool.benchmarks.scisearch import BENCHMARK
from paperpool.collections.facets import FACETS
from paperpool.io.csv_rows import read_records
from paperpool.pages.charts.chart import Style
from paperpool.pages.charts.lines import LineChart, Panel, Point, Series
from paperpool.pages.charts.rows import Mark, Row, RowChart, RowPanel
from paperpool.pages.charts.svg import DROP, INK
from paperpool.pages.score_table import spread
from paperpool.pages.wording import MISSING, percent
from paperpool.workflow.report.scisearch.tables import ModelScores, text_inflation
from paperpool.workflow.scisearch.names import AS_PUBLISHED, MODELS

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
class Epoch:
    """An epoch on the validation pairs; without training it has neither loss nor accuracy."""

    model: str
    epoch: int
    validation_loss: float | None
    validation_accuracy: float | None
    n_pairs: int
    n_synthetic: int


History = Mapping[str, list[Epoch]]
"""The epochs of each model (as-published, honest-fold1, honest-fold2) of one facet."""


def read_history(path: str | Path) -> History:
    """Read history.csv: {model: its epochs}."""
    history: dict[str, list[Epoch]] = {}
    for epoch in read_records(path, Epoch):
        history.setdefault(epoch.model, []).append(epoch)
    return history


def inflation_chart(models: Sequence[ModelScores], confidence: float) -> RowChart:
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
        honest, scores = model.honest, (model.untrained, model.honest, model.as_published)
        values = [*(s.value if s else None for s in scores), model.published]
        pairs = zip(styles, values, strict=True)
        known = {name: 100 * value for name, value in pairs if value is not None}
        marks = []
        if "honest" in known and "as-published" in known:
            marks.append(Mark(_INFLATION, known["as-published"], start=known["honest"]))
        if honest and honest.ends:
            low, high = honest.ends
            marks.append(Mark(interval, 100 * high, start=100 * low))
        marks += [
            Mark(styles[name], value, f"{model.name}, {name}: {value:.2f}")
            for name, value in known.items()
        ]
        rows.append(Row(model.name, marks, [_inflation_text(model)]))
    about = "NDCG%20 over all queries by protocol"
    axis = "NDCG%20 (×100), all queries"
    return RowChart("scisearch-inflation", about, [RowPanel(rows)], axis)


def _inflation_text(model: ModelScores) -> str:
    both = " → ".join(
        f"{percent(s.value if s else None)} {spread(s.sd if s else None)}".strip()
        for s in (model.honest, model.as_published)
    )
    inflation = text_inflation(model)
    return both if inflation == MISSING else f"{both}  ({inflation})"


def training_curves(histories: Mapping[str, History], name: str) -> LineChart:
    """Return validation loss (logarithmic) and, below, accuracy by epoch, a column per facet.

    A dot is the epoch with the kept weights: as-published the last, else that of the lowest loss.
    """
    losses, accuracies = [], []
    for facet in FACETS:
        lines = [_training_lines(facet, *one) for one in histories.get(facet, {}).items()]
        if lines:
            is_trained = any(loss.points for loss, _ in lines)
            heading = BENCHMARK.slices[facet] + ("" if is_trained else ": not trained")
            above, below = zip(*lines, strict=True)
            losses.append(Panel(above, heading, "epoch", "loss", "y"))
            accuracies.append(Panel(below, "", "epoch", "accuracy (×100)"))
    return LineChart(name, "Validation loss and accuracy by epoch", [losses, accuracies], 3.8)


def _training_lines(facet: str, model: str, epochs: Sequence[Epoch]) -> tuple[Series, Series]:
    """Return the losses and the accuracies of a model, the epoch that it keeps marked."""
    style = _MODELS[model]
    trained = [
        (e.epoch, e.validation_loss, 100 * (e.validation_accuracy or 0.0))
        for e in epochs
        if e.validation_loss is not None
    ]
    if not trained:
        return Series(style, [], f"{facet}, {model}: not trained"), Series(style, [])
    kept = trained[-1] if model == AS_PUBLISHED else min(trained, key=itemgetter(1))
    name = f"{facet}, {model}, epoch {kept[0]} of {len(trained)}"
    loss, accuracy = f"{name}: validation loss {kept[1]:.3f}", f"{name}: accuracy {kept[2]:.2f}"
    return (
        Series(style, [Point(e[0], e[1], loss if e is kept else "") for e in trained]),
        Series(style, [Point(e[0], e[2], accuracy if e is kept else "") for e in trained]),
    )


def grade_panel(
    label: str, title: str, grade: int, probabilities: Sequence[float], mean: float, sd: float
) -> Panel:
    """Return a distribution over the grades from 0, and a Gaussian beside it, of a true grade.

    Bars are a grade wide, so that their heights compare with the density of the curve.
    """
    bars = [Point(g, p, f"grade {g}: {p:.3f}") for g, p in enumerate(probabilities)]
    series = [Series(_BARS, bars)]
    top = max(probabilities)
    if sd > 0:
        height = 1 / (sd * math.sqrt(2 * math.pi))
        xs = [x / 20 for x in range(-20, 20 * len(bars) + 1)]
        curve = [Point(x, height * math.exp(-0.5 * ((x - mean) / sd) ** 2)) for x in xs]
        title_of_curve = f"Gaussian of mean {mean:.2f} and sd {sd:.2f}"
        series.append(Series(_GAUSSIAN, curve, title_of_curve))
        top = max(top, height)
    series.append(Series(_TRUE, [Point(grade, 0), Point(grade, top)]))
    return Panel(series, title, "grade", label)
