"""The training of one model of SciSearch: validation loss and accuracy by epoch, per facet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

from paperpool.benchmarks.scisearch import BENCHMARK
from paperpool.collections.facets import FACETS
from paperpool.pages.svg import ACCENT, DROP, MUTED, drawing, make_svg
from paperpool.pages.wording import percent
from paperpool.report.scisearch.files import Epoch, History
from paperpool.scisearch.names import AS_PUBLISHED, HONEST, MODELS

_FOLD_DASHES = ((0, ()), (0, (4, 2)))


def draw_curves(histories: Mapping[str, History], name: str) -> str:
    """Return the figure as SVG: a column per facet, loss above accuracy; histories by facet.

    Losses are on a logarithmic scale.

    A dot is the last epoch, the one whose weights as-published keeps, or the lowest loss, whose
    weights honest keeps.
    """
    titles: dict[str, str] = {}
    facets = [facet for facet in FACETS if facet in histories]
    with drawing(9.4, 3.6) as figure:
        rows = figure.subplots(2, len(facets), sharex="col", sharey="row", squeeze=False)
        for column, facet in enumerate(facets):
            for row, accuracy in zip(rows, (False, True), strict=True):
                axes = row[column]
                _draw_panel(axes, histories[facet], accuracy, f"{column}-{int(accuracy)}", titles)
                axes.grid(axis="y")
            rows[0][column].set_title(BENCHMARK.slices[facet])
            rows[1][column].set_xlabel("epoch")
            rows[1][column].xaxis.set_major_locator(MaxNLocator(5, integer=True))
        rows[1][0].yaxis.set_major_locator(MaxNLocator(4))
        _scale_losses(rows[0][0], histories)
        rows[0][0].set_ylabel("loss")
        rows[1][0].set_ylabel("accuracy (×100)")
        figure.legend(
            handles=[Line2D([], [], label=m.name, **_style(m.name)) for m in MODELS],
            loc="outside upper left",
            ncols=len(MODELS),
        )
        return make_svg(figure, name, _describe(histories, facets), titles)


def _scale_losses(axes, histories: Mapping[str, History]) -> None:
    """Set a logarithmic scale where it can be: losses that run away would flatten the others."""
    losses = [
        epoch.loss
        for history in histories.values()
        for epochs in history.values()
        for epoch in epochs
        if epoch.loss is not None
    ]
    if losses and min(losses) > 0:
        axes.set_yscale("log")
        axes.yaxis.set_major_locator(LogLocator(subs=(1, 3), numticks=6))
        axes.yaxis.set_minor_locator(NullLocator())
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))


def _style(model: str) -> dict:
    if model == AS_PUBLISHED:
        return {"color": DROP, "linewidth": 1.5}
    folds = [m.name for m in MODELS if m.protocol == HONEST]
    return {"color": ACCENT, "linewidth": 1.5, "linestyle": _FOLD_DASHES[folds.index(model) % 2]}


def _draw_panel(axes, history: History, accuracy: bool, place: str, titles: dict[str, str]) -> None:
    empty = True
    for model, epochs in history.items():
        points = [(e.epoch, e.accuracy if accuracy else e.loss) for e in epochs]
        points = [(x, 100 * y if accuracy else y) for x, y in points if y is not None]
        if not points:
            continue
        empty = False
        axes.plot(*zip(*points, strict=True), **_style(model))
        kept = kept_epoch(model, epochs)
        gid = f"kept-{place}-{model}"
        y = dict(points)[kept.epoch]
        axes.plot([kept.epoch], [y], "o", color=_style(model)["color"], markersize=4.5, gid=gid)
        titles[gid] = f"{model}, epoch {kept.epoch} of {len(points)}: {_figures(kept)}"
    if empty:
        axes.text(
            0.5, 0.5, "not trained", transform=axes.transAxes, ha="center", va="center", color=MUTED
        )


def kept_epoch(model: str, epochs: Sequence[Epoch]) -> Epoch:
    """Return the epoch whose weights the model keeps (at least one has a validation loss)."""
    trained = [epoch for epoch in epochs if epoch.loss is not None]
    losses = [epoch.loss for epoch in epochs if epoch.loss is not None]
    return trained[-1] if model == AS_PUBLISHED else trained[losses.index(min(losses))]


def _figures(epoch: Epoch) -> str:
    return f"validation loss {epoch.loss:.3f}, accuracy {percent(epoch.accuracy)}"


def _describe(histories: Mapping[str, History], facets: Sequence[str]) -> str:
    parts = []
    for facet in facets:
        for model, epochs in histories[facet].items():
            if all(epoch.loss is None for epoch in epochs):
                parts.append(f"{facet}, {model}: not trained")
                continue
            kept = kept_epoch(model, epochs)
            parts.append(f"{facet}, {model}: epoch {kept.epoch} kept, {_figures(kept)}")
    return f"Validation loss and accuracy by epoch. {'; '.join(parts)}."
