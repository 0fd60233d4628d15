"""The charts of SciSearch: the effect of its protocol, trainings, distributions of grades."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from paperpool.benchmarks.scisearch import BENCHMARK
from paperpool.collections.schemes import default_scheme
from paperpool.io.csv_rows import read_records
from paperpool.pages.charts.chart import Style
from paperpool.pages.charts.lines import LineChart, Panel, Point, Series
from paperpool.pages.charts.rows import Mark, Row, RowChart, RowPanel
from paperpool.pages.charts.svg import DROP, INK
from paperpool.pages.score_table import spread
from paperpool.pages.scores import Score
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
        known = _list_values(model)
        marks = []
        if "honest" in known and "as-published" in known:
            marks.append(Mark(_INFLATION, known["as-published"], start=known["honest"]))
        if model.honest and model.honest.ends:
            low, high = model.honest.ends
            marks.append(Mark(interval, 100 * high, start=100 * low))
        for name, value in known.items():
            marks.append(Mark(styles[name], value, f"{model.name}, {name}: {value:.2f}"))
        rows.append(Row(model.name, marks, [_inflation_text(model)]))

    about = "NDCG%20 over all queries by protocol"
    axis = "NDCG%20 (×100), all queries"
    return RowChart("scisearch-inflation", about, [RowPanel(rows)], axis)


def _list_values(model: ModelScores) -> dict[str, float]:
    """Return the scores (×100) that a model has, the paper's last."""
    values = {}
    scores = {
        "untrained": model.untrained,
        "honest": model.honest,
        "as-published": model.as_published,
    }
    for name, score in scores.items():
        if score is not None and score.value is not None:
            values[name] = 100 * score.value
    if model.published is not None:
        values["published"] = 100 * model.published
    return values


def _inflation_text(model: ModelScores) -> str:
    """Return the honest and the as-published score, and their difference if there are both."""
    both = f"{_write_score(model.honest)} → {_write_score(model.as_published)}"
    inflation = text_inflation(model)
    if inflation == MISSING:
        return both
    return f"{both}  ({inflation})"


def _write_score(score: Score | None) -> str:
    if score is None:
        return MISSING
    return f"{percent(score.value)} {spread(score.sd)}".strip()


def training_curves(histories: Mapping[str, History], name: str) -> LineChart:
    """Return validation loss (logarithmic) and, below, accuracy by epoch, a column per facet.

    A dot is the epoch with the kept weights: as-published the last, else that of the lowest loss.
    """
    upper = []
    lower = []
    for facet in default_scheme().facet_names:
        losses = []
        accuracies = []
        for model, epochs in histories.get(facet, {}).items():
            loss, accuracy = _training_lines(facet, model, epochs)
            losses.append(loss)
            accuracies.append(accuracy)
        if not losses:
            continue

        heading = BENCHMARK.slices[facet]
        if not any(loss.points for loss in losses):
            heading += ": not trained"
        upper.append(Panel(losses, heading, "epoch", "loss", "y"))
        lower.append(Panel(accuracies, "", "epoch", "accuracy (×100)"))
    return LineChart(name, "Validation loss and accuracy by epoch", [upper, lower], 3.8)


def _training_lines(facet: str, model: str, epochs: Sequence[Epoch]) -> tuple[Series, Series]:
    """Return the losses and the accuracies of a model, the epoch that it keeps marked."""
    style = _MODELS[model]
    numbers = []
    losses = []
    accuracies = []
    for epoch in epochs:
        if epoch.validation_loss is not None and epoch.validation_accuracy is not None:
            numbers.append(epoch.epoch)
            losses.append(epoch.validation_loss)
            accuracies.append(100 * epoch.validation_accuracy)
    if not numbers:
        return Series(style, [], f"{facet}, {model}: not trained"), Series(style, [])

    kept = len(numbers) - 1
    if model != AS_PUBLISHED:
        kept = losses.index(min(losses))
    name = f"{facet}, {model}, epoch {numbers[kept]} of {len(numbers)}"
    loss_title = f"{name}: validation loss {losses[kept]:.3f}"
    accuracy_title = f"{name}: accuracy {accuracies[kept]:.2f}"
    return (
        Series(style, _mark_point(numbers, losses, kept, loss_title)),
        Series(style, _mark_point(numbers, accuracies, kept, accuracy_title)),
    )


def _mark_point(
    numbers: Sequence[int], values: Sequence[float], kept: int, title: str
) -> list[Point]:
    """Return a point for each epoch, that at the position ``kept`` with a title."""
    points = [Point(number, value) for number, value in zip(numbers, values, strict=True)]
    points[kept] = Point(numbers[kept], values[kept], title)
    return points


def grade_panel(
    label: str, title: str, grade: int, probabilities: Sequence[float], mean: float, sd: float
) -> Panel:
    """Return a distribution over the grades from 0, and a Gaussian beside it, of a true grade.

    Bars are a grade wide, so that their heights compare with the density of the curve.
    """
    bars = []
    for predicted, probability in enumerate(probabilities):
        bars.append(Point(predicted, probability, f"grade {predicted}: {probability:.3f}"))
    series = [Series(_BARS, bars)]
    top = max(probabilities)

    if sd > 0:
        height = 1 / (sd * math.sqrt(2 * math.pi))
        curve = []
        for step in range(-20, 20 * len(bars) + 1):  # twenty to a grade, from -1 on
            x = step / 20
            curve.append(Point(x, height * math.exp(-0.5 * ((x - mean) / sd) ** 2)))
        title_of_curve = f"Gaussian of mean {mean:.2f} and sd {sd:.2f}"
        series.append(Series(_GAUSSIAN, curve, title_of_curve))
        top = max(top, height)

    series.append(Series(_TRUE, [Point(grade, 0), Point(grade, top)]))
    return Panel(series, title, "grade", label)
